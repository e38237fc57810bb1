// Flushes files and folders to the disk, one at a time: on a slow disk a flush takes seconds, and a few at once would occupy Node's file
// threads and delay every download.
import { constants, fdatasync, fsync } from 'node:fs';
import { copyFile, link, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { LRUCache } from 'lru-cache';
import pLimit from 'p-limit';
import { codeOf } from '#platform/error-facts.ts';

const limitFlushes = pLimit(1);

/**
 * `fd`: an open file or folder, which must stay open until the promise has settled. `dataOnly` skips the file's times and
 * permissions.
 */
export async function flushFile(fd: number, { dataOnly = false } = {}): Promise<void> {
  await limitFlushes(() => promisify(dataOnly ? fdatasync : fsync)(fd));
}

/** Makes renames, new files and deletions in a folder survive a power cut. Does nothing on Windows, which cannot open folders. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await flushFile(folder.fd);
  } finally {
    await folder.close();
  }
}

/** The files and folders whose names this process has flushed. A process that made one may have ended before it flushed it. */
const flushed = new LRUCache<string, true>({ max: 10_000 });

/** Makes a folder if it is missing, and its parents. Afterwards, it survives a power failure. */
export async function makeFolder(path: string, mode?: number): Promise<void> {
  if (await createFolder(path, mode)) flushed.set(path, true);
  else await flushName(path);
}

/**
 * Like `makeFolder`, but does not flush the name of a folder that exists: the folder in which it is may not be readable. Makes missing
 * parents one by one, because each must be flushed, and because Node's `recursive` never returns for some paths, such as those under
 * /proc, and reports every error of a failing disk as ENOENT. Returns false if the folder exists.
 */
export async function createFolder(path: string, mode = 0o777): Promise<boolean> {
  const parent = dirname(path);
  const make = () => mkdir(path, mode).then(() => true, falseIfExists);
  const isNew = await make().catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT' || parent === path) throw error;
    await createFolder(parent);
    return make();
  });
  if (isNew) await flushFolder(parent);
  return isNew;
}

function falseIfExists(error: NodeJS.ErrnoException): false {
  if (error.code !== 'EEXIST') throw error;
  return false;
}

/** Makes the name of a file or folder survive a power failure. Flushing a file keeps only its bytes. */
export async function flushName(path: string): Promise<void> {
  if (flushed.has(path)) return;
  await flushFolder(dirname(path));
  flushed.set(path, true);
}

/** Call before a file is made under a name that was used before. */
export function forgetName(path: string): void {
  flushed.delete(path);
}

// Makes a second file with the same bytes: a hard link if the filesystem supports it, otherwise a copy.

/** The errors of filesystems without hard links, or if the file has as many as it can have (65,000 on ext4). */
const noLink = ['EMLINK', 'EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EXDEV'];

/**
 * Flushes the bytes, but not the folder. Returns the source for the next copy: `target` after a copy, because `source` may
 * have reached its maximum number of links.
 */
export async function linkOrCopy(source: string, target: string): Promise<string> {
  try {
    await link(source, target);
    return source;
  } catch (error) {
    if (!noLink.includes(codeOf(error))) throw error;
  }
  await copyFile(source, target, constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
  const file = await open(target, 'r+');
  try {
    await flushFile(file.fd, { dataOnly: true });
  } finally {
    await file.close();
  }
  return target;
}
