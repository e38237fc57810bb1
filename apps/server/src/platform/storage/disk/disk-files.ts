// The finished files of a disk storage.
import { open, readdir, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { newId } from '#platform/tokens.ts';
import { FileMissingError, type StorageEntry, type StoredFile } from '../storage.ts';
import { isStorageKey } from '../storage-key.ts';
import { readOnly, throwReading } from './disk-errors.ts';
import { type DiskFolders, filePath } from './disk-folders.ts';
import { flushFolder, linkOrCopy, makeFolder } from './flush.ts';
import { onStorageDisk, readRange } from './read-range.ts';

/**
 * Makes `count` copies of a file, and returns their keys. Copies share disk space if the file system supports it, since files
 * never change. If this rejects, no copy remains. For invented libraries only.
 * @throws FileMissingError
 */
export async function duplicateFile(folders: DiskFolders, key: string, count: number): Promise<string[]> {
  // All copies are in one folder, so that flushing this folder once is enough.
  const folder = newId().slice(0, 2);
  const keys = Array.from({ length: count }, () => folder + newId().slice(folder.length));
  const [first] = keys;
  if (first === undefined) return [];
  await makeFolder(dirname(filePath(folders, first)));
  try {
    let source = filePath(folders, key);
    for (const copy of keys) source = await linkOrCopy(source, filePath(folders, copy));
    await flushFolder(dirname(filePath(folders, first)));
  } catch (error) {
    for (const copy of keys) await rm(filePath(folders, copy), { force: true });
    return throwReading(error);
  }
  return keys;
}

/** @throws FileMissingError, UnreadableError */
export async function openFile(folders: DiskFolders, key: string): Promise<StoredFile> {
  return openPath(filePath(folders, key));
}

/** @throws FileMissingError, UnreadableError */
export async function openPath(path: string): Promise<StoredFile> {
  const file = await open(path, readOnly).catch(throwReading);
  try {
    const info = await file.stat();
    // Opening a folder succeeds, but reading it as a file would fail.
    if (!info.isFile()) throw new FileMissingError('a folder is in the place of the stored file');
    return {
      fd: file.fd,
      size: info.size,
      modifiedAt: info.mtime,
      stream: (range, signal) => readRange(file, range, { signal }),
      sendTo: (socket, position, length) =>
        onStorageDisk(
          () => socket.take(file.fd, position, length),
          () => undefined,
        ),
      close: () => file.close(),
    };
  } catch (error) {
    await file.close();
    return throwReading(error);
  }
}

/** Skips files whose names are not storage keys. Sequential on purpose, because there may be 100,000 files. */
export async function* listStoredFiles({ files }: DiskFolders): AsyncGenerator<StorageEntry> {
  for (const folder of await readdir(files, { withFileTypes: true })) {
    if (!folder.isDirectory()) continue;
    for (const key of await readdir(join(files, folder.name))) {
      if (!isStorageKey(key) || key.slice(0, 2) !== folder.name) continue;
      const info = await stat(join(files, folder.name, key)).catch(() => undefined);
      if (info?.isFile()) yield { key, size: info.size, modifiedAt: info.mtime };
    }
  }
}
