// The unfinished uploads of a disk storage, until they become files.
import { constants, createReadStream } from 'node:fs';
import { type FileHandle, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { dayMs } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import { digested } from '../digests.ts';
import {
  BytesLostError,
  type ChunkWrite,
  type ChunkWritten,
  type FinishedUpload,
  type Spooled,
  StorageUnavailableError,
  type StoredStream,
} from '../storage.ts';
import { checkedKey } from '../storage-key.ts';
import { storageError } from './disk-errors.ts';
import { chunkPath, type DiskFolders, exists, filePath, partPath } from './disk-folders.ts';
import { flushFile, flushFolder, flushName, forgetName, makeFolder } from './flush.ts';
import { type WriteRules, writeStreamAt } from './write-stream-at.ts';

/** Creates a missing file, and does not truncate an existing one. */
export const writeInPlace = constants.O_RDWR | constants.O_CREAT;
const leftoverAgeMs = dayMs;

export async function writeChunk(
  folders: DiskFolders,
  key: string,
  body: Readable,
  chunk: ChunkWrite,
): Promise<ChunkWritten> {
  const { offset, chunkNumber } = chunk;
  const waiting = chunkPath(folders, key, chunkNumber);
  // A chunk from an earlier attempt must never overwrite this one.
  await rm(waiting, { force: true });
  const rules = { ...chunk, folder: folders.uploads };
  if (offset !== undefined) return writeNamed(partPath(folders, key), offset, body, rules);
  return writeNamed(waiting, 0, body, rules).catch(async (error) => {
    await rm(waiting, { force: true });
    throw error;
  });
}

export async function finishUpload(folders: DiskFolders, key: string, upload: FinishedUpload): Promise<void> {
  const part = partPath(folders, key);
  const target = filePath(folders, key);
  await makeFolder(dirname(target));
  const isMoved = async () => !(await exists(part)) && (await exists(target));
  // After a crash between the rename and its entry in the database, the file is already in place, but may not be flushed.
  if (!(await isMoved())) {
    try {
      await placeWaitingChunks(folders, key, upload);
      await cutToSize(part, key, upload.size);
      await rename(part, target);
    } catch (error) {
      // Another node may have moved the file at the same moment.
      if (!(await isMoved())) throw error;
    }
  }
  await flushFolder(dirname(target));
  await flushFolder(folders.uploads);
  await removeParts(folders, key);
}

/** Copies the chunks that arrived before the chunk size was known to their offsets. Usually these are very few. */
async function placeWaitingChunks(
  folders: DiskFolders,
  key: string,
  { chunks, chunkSize }: FinishedUpload,
): Promise<void> {
  const names = new Set(await readdir(folders.uploads));
  for (const { chunkNumber, size } of chunks) {
    const source = chunkPath(folders, key, chunkNumber);
    if (!names.has(basename(source))) continue;
    // A crash may have left a file of an earlier attempt, which was never acknowledged.
    if ((await stat(source)).size !== size) continue;
    await writeNamed(partPath(folders, key), chunkNumber * chunkSize, createReadStream(source), {
      maxBytes: chunkSize,
      folder: folders.uploads,
      withoutDigest: true,
    });
    await rm(source);
  }
}

/** A refused last chunk may have been longer than the accepted one. The bytes after the end were never acknowledged. */
async function cutToSize(part: string, handle: string, size: number): Promise<void> {
  await withFile(part, constants.O_RDWR, async (file) => {
    const found = (await file.stat()).size;
    if (found < size)
      throw new BytesLostError(`upload ${handle} has ${found} bytes on disk, ${size} on record`);
    if (found > size) await file.truncate(size);
    await flushFile(file.fd);
  }).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ENOENT' ? new BytesLostError(`upload ${handle} has nothing on disk`) : error;
  });
}

async function removeParts({ uploads }: DiskFolders, handle: string): Promise<void> {
  for (const name of await readdir(uploads)) {
    if (name.startsWith(`${checkedKey(handle)}.`)) await rm(join(uploads, name), { force: true });
  }
}

export async function discardUpload(folders: DiskFolders, key: string): Promise<void> {
  await removeParts(folders, key);
  await rm(filePath(folders, key), { force: true });
}

