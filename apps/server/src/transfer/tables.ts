import type { Period } from '@cellar/contract/transfer/rules/download-limits.ts';
import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import type { ScannedKind, ScanResult } from '@cellar/contract/transfer/virus-scans.endpoints.ts';
import type { Generated } from 'kysely';

/** The columns that platform files and extras have in common. */
interface FilesTable {
  id: string;
  gameId: string;
  extension: string;
  /** Bytes of the download. */
  fileSize: number;
  /** Nothing is stored under this key if `libraryItemId` is set. */
  storageKey: string;
  sha256: string | null;
  createdAt: string;
  /** The item of a library folder that holds the bytes. Null: they are in storage. */
  libraryItemId: Generated<string | null>;
  /** Changes when the bytes in a library folder have changed. Null in storage, where bytes never change. */
  contentTag: Generated<string | null>;
  /** When `contentTag` last changed. Null: never. */
  contentChangedAt: Generated<string | null>;
  /** 1: the digests of the pieces of the present content are known. */
  hasPieces: Generated<number>;
}

export interface GameFilesTable extends FilesTable {
  platform: string;
}

/** Updates and extras of games. */
export interface GameExtrasTable extends FilesTable {
  kind: ExtraKind;
  name: string;
  version: string;
  /** Null if the extra is for every platform. */
  platform: string | null;
  note: string;
  /** The sanitized name of the uploaded or found file, under which it is downloaded. */
  fileName: string;
}

/** The pieces of a platform file or extra that has more than one. Triggers delete the row with its file. */
export interface FilePiecesTable {
  storageKey: string;
  /** The digest of the whole content to which the pieces belong. */
  sha256: string;
  pieceLength: number;
  /** The SHA-256 of each piece, one after the other, in Base64. */
  digests: string;
}

/** Stored files to remove. A row is added when the owning row is deleted, and deleted after the file is gone. */
export interface RemovalsTable {
  storageKey: string;
}

/** A download that was being sent when its file was deleted. The bytes stay while its connection is open, on whatever node. */
export interface RemovalHoldsTable {
  storageKey: string;
  downloadId: string;
}

/** Files stored before the row that will own them. If a crash leaves one without an owner, it is removed a day later. */
export interface StoredAheadTable {
  storageKey: string;
  createdAt: string;
}

/** A platform file or extra without a digest that a node is reading. */
export interface DigestClaimsTable {
  storageKey: string;
  holder: string | null;
  leaseUntil: string | null;
}

export interface UploadsTable {
  /** Also identifies the upload in storage, and becomes the storage key of the finished file. */
  id: string;
  clientId: string;
  userId: string | null;
  /** The game that gets the file. Null if the upload creates a new game. */
  gameId: string | null;
  title: string;
  /** `titleKey(title)`, or the private key of a contribution (db/waiting-key.ts). */
  titleKey: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The facts of an extra. All four are null for a platform file. */
  extraKind: ExtraKind | null;
  extraName: string | null;
  extraVersion: string | null;
  extraNote: string | null;
  /** 1 if the upload replaces the platform's existing file. */
  replacesFile: Generated<number>;
  /** 1 if a contributor has started the upload, so that its file waits for an admin. */
  isContribution: Generated<number>;
  extension: string;
  fileName: string | null;
  fileSize: number | null;
  chunkSize: number | null;
  totalChunks: number;
  state: 'open' | 'completed';
  /** For a completed upload, the game that got the file. */
  resultGameId: string | null;
  createdAt: string;
  /** When a request last sent bytes of the upload. */
  touchedAt: string;
  /** What the storage returned when the upload began. Null before. */
  storageState: string | null;
  /** The lease of the node that is completing the upload (platform/lease.ts). */
  holder: string | null;
  leaseUntil: string | null;
}

export interface UploadChunksTable {
  uploadId: string;
  chunkNumber: number;
  size: number;
  sha256: string | null;
  /** The storage's proof of the chunk. Empty if the storage has none. */
  receipt: Generated<string>;
}

/** A request that is sending a chunk of an open upload to some node. */
export interface ChunkRequestsTable {
  id: string;
  uploadId: string;
  /** 1 while the storage may be receiving the last bytes of the chunk. */
  isStoring: Generated<number>;
  /** After this time the request no longer counts, because its node has died without deleting the row. */
  endsBefore: string;
}

