// Reads a range of a file through a few reused buffers, faster for fast readers.
import type { FileHandle } from 'node:fs/promises';
import pLimit from 'p-limit';
import { createBufferPool } from '../buffer-pool.ts';
import { type StoredRange, UnreadableError } from '../storage.ts';
import { readingError } from './disk-errors.ts';

const KIB = 1024;
const MIB = 1024 * KIB;
const [SMALL, MIDDLE, LARGE] = [64 * KIB, 256 * KIB, MIB];
/** A reader that has quickly taken more than this may have the largest pieces. The kernel alone takes several megabytes of a response. */
const provenBytes = 16 * MIB;

// One pool for the whole process: 9 MiB shared by the fast readers, and 64 KiB for each slow reader.
const buffers = createBufferPool([{ size: LARGE, limit: 6 }, { size: MIDDLE, limit: 12 }, { size: SMALL }]);
/**
 * Runs an operation on a disk as soon as enough of Node's few file threads are free. If it rejects before the operation has ended,
 * it calls `discard` with the late result.
 */
export type RunOnDisk = <Result>(
  operation: () => Promise<Result>,
  discard: (late: Result) => unknown,
) => Promise<Result>;

// Reading occupies at most two threads, so that a slow disk does not block the rest of the server.
const limitReads = pLimit(2);
export const onStorageDisk: RunOnDisk = (operation) => limitReads(operation);

interface ReadOptions {
  signal?: AbortSignal | undefined;
  /** Disks of library folders have limits of their own. */
  run?: RunOnDisk;
}

/** Yields pieces that are valid until the next one is requested. @throws UnreadableError, or the reason of the signal */
export async function* readRange(
  file: FileHandle,
  { start, end, taken = 0 }: StoredRange,
  { signal, run = onStorageDisk }: ReadOptions = {},
): AsyncGenerator<Buffer, void, undefined> {
  let size = MIDDLE;
  for (let position = start; position <= end; ) {
    signal?.throwIfAborted();
    const wanted = Math.min(size, end + 1 - position);
    const from = position;
    const { buffer, length } = await run(
      () => readPiece(file, from, wanted),
      (late) => buffers.release(late.buffer),
    );
    try {
      const started = performance.now();
      yield length === buffer.length ? buffer : buffer.subarray(0, length);
      position += length;
      size = nextSize(size, performance.now() - started, taken + position - start);
    } finally {
      buffers.release(buffer);
    }
  }
}

async function readPiece(file: FileHandle, position: number, wanted: number) {
  const buffer = buffers.acquire(wanted);
  try {
    const { bytesRead } = await file.read(buffer, 0, Math.min(wanted, buffer.length), position);
    if (bytesRead === 0) throw new UnreadableError(`the file ended at byte ${position}`);
    return { buffer, length: bytesRead };
  } catch (error) {
    buffers.release(buffer);
    throw readingError(error);
  }
}

/**
 * Returns a large size for fast readers, and a small one for slow readers, because a piece stays in memory until it is used. While the
 * kernel's buffers fill up, all readers seem fast. With hundreds of downloads at once, the kernel runs short of memory for them and takes
 * several milliseconds for a large piece, while all other requests wait.
 */
function nextSize(size: number, tookMs: number, taken: number): number {
  if (tookMs < 100) return Math.min(taken < provenBytes ? MIDDLE : LARGE, size * 4);
  return tookMs > 1000 ? Math.max(SMALL, size / 4) : size;
}
