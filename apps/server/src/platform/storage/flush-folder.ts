// Makes a rename, a new file or a deletion in a folder safe from a power cut. Used wherever files are put in place.
import { constants } from 'node:fs';
import { open } from 'node:fs/promises';
import { flushFile } from './flush-file.ts';

/** Windows can't open folders, and needs no flush of them. */
export async function flushFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return;
  const folder = await open(path, constants.O_RDONLY);
  try {
    await flushFile(folder.fd);
  } finally {
    await folder.close();
  }
}
