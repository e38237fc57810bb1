// Copies a file of another disk storage, and reads the copy again, without passing its bytes through the main thread. Three threads
// work at the same time: while one copies a piece, another flushes the piece before, and the third hashes the flushed ones. Not by
// `fs.copyFile`: it can't be interrupted, its errors do not say whether reading or writing failed, and a copy that shares blocks
// with its source is lost together with it.
import { rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import pLimit from 'p-limit';
import { type CopiedFile, type CopyOptions, ReadFailure, UnreadableError } from '../storage.ts';
import { withDigest } from './digest-file.ts';
import { readingError } from './disk-errors.ts';
import { type DiskFolders, filePath, partPath } from './disk-folders.ts';
import { withFile, writeInPlace } from './disk-uploads.ts';
import { createFileThread, type FileThread, pieceBytes } from './file-thread.ts';
import { flushFile, flushFolder, makeFolder } from './flush.ts';
import type { FileRange } from './writer-messages.ts';

/** Two copies at the same time would take as long, but both would end late. */
const createCopier = () => ({ thread: createFileThread(), limit: pLimit(1) });
/** A share that stops answering while a file of a library folder is copied does not stop backups. */
const copiers = { ofStorage: createCopier(), ofLibraryFolders: createCopier() };
let lastDigest = 0;

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
    const digests = await withFile(part, writeInPlace, async (file) => {
      // A killed run may have left a part, which is overwritten.
      await file.truncate(source.size);
      return copyAndRead(source, file.fd, folders.uploads, options);
    });
    await makeFolder(dirname(target));
    await rename(part, target);
    await flushFolder(dirname(target));
    return { fileSize: source.size, ...digests };
  } catch (error) {
    for (const path of [part, target]) await rm(path, { force: true }).catch(() => undefined);
    throw error;
  }
}

/** Every piece of the copy is read after it has been flushed. */
async function copyAndRead(source: Source, to: number, folder: string, options: CopyOptions) {
  const { thread, limit } = options.isFromLibraryFolder ? copiers.ofLibraryFolders : copiers.ofStorage;
  let sourceSha256: string | null = null;
  const sha256 = await withDigest(async (digest) => {
    let failure: unknown;
    let flushed: Promise<unknown> = Promise.resolve();
    let hashed = flushed;
    const onPiece = (range: FileRange) => {
      flushed = flushed.then(() => flushFile(to));
      hashed = Promise.all([flushed, hashed]).then(() => {
        options.signal?.throwIfAborted();
        return failure === undefined ? digest.addRange(to, range) : 0;
      });
      hashed.catch((error) => {
        failure ??= error;
      });
      if (failure !== undefined) throw failure;
    };
    try {
      sourceSha256 = await limit(() => copyPieces(source, { thread, to, folder }, options, onPiece));
    } catch (error) {
      failure ??= error;
      throw error;
    } finally {
      // No thread may use the file after it is closed.
      await Promise.allSettled([flushed, hashed]);
    }
    await hashed;
  });
  return { sha256, sourceSha256 };
}

async function copyPieces(
  { fd: from, size }: Source,
  { thread, ...target }: { thread: FileThread; to: number; folder: string },
  { withDigest, signal, onProgress }: CopyOptions,
  onPiece: (range: FileRange) => void,
): Promise<string | null> {
  lastDigest += 1;
  const digest = withDigest ? { digestOf: lastDigest } : undefined;
  try {
    let position = 0;
    // An empty file is one piece, so that it is flushed too.
    do {
      signal?.throwIfAborted();
      const range = { position, length: Math.min(pieceBytes, size - position) };
      const request = { kind: 'copy', from, range, ...target, ...digest } as const;
      const copied = await thread.ask(request).catch(throwCopying);
      position += range.length;
      if (copied !== range.length)
        throwReading(new UnreadableError(`the file ended before byte ${position}`));
      onPiece(range);
      onProgress?.(range.length);
    } while (position < size);
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
