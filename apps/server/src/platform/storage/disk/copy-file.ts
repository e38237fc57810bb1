// Copies a file of another disk storage in a thread, without passing its bytes through the main thread. Not by `fs.copyFile`: it
// can't be interrupted, its errors do not say whether reading or writing failed, and a copy that shares blocks with its source is
// lost together with it.
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import { type CopiedFile, type CopyOptions, ReadFailure, UnreadableError } from '../storage.ts';
import { readingError } from './disk-errors.ts';
import { type DiskFolders, filePath, partPath } from './disk-folders.ts';
import { makeFolderOf, withFile, writeInPlace } from './disk-uploads.ts';
import { createFileThread, pieceBytes } from './file-thread.ts';
import { flushFile, flushFolder } from './flush.ts';

const thread = createFileThread();
let lastDigest = 0;
/** Two copies at the same time would take as long, but both would end late. The next copy begins while the last is flushed. */
const limitCopies = pLimit(1);

/** An open file on a disk. */
interface Source {
  fd: number;
  size: number;
}

/** The copy gets its final name once it is complete and flushed. */
export async function copyFile(
  folders: DiskFolders,
  key: string,
  source: Source,
  options: CopyOptions,
): Promise<CopiedFile> {
  const [part, target] = [partPath(folders, key), filePath(folders, key)];
  try {
    const sha256 = await withFile(part, writeInPlace, async (file) => {
      const digest = await limitCopies(() => copyPieces(source, file.fd, folders.uploads, options));
      // A killed run may have left a longer file.
      await file.truncate(source.size);
      await flushFile(file.fd);
      return digest;
    });
    await makeFolderOf(folders, target);
    await rename(part, target);
    await flushFolder(dirname(target));
    return { fileSize: source.size, sha256 };
  } catch (error) {
    for (const path of [part, target]) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

async function copyPieces(
  { fd: from, size }: Source,
  to: number,
  folder: string,
  { withDigest, signal, onProgress }: CopyOptions,
): Promise<string | null> {
  lastDigest += 1;
  const digest = withDigest ? { digestOf: lastDigest } : undefined;
  try {
    let position = 0;
    while (position < size) {
      signal?.throwIfAborted();
      const range = { position, length: Math.min(pieceBytes, size - position) };
      const request = { kind: 'copy', from, to, range, folder, ...digest } as const;
      const copied = (await thread.ask(request).catch(throwCopying)) as number;
      if (copied === 0) throwReading(new UnreadableError(`the file ended at byte ${position}`));
      position += copied;
      onProgress?.(copied);
    }
    return digest ? ((await thread.ask({ kind: 'digest', ...digest })) as string) : null;
  } catch (error) {
    if (digest) thread.ask({ kind: 'drop', ...digest }).catch(() => {});
    throw error;
  }
}

function throwCopying(error: NodeJS.ErrnoException): never {
  if (error.syscall === 'read') throwReading(error);
  throw error;
}

function throwReading(error: unknown): never {
  throw new ReadFailure('the file could not be read', { cause: readingError(error) });
}
