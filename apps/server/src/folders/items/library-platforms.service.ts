// The platforms of library folders and items, when an own platform is renamed or deleted.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
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
