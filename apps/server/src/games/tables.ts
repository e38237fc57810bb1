import type { BulkKind, SpellingKind } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import type { MatchState } from '@cellar/contract/games/matches.ts';
import type { MetadataKeyName, ProviderId } from '@cellar/contract/games/metadata.ts';
import type { CheatPlatform, CheatType } from '@cellar/contract/games/rules/cheats.ts';
import type { PlatformIcon } from '@cellar/contract/games/rules/platform-presets.ts';
import type { Generated } from 'kysely';

export interface GamesTable {
  id: string;
  title: string;
  /** `titleKey(title)`: unique. That of a waiting game is private (db/waiting-key.ts). */
  titleKey: string;
  /** `foldText(title)`, for sorting and searching. */
  titleFold: string;
  description: string;
  /** The name of a picture (`ArtworksTable.name`). */
  boxArt: string | null;
  /** `YYYY-MM-DD`. */
  releaseDate: string | null;
  developer: string | null;
  publisher: string | null;
  /** 0 to 100. */
  rating: Generated<number | null>;
  ratingCount: Generated<number | null>;
  ageRating: Generated<string | null>;
  franchise: Generated<string | null>;
  collection: Generated<string | null>;
  /** JSON: `PlayMode[]` in the order of the contract. */
  modes: Generated<string>;
  /** 1 to 1,000. */
  maxPlayers: Generated<number | null>;
  /** Incremented by each edit. */
  revision: Generated<number>;
  /** JSON: the names (as in the contract) of the fields that a person has set. */
  editedFields: Generated<string>;
  /** 1: only admins see the game. */
  isHidden: Generated<number>;
  /** 1: holds a contribution that waits for an admin, is hidden, and has a title key that no other game can have (db/waiting-key.ts). */
  isWaiting: Generated<number>;
  createdAt: string;
  /** When the game becomes part of emails about new games. Null if it is not announced yet. */
  announcedAt: Generated<string | null>;
  /** The game's position among all announced games: unique and never reused. Null if never announced. */
  announcedNumber: Generated<number | null>;
}

export interface GameGenresTable {
  gameId: string;
  position: number;
  genre: string;
}

export interface GameMediaTable {
  gameId: string;
  kind: 'image' | 'video';
  position: number;
  /** The name of a picture, or the link to a video. */
  value: string;
}

export interface OwnPlatformsTable {
  id: string;
  /** Platform files store the name, not the id. */
  name: string;
  /** `titleKey` of the name. */
  nameKey: string;
  /** A JSON array of texts. */
  aliases: string;
  icon: PlatformIcon;
  /** Counted from 1. */
  position: number;
  createdAt: string;
}

export interface ArtworksTable {
  /** `{sha256}.webp`, the digest of the full-size picture. */
  name: string;
  /** Width and height of the full-size picture, in pixels. */
  width: number;
  height: number;
  fileSize: number;
  /** Base64. */
  thumbhash: string;
  /** When the picture was last uploaded or assigned to a game. An unused picture is kept for a while after that. */
  createdAt: string;
}

/**
 * Pictures whose files must be removed. A row is added when the picture's row is deleted, and deleted after the files are gone.
 */
export interface ArtworkRemovalsTable {
  name: string;
  /** One node has claimed the removal until this time. */
  leaseUntil: Generated<string | null>;
}

export interface CheatFilesTable {
  id: string;
  gameId: string;
  name: string;
  description: string;
  platform: CheatPlatform;
  type: CheatType;
  version: string;
  author: string;
  instructions: string;
  /** The file's sanitized name inside the ZIP. */
  originalFileName: string;
  /** The size of the ZIP. `sha256` is the digest of the ZIP, too. */
  fileSize: number;
  storageKey: string;
  sha256: string;
  downloadCount: number;
  createdAt: string;
}

/** API keys of metadata providers, encrypted (platform/secret-box.ts). */
export interface MetadataKeysTable {
  name: MetadataKeyName;
  sealed: string;
  updatedAt: string;
}

