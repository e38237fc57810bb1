// Where backups are kept: a folder or a bucket with the layout of a storage, and the manifests beside the files. A mark says which
// library the backups are of.
import { readdir, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { createDiskStorage } from '#platform/storage/disk/disk-storage.ts';
import { createFolder } from '#platform/storage/disk/flush.ts';
import { diskPlace, isMarkDraft } from '#platform/storage/disk/library-mark.ts';
import { parseS3Address } from '#platform/storage/s3/s3-address.ts';
import type { Storage, StoragePlace } from '#platform/storage/storage.ts';
import type { Config } from '#start/config.ts';
import { BackupError, createFolderDocuments, type Documents } from '../backup-documents.ts';

export interface BackupPlace {
  /** The path or bucket, without passwords. */
  title: string;
  /** The copied files and pictures, the copies of the database, and the lists of files. */
  files: Storage;
  documents: Documents;
  /** Ends the connections to the place. */
  close(): void;
}

type Where = Pick<Config, 'dataDir' | 's3Credentials'>;

/** A place before it is known whose backups it contains. */
interface Connected {
  place: StoragePlace;
  documents: Documents;
  isEmpty(): Promise<boolean>;
  /** `mark`: what the mark of the place contains. */
  open(mark: string): Promise<Storage>;
  close(): void;
}

const markPrefix = 'backup-of-';
/** What an otherwise empty disk contains. */
const ofEmptyDisks = ['lost+found', 'System Volume Information'];

/**
 * Returns the same text for all addresses of a place: an absolute path or an S3 address. Other addresses are refused, because a folder
 * of that name on this machine would look like a copy elsewhere. @throws BackupError
 */
export function placeAt(address: string): string {
  if (/^s3:/i.test(address)) return address.replace(/^s3/i, 's3');
  if (/^(?!file:)[a-z][a-z\d+.-]+:\/\//i.test(address) || /^file:\/\/[^/]/i.test(address)) {
    throw new BackupError(
      `Backups can't be kept at ${address}. Name a folder, or a bucket: s3://BUCKET/PREFIX.`,
    );
  }
  return resolve(address.replace(/^file:/i, ''));
}

/**
 * Opens the backups of a library to add one. `wasUsed`: whether a backup was made there before.
 * @throws BackupError if the place contains anything else, or if the earlier backups are gone
 */
export async function openPlaceFor(
  { library, wasUsed }: { library: string; wasUsed: boolean },
  address: string,
  where: Where,
): Promise<BackupPlace> {
  const connected = await connect(address, where);
  const expected = markPrefix + library;
  return open(connected, async ({ place, isEmpty }) => {
    const mark = await place.readMark();
    if (mark === expected) return expected;
    if (mark?.startsWith(markPrefix))
      throw new BackupError(`${place.name} holds the backups of another library. Choose another place.`);
    // The folder where a disk is usually mounted is on another disk, which a whole copy would fill.
    if (wasUsed)
      throw new BackupError(
        `The earlier backups are not in ${place.name}. It is not mounted, or was emptied. To start anew, choose another folder or prefix.`,
      );
    if (mark !== undefined || !(await isEmpty()))
      throw new BackupError(`${place.name} is not empty and holds no backups. Choose an empty place.`);
    await place.writeMark(expected);
    return expected;
  });
}

/** Opens existing backups to read them. @throws BackupError if there are none */
export async function openExistingPlace(address: string, where: Where): Promise<BackupPlace> {
  return open(await connect(address, where), async ({ place }) => {
    const mark = await place.readMark();
    if (mark?.startsWith(markPrefix)) return mark;
    throw new BackupError(`${place.name} holds no backups of Cellar.`);
  });
}

/** `requireMark`: returns the mark of the place. */
async function open(
  connected: Connected,
  requireMark: (connected: Connected) => Promise<string>,
): Promise<BackupPlace> {
  const { place, documents, close } = connected;
  try {
    const files = await connected.open(await requireMark(connected));
    return { title: place.name, documents, files, close };
  } catch (error) {
    close();
    throw error;
  }
}

async function connect(address: string, where: Where): Promise<Connected> {
  const root = placeAt(address);
  if (root.startsWith('s3:')) return connectBucket(root, where);
  return {
    place: diskPlace(root),
    documents: createFolderDocuments(join(root, 'manifests')),
    async isEmpty() {
      await createFolder(root, 0o750);
      const names = (await readdir(root)).filter((name) => !ofEmptyDisks.includes(name));
      if (!names.every(isMarkDraft)) return false;
      await Promise.all(names.map((name) => rm(join(root, name))));
      return true;
    },
    open: (library) => createDiskStorage({ root, pictures: join(root, 'artwork'), library }),
    close: () => undefined,
  };
}

async function connectBucket(address: string, { dataDir, s3Credentials }: Where): Promise<Connected> {
  const parsed = parseS3Address(address);
  if (!parsed)
    throw new BackupError(
      'This address of a bucket is wrong: expected s3://BUCKET/PREFIX?endpoint=https://…&region=…&pathStyle=true.',
    );
  // Loading the SDK takes half a second, which folders do not need to spend.
  const { openBucket } = await import('#platform/storage/s3/s3-storage.ts');
  const { createBucketDocuments } = await import('./bucket-documents.ts');
  const bucket = openBucket({ ...parsed, credentials: s3Credentials });
  // Not the data folder itself: unfinished uploads of the library may be there.
  const open = (library: string) =>
    bucket.createStorage({ library, localDir: join(dataDir, 'backup-to-bucket') });
  return {
    place: bucket.place,
    documents: createBucketDocuments(bucket.store),
    async isEmpty() {
      const { listFiles } = await open('');
      for await (const _ of listFiles()) return false;
      return true;
    },
    open,
    close: bucket.close,
  };
}
