import type { ExtraKind } from '@cellar/contract/transfer/rules/extras.ts';
import type { Generated } from 'kysely';

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
