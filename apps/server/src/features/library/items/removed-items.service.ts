// Items whose platform files are deleted from the library. Their files stay on the disk, so scans must not add them again.
import type { Trx } from '#db/schema.ts';

/** The columns of a platform file that lead to its item. */
interface RemovedFile {
  libraryItemId: string | null;
  storageKey: string;
}

export type RememberRemoved = typeof rememberRemoved;

/**
 * Call this in the transaction that deletes platform files. Their items become `removed`, whether their bytes are in place or were
 * copied into the storage. What was to be moved stays on the disk.
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
  await trx
    .updateTable('libraryItems')
    .set({ state: 'removed', storageKey: null, movingFingerprint: null })
    .where(column, 'in', values)
    .execute();
}
