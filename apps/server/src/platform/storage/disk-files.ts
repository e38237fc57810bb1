// The finished files of a disk storage.
import type { Stats } from 'node:fs';
import { type FileHandle, open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '#platform/tokens.ts';
import { type DiskFolders, filePath, isStorageKey, relativePath } from './disk-folders.ts';
import { makeFolderOf } from './disk-uploads.ts';
import { flushFolder } from './flush.ts';
import { linkOrCopy } from './link-or-copy.ts';
import { FileMissingError, type StorageEntry, type StoredFile } from './storage.ts';

export async function duplicateFile(folders: DiskFolders, key: string, count: number): Promise<string[]> {
  // All copies are in one folder, so that flushing this folder once is enough.
  const folder = newId().slice(0, 2);
  const keys = Array.from({ length: count }, () => folder + newId().slice(folder.length));
  const [first] = keys;
  if (first === undefined) return [];
  await makeFolderOf(folders, filePath(folders, first));
  try {
    let source = filePath(folders, key);
    for (const copy of keys) source = await linkOrCopy(source, filePath(folders, copy));
    await flushFolder(dirname(filePath(folders, first)));
  } catch (error) {
    for (const copy of keys) await rm(filePath(folders, copy), { force: true });
    return throwMissing(error as NodeJS.ErrnoException);
  }
  return keys;
}

export async function openFile(folders: DiskFolders, key: string): Promise<StoredFile> {
  const file = await open(filePath(folders, key), 'r').catch(throwMissing);
  const { size, mtime } = await statFile(file).catch(async (error) => {
    await file.close();
    throw error;
  });
  return {
    path: relativePath(key),
    size,
    modifiedAt: mtime,
    read: async (buffer, offset, length, position) =>
      (await file.read(buffer, offset, length, position)).bytesRead,
    close: () => file.close(),
  };
}

/** Opening a folder succeeds, but reading it as a file would fail. */
async function statFile(file: FileHandle): Promise<Stats> {
  const info = await file.stat();
  if (info.isDirectory()) throw Object.assign(new Error('it is a folder'), { code: 'EISDIR' });
  return info;
}

function throwMissing(error: NodeJS.ErrnoException): never {
  if (['ENOENT', 'ENOTDIR'].includes(error.code ?? ''))
    throw new FileMissingError('the stored file is missing');
  throw error;
}

/** Skips files whose names are not storage keys. Sequential on purpose, because there may be 100,000 files. */
export async function listStoredFiles({ files }: DiskFolders): Promise<StorageEntry[]> {
  const entries: StorageEntry[] = [];
  for (const folder of await readdir(files, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const key of await readdir(join(files, folder.name))) {
      if (!isStorageKey(key) || key.slice(0, 2) !== folder.name) continue;
      const info = await stat(join(files, folder.name, key)).catch(() => undefined);
      if (info?.isFile()) entries.push({ key, size: info.size, modifiedAt: info.mtime });
    }
  }
  return entries;
}
