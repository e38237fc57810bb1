// Every table as TypeScript sees it. Columns are camelCase in SQL too, so rows need no mapping.
// Times are ISO 8601 text in UTC (they sort as they are); states that have a moment are that moment, or null.
import type { Kysely, Transaction } from 'kysely';

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
}

export interface SessionsTable {
  tokenHash: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
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
