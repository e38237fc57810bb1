// Items whose platform files are deleted from the library. Their files stay on the disk, so scans must not add them again.
import type { ExpressionBuilder } from 'kysely';
import type { Db, Schema, Trx } from '#db/schema.ts';

/** The columns of a platform file that lead to its item. */
interface RemovedFile {
  libraryItemId: string | null;
  storageKey: string;
}

export type RememberRemoved = typeof rememberRemoved;

type Items = ExpressionBuilder<Schema, 'libraryItems'>;

/** What was to be moved stays on the disk. */
const removed = { state: 'removed', storageKey: null, movingFingerprint: null } as const;

/**
 * Call this in the transaction that deletes platform files. Their items become `removed`, whether their bytes are in place or were
 * copied into the storage.
 */
export async function rememberRemoved(trx: Trx, files: RemovedFile[]): Promise<void> {
  const inPlace = files.flatMap(({ libraryItemId }) => libraryItemId ?? []);
  const copied = files.filter(({ libraryItemId }) => libraryItemId === null);
  if (inPlace.length > 0) await markRemoved(trx, 'id', inPlace);
  if (copied.length > 0)
    await markRemoved(
      trx,
      'storageKey',
      copied.map(({ storageKey }) => storageKey),
    );
}

async function markRemoved(trx: Trx, column: 'id' | 'storageKey', values: string[]): Promise<void> {
  await trx.updateTable('libraryItems').set(removed).where(column, 'in', values).execute();
}

/**
 * Returns the added items of a folder that have neither a platform file nor an extra. Nodes of version 0.2, which may still run during
 * an upgrade, delete files without marking their items as removed.
 */
export async function listWithoutFile(longReads: Db, folderId: string): Promise<string[]> {
  const rows = await longReads
    .selectFrom('libraryItems')
    .select('id')
    .where('folderId', '=', folderId)
    .where(hasNoFile)
    .execute();
  return rows.map(({ id }) => id);
}

/** Marks those of the items that still have no file as removed. */
export async function rememberDeleted(trx: Trx, ids: string[]): Promise<void> {
  await trx.updateTable('libraryItems').set(removed).where('id', 'in', ids).where(hasNoFile).execute();
}

/** An item becomes `added` in the transaction that adds its file. */
function hasNoFile({ and, eb, not, exists, selectFrom }: Items) {
  return and([
    eb('libraryItems.state', '=', 'added'),
    ...(['gameFiles', 'gameExtras'] as const).flatMap((table) => {
      // Both tables have these columns.
      const name = table as 'gameFiles';
      const files = selectFrom(name).select(`${name}.id`);
      return [
        not(exists(files.whereRef(`${name}.libraryItemId`, '=', 'libraryItems.id'))),
        not(exists(files.whereRef(`${name}.storageKey`, '=', 'libraryItems.storageKey'))),
      ];
    }),
  ]);
}