export async function storeFile(folders: DiskFolders, key: string, body: Readable): Promise<StoredStream> {
  const { stream, result } = digested(body);
  const rules = { maxBytes: Number.MAX_SAFE_INTEGER, folder: folders.uploads, withoutDigest: true };
  try {
    const { size } = await writeFlushed(partPath(folders, key), 0, stream, rules);
    const chunks = [{ chunkNumber: 0, size, receipt: '' }];
    await finishUpload(folders, key, { size, chunkSize: size, chunks });
    return { storageKey: key, ...result() };
  } catch (error) {
    body.destroy();
    await discardUpload(folders, key).catch(() => undefined);
    throw error;
  }
}

export async function spool(
  { uploads }: DiskFolders,
  body: Readable,
  maxBytes: number,
  onProgress = () => {},
): Promise<Spooled> {
  const path = join(uploads, `${newId()}.spool`);
  const discard = () => rm(path, { force: true });
  try {
    const { size } = await withFile(path, writeInPlace, (file) =>
      writeStreamAt(file, 0, body, { maxBytes, folder: uploads, onProgress, withoutDigest: true }),
    );
    return { size, open: () => createReadStream(path, { highWaterMark: 1024 * 1024 }), discard };
  } catch (error) {
    await discard();
    throw error;
  }
}

/** @throws if nothing can be written */
export async function checkWritable({ uploads }: DiskFolders): Promise<void> {
  const path = join(uploads, `${newId()}.check`);
  // Does not flush, because a flush would wait for all other writes too.
  await withFile(path, writeInPlace, (file) => file.write(Buffer.alloc(1)));
  await rm(path);
}

/**
 * Does with two bytes what an upload does: writes them in another order, flushes and renames the file. Some network shares permit less,
 * and each upload would fail at its end. A full or read-only disk passes, because it still serves its files.
 * @throws StorageUnavailableError
 */
export async function checkUploads({ root, uploads, files }: DiskFolders): Promise<void> {
  const name = `${newId()}.check`;
  const [from, to] = [join(uploads, name), join(files, name)];
  const byte = Buffer.alloc(1);
  try {
    await withFile(from, writeInPlace, async (file) => {
      for (const position of [1, 0]) await file.write(byte, 0, 1, position);
      await flushFile(file.fd, { dataOnly: true });
    });
    await rename(from, to);
    await flushFolder(files);
  } catch (error) {
    if (storageError(error) !== error) return;
    throw new StorageUnavailableError(
      `Uploads can't be stored in ${root} (${(error as Error).message}). It needs a disk, or a share that permits writing at any place of a file, flushing, and renaming from temp/uploads to files. With rclone, use --vfs-cache-mode full.`,
      { cause: error },
    );
  } finally {
    for (const path of [from, to]) await rm(path, { force: true }).catch(() => undefined);
  }
}

/** Removes old temporary files of killed processes. Keeps new ones, which another process may be using. */
export async function removeLeftovers({ uploads }: DiskFolders): Promise<void> {
  const before = Date.now() - leftoverAgeMs;
  for (const name of await readdir(uploads)) {
    if (!/\.(spool|check)$/.test(name)) continue;
    const info = await stat(join(uploads, name)).catch(() => undefined);
    if (info && info.mtimeMs < before) await rm(join(uploads, name), { force: true });
  }
}

export async function withFile<T>(
  path: string,
  flags: number,
  use: (file: FileHandle) => Promise<T>,
): Promise<T> {
  const file = await open(path, flags, 0o640);
  try {
    return await use(file);
  } finally {
    await file.close();
  }
}

/** Like `writeFlushed`, and afterwards the file is found after a power failure. */
async function writeNamed(...args: Parameters<typeof writeFlushed>): Promise<ChunkWritten> {
  const [path] = args;
  if (!(await exists(path))) forgetName(path);
  const written = await writeFlushed(...args);
  await flushName(path);
  return written;
}

async function writeFlushed(
  path: string,
  offset: number,
  body: Readable,
  rules: WriteRules,
): Promise<ChunkWritten> {
  return withFile(path, writeInPlace, async (file) => {
    const written = await writeStreamAt(file, offset, body, rules);
    await flushFile(file.fd, { dataOnly: true });
    return written;
  });
}
