import type { Generated } from 'kysely';

export interface UploadsTable {
  /** Also the handle in storage, and the storage key of the finished file. */
  id: string;
  clientId: string;
  userId: string | null;
  /** The game that receives the file. Null: the upload creates a new game. */
  gameId: string | null;
  title: string;
  titleKey: string;
  platform: string;
  /** 1: the upload replaces the platform's existing file. */
  replacesFile: Generated<number>;
  extension: string;
  fileName: string | null;
  fileSize: number | null;
  chunkSize: number | null;
  totalChunks: number;
  state: 'open' | 'completed';
  /** For a completed upload: the game that received the file. */
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