export interface DownloadsTable {
  id: string;
  clientId: string;
  userId: string | null;
  gameId: string | null;
  fileId: string | null;
  /** The extra that is downloaded, or null for a platform file. Also null once the extra is deleted. */
  extraId: Generated<string | null>;
  gameTitle: string;
  /** Empty for an extra for every platform. */
  platform: string;
  /** The extra's name and version when the download began. Null for a platform file. */
  extraName: Generated<string | null>;
  /** The id of the single file of a set or folder that is downloaded. Null for a whole platform file or extra. */
  singleFileId: Generated<string | null>;
  /** The name of the extra's file or the single file. Null for a platform file, whose name follows from title, platform and extension. */
  fileName: Generated<string | null>;
  /** The file's extension with its dot, or an empty string if it is unknown. */
  extension: Generated<string>;
  fileSize: number;
  /** The `contentTag` of the file when the download began, or began to count again. */
  contentTag: Generated<string | null>;
  status: 'in_progress' | 'completed' | 'failed';
  /** JSON: sorted, disjoint [start, endExclusive] ranges of sent bytes. */
  sentRanges: string;
  bytesSent: number;
  startedAt: string;
  lastByteAt: string | null;
  /** When a node last recorded an open connection for this download. Null if no connection is known. */
  connectedAt: Generated<string | null>;
  endedAt: string | null;
  cancelledAt: string | null;
  /** When a range was last handed over to the proxy, which does not count the bytes it sends. Null if never. */
  handedOverAt: Generated<string | null>;
  /** JSON in the form of `sentRanges`: the ranges handed over to the proxy. */
  handedOverRanges: Generated<string>;
  /** When the member removed the download from their own history. */
  hiddenAt: Generated<string | null>;
  /** 1: the admin's log includes the download. */
  logged: Generated<number>;
  /** 1: the admin's log does not name the member. */
  anonymous: Generated<number>;
}

export interface TicketsTable {
  tokenHash: string;
  downloadId: string;
  /** Each use extends this. */
  expiresAt: string;
  /** The limit that `expiresAt` can't be extended beyond. */
  endsAt: string;
  userId: string | null;
  /** The hash of the token of the session that requested the ticket, or of the API token. */
  sessionHash: string | null;
}

/** A list of several downloads. Its tickets have no rows: each is the list's id with a signature (see `list-tickets.ts`). */
export interface DownloadListsTable {
  id: string;
  userId: string;
  /** As in `tickets`. */
  sessionHash: string | null;
  /** As in `tickets`, like the next one. */
  expiresAt: string;
  endsAt: string;
}

/** The limits of a member. In each column, null means the limit for all members, and 0 that there is none. */
export interface MemberLimitsTable {
  userId: string;
  period: Period | null;
  bytesPerPeriod: number | null;
  filesPerPeriod: number | null;
  downloadsAtOnce: number | null;
  bytesPerSecond: number | null;
}

/** What a member has downloaded on one day. */
export interface DownloadUseTable {
  userId: string;
  /** In the time zone of the server, `YYYY-MM-DD`. */
  day: string;
  bytes: number;
  /** Files of which the first byte was sent on this day. */
  files: number;
}

/** Which members a node is sending to, or receiving from. Only on PostgreSQL, and only while speeds are limited. */
export interface NodeTransfersTable {
  nodeId: string;
  direction: 'download' | 'upload';
  userId: string;
  /** After this time the row counts no longer. */
  until: string;
}

export type Use = Pick<DownloadUseTable, 'bytes' | 'files'>;
export type MemberUse = Omit<DownloadUseTable, 'day'>;

/**
 * One row for each platform file, extra and cheat file. Triggers insert it, delete it, and empty it when the file has other content
 * (migration 0038).
 */
export interface VirusScansTable {
  /** Of the file, also if its bytes are in a library folder. */
  storageKey: string;
  kind: ScannedKind;
  libraryItemId: string | null;
  /** Since when the file has its content. */
  changedAt: string;
  /** The lease of the node that scans the file. */
  holder: Generated<string | null>;
  leaseUntil: Generated<string | null>;
  /** How often scanning this content has failed. */
  attempts: Generated<number>;
  /** The file is left alone until then. */
  retryAt: Generated<string | null>;
  /** Null as long as this content was not scanned. */
  scannedAt: Generated<string | null>;
  /** The version of ClamAV and its signatures. */
  scannedWith: Generated<string | null>;
  result: Generated<ScanResult | null>;
  /** What was found. Null unless the result is `infected`, like the next three. */
  threat: Generated<string | null>;
  /** The single file of a set or folder in which it was found. */
  threatPath: Generated<string | null>;
  foundAt: Generated<string | null>;
  /** When admins were told. */
  toldAt: Generated<string | null>;
  /** When an admin allowed the file in spite of the finding, and their email address. Null: it is quarantined. */
  allowedAt: Generated<string | null>;
  allowedBy: Generated<string | null>;
}
