// Flushes files and folders to the disk in a separate thread. On a slow disk a flush takes seconds. In Node's own file
// threads, a few flushes would delay every download; in the writer's thread, every upload.
import { constants } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
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

/** The folders whose entries this process has flushed. A process that made one may have ended before it flushed it. */
const flushed = new Set<string>();

/** Makes a folder if it is missing. Afterwards, it survives a power failure. */
export async function makeFolder(path: string): Promise<void> {
  // A folder of this name may have been removed since.
  if (await createFolder(path)) flushed.delete(path);
  if (flushed.has(path)) return;
  await flushFolder(dirname(path));
  flushed.add(path);
}

/** Returns false if the folder already exists. */
async function createFolder(path: string): Promise<boolean> {
  try {
    await mkdir(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return false;
    if (code !== 'ENOENT') throw error;
    // Only here, because `recursive` reports every error of a failing disk as ENOENT.
    await mkdir(path, { recursive: true });
  }
  return true;
}
