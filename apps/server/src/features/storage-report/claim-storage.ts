// Checks at the start, before anything is written, that the storage folder contains the files of this library and is not the
// empty mount point of an unmounted share.
import type { Db } from '#db/schema.ts';
import { containsAny, markName, readMark, writeMark } from '#platform/storage/disk/library-mark.ts';
import { StorageUnavailableError } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import { listSomeKeys } from './stored-files.repository.ts';

/** The number of files to look for in a folder without a mark. */
const sampleSize = 100;

/** Returns the id of the library. Marks the folder if the library is new or its files are present. @throws StorageUnavailableError */
export async function claimStorage(db: Db, root: string): Promise<string> {
  const id = await ensureId(db);
  const mark = await readMark(root);
  if (mark === id) return id;
  const keys = await listSomeKeys(db, sampleSize);
  if (keys.length > 0 && !(await containsAny(root, keys))) {
    throw new StorageUnavailableError(
      `The storage is not mounted, or STORAGE_URL or DATA_DIR is wrong: ${root} holds no file of this library. ` +
        `If it is the right folder and the files are lost, write the line ${id} into the file ${markName} there.`,
    );
  }
  if (mark === undefined) {
    await writeMark(root, id);
    return id;
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
