// Writes a stream into an open file at an offset, in batches, and never beyond the limit.
import type { FileHandle } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ChunkError, type ChunkWrite, type ChunkWritten } from '../storage.ts';
import { createFileThread } from './file-thread.ts';

/** Large enough that the number of calls matters little, and small enough for the processor's cache. */
const batchBytes = 1024 * 1024;
/** The number of bytes that `inspect` receives, unless the stream is shorter. */
const headBytes = 16;

export type WriteRules = Pick<
  ChunkWrite,
  'maxBytes' | 'exactBytes' | 'expectedSha256' | 'mayTakeBuffers' | 'inspect' | 'onProgress'
> & {
  folder?: string;
  /** Set if the digest is not needed. */
  withoutDigest?: boolean;
};

/** @throws ChunkError, or the error of `inspect`, the stream or the file system (ENOSPC) */
export async function writeStreamAt(
  file: FileHandle,
  offset: number,
  body: Readable,
  rules: WriteRules,
): Promise<ChunkWritten> {
  const limit = Math.min(rules.exactBytes ?? rules.maxBytes, rules.maxBytes);
  let size = 0;
  const batches = gatherBatches(body, batchBytes, (piece) => {
    size += piece.length;
    if (size > limit) throw tooLarge(limit, rules);
    rules.onProgress?.();
  });
  const writer = createFileWriter(file.fd, {
    withDigest: !rules.withoutDigest,
    mayTakeBuffers: rules.mayTakeBuffers === true,
    folder: rules.folder,
  });
  try {
    let batch = await batches.next();
    rules.inspect?.(headOf(batch ?? []));
    for (let position = offset; batch; batch = await batches.next()) {
      position += await writer.write(batch, position);
    }
    const sha256 = rules.withoutDigest ? '' : await writer.digest();
    return verified(size, sha256, rules);
  } catch (error) {
    body.destroy();
    throw error;
  } finally {
    writer.close();
  }
}

/** No piece is empty, so `headBytes` pieces contain enough bytes. */
function headOf(batch: Buffer[]): Buffer {
  return Buffer.concat(batch.slice(0, headBytes)).subarray(0, headBytes);
}

function tooLarge(limit: number, rules: WriteRules): ChunkError {
  return limit === rules.exactBytes
    ? new ChunkError('wrong_size', `The chunk is larger than the ${limit} bytes it should have`)
    : new ChunkError('too_large', `The chunk is larger than ${limit} bytes`);
}

function verified(size: number, sha256: string, rules: WriteRules): ChunkWritten {
  if (rules.exactBytes !== undefined && size !== rules.exactBytes) {
    throw new ChunkError('wrong_size', `The chunk has ${size} bytes instead of ${rules.exactBytes}`);
  }
  if (rules.expectedSha256 && sha256 !== rules.expectedSha256) {
    throw new ChunkError('wrong_digest', 'The chunk does not have the SHA-256 it was announced with');
  }
  return { size, sha256, receipt: '' };
}

// The server's side of the writer thread (docs/decisions/0002-uploads.md). The process has only one: all chunks of an
// upload go into one file, whose lock allows only one writer at a time anyway.

interface FileWriter {
  /** Writes all bytes and returns their number. With `mayTakeBuffers`, the pieces are empty afterwards. */
  write(pieces: Buffer[], position: number): Promise<number>;
  /** Returns the SHA-256 of all bytes written so far, in lower-case hex. */
  digest(): Promise<string>;
  /** Must always be called at the end, even after an error. */
  close(): void;
}

let lastStream = 0;
let openDigests = 0;
/** The thread stays alive while a digest is open, even if the next piece takes long. */
const thread = createFileThread(() => openDigests === 0);

interface Options {
  withDigest: boolean;
  mayTakeBuffers: boolean;
  /** A folder of the disk whose reserve must stay free (disk-room.ts). */
  folder?: string | undefined;
}

/** The file must stay open until all promises of the writer have settled. */
export function createFileWriter(fd: number, { withDigest, mayTakeBuffers, folder }: Options): FileWriter {
  lastStream += 1;
  const digestOf = lastStream;
  let deathsAtStart: number | undefined;
  const endDigest = () => {
    if (deathsAtStart !== undefined) openDigests -= 1;
    deathsAtStart = undefined;
  };
  return {
    async write(pieces, position) {
      if (withDigest && deathsAtStart === undefined) {
        deathsAtStart = thread.deaths();
        openDigests += 1;
      }
      const buffers = pieces.map((piece) => memoryOf(piece, mayTakeBuffers));
      const options = { ...(withDigest ? { digestOf } : {}), ...(folder === undefined ? {} : { folder }) };
      const request = { kind: 'write', fd, position, buffers, ...options } as const;
      return (await thread.ask(request, buffers)) as number;
    },
    async digest() {
      if (deathsAtStart !== undefined && deathsAtStart !== thread.deaths())
        throw new Error('the writer thread ended');
      endDigest();
      return (await thread.ask({ kind: 'digest', digestOf })) as string;
    },
    close() {
      if (deathsAtStart === undefined) return;
      endDigest();
      thread.ask({ kind: 'drop', digestOf }).catch(() => {});
    },
  };
}

/** Copies memory that is shared with other buffers, because moving it would empty those too. */
function memoryOf(piece: Buffer, mayTake: boolean): ArrayBuffer {
  const memory = piece.buffer as ArrayBuffer;
  if (mayTake && piece.byteLength === memory.byteLength) return memory;
  return memory.slice(piece.byteOffset, piece.byteOffset + piece.byteLength);
}

// Gathers the pieces of a stream into batches that are large enough to write, while the previous batch is being written.
// Listens to 'data' events: iterating over the stream would copy all waiting pieces into a new buffer each time, and a pipe
// would write every 64 KiB separately.

interface Batches {
  /** Returns a batch of at least the requested size, then a smaller last one, then undefined. @throws the error of the stream */
  next(): Promise<Buffer[] | undefined>;
}

/** Calls `onPiece` for each piece. If it throws, the stream ends with its error. Pauses the stream while a full batch waits. */
export function gatherBatches(body: Readable, bytes: number, onPiece: (piece: Buffer) => void): Batches {
  let batch: Buffer[] = [];
  let gathered = 0;
  let isOver = false;
  let failure: unknown;
  let wakeReader: (() => void) | undefined;

  body.on('data', (piece: Buffer) => {
    try {
      onPiece(piece);
    } catch (error) {
      body.destroy(error as Error);
      return;
    }
    batch.push(piece);
    gathered += piece.length;
    if (gathered < bytes) return;
    if (wakeReader) wakeReader();
    else body.pause();
  });
  finished(body, { writable: false })
    .catch((error: unknown) => {
      failure = error;
    })
    .finally(() => {
      isOver = true;
      wakeReader?.();
    });

  return {
    async next() {
      if (gathered < bytes && !isOver) {
        await new Promise<void>((resolve) => {
          wakeReader = resolve;
        });
        wakeReader = undefined;
      }
      if (failure !== undefined) throw failure;
      if (gathered === 0) return undefined;
      const full = batch;
      batch = [];
      gathered = 0;
      body.resume();
      return full;
    },
  };
}
