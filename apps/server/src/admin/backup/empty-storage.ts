// Opens the storage of an empty library, to restore or move another library into it.
import { join } from 'node:path';
import { createDiskStorage } from '#platform/storage/disk/disk-storage.ts';
import { diskPlace } from '#platform/storage/disk/library-mark.ts';
import { isMovingMark, movingMark, type Storage, type StoragePlace } from '#platform/storage/storage.ts';
import type { Config } from '#start/config.ts';
import { BackupError } from './backup-documents.ts';

type Where = Pick<Config, 'storage' | 'dataDir'>;

interface Connected {
  place: StoragePlace;
  /** `library`: the id in the mark of the place. */
  open(library: string): Promise<Storage>;
}

async function connectStorage({ storage, dataDir }: Where): Promise<Connected> {
  if (storage.kind === 'disk') {
    const { root } = storage;
    return {
      place: diskPlace(root),
      open: (library) => createDiskStorage({ root, pictures: join(dataDir, 'artwork'), library }),
    };
  }
  const { openBucket } = await import('#platform/storage/s3/s3-storage.ts');
  const bucket = openBucket(storage);
  return {
    place: bucket.place,
    open: (library) => bucket.createStorage({ library, localDir: dataDir }),
  };
}

/** Files of this library may be there, because a restore was interrupted. @throws BackupError for another library's files */
export async function openEmptyStorage(where: Where, library: string): Promise<Storage> {
  return openEmpty(await connectStorage(where), library);
}

/** `mark`: what marks the place until its files are complete. */
async function openEmpty({ place, open }: Connected, mark: string): Promise<Storage> {
  const found = await place.readMark();
  if (found !== mark) {
    if (isMovingMark(found) && !isMovingMark(mark))
      throw new BackupError(
        `A move into ${place.name} has not ended. Run it again, or choose an empty place.`,
      );
    if (found !== undefined && !(await isEmpty(await open(found))))
      throw new BackupError(`${place.name} holds the files of another library. Choose an empty place.`);
    await place.writeMark(mark);
  }
  return open(mark);
}

async function isEmpty(storage: Storage): Promise<boolean> {
  for await (const _ of storage.listFiles()) return false;
  return true;
}

/** Opens the storage of a library, and an empty one to which it moves. @throws BackupError */
export async function openStorages(from: Where, to: Where, library: string) {
  const source = await connectStorage(from);
  if ((await source.place.readMark()) !== library)
    throw new BackupError(`${source.place.name} is not the storage of this library.`);
  const target = await connectStorage(to);
  const isComplete = (await target.place.readMark()) === library;
  return {
    from: await source.open(library),
    to: isComplete ? await target.open(library) : await openEmpty(target, movingMark(library)),
    movesPictures: from.storage.kind !== to.storage.kind || from.storage.kind === 's3',
    complete: async () => {
      if (!isComplete) await target.place.writeMark(library);
    },
  };
}
