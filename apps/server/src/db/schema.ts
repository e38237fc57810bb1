// Every table as TypeScript sees it. Columns are camelCase in SQL too, so rows need no mapping.
// Times are ISO 8601 text in UTC (they sort as they are); states that have a moment are that moment, or null.
import type { Language } from '@cellar/contract/accounts.ts';
import type { MatchState } from '@cellar/contract/matches.ts';
import type { MetadataKeyName, ProviderId } from '@cellar/contract/metadata.ts';
import type { CheatPlatform, CheatType } from '@cellar/contract/rules/cheats.ts';
import type { EmailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import type { Generated, Kysely, Transaction } from 'kysely';

export interface UsersTable {
  id: string;
  name: string;
  email: string;
  passwordHash: string;
  role: 'member' | 'admin';
  verifiedAt: string | null;
  approvedAt: string | null;
  suspendedAt: string | null;
  createdAt: string;
  lastSeenAt: Generated<string | null>;
  /** `foldText(name)`: what is searched. Empty for an account older than this column. */
  nameFold: Generated<string>;
  language: Generated<Language>;
  /** 0 or 1. */
  emailNotifications: Generated<number>;
  defaultSortOrder: Generated<SortKey>;
  downloadHistoryRetention: Generated<number>;
  /** How often the member wants to hear of new games; null: as the site says. */
  emailFrequency: Generated<EmailFrequency | null>;
  /** Told of new games up to this `announcedNumber`. Triggers set it to the last one for who begins to be told. */
  announcedThrough: Generated<number>;
  /** The frequency that held when it was last looked at: the rarer one of the member's and the site's. */
  digestFrequency: Generated<EmailFrequency | null>;
  /** The end of the last period that a digest was claimed for: none is of the same or an earlier one. */
  digestedAt: Generated<string | null>;
}

export interface SessionsTable {
  id: string;
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  /** Where it was begun, by `networkOf`. Null for one of before. */
  network: Generated<string | null>;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
}

/** A network that a member has logged in from. */
export interface KnownNetworksTable {
  userId: string;
  network: string;
  usedAt: string;
}

/** A link that was mailed: to verify an address, to set a new password, to confirm a new address. */
export interface AccountLinksTable {
  tokenHash: string;
  userId: string;
  kind: 'verify' | 'reset' | 'email';
  /** The new address of an `email` link. */
  email: string | null;
  /** Of a `verify` link: what the account's password becomes, when it was registered again before it was verified. */
  passwordHash: string | null;
  createdAt: string;
  expiresAt: string;
  usedAt: string | null;
}

export interface InvitationsTable {
  id: string;
  tokenHash: string;
  email: string | null;
  maxUses: number;
  uses: number;
  createdBy: string | null;
  createdAt: string;
  expiresAt: string;
}

export interface MailsTable {
  id: string;
  userId: string | null;
  kind: string;
  toAddress: string;
  subject: string;
  textBody: string;
  htmlBody: string;
  /** JSON: further header fields. */
  headers: string;
  /** JSON: pictures that the mail shows, see `MailPicture`; read when it is delivered. */
  attachments: Generated<string>;
  status: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
  /** When it was laid into the outbox folder; null with a mail server. */
  filedAt: string | null;
  /** JSON, `MailContent`: what the two bodies are rendered from when it is delivered or read; null for one that has them. */
  content: Generated<string | null>;
  /** Lower goes first: 0 for mails somebody waits for, 1 for news. */
  urgency: Generated<number>;
  /** While it is being sent: when the sender's claim ends. */
  claimedUntil: Generated<string | null>;
}

export interface AuditEntriesTable {
  id: string;
  at: string;
  actor: string | null;
  action: string;
  subject: string | null;
  detail: string | null;
}

export interface RateLimitsTable {
  key: string;
  count: number;
  endsAt: string;
}

export interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
}

export interface GamesTable {
  id: string;
  title: string;
  /** `titleKey(title)`: unique. */
  titleKey: string;
  /** `foldText(title)`: what is sorted and searched. */
  titleFold: string;
  description: string;
  /** Name of a picture, see features/artwork. */
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
  /** One more with every edit. */
  revision: Generated<number>;
  /** JSON: names of the fields that a person has set, as the contract calls them. */
  editedFields: Generated<string>;
  createdAt: string;
  /** When members may first be told of it; null for one that is not announced yet. */
  announcedAt: Generated<string | null>;
  /** Its place among all that were announced, unique and never used again; null for one that is no news. */
  announcedNumber: Generated<number | null>;
}

