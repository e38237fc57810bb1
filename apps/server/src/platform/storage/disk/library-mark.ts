// A file that marks a folder as the storage of this library. If a network share is not mounted, its mount point is an ordinary
// folder, and files written there would be hidden once the share is mounted.
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf, messageOf } from '#platform/error-facts.ts';
import { newId } from '#platform/tokens.ts';
import { type StoragePlace, StorageUnavailableError } from '../storage.ts';
import { readOnly } from './disk-errors.ts';
import { createFolder, flushFile, flushFolder } from './flush.ts';

export const markName = 'cellar-library';

/** True for what a process that was killed while it wrote the mark has left. */
export function isMarkDraft(name: string): boolean {
  return /^cellar-library\.[\w-]{20}$/.test(name);
}

/** Returns the id of the library that the folder belongs to. @throws StorageUnavailableError if the folder cannot be read */
export async function readMark(root: string): Promise<string | undefined> {
  try {
    // A crash while writing the mark leaves an empty file.
    return (await readFile(join(root, markName), { encoding: 'utf8', flag: readOnly })).trim() || undefined;
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw new StorageUnavailableError(`the storage in ${root} can't be read: ${messageOf(error)}`);
  }
}

export async function writeMark(root: string, id: string): Promise<void> {
  await createFolder(root);
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

/** @throws StorageUnavailableError */
export async function requireMark(root: string, id: string): Promise<void> {
  const mark = await readMark(root);
  if (mark !== id) throw new StorageUnavailableError(`${root} is not the storage of this library`);
}

/** Returns true if the folder contains a file or an unfinished upload with one of these keys. */
async function containsAny(root: string, keys: string[]): Promise<boolean> {
  for (const key of keys) {
    const paths = [join('files', key.slice(0, 2), key), join('temp', 'uploads', `${key}.part`)];
    for (const path of paths) {
      const info = await stat(join(root, path)).catch(() => undefined);
      if (info) return true;
    }
  }
  return false;
}

export function diskPlace(root: string): StoragePlace {
  return {
    name: root,
    mayBeTakenOver: true,
    mark: `file ${markName}`,
    readMark: () => readMark(root),
    writeMark: (id) => writeMark(root, id),
    containsAny: (keys) => containsAny(root, keys),
  };
}
