import type { MatchState } from '@cellar/contract/games/matches.ts';
import type { MetadataKeyName, ProviderId } from '@cellar/contract/games/metadata.ts';
import type { Generated } from 'kysely';

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
  /** The name that was last searched for (`names/learned-name.ts`), empty if it says nothing about the game. Null before the first search. */
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
