import { sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { NewItem } from './moved-items.repository.ts';

const itemsPerRead = 50;

export type UnsampledItem = Pick<NewItem, 'id' | 'folderId' | 'path' | 'kind' | 'size' | 'fingerprint'> & {
  folderPath: string;
};

/** Returns those of these items that have no sample. */
export function listUnsampled(db: Db, ids: string[]): Promise<UnsampledItem[]> {
  return selectUnsampled(db).where('item.id', 'in', ids).execute();
}

/** Returns the ids of folders with added items in place that have no sample. */
export async function listFoldersToSample(longReads: Db): Promise<string[]> {
  const rows = await longReads
    .selectFrom('libraryFolders as folder')
    .select('folder.id')
    .where('folder.problem', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('libraryItems as item')
          .select('item.id')
          .whereRef('item.folderId', '=', 'folder.id')
          // Makes SQLite choose the index of items without a sample.
          .where('item.id', '>', '')
          .where('item.state', '=', sql.lit('added' as const))
          .where('item.sampleSha256', 'is', null)
          .where('item.storageKey', 'is', null)
          .where(unindexed<string | null>('item.missingSince'), 'is', null),
      ),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns added items in place of a folder that have no sample, by their ids. */
export function listAddedUnsampled(longReads: Db, folderId: string, after: string): Promise<UnsampledItem[]> {
  return selectAddedUnsampled(longReads)
    .where('item.folderId', '=', folderId)
    .where('item.id', '>', after)
    .orderBy('item.id')
    .limit(itemsPerRead)
    .execute();
}

function selectAddedUnsampled(db: Db) {
  return (
    selectUnsampled(db)
      // A literal: an index holds only added items without a sample. Those with a storage key were copied.
      .where('item.state', '=', sql.lit('added' as const))
      .where('item.storageKey', 'is', null)
      .where('item.missingSince', 'is', null)
  );
}

function selectUnsampled(db: Db) {
  return db
    .selectFrom('libraryItems as item')
    .innerJoin('libraryFolders as folder', 'folder.id', 'item.folderId')
    .select(['item.id', 'item.folderId', 'item.path', 'item.kind', 'item.size', 'item.fingerprint'])
    .select('folder.path as folderPath')
    .where('item.sampleSha256', 'is', null);
}

/** Does nothing if the item has changed since it was read. */
export async function setSample(
  trx: Trx,
  { id, fingerprint }: Pick<UnsampledItem, 'id' | 'fingerprint'>,
  sampleSha256: string,
): Promise<void> {
  await trx
    .updateTable('libraryItems')
    .set({ sampleSha256 })
    .where('id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .execute();
}
