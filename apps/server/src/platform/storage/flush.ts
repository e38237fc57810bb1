// Flushes files and folders to the disk in a separate thread. On a slow disk a flush takes seconds: in Node's own file threads,
// a few of them would delay every download, and in the writer's thread every upload.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { createFileThread } from './file-thread.ts';

const flusher = createFileThread();

/** `fd`: an open file or folder, which must stay open until this settles. `dataOnly` skips the file's times and permissions. */
export async function flushFile(fd: number, { dataOnly = false } = {}): Promise<void> {
  await flusher.ask({ kind: 'flush', fd, dataOnly });
}

/** Makes renames, new files and deletions in a folder survive a power cut. Windows cannot open a folder, and need not. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await flushFile(folder.fd);
  } finally {
    await folder.close();
  }
}
