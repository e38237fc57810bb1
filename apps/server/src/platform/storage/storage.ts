// The storage of platform files and pictures: an interface that knows neither HTTP nor users. disk/ and s3/ implement it.
import type { Readable } from 'node:stream';
import type { DirectSocket } from '#platform/sendfile.ts';
import type { FileDigests } from './digests.ts';

/** Bytes from `start` to `end`, both included. */
export interface StoredRange {
  start: number;
  end: number;
  /** How many bytes the same reader has taken just before, from other files of the same download. Default: 0. */
  taken?: number;
}

/** A file opened for reading. */
export interface StoredFile {
  /** The open file itself, if it is on a disk. */
  fd?: number;
  /** Bytes. */
  size: number;
  modifiedAt: Date;
  /**
   * Yields the bytes of a range. A piece is valid until the next one is requested, because its memory is used again.
   * @throws UnreadableError, StorageUnavailableError, or the reason of the signal
   */
  stream(range: StoredRange, signal?: AbortSignal): AsyncIterable<Buffer>;
  /** Passes bytes to a socket (`DirectSocket.take`), if the file is on a disk. After an error, nothing more may be sent. */
  sendTo?(socket: DirectSocket, position: number, length: number): Promise<number>;
  /** Returns the present size and date of a file that other programs may change. */
  currentFacts?(): Promise<FileFacts>;
  close(): Promise<void>;
}

/** What shows that a file has changed. */
export interface FileFacts {
  /** Bytes. */
  size: number;
  modifiedAt: Date;
}

/** The system knows fractions of milliseconds, which are rounded in one place and cut off in another. */
export function hasSameFacts(one: FileFacts, other: FileFacts): boolean {
  return one.size === other.size && Math.abs(one.modifiedAt.getTime() - other.modifiedAt.getTime()) <= 1;
}

/** An upload as its storage knows it. */
export interface UploadHandle {
  /** Becomes the key of the finished file. */
  key: string;
  /** What `beginUpload` returned. */
  state: string;
}

export interface ChunkWrite {
  chunkNumber: number;
  /** The position of the chunk in the file, in bytes. Undefined as long as the client's chunk size is unknown. */
  offset: number | undefined;
  /** A larger chunk is refused before it could overwrite the next one. */
  maxBytes: number;
  /** The exact size of the chunk, if known. */
  exactBytes?: number;
  /** Lower-case hex. If given, the digest of the chunk must be equal. */
  expectedSha256?: string;
  /** True if nothing else uses the buffers of the stream. Their memory is then moved instead of copied. */
  mayTakeBuffers?: boolean;
  /** Called with the first bytes before any are written. Throws to refuse the chunk. */
  inspect?(head: Uint8Array): void;
  /** Called for every piece that arrives. */
  onProgress?(): void;
  /**
   * Called after the checks, right before the chunk takes effect, by storages in which a late chunk could damage a finished
   * file. Throws to refuse the chunk. The storage must then answer or fail within 60 seconds.
   */
  confirm?(): Promise<void>;
}

export interface ChunkWritten {
  size: number;
  /** Lower-case hex. */
  sha256: string;
  /** The storage's proof of this chunk, for `finishUpload`. Empty if the storage has none. */
  receipt: string;
}

export interface FinishedUpload {
  /** The size of the whole file in bytes. */
  size: number;
  chunkSize: number;
  /** Every chunk of the file, in order. */
  chunks: { chunkNumber: number; size: number; receipt: string }[];
}

export interface StorageLimits {
  /** The smallest size of a chunk in bytes. The last chunk of a file may be smaller. */
  minChunkBytes: number;
  maxChunkBytes: number;
  maxChunks: number;
}

/** A file that was just stored. */
export interface StoredStream {
  storageKey: string;
  fileSize: number;
  /** Lower-case hex. */
  sha256: string;
}

export interface CopyOptions {
  /** Whether the digest of the source is needed. */
  withDigest: boolean;
  /** The source is on the disk of a library folder, which may stop answering at any time. */
  isFromLibraryFolder?: boolean;
  signal?: AbortSignal | undefined;
  /** Called now and then with the number of bytes copied since the last call. */
  onProgress?: ((bytes: number) => void) | undefined;
}

export interface CopiedFile {
  fileSize: number;
  /** Of the copy, which was read again after it was written. Lower-case hex. */
  sha256: string;
  /** Of the bytes that were read from the source. May be null without `withDigest`. */
  sourceSha256: string | null;
}

export interface StorageEntry {
  key: string;
  size: number;
  modifiedAt: Date;
}

/** A temporary file of Cellar, or an unknown one beside it. */
export interface TempEntry {
  /** Identifies the entry for `deleteTemp`. */
  id: string;
  /** The name that admins see. */
  name: string;
  /**
   * `part`: an unfinished upload. `chunk`: a chunk that waits for its offset. `form`: a spooled request body. `artwork`: a
   * picture that is being written.
   */
  kind: 'part' | 'chunk' | 'form' | 'artwork' | 'unknown';
  /** The key of the upload that the entry belongs to. */
  key: string | null;
  size: number;
  createdAt: Date;
  modifiedAt: Date;
}

/** How a program in front of Cellar, or the object store, can send a file. */
export type HandOver = { kind: 'path'; path: string } | { kind: 'redirect'; url: string };

export interface HandOverFacts {
  /** The value of the Content-Disposition header. */
  disposition: string;
  contentType: string;
  /** A signed address works for this many seconds. */
  seconds: number;
}

/** The chunk differs from its announcement and does not count as stored. */
export class ChunkError extends Error {
  readonly reason: 'too_large' | 'wrong_size' | 'wrong_digest';

