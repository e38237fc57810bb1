// Every table as TypeScript sees it. Columns are camelCase in SQL too, so rows need no mapping.
// Times are ISO 8601 text in UTC (they sort as they are); states that have a moment are that moment, or null.
import type { Language } from '@cellar/contract/accounts.ts';
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
}

export interface SessionsTable {
  id: string;
  tokenHash: string;
  userId: string;
  userAgent: string | null;
  createdAt: string;
  lastUsedAt: string;
  expiresAt: string;
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
  status: 'waiting' | 'sent' | 'failed';
  attempts: number;
  lastError: string | null;
  createdAt: string;
  nextAttemptAt: string | null;
  sentAt: string | null;
  /** When it was laid into the outbox folder; null with a mail server. */
  filedAt: string | null;
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
  createdAt: string;
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

/** Bytes that are to go: written with the deletion of the row they belonged to, gone once they are gone. */
export interface RemovalsTable {
  storageKey: string;
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
  fileSize: number;
  status: 'in_progress' | 'completed' | 'failed';
  /** JSON: sorted, disjoint [start, endExclusive] pairs of bytes that have gone out. */
  sentRanges: string;
  bytesSent: number;
  startedAt: string;
  lastByteAt: string | null;
  endedAt: string | null;
  cancelledAt: string | null;
}

export interface TicketsTable {
  tokenHash: string;
  downloadId: string;
  expiresAt: string;
}

export interface JobsTable {
  name: string;
  holder: string | null;
  leaseUntil: string | null;
  lastRunAt: string | null;
  lastSuccessAt: string | null;
  lastError: string | null;
}

export interface Schema {
  users: UsersTable;
  sessions: SessionsTable;
  accountLinks: AccountLinksTable;
  invitations: InvitationsTable;
  mails: MailsTable;
  auditEntries: AuditEntriesTable;
  rateLimits: RateLimitsTable;
  settings: SettingsTable;
  games: GamesTable;
  gameGenres: GameGenresTable;
  gameMedia: GameMediaTable;
  gameFiles: GameFilesTable;
  removals: RemovalsTable;
  uploads: UploadsTable;
  uploadChunks: UploadChunksTable;
  downloads: DownloadsTable;
  tickets: TicketsTable;
  jobs: JobsTable;
}

/** The database, or a transaction on it: what a plain read takes. */
export type Db = Kysely<Schema>;

/** Demands a transaction by its type. */
export type Trx = Transaction<Schema>;
