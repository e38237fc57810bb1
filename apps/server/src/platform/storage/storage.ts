// The storage of platform files: an interface that knows neither HTTP nor users. disk-storage.ts implements it.
import type { Readable } from 'node:stream';

/** A file opened for reading. */
export interface StoredFile {
  /** Relative to the folder of all files, separated by `/`, for a proxy that sends the file. */
  path: string;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /** Reads up to `length` bytes at `position` into `buffer` at `offset`. Returns the number of bytes read, 0 at the end. */
  read(buffer: Buffer, offset: number, length: number, position: number): Promise<number>;
  close(): Promise<void>;
}

export interface ChunkWrite {
  chunkNumber: number;
  /** The position of the chunk in the file, in bytes. Undefined as long as the client's chunk size is unknown. */
  offset: number | undefined;
  /** A larger chunk is refused before it could overwrite the next one. */
  maxBytes: number;
  /** The exact size of the chunk, if known. */
  exactBytes?: number;
  /** Lower-case hex. If given, the digest of the chunk is computed and must be equal. */
  expectedSha256?: string;
  /** True if nothing else uses the buffers of the stream. Their memory is then moved instead of copied. */
  mayTakeBuffers?: boolean;
  /** Called with the first bytes before any are written. Throws to refuse the chunk. */
  inspect?(head: Uint8Array): void;
  /** Called for every piece that arrives. */
  onProgress?(): void;
}

export interface ChunkWritten {
  size: number;
  /** Lower-case hex. Null without `expectedSha256`. */
  sha256: string | null;
}

export interface FinishedUpload {
  /** The size of the whole file in bytes. */
  size: number;
  chunkSize: number;
  totalChunks: number;
}

export interface StorageEntry {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** A temporary file of Cellar, or an unknown file in the same folders. */
export interface TempEntry {
  /** Relative to the root of the storage, separated by `/`. */
  path: string;
  /** `part`: an unfinished upload. `chunk`: a chunk that waits for its offset. `form`: a spooled request body. */
  kind: 'part' | 'chunk' | 'form' | 'unknown';
  /** The handle of the upload that the file belongs to. */
  key: string | null;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
}

/** The chunk differs from its announcement and does not count as stored. */
export class ChunkError extends Error {
  readonly reason: 'too_large' | 'wrong_size' | 'wrong_digest';

  constructor(reason: ChunkError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Bytes that were recorded as stored are missing. */
export class BytesLostError extends Error {}

/** The whole storage is unavailable: a share is not mounted, or a disk is failing. The operation may succeed later. */
export class StorageUnavailableError extends Error {}

const unavailableCodes = [
  'EIO',
  'ESTALE',
  'EROFS',
  'ENODEV',
  'ENXIO',
  'ENOTCONN',
  'EHOSTDOWN',
  'EMFILE',
  'ENFILE',
];

/** Also recognizes the errors of failing or read-only disks and shares, and of too many open files. */
export function isStorageUnavailable(error: unknown): boolean {
  if (error instanceof StorageUnavailableError) return true;
  return error instanceof Error && 'code' in error && unavailableCodes.includes(String(error.code));
}

export class FileMissingError extends Error {}

/**
 * Handles and keys are Cellar's own ids, never text from outside. The handle of an upload becomes the key of its file. Every
 * method may throw an error with code ENOSPC if the disk is full, or one that `isStorageUnavailable` recognizes.
 */
export interface Storage {
  /** Resolves once the bytes are flushed. The same chunk must not be written twice at the same time. @throws ChunkError */
  writeChunk(handle: string, body: Readable, chunk: ChunkWrite): Promise<ChunkWritten>;
  /** Moves a chunk that was written without an offset to its offset. Idempotent. */
  placeChunk(handle: string, chunkNumber: number, offset: number): Promise<void>;
  /** Turns an upload into a file, in constant time. Idempotent, also after a crash. @throws BytesLostError */
  finishUpload(handle: string, upload: FinishedUpload): Promise<void>;
  /** Removes an upload with all its parts, or its finished file. Idempotent. */
  discardUpload(handle: string): Promise<void>;

  listTemp(): Promise<TempEntry[]>;
  /** `path`: as returned by `listTemp`. For a known upload, call `discardUpload` instead. Idempotent. */
  deleteTemp(path: string): Promise<void>;

  /** Stores a stream temporarily, to be read any number of times. */
  spool(body: Readable, maxBytes: number): Promise<Spooled>;

  /**
   * Makes `count` copies of a file and returns their keys. Copies share disk space if the storage supports it, since files
   * never change. If this rejects, no copy remains.
   * @throws FileMissingError
   */
  duplicateFile(key: string, count: number): Promise<string[]>;
  /** @throws FileMissingError */
  openFile(key: string): Promise<StoredFile>;
  /** Returns the SHA-256 of a file in lower-case hex, computed in another thread. @throws FileMissingError, or the reason of the signal */
  digestFile(key: string, signal?: AbortSignal): Promise<string>;
  /** Idempotent. */
  deleteFile(key: string): Promise<void>;
  /** Lists every stored file, slowly enough to leave disk bandwidth to others. */
  listFiles(): Promise<StorageEntry[]>;

  /** Returns the number of bytes that uploads may still write: below 0 if the reserve is in use, undefined without a limit. */
  freeBytes(): Promise<number | undefined>;
  /** @throws if the storage is not writable */
  check(): Promise<void>;
}

export interface Spooled {
  size: number;
  open(): Readable;
  discard(): Promise<void>;
}
