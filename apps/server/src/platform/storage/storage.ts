// Where platform files live: the port that a disk (and, with its issue, S3) stands behind. It knows neither HTTP nor users.
import type { Readable } from 'node:stream';

/** A file opened for reading. */
export interface StoredFile {
  /** Beneath the folder of all files, with `/` between its steps: where a proxy that sends it finds it. */
  path: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** Reads up to `length` bytes at `position` into `buffer` at `offset`; gives how many came, 0 at the end. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface ChunkWrite {
  chunkNumber: number;
  /** Where the chunk begins in the file, bytes; undefined while nobody knows (a client that does not say its chunk size). */
  offset: number | undefined;
  /** More bytes than this are refused before they could touch what lies behind the chunk. */
  maxBytes: number;
  /** Exactly this many bytes must come, where it is known. */
  exactBytes?: number;
  /** Lower-case hex; asked for, it is computed and compared. */
  expectedSha256?: string;
  /** Nobody else holds the buffers of the stream: their memory may be taken, which spares a copy. */
  mayTakeBuffers?: boolean;
  /** Sees the first bytes before any is written; throws to refuse them. */
  inspect?(head: Uint8Array): void;
  /** Told of every piece that arrives. */
  onProgress?(): void;
}

export interface ChunkWritten {
  size: number;
  /** Lower-case hex, when it was asked for. */
  sha256: string | null;
}

export interface FinishedUpload {
  /** Of the whole file, bytes. */
  size: number;
  chunkSize: number;
  totalChunks: number;
}

export interface StorageEntry {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** What is stored for a while, and what somebody else has left among it. */
export interface TempEntry {
  /** Beneath the storage's root, with `/` between its steps. */
  path: string;
  /** `part`: the bytes of an upload. `chunk`: one that waits for its place. `form`: a body kept aside. */
  kind: 'part' | 'chunk' | 'form' | 'unknown';
  /** Handle of the upload it belongs to. */
  key: string | null;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
}

/** A chunk that is not what was announced. The upload is as it was before. */
export class ChunkError extends Error {
  readonly reason: 'too_large' | 'wrong_size' | 'wrong_digest';

  constructor(reason: ChunkError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** What was recorded as stored is not there: somebody took it away, or the disk lost it. */
export class BytesLostError extends Error {}

/** The whole storage is not there: a share that is not mounted, a disk that fails. Worth trying again. */
export class StorageAwayError extends Error {}

const awayCodes = ['EIO', 'ESTALE', 'EROFS', 'ENODEV', 'ENXIO', 'ENOTCONN', 'EHOSTDOWN', 'EMFILE', 'ENFILE'];

/** Also by the file system's own errors: of a disk or a share that fails, one that is read-only, too many open files. */
export function isStorageAway(error: unknown): boolean {
  if (error instanceof StorageAwayError) return true;
  return error instanceof Error && 'code' in error && awayCodes.includes(String(error.code));
}

/** A stored file is not there. */
export class FileMissingError extends Error {}

/**
 * Handles and keys are ids of ours, never text from outside. A full disk shows as an error with code ENOSPC, one that is away
 * as what `isStorageAway` knows.
 * One upload is one handle; its finished file has the handle as its key.
 */
export interface Storage {
  /** Resolves once the bytes are flushed. The same chunk must not be written twice at once. @throws ChunkError */
  writeChunk(handle: string, body: Readable, chunk: ChunkWrite): Promise<ChunkWritten>;
  /** Puts a chunk that was written without an offset into its place. Idempotent. */
  placeChunk(handle: string, chunkNumber: number, offset: number): Promise<void>;
  /** Turns an upload into a file, in a time that does not grow with it. Idempotent, also after a crash in its middle. @throws BytesLostError */
  finishUpload(handle: string, upload: FinishedUpload): Promise<void>;
  /** Removes an upload, finished or not, with all its parts. Idempotent. */
  discardUpload(handle: string): Promise<void>;

  listTemp(): Promise<TempEntry[]>;
  /** Of one that `listTemp` has named; an upload that is known goes by `discardUpload`. Idempotent. */
  deleteTemp(path: string): Promise<void>;

  /** Keeps a stream whose place is not known yet, and gives it back as often as it is opened. */
  spool(body: Readable, maxBytes: number): Promise<Spooled>;

  /**
   * Makes `count` more files with the bytes of one, and gives their keys. They share their room where the storage can
   * do that: no file is ever changed. All of them are kept when it resolves, none when it rejects. @throws FileMissingError
   */
  duplicateFile(key: string, count: number): Promise<string[]>;
  /** @throws FileMissingError */
  openFile(key: string): Promise<StoredFile>;
  /** SHA-256 of a whole file, lower-case hex, off the main thread. @throws FileMissingError, and the signal's reason */
  digestFile(key: string, signal?: AbortSignal): Promise<string>;
  /** Idempotent. */
  deleteFile(key: string): Promise<void>;
  /** Every stored file, read without haste: what else goes on has its turn in between. */
  listFiles(): Promise<StorageEntry[]>;

  /** Bytes that uploads may still write; below 0 when even what is kept back is in use; undefined where that has no meaning. */
  freeBytes(): Promise<number | undefined>;
  /** @throws when it can't be written to */
  check(): Promise<void>;
}

export interface Spooled {
  size: number;
  open(): Readable;
  discard(): Promise<void>;
}
