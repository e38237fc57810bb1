// Where backups are kept: a folder with the layout of a storage, and the manifests beside the files. A mark says which library
// the backups are of.
import { mkdir, readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createDiskStorage } from '#platform/storage/disk/disk-storage.ts';
import { readMark, writeMark } from '#platform/storage/disk/library-mark.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError } from '../backup-error.ts';
import { createFolderDocuments, type Documents } from './documents.ts';

export interface BackupPlace {
  /** The path or address, without passwords. */
  title: string;
  /** The copied files and pictures, the copies of the database, and the lists of files. */
  files: Storage;
  documents: Documents;
}

const markPrefix = 'backup-of-';
/** What an otherwise empty disk contains. */
const ofEmptyDisks = ['lost+found', 'System Volume Information'];

/** Opens the backups of a library to add one. @throws BackupError if the place contains anything else */
export async function openPlaceFor(library: string, address: string): Promise<BackupPlace> {
  const folder = folderOf(address);
  const expected = markPrefix + library;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const mark = await readMark(folder);
  if (mark?.startsWith(markPrefix) && mark !== expected)
    throw new BackupError(`${folder} holds the backups of another library. Choose another folder.`);
  if (mark !== expected) {
    const isEmpty = (await readdir(folder)).every((name) => ofEmptyDisks.includes(name));
    if (!isEmpty)
      throw new BackupError(`${folder} is not empty and holds no backups. Choose an empty folder.`);
    await writeMark(folder, expected);
  }
  return open(folder, expected);
}

/** Opens existing backups to read them. @throws BackupError if there are none */
export async function openExistingPlace(address: string): Promise<BackupPlace> {
  const folder = folderOf(address);
  const mark = await readMark(folder);
  if (!mark?.startsWith(markPrefix)) throw new BackupError(`${folder} holds no backups of Cellar.`);
  return open(folder, mark);
}

async function open(folder: string, mark: string): Promise<BackupPlace> {
  return {
    title: folder,
    files: await createDiskStorage({ root: folder, pictures: join(folder, 'artwork'), library: mark }),
    documents: createFolderDocuments(join(folder, 'manifests')),
  };
}

function folderOf(address: string): string {
  return resolve(address.replace(/^file:/, ''));
}
