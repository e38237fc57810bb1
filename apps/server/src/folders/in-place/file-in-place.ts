// A file of a library folder, opened for sending, by the same reader as stored files.

import { constants } from 'node:fs';
import { type FileHandle, open, readlink, realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveKind, archiveMagicBytes } from '@cellar/contract/transfer/rules/archives.ts';
import { promisedArchive } from '@cellar/contract/transfer/rules/extras.ts';
import { AppError } from '#http/errors.ts';
import { codeOf } from '#platform/error-facts.ts';
import { readingError } from '#platform/storage/disk/disk-errors.ts';
import { type RunOnDisk, readRange } from '#platform/storage/disk/read-range.ts';
import {
  FileChangedError,
  type FileFacts,
  FileMissingError,
  hasSameFacts,
  type StoredFile,
  type StoredRange,
  UnreadableError,
} from '#platform/storage/storage.ts';

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
    sendTo: (socket, position, length) =>
      run(
        () => socket.take(file.fd, position, length),
        () => undefined,
      ),
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

// Opens a file of a library folder, whose content Cellar does not control: other programs may replace any part of a path with a
// symbolic link, a pipe or a device, at any time.

/** Neither follows a link in the last part of the path, nor waits for the writer of a pipe. Windows has neither flag. */
const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** A link in the last part of the path, or a socket. */
const notFileCodes = ['ELOOP', 'EMLINK', 'ENXIO'];

/**
 * Opens a regular file for reading. The descriptor is compared with the path after the opening, so that a link that appears in
 * the meantime leads to an error and never to another file. What is not a regular file at exactly this path counts as missing.
 * The caller closes the handle.
 * @param folderPath the library folder: absolute, without symbolic links
 * @param relativePath the path below it, separated by `/`
 * @throws FileMissingError, UnreadableError, StorageUnavailableError
 */
export async function openInPlace(folderPath: string, relativePath: string): Promise<FileHandle> {
  const steps = relativePath.split('/');
  if (steps.some((step) => step === '' || step === '.' || step === '..') || relativePath.includes('\0')) {
    throw new FileMissingError('the path leads out of the library folder');
  }
  const path = join(folderPath, ...steps);
  const file = await open(path, flags).catch(throwOpening);
  try {
    // Opening a folder succeeds, and so does opening a pipe or a device.
    if (!(await file.stat()).isFile()) throw new FileMissingError('this is not a regular file');
    if (!(await isAt(file, path))) throw new FileMissingError('a symbolic link is part of the path');
    return file;
  } catch (error) {
    await file.close();
    return throwOpening(error);
  }
}

/** Returns whether the open file is the one at this path, without a symbolic link in any part of the path. */
async function isAt(file: FileHandle, path: string): Promise<boolean> {
  // Linux tells where an open file is. Bytes are compared, since different invalid UTF-8 becomes the same text.
  if (process.platform === 'linux') {
    const link = await readlink(`/proc/self/fd/${file.fd}`, { encoding: 'buffer' });
    return link.equals(Buffer.from(path));
  }
  if ((await realpath(path)) !== path) return false;
  const [opened, found] = await Promise.all([file.stat({ bigint: true }), stat(path, { bigint: true })]);
  return opened.dev === found.dev && opened.ino === found.ino;
}

function throwOpening(error: unknown): never {
  if (notFileCodes.includes(codeOf(error)))
    throw new FileMissingError('this is not a regular file', { cause: error });
  throw readingError(error);
}

// What a file of a library folder must be to be added. An upload has the same rules.

/** @throws AppError not_an_archive if the content is not that of the archive that the extension promises */
export async function refuseOtherContent(file: StoredFile, extension: string): Promise<void> {
  const promised = promisedArchive(extension);
  if (!promised) return;
  const head: Buffer[] = [];
  const range = { start: 0, end: Math.min(file.size, archiveMagicBytes) - 1 };
  for await (const piece of file.stream(range)) head.push(Buffer.from(piece));
  if (archiveKind(Buffer.concat(head)) !== promised)
    throw new AppError('not_an_archive', `The content of the file is not that of a ${promised} archive.`);
}

/** A sparse file may be larger than any disk, and than a number can say exactly. @throws UnreadableError */
export function refuseTooLarge(files: readonly { size: number }[]): void {
  const large = files.find(({ size }) => !Number.isSafeInteger(size));
  if (large)
    throw new UnreadableError(`a file has about ${large.size} bytes, which is more than can be read`);
}
