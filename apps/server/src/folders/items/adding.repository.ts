// Items that are being added, and items whose files are being moved.

import type { FolderMode, ItemProblem } from '@cellar/contract/folders/folders.ts';
import { hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { ItemChanges } from './items.repository.ts';

export type MarkedItem = NonNullable<Awaited<ReturnType<typeof findMarked>>>;

interface Wanted {
  modes: FolderMode[];
  /** The ids of folders to leave out. */
  without: string[];
  limit: number;
}

/** Returns the ids of items to be added, by title. Leaves out folders that the last scan could not read. */
export async function listMarked(db: Db, { modes, without, limit }: Wanted): Promise<string[]> {
  const rows = await selectMarked(db, modes)
    .$if(without.length > 0, (query) => query.where('libraryFolders.id', 'not in', without))
    .orderBy('libraryItems.titleKey')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns such an item as it is now. */
export function findMarked(db: Db, id: string, modes: FolderMode[]) {
  return selectMarked(db, modes).where('libraryItems.id', '=', id).executeTakeFirst();
}

function selectMarked(db: Db, modes: FolderMode[]) {
  return selectWithFolder(db)
    .where('libraryItems.state', '=', 'adding')
    .where('libraryFolders.mode', 'in', modes)
    .where('libraryFolders.problem', 'is', null);
}

/** Returns the ids of items after another id whose copies are complete, and whose files are still to be removed from the disk. */
export async function listMoving(
  db: Db,
  { after, without, limit }: Omit<Wanted, 'modes'> & { after: string },
): Promise<string[]> {
  const rows = await selectMoving(db)
    .where('libraryItems.id', '>', after)
    .$if(without.length > 0, (query) => query.where('libraryFolders.id', 'not in', without))
    .orderBy('libraryItems.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns such an item as it is now. */
export function findMoving(db: Db, id: string): Promise<MarkedItem | undefined> {
  return selectMoving(db).where('libraryItems.id', '=', id).executeTakeFirst();
}

function selectMoving(db: Db) {
  return selectWithFolder(db)
    .where('libraryItems.movingFingerprint', 'is not', null)
    .where('libraryFolders.mode', '=', 'move')
    .where('libraryFolders.problem', 'is', null);
}

function selectWithFolder(db: Db) {
  return db
    .selectFrom('libraryItems')
    .innerJoin('libraryFolders', 'libraryFolders.id', 'libraryItems.folderId')
    .selectAll('libraryItems')
    .select(['libraryFolders.path as folderPath', 'libraryFolders.mode']);
}

export async function isMarked(db: Db, id: string): Promise<boolean> {
  const query = db.selectFrom('libraryItems').select('id').where('id', '=', id).where('state', '=', 'adding');
  return (await query.executeTakeFirst()) !== undefined;
}

/**
 * Returns false if an admin has cancelled the item or another node has added it. Also if its files, title or platform or the mode
 * of its folder have changed since it was read: it is read again then.
 */
export function finishAdding(
  trx: Trx,
  { id, fingerprint, titleKey, platformKey, mode }: MarkedItem,
  changes: ItemChanges = {},
): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('libraryItems')
      .set({ ...changes, state: 'added', problem: null })
      .where('id', '=', id)
      .where('state', '=', 'adding')
      .where('fingerprint', '=', fingerprint)
      .where('titleKey', '=', titleKey)
      .where('platformKey', '=', platformKey)
      .where(({ exists, selectFrom }) =>
        exists(
          selectFrom('libraryFolders')
            .select('libraryFolders.id')
            .whereRef('libraryFolders.id', '=', 'libraryItems.folderId')
            .where('libraryFolders.mode', '=', mode),
        ),
      ),
  );
}

/** Puts an item that could not be added back into the review list. */
export async function returnToReview(db: Db, id: string, problem: ItemProblem | null): Promise<void> {
  await db
    .updateTable('libraryItems')
    .set({ state: 'found', problem })
    .where('id', '=', id)
    .where('state', '=', 'adding')
    .execute();
}

/** Keeps an item in the list of added ones, with its files on the disk. */
export async function keepOriginals(db: Db, id: string): Promise<void> {
  await db.updateTable('libraryItems').set({ movingFingerprint: null }).where('id', '=', id).execute();
}

/** Forgets an item whose files are no longer on the disk. */
export async function deleteMoved(db: Db, id: string): Promise<void> {
  await db
    .deleteFrom('libraryItems')
    .where('id', '=', id)
    .where('movingFingerprint', 'is not', null)
    .execute();
}

export function listMembers(db: Db, itemId: string, after: number, limit: number) {
  return db
    .selectFrom('libraryItemFiles')
    .select(['position', 'path', 'size', 'modifiedAt', 'target'])
    .where('itemId', '=', itemId)
    .where('position', '>', after)
    .orderBy('position')
    .limit(limit)
    .execute();
}