  constructor(reason: ChunkError['reason'], message: string) {
    super(message);
    this.reason = reason;
  }
}

/** Chunks that were recorded as stored are missing or differ from their record. */
export class BytesLostError extends Error {
  /** The numbers of the lost chunks. Undefined if all are lost. */
  readonly chunkNumbers: number[] | undefined;

  constructor(message: string, chunkNumbers?: number[]) {
    super(message);
    this.chunkNumbers = chunkNumbers;
  }
}

export class FileMissingError extends Error {}

/** A file that other programs may change is not the one that the library knows. */
export class FileChangedError extends Error {}

export class StorageFullError extends Error {}

/** A share is not mounted, a disk is failing, or a store does not answer. The operation may succeed later. */
export class StorageUnavailableError extends Error {}

/** This file exists but cannot be read. Other files may be readable. */
export class UnreadableError extends StorageUnavailableError {}

/** The source of a copy could not be read, for the reason in `cause`. */
export class ReadFailure extends Error {}

/**
 * Keys are Cellar's own ids, never text from outside. Every method may throw a StorageUnavailableError or, if it writes, a
 * StorageFullError.
 */
export interface Storage {
  readonly limits: StorageLimits;
  /** Only one library can have put anything here. */
  readonly isExclusive: boolean;

  /** Prepares an upload. Returns a state that every node can use to continue the upload. */
  beginUpload(key: string): Promise<string>;
  /** Resolves once the bytes will survive a crash. The same chunk must not be written twice at the same time. @throws ChunkError, BytesLostError */
  writeChunk(upload: UploadHandle, body: Readable, chunk: ChunkWrite): Promise<ChunkWritten>;
  /** Turns an upload into a file. Idempotent, also after a crash. @throws BytesLostError */
  finishUpload(upload: UploadHandle, finished: FinishedUpload): Promise<void>;
  /** Removes an upload with all its chunks, and its finished file. Idempotent. */
  discardUpload(key: string): Promise<void>;
  /** Stores a body of unknown length as a file. If that fails, nothing remains. */
  storeFile(key: string, body: Readable): Promise<StoredStream>;

  /**
   * Stores a copy of an open file of any storage, and reads it again. Resolves once the copy will survive a crash. If that fails,
   * nothing remains. The caller compares the digests.
   * @throws ReadFailure, or the reason of the signal
   */
  copyFile(key: string, file: StoredFile, options: CopyOptions): Promise<CopiedFile>;

  listTemp(): Promise<TempEntry[]>;
  /** For a known upload, call `discardUpload` instead. Idempotent. */
  deleteTemp(id: string): Promise<void>;
  /** Stores a stream on the local disk, to be read any number of times. */
  spool(body: Readable, maxBytes: number): Promise<Spooled>;

  /** @throws FileMissingError */
  openFile(key: string): Promise<StoredFile>;
  /** Returns undefined if only Cellar can send the files of this storage. */
  handOver(key: string, facts: HandOverFacts): Promise<HandOver | undefined>;
  /** Returns the SHA-256 of a file in lower-case hex. @throws FileMissingError, UnreadableError, or the reason of the signal */
  digestFile(key: string, signal?: AbortSignal): Promise<string>;
  /** Also digests its pieces. Throws the same. */
  digestFileInPieces(key: string, pieceLength: number, signal?: AbortSignal): Promise<FileDigests>;
  /** Idempotent. */
  deleteFile(key: string): Promise<void>;
  /** Yields every stored file, slowly enough to leave bandwidth to others. */
  listFiles(): AsyncIterable<StorageEntry>;

  readonly pictures: PictureStorage;

  /** Returns the number of bytes that uploads may still write: below 0 if the reserve is in use, undefined without a limit. */
  freeBytes(): Promise<number | undefined>;
  /** @throws if the storage is not writable */
  check(): Promise<void>;
}

export interface NamedPicture {
  name: string;
  bytes: Buffer;
}

/** Small files that never change. */
export interface PictureStorage {
  /**
   * Resolves once all pictures will survive a crash. Each is complete or absent. Writing the same picture twice at the same time
   * is harmless.
   */
  write(pictures: NamedPicture[]): Promise<void>;
  /** Returns undefined without the picture. */
  open(name: string): Promise<StoredFile | undefined>;
  read(name: string): Promise<Buffer | undefined>;
  has(name: string): Promise<boolean>;
  /** Idempotent. */
  remove(names: string[]): Promise<void>;
  /** Yields every picture with its size. */
  list(): AsyncIterable<StorageEntry>;
}

const movingPrefix = 'moving ';

/** The mark of a place into which a library is moved, until all its files are there. */
export const movingMark = (library: string) => `${movingPrefix}${library}`;

export const isMovingMark = (mark: string | undefined) => mark?.startsWith(movingPrefix) ?? false;

/** A folder or a bucket, before it is known to which library it belongs. */
export interface StoragePlace {
  /** Names the place for people. */
  name: string;
  /** Names the file or object that contains the id of the library, such as `file cellar-library`. */
  mark: string;
  /** Returns the id of the library that the place belongs to. @throws StorageUnavailableError */
  readMark(): Promise<string | undefined>;
  writeMark(id: string): Promise<void>;
  /** A new library may take over the files that another one has left here. */
  mayBeTakenOver: boolean;
  /** Returns true if the place contains a file or an unfinished upload with one of these keys. */
  containsAny(keys: string[]): Promise<boolean>;
}

export interface Spooled {
  size: number;
  open(): Readable;
  discard(): Promise<void>;
}