/** The health of each metadata provider: one row per provider. */
export interface MetadataProvidersTable {
  id: ProviderId;
  lastSuccessAt: string | null;
  lastErrorAt: string | null;
  lastErrorKind: string | null;
  /** Plain English, ready to show. */
  lastError: string | null;
  /** Consecutive failures since the last success. Failures during the same pause count once. */
  failures: number;
  /** No node sends requests to the provider until this time. */
  pausedUntil: string | null;
}

/** The match of a game, or the state of the search for one. A game without either has no row. */
export interface GameMatchesTable {
  gameId: string;
  /** The name of the archive that the game was added with. */
  fileName: string | null;
  state: MatchState;
  /** Plain English, ready to show. */
  reason: string;
  /** When the next search is due: set while the game is queued, and again after a failure. */
  dueAt: string | null;
  /** Failed searches since the game was queued. */
  attempts: number;
  /** The node that is searching, until its lease ends. */
  holder: string | null;
  leaseUntil: string | null;
  /** The match that the game's facts come from, in the form of the contract's `matchId`. */
  matchId: string | null;
  /** 0 to 1. Null if a person chose the match. */
  confidence: number | null;
  /** JSON: the results of the last search, best first. */
  candidates: string;
  /** JSON: the changes that the match made, so that they can be undone. */
  brought: string | null;
  /** JSON: what the row said before an admin chose the match, or refused all candidates. Null for automatic matches. */
  previous: string | null;
  /** The name that was last searched for (`names/learned-names.service.ts`), empty if it says nothing about the game. Null before the first search. */
  searchedAs: Generated<string | null>;
  /** When the last scan that included the game began. */
  scannedAt: string | null;
  /** The state before that scan. Null if the game had no row. */
  stateBefore: MatchState | null;
  updatedAt: string;
}

/** The pictures that a match chosen by an admin has replaced. Undoing it needs them, so they are not swept. */
export interface ReplacedPicturesTable {
  gameId: string;
  name: string;
}

/** What admins have decided about a name: one row per name. */
export interface LearnedNamesTable {
  id: string;
  /** The name in a form in which names that mean the same are equal: unique. */
  nameKey: string;
  /** The name as it was read from an archive or title, ready to show. */
  name: string;
  /** The chosen match, in the form of the contract's `matchId`, and what it is called. Null if there is none. */
  matchId: string | null;
  matchName: string | null;
  /** JSON: the providers' games (`steam:220`) that must not be suggested for this name. */
  refused: Generated<string>;
  /** The admin who decided last. */
  userId: string | null;
  learnedAt: string;
  /** How many games have been matched by it since. */
  uses: Generated<number>;
}

export interface SanitizationRulesTable {
  id: string;
  find: string;
  replace: string;
  description: string;
  order: number;
}

/** In new metadata, the spelling is replaced with the value. */
export interface SpellingRulesTable {
  id: string;
  kind: SpellingKind;
  spelling: string;
  /** `foldText` of the spelling: unique for each kind. */
  spellingKey: string;
  value: string;
  createdAt: string;
}

/** Changes of many games at once. */
export interface BulkChangesTable {
  id: string;
  kind: BulkKind;
  at: string;
  /** The email address of the admin, because accounts can be deleted. */
  actor: string;
  /** JSON: `{ from: string[], to: string | null }`, as in the contract's `BulkChange`. */
  detail: string;
  /** The number of games that changed. */
  games: number;
  /** JSON: the spelling rules that a merge has changed (`RuleChange[]`). */
  rules: string;
  undoneAt: string | null;
  undoneBy: string | null;
}

/** What a bulk change did to each game, so that it can be undone. */
export interface BulkChangedGamesTable {
  changeId: string;
  gameId: string;
  /** JSON: `FactsUndo` (many-games.service.ts) or `PlatformUndo` (file-platforms.service.ts). */
  undo: string;
}

/** The log of catalogue changes. Triggers write it; the catalogue reads and trims it. */
export interface GameChangesTable {
  version: Generated<number>;
  /** Null if the names of the own platforms changed. */
  gameId: string | null;
}

/** Which index files belong to this database. A database that was restored from an earlier backup lacks the newer ones. */
export interface SavedCataloguesTable {
  /** Also in the file. */
  token: string;
  savedAt: string;
}
