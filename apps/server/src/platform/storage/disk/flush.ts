// Flushes files and folders to the disk in a separate thread. On a slow disk a flush takes seconds. In Node's own file
// threads, a few flushes would delay every download; in the writer's thread, every upload.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
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
