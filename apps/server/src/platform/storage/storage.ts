// The storage of platform files: a port that knows neither HTTP nor users. disk-storage.ts implements it.
import type { Readable } from 'node:stream';

/** A file opened for reading. */
export interface StoredFile {
  /** Relative to the folder of all files, separated by `/`. A proxy that sends the file finds it there. */
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
  /** Where the chunk begins in the file, in bytes. Undefined while unknown, because the client does not announce its chunk size. */
  offset: number | undefined;
  /** More bytes are refused before they could overwrite the next chunk. */
  maxBytes: number;
  /** The exact size of the chunk, if known. */
  exactBytes?: number;
  /** Lower-case hex. If given, the digest of the chunk is computed and must equal it. */
  expectedSha256?: string;
  /** True if nothing else refers to the buffers of the stream: then their memory is moved instead of copied. */
  mayTakeBuffers?: boolean;
  /** Called with the first bytes before any is written. Throws to refuse them. */
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

/** A temporary file, ours or an unknown one among ours. */
export interface TempEntry {
  /** Relative to the root of the storage, separated by `/`. */
  path: string;
  /** `part`: an unfinished upload. `chunk`: a chunk that waits for its offset. `form`: a spooled request body. */
  kind: 'part' | 'chunk' | 'form' | 'unknown';
  /** The handle of the upload it belongs to. */
  key: string | null;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
}

/** The chunk is not as announced. The upload is unchanged. */
export class ChunkError extends Error {
  readonly reason: 'too_large' | 'wrong_size' | 'wrong_digest';

  constructor(reason: ChunkError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Bytes that were recorded as stored are gone. */
export class BytesLostError extends Error {}

/** The whole storage is unavailable: a share is not mounted, or a disk fails. The operation may succeed later. */
export class StorageAwayError extends Error {}

const awayCodes = ['EIO', 'ESTALE', 'EROFS', 'ENODEV', 'ENXIO', 'ENOTCONN', 'EHOSTDOWN', 'EMFILE', 'ENFILE'];

/** Also recognizes file system errors: failing or read-only disks and shares, too many open files. */
export function isStorageAway(error: unknown): boolean {
  if (error instanceof StorageAwayError) return true;
  return error instanceof Error && 'code' in error && awayCodes.includes(String(error.code));
}

export class FileMissingError extends Error {}

/**
 * Handles and keys are our own ids, never text from outside. An upload has a handle; its finished file has the same text as its
 * key. Every method may throw an error with code ENOSPC when the disk is full, or one that `isStorageAway` recognizes.
 */
export interface Storage {
  /** Resolves once the bytes are flushed. A chunk must not be written twice at the same time. @throws ChunkError */
  writeChunk(handle: string, body: Readable, chunk: ChunkWrite): Promise<ChunkWritten>;
  /** Moves a chunk that was written without an offset to its offset. Idempotent. */
  placeChunk(handle: string, chunkNumber: number, offset: number): Promise<void>;
  /** Turns an upload into a file, in constant time. Idempotent, also after a crash. @throws BytesLostError */
  finishUpload(handle: string, upload: FinishedUpload): Promise<void>;
  /** Removes an upload with all its parts, or its finished file. Idempotent. */
  discardUpload(handle: string): Promise<void>;

  listTemp(): Promise<TempEntry[]>;
  /** `path`: as listed by `listTemp`. For a known upload, call `discardUpload` instead. Idempotent. */
  deleteTemp(path: string): Promise<void>;

  /** Stores a stream temporarily. It can be read any number of times. */
  spool(body: Readable, maxBytes: number): Promise<Spooled>;

  /**
   * Makes `count` copies of a file and returns their keys. Copies share disk space where the storage can do that, since
   * files never change. When this rejects, no copy is left. @throws FileMissingError
   */
  duplicateFile(key: string, count: number): Promise<string[]>;
  /** @throws FileMissingError */
  openFile(key: string): Promise<StoredFile>;
  /** Returns the SHA-256 of a file in lower-case hex, computed in another thread. @throws FileMissingError, or the reason of the signal */
  digestFile(key: string, signal?: AbortSignal): Promise<string>;
  /** Idempotent. */
  deleteFile(key: string): Promise<void>;
  /** Lists every stored file, slowly enough to leave the disk to others. */
  listFiles(): Promise<StorageEntry[]>;

  /** The bytes that uploads may still write: below 0 when the reserve is in use, undefined for a storage without a limit. */
  freeBytes(): Promise<number | undefined>;
  /** @throws when the storage can't be written to */
  check(): Promise<void>;
}

export interface Spooled {
  size: number;
  open(): Readable;
  discard(): Promise<void>;
}