export interface ArtworksTable {
  /** `{sha256}.webp`: of the whole picture, see features/artwork. */
  name: string;
  /** Pixels, of the whole picture. */
  width: number;
  height: number;
  fileSize: number;
  /** Base64. */
  thumbhash: string;
  /** When it was last sent in or given to a game: what nobody uses is kept for a while after that. */
  createdAt: string;
}

/** Pictures whose files are to go: written with the deletion of the row, gone once the files are gone. */
export interface ArtworkRemovalsTable {
  name: string;
  /** Until then somebody removes the files. */
  leaseUntil: Generated<string | null>;
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
  /** Name of a picture, or link of a video. */
  value: string;
}

export interface GameFilesTable {
  id: string;
  gameId: string;
  platform: string;
  extension: string;
  fileSize: number;
  storageKey: string;
  sha256: string | null;
  createdAt: string;
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
  /** Made safe: the name of the file in the ZIP. */
  originalFileName: string;
  /** Of the ZIP, as is the digest. */
  fileSize: number;
  storageKey: string;
  sha256: string;
  downloadCount: number;
  createdAt: string;
}

/** Bytes that are to go: written with the deletion of the row they belonged to, gone once they are gone. */
export interface RemovalsTable {
  storageKey: string;
}

/** Bytes that came before the row that is to point at them: what a crash leaves of them is removed a day later. */
export interface StoredAheadTable {
  storageKey: string;
  createdAt: string;
}

/** One row: which library this is. The storage folder has the same id in a file. */
export interface LibraryTable {
  key: 'this';
  id: string;
}

export interface UploadsTable {
  /** Also the handle in storage, and the storage key of the finished file. */
  id: string;
  clientId: string;
  userId: string | null;
  /** The game a file is added to; null for a new game. */
  gameId: string | null;
  title: string;
  titleKey: string;
  platform: string;
  /** 1: it takes the place of the file that the platform has. */
  replacesFile: Generated<number>;
  extension: string;
  fileName: string | null;
  fileSize: number | null;
  chunkSize: number | null;
  totalChunks: number;
  state: 'open' | 'completed';
  /** The game a completed upload went to. */
  resultGameId: string | null;
  createdAt: string;
  touchedAt: string;
}

export interface UploadChunksTable {
  uploadId: string;
  chunkNumber: number;
  size: number;
  sha256: string | null;
}

export interface DownloadsTable {
  id: string;
  clientId: string;
  userId: string | null;
  gameId: string | null;
  fileId: string | null;
  gameTitle: string;
  platform: string;
  /** Of the file, with its dot; empty where it is not known any more. */
  extension: Generated<string>;
  fileSize: number;
  status: 'in_progress' | 'completed' | 'failed';
  /** JSON: sorted, disjoint [start, endExclusive] pairs of bytes that have gone out. */
  sentRanges: string;
  bytesSent: number;
  startedAt: string;
  lastByteAt: string | null;
  /** When a node last noted that a connection to it is open. Null: none is, as far as its node could write. */
  connectedAt: Generated<string | null>;
  endedAt: string | null;
  cancelledAt: string | null;
  /** When a piece of it was last handed to the proxy, which sends it uncounted. Null: never. */
  handedOverAt: Generated<string | null>;
  /** JSON, as `sentRanges`: bytes that were handed over. */
  handedOverRanges: Generated<string>;
  /** Taken out of the member's own history. */
  hiddenAt: Generated<string | null>;
  /** 1: it is in the admin's log. */
  logged: Generated<number>;
  /** 1: admins are not told whose it is. */
  anonymous: Generated<number>;
}

export interface TicketsTable {
  tokenHash: string;
  downloadId: string;
  /** Each use moves it on. */
  expiresAt: string;
  /** Beyond this it can't be moved. */
  endsAt: string;
  userId: string | null;
  /** The session that asked for it. */
  sessionHash: string | null;
}

export interface SanitizationRulesTable {
  id: string;
  find: string;
  replace: string;
  description: string;
  order: number;
}

/** A check of every stored file; `features/storage-report` says how it goes. */
export interface StorageChecksTable {
  id: string;
  kind: 'quick' | 'full';
  startedAt: string;
  endedAt: string | null;
  /** 1 while it has not ended, else null. Unique. */
  running: number | null;
  holder: string | null;
  leaseUntil: string | null;
  /** The storage key up to which the library's files are checked. */
  cursor: string | null;
  checkedFiles: number;
  totalFiles: number;
  checkedBytes: number;
  totalBytes: number;
  artworkFiles: number | null;
  artworkBytes: number | null;
  error: string | null;
}

