// Checks at the start, before anything is written, that the storage contains the files of this library and is neither the
// empty mount point of an unmounted share nor the bucket of another library.
import type { Db } from '#db/schema.ts';
import { hasRunningNode } from '#platform/nodes.ts';
import { isMovingMark, type StoragePlace, StorageUnavailableError } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { listSomeKeys } from './stored-files.repository.ts';

/** The number of files to look for in a folder without a mark. */
const sampleSize = 100;

/** Returns the id of the library. Marks the storage if the library is new or its files are present. @throws StorageUnavailableError */
export async function claimStorage(db: Db, place: StoragePlace, now: string): Promise<string> {
  const id = await ensureId(db);
  const mark = await place.readMark();
  if (mark === id) return id;
  if (isMovingMark(mark)) {
    throw new StorageUnavailableError(
      `A move into ${place.name} has not ended. If it was interrupted, run \`cellar migrate --to-storage\` again, or use another storage.`,
    );
  }
  // A node has marked the storage before it runs, so a node without that mark has another folder.
  if (await hasRunningNode(db, now)) {
    throw new StorageUnavailableError(
      `STORAGE_URL or DATA_DIR is wrong: another node of this library runs with a different storage than ${place.name}. ` +
        'All nodes must share one storage.',
    );
  }
  const keys = await listSomeKeys(db, sampleSize);
  if (keys.length > 0 && !(await place.containsAny(keys))) {
    throw new StorageUnavailableError(
      `The storage is not mounted, or STORAGE_URL or DATA_DIR is wrong: ${place.name} holds no file of this library. ` +
        `If it is the right place and the files are lost, write the line ${id} into the ${place.mark} there.`,
    );
  }
  if (mark === undefined) {
    await place.writeMark(id);
    return id;
  }
  if (!place.mayBeTakenOver && keys.length === 0) {
    throw new StorageUnavailableError(
      `${place.name} belongs to another library. Add a prefix to STORAGE_URL that no library uses, such as s3://BUCKET/my-library.`,
    );
  }
  // The database is new or restored, and the files are older than the database.
  await db.updateTable('library').set({ id: mark }).execute();
  return mark;
}

async function ensureId(db: Db): Promise<string> {
  const known = await db.selectFrom('library').select('id').executeTakeFirst();
  if (known) return known.id;
  await db
    .insertInto('library')
    .values({ key: 'this', id: newId() })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute();
  return (await db.selectFrom('library').select('id').executeTakeFirstOrThrow()).id;
}
