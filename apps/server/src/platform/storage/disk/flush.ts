// Flushes files and folders to the disk in a separate thread. On a slow disk a flush takes seconds. In Node's own file
// threads, a few flushes would delay every download; in the writer's thread, every upload.
import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { LRUCache } from 'lru-cache';
import { createFileThread } from './file-thread.ts';

const flusher = createFileThread();

/**
 * `fd`: an open file or folder, which must stay open until the promise has settled. `dataOnly` skips the file's times and
 * permissions.
 */
export async function flushFile(fd: number, { dataOnly = false } = {}): Promise<void> {
  await flusher.ask({ kind: 'flush', fd, dataOnly });
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
export async function makeFolder(path: string): Promise<void> {
  // A folder of this name may have been removed since.
  if (await createFolder(path)) flushed.delete(path);
  await flushName(path);
}

/** Returns false if the folder already exists. */
async function createFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'ENOENT' || dirname(path) === path) throw error;
    // One by one, because each must be flushed, and because `recursive` reports every error of a failing disk as ENOENT.
    await makeFolder(dirname(path));
    await mkdir(path);
  }
  return true;
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
