import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { NewItem } from './moved-items.repository.ts';

const itemsPerRead = 20;

export type UnsampledItem = Pick<NewItem, 'id' | 'folderId' | 'path' | 'kind' | 'size' | 'fingerprint'> & {
  folderPath: string;
};

/** Returns added items in place, by their ids. */
export function listWithoutSample(longReads: Db, after: string): Promise<UnsampledItem[]> {
  return (
    longReads
      .selectFrom('libraryItems as item')
      .innerJoin('libraryFolders as folder', 'folder.id', 'item.folderId')
      .leftJoin('gameFiles', 'gameFiles.libraryItemId', 'item.id')
      .leftJoin('gameExtras', 'gameExtras.libraryItemId', 'item.id')
      .select(['item.id', 'item.folderId', 'item.path', 'item.kind', 'item.size', 'item.fingerprint'])
      .select('folder.path as folderPath')
      // A literal: the index holds only added items without a sample.
      .where('item.state', '=', sql.lit('added' as const))
      .where('item.sampleSha256', 'is', null)
      .where((eb) => eb.or([eb('gameFiles.id', 'is not', null), eb('gameExtras.id', 'is not', null)]))
      .where('item.missingSince', 'is', null)
      .where('folder.problem', 'is', null)
      .where('item.id', '>', after)
      .orderBy('item.id')
      .limit(itemsPerRead)
      .execute()
  );
}

/** Does nothing if the item has changed since it was read. */
export async function setSample(
  db: Db,
  { id, fingerprint }: Pick<UnsampledItem, 'id' | 'fingerprint'>,
  sampleSha256: string,
): Promise<void> {
  await db
    .updateTable('libraryItems')
    .set({ sampleSha256 })
    .where('id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .execute();
}
