// The platforms of library folders and items, when an own platform is renamed or deleted.
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { Db, Schema, Trx } from '#db/schema.ts';
import { createYielder } from '#platform/event-loop.ts';
import type { LibraryFoldersTable } from '../tables.ts';

const itemsAtOnce = 200;

export type LibraryPlatforms = typeof libraryPlatforms;

export const libraryPlatforms = { rename, forget, countFolders };

async function rename(trx: Trx, from: string, to: string): Promise<void> {
  await setPlatform(trx, from, to);
  for (const { id, platform, platformFolders } of await listFolders(trx)) {
    const folders = foldersOf(platformFolders);
    if (platform !== from && folders.every((one) => one.platform !== from)) continue;
    const renamed = folders.map((one) => (one.platform === from ? { ...one, platform: to } : one));
    await trx
      .updateTable('libraryFolders')
      .set({ platform: platform === from ? to : platform, platformFolders: JSON.stringify(renamed) })
      .where('id', '=', id)
      .execute();
  }
}

/** Items of a deleted platform have none, so an admin chooses another one. */
function forget(trx: Trx, name: string): Promise<void> {
  return setPlatform(trx, name, null);
}

/** Returns the number of library folders whose settings name the platform. */
async function countFolders(db: Db, name: string): Promise<number> {
  const folders = await listFolders(db);
  return folders.filter(
    ({ platform, platformFolders }) =>
      platform === name || foldersOf(platformFolders).some((one) => one.platform === name),
  ).length;
}

/** Changes all items that have the platform, in steps, so that other work can run in between. */
async function setPlatform(trx: Trx, from: string, to: string | null): Promise<void> {
  const yieldIfDue = createYielder();
  let ids: string[] = [];
  do {
    const query = trx
      .selectFrom('libraryItems')
      .select('id')
      .where('platformKey', '=', from)
      .where('id', '>', ids.at(-1) ?? '');
    ids = (await query.orderBy('id').limit(itemsAtOnce).execute()).map(({ id }) => id);
    if (ids.length === 0) return;
    await trx
      .updateTable('libraryItems')
      .set({ platform: to, platformKey: to ?? '' })
      .where('id', 'in', ids)
      .execute();
    await yieldIfDue();
  } while (ids.length === itemsAtOnce);
}

function listFolders(db: Db) {
  return db.selectFrom('libraryFolders').select(['id', 'platform', 'platformFolders']).execute();
}

function foldersOf(
  platformFolders: Selectable<LibraryFoldersTable>['platformFolders'],
): { folder: string; platform: string }[] {
  return JSON.parse(platformFolders);
}

// Items whose platform files are deleted from the library. Their files stay on the disk, so scans must not add them again.

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