/** What a check has found. Whose the bytes are is asked anew when it is shown. */
export interface StorageProblemsTable {
  checkId: string;
  storageKey: string;
  kind: 'missing' | 'damaged' | 'orphan';
  /** Of a damaged one. */
  reason: 'size' | 'digest' | 'unreadable' | null;
  /** Of a damaged one and an orphan. */
  foundSize: number | null;
  /** Of an orphan. */
  modifiedAt: string | null;
}

/** A key of a metadata provider, encrypted (platform/secret-box). */
export interface MetadataKeysTable {
  name: MetadataKeyName;
  sealed: string;
  updatedAt: string;
}

/** How a metadata provider is. There is a row for each. */
export interface MetadataProvidersTable {
  id: ProviderId;
  lastSuccessAt: string | null;
  lastErrorAt: string | null;
  lastErrorKind: string | null;
  /** Plain English, ready to show. */
  lastError: string | null;
  /** Failures since the last success, each after the pause of the one before. */
  failures: number;
  /** Nobody asks it until then. */
  pausedUntil: string | null;
}

/** Which game of a metadata provider a game is, or what is done to find out. A game that nobody searches for has no row. */
export interface GameMatchesTable {
  gameId: string;
  /** Of the archive it was added by. */
  fileName: string | null;
  state: MatchState;
  /** Plain English, ready to show. */
  reason: string;
  /** It is searched for then: while it is queued, and again after a failure. */
  dueAt: string | null;
  /** Searches that have failed since it was queued. */
  attempts: number;
  /** Who searches for it now; it belongs to nobody once the lease is over. */
  holder: string | null;
  leaseUntil: string | null;
  /** What its facts come from, see `matchId` of the contract. */
  matchId: string | null;
  /** 0 to 1; null where a human chose. */
  confidence: number | null;
  /** JSON: what the last search has found, best first, see features/metadata. */
  candidates: string;
  /** JSON: what a match that was taken by itself has changed, so that it can be taken back. */
  brought: string | null;
  /** When the scan began that it was last part of. */
  scannedAt: string | null;
  /** What it was before that scan; null where it had no row. */
  stateBefore: MatchState | null;
  updatedAt: string;
}

export interface JobsTable {
  name: string;
  holder: string | null;
  leaseUntil: string | null;
  lastRunAt: string | null;
  lastSuccessAt: string | null;
  lastError: string | null;
}

/** One row: how far the announcing of new games has come, see features/notifications. */
export interface DigestStateTable {
  id: number;
  /** The highest `announcedNumber` that was given. */
  lastNumber: number;
  lastAnnouncedAt: string | null;
  /** When it was last looked at who is to be told. */
  lastRunAt: string | null;
}

/** The log of what changed in the catalogue; triggers write it, features/catalogue reads and trims it. */
export interface GameChangesTable {
  version: Generated<number>;
  /** Null: pages are made anew, and no game changed its place. */
  gameId: string | null;
}

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  knownNetworks: KnownNetworksTable;
  accountLinks: AccountLinksTable;
  invitations: InvitationsTable;
  mails: MailsTable;
  auditEntries: AuditEntriesTable;
  rateLimits: RateLimitsTable;
  settings: SettingsTable;
  games: GamesTable;
  gameChanges: GameChangesTable;
  artworks: ArtworksTable;
  artworkRemovals: ArtworkRemovalsTable;
  gameGenres: GameGenresTable;
  gameMedia: GameMediaTable;
  gameFiles: GameFilesTable;
  cheatFiles: CheatFilesTable;
  removals: RemovalsTable;
  storedAhead: StoredAheadTable;
  library: LibraryTable;
  uploads: UploadsTable;
  uploadChunks: UploadChunksTable;
  downloads: DownloadsTable;
  tickets: TicketsTable;
  sanitizationRules: SanitizationRulesTable;
  storageChecks: StorageChecksTable;
  storageProblems: StorageProblemsTable;
  metadataKeys: MetadataKeysTable;
  metadataProviders: MetadataProvidersTable;
  gameMatches: GameMatchesTable;
  digestState: DigestStateTable;
  jobs: JobsTable;
}

/** The database, or a transaction on it: what a plain read takes. */
export type Db = Kysely<Schema>;

/** Demands a transaction by its type. */
export type Trx = Transaction<Schema>;
