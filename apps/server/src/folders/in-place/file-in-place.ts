// A file of a library folder, opened for sending, by the same reader as stored files.
import { readingError } from '#platform/storage/disk/disk-errors.ts';
import { type RunOnDisk, readRange } from '#platform/storage/disk/read-range.ts';
import {
  FileChangedError,
  type FileFacts,
  hasSameFacts,
  type StoredFile,
  type StoredRange,
} from '#platform/storage/storage.ts';
import { openInPlace } from './open-in-place.ts';

/** A file that is read for longer is compared this often, and before its last piece. */
const compareEveryMs = 1000;

export interface FilePlace {
  /** The gate of the library folder. */
  run: RunOnDisk;
  folderPath: string;
  /** Relative to the library folder. */
  path: string;
}

/** @throws FileMissingError, UnreadableError, StorageUnavailableError */
export async function openFileAt({ run, folderPath, path }: FilePlace): Promise<StoredFile> {
  const { file, stats } = await run(
    () => openWithStats(folderPath, path),
    (late) => late.file.close(),
  );
  return {
    fd: file.fd,
    size: stats.size,
    modifiedAt: stats.mtime,
    stream: (range, signal) => readRange(file, range, { signal, run }),
    async currentFacts() {
      const { size, mtime } = await run(
        () => file.stat(),
        () => undefined,
      );
      return { size, modifiedAt: mtime };
    },
    close: () => file.close(),
  };
}

async function openWithStats(folderPath: string, path: string) {
  const file = await openInPlace(folderPath, path);
  try {
    return { file, stats: await file.stat() };
  } catch (error) {
    await file.close();
    throw readingError(error);
  }
}

/**
 * Opens a file that must have this size and date, and keeps them until its last byte was read.
 * @throws FileChangedError, also while it is read, and the errors of `openFileAt`
 */
export async function openKnownFile(place: FilePlace, known: FileFacts): Promise<StoredFile> {
  const file = await openFileAt(place);
  if (hasSameFacts(file, known)) {
    return { ...file, stream: (range, signal) => streamUnchanged(file, range, signal) };
  }
  await file.close();
  throw new FileChangedError('the file has changed since it was scanned');
}

/** Yields no last piece of a range if the file has changed, so that a client never takes a mixture for the file. */
async function* streamUnchanged(
  file: StoredFile,
  range: StoredRange,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void, undefined> {
  let position = range.start;
  let comparedAt = performance.now();
  try {
    for await (const piece of file.stream(range, signal)) {
      position += piece.length;
      if (position > range.end || performance.now() - comparedAt > compareEveryMs) {
        await requireUnchanged(file);
        comparedAt = performance.now();
      }
      yield piece;
    }
  } catch (error) {
    signal?.throwIfAborted();
    // A file that became shorter can't be read to its end.
    await requireUnchanged(file);
    throw error;
  }
}

/** @throws FileChangedError */
async function requireUnchanged(file: StoredFile): Promise<void> {
  const now = await file.currentFacts?.();
  if (now && !hasSameFacts(file, now)) throw new FileChangedError('the file has changed while it was read');
}
