// The file that tells a storage folder of this library from an empty one: where a share is not mounted, the folder beneath it
// is there all the same, and files written to it would disappear behind the mount later. Used by disk-storage.ts and at the start.
import { mkdir, open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '#platform/tokens.ts';
import { flushFile } from './flush-file.ts';
import { flushFolder } from './flush-folder.ts';
import { StorageAwayError } from './storage.ts';

export const markName = 'cellar-library';

/** The id of the library that the folder belongs to. @throws StorageAwayError when the folder can't be read */
export async function readMark(root: string): Promise<string | undefined> {
  try {
    // One whose writing was cut off is none.
    return (await readFile(join(root, markName), 'utf8')).trim() || undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? '')) return undefined;
    throw new StorageAwayError(`the storage can't be read: ${(error as Error).message}`);
  }
}

export async function writeMark(root: string, id: string): Promise<void> {
  await mkdir(root, { recursive: true });
  const draft = join(root, `${markName}.${newId()}`);
  const file = await open(draft, 'wx', 0o640);
  try {
    await file.writeFile(`${id}\n`);
    await flushFile(file.fd);
  } finally {
    await file.close();
  }
  await rename(draft, join(root, markName));
  await flushFolder(root);
}

/** @throws StorageAwayError */
export async function requireMark(root: string, id: string): Promise<void> {
  const mark = await readMark(root);
  if (mark !== id) throw new StorageAwayError(`${root} is not the storage of this library`);
}

/** Whether bytes of one of these keys lie there, stored or on their way. */
export async function holdsAny(root: string, keys: string[]): Promise<boolean> {
  for (const key of keys) {
    const paths = [join('files', key.slice(0, 2), key), join('temp', 'uploads', `${key}.part`)];
    for (const path of paths) {
      const info = await stat(join(root, path)).catch(() => undefined);
      if (info) return true;
    }
  }
  return false;
}
