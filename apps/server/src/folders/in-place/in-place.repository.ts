// What the database knows about the files that platform files have in library folders.

import type { ItemProblem } from '@cellar/contract/folders/folders.ts';
import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import { countChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { LibraryItemFilesTable, LibraryItemZipsTable } from '../tables.ts';

export type ItemInPlace = NonNullable<Awaited<ReturnType<typeof findItem>>>;
export type ItemZip = Selectable<LibraryItemZipsTable>;
export type ItemFile = Selectable<LibraryItemFilesTable>;

/** Returns an item with its library folder, and the content tag of its platform file or extra. */
export function findItem(db: Db, itemId: string) {
  return db
    .selectFrom('libraryItems')
    .innerJoin('libraryFolders', 'libraryFolders.id', 'libraryItems.folderId')
    .leftJoin('gameFiles', 'gameFiles.libraryItemId', 'libraryItems.id')
    .leftJoin('gameExtras', 'gameExtras.libraryItemId', 'libraryItems.id')
    .select((eb) => eb.fn.coalesce('gameFiles.contentTag', 'gameExtras.contentTag').as('contentTag'))
    .select([
      'libraryItems.id',
      'libraryItems.folderId',
      'libraryFolders.path as folderPath',
      'libraryFolders.problem as folderProblem',
      'libraryItems.path',
      'libraryItems.kind',
      'libraryItems.extension',
      'libraryItems.size',
      'libraryItems.fileCount',
      'libraryItems.modifiedAt',
      'libraryItems.fingerprint',
      'libraryItems.missingSince',
      'libraryItems.problem',
    ])
    .where('libraryItems.id', '=', itemId)
    .executeTakeFirst();
}

/** Returns the ZIP of an item as it is now; undefined if its members have to be listed first. */
export function findZip(
  db: Db,
  { id, fingerprint }: Pick<ItemInPlace, 'id' | 'fingerprint'>,
): Promise<ItemZip | undefined> {
  return db
    .selectFrom('libraryItemZips')
    .selectAll()
    .where('itemId', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}

/** Returns up to `limit` members from a position on, in their order. */
export function listItemFiles(db: Db, itemId: string, from: number, limit: number): Promise<ItemFile[]> {
  return db
    .selectFrom('libraryItemFiles')
    .selectAll()
    .where('itemId', '=', itemId)
    .where('position', '>=', from)
    .orderBy('position')
    .limit(limit)
    .execute();
}

export function findItemFile(db: Db, itemId: string, id: string): Promise<ItemFile | undefined> {
  return db
    .selectFrom('libraryItemFiles')
    .selectAll()
    .where('itemId', '=', itemId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function insertItemFiles(db: Db, files: ItemFile[]): Promise<void> {
  if (files.length > 0) await db.insertInto('libraryItemFiles').values(files).execute();
}

/** Deletes up to `limit` members. Returns the number deleted. */
export function deleteItemFiles(db: Db, itemId: string, limit: number): Promise<number> {
  const some = db
    .selectFrom('libraryItemFiles')
    .select('position')
    .where('itemId', '=', itemId)
    .orderBy('position')
    .limit(limit);
  return countChanged(
    db.deleteFrom('libraryItemFiles').where('itemId', '=', itemId).where('position', 'in', some),
  );
}

export async function saveZip(db: Db, zip: Omit<ItemZip, 'digestedBytes' | 'isComplete'>): Promise<void> {
  const { itemId, ...facts } = { ...zip, digestedBytes: 0, isComplete: 0 };
  await db
    .insertInto('libraryItemZips')
    .values({ itemId, ...facts })
    .onConflict((conflict) => conflict.column('itemId').doUpdateSet(facts))
    .execute();
}

export async function deleteZip(db: Db, itemId: string): Promise<void> {
  await db.deleteFrom('libraryItemZips').where('itemId', '=', itemId).execute();
}

/** Sets or clears why the ZIP of an added item can't be prepared. Does nothing if its files have changed since it was read. */
export async function setProblem(
  db: Db,
  { id, fingerprint }: ListedItem,
  problem: ItemProblem | null,
): Promise<void> {
  await db
    .updateTable('libraryItems')
    .set({ problem })
    .where('id', '=', id)
    .where('fingerprint', '=', fingerprint)
    .where('state', '=', 'added')
    .execute();
}

/** Forgets the ZIP of an item whose files have changed, and why it could not be prepared. */
export async function forgetZip(trx: Trx, itemId: string): Promise<void> {
  await deleteZip(trx, itemId);
  await trx.updateTable('libraryItems').set({ problem: null }).where('id', '=', itemId).execute();
}

export interface DigestedMember {
  index: number;
  crc32: number;
  sha256: string;
}

type ListedItem = Pick<ItemInPlace, 'id' | 'fingerprint'>;

/** Does nothing if the members have been listed again since. */
export async function saveMemberDigests(
  db: Db,
  item: ListedItem,
  { members, digestedBytes }: { members: DigestedMember[]; digestedBytes: number },
): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { numUpdatedRows } = await updateZip(trx, item, { digestedBytes });
    if (numUpdatedRows === 0n || members.length === 0) return;
    const values = members.map(({ index, crc32, sha256 }) => sql`(${index}, ${crc32}, ${sha256})`);
    await sql`update "libraryItemFiles" set crc32 = cast(v.column2 as bigint), sha256 = v.column3
      from (values ${sql.join(values)}) as v
      where "itemId" = ${item.id} and position = cast(v.column1 as integer)`.execute(trx);
  });
}

export async function completeZip(db: Db, item: ListedItem): Promise<void> {
  await updateZip(db, item, { isComplete: 1 });
}

function updateZip(db: Db, { id, fingerprint }: ListedItem, changes: Partial<ItemZip>) {
  return db
    .updateTable('libraryItemZips')
    .set(changes)
    .where('itemId', '=', id)
    .where('fingerprint', '=', fingerprint)
    .executeTakeFirst();
}

/** Does nothing if a scan is waiting, or if one has ended after `unlessAfter`. */
export async function requestScan(
  db: Db,
  folderId: string,
  { now, unlessAfter }: { now: string; unlessAfter: string },
): Promise<void> {
  await db
    .updateTable('libraryFolders')
    .set({ scanRequestedAt: now })
    .where('id', '=', folderId)
    .where('scanRequestedAt', 'is', null)
    .where((eb) =>
      eb.or([
        eb('lastScanAt', 'is', null),
        eb('lastScanAt', '<', unlessAfter),
        // The clock was ahead.
        eb('lastScanAt', '>', now),
      ]),
    )
    .execute();
}

export async function markFound(db: Db, itemId: string): Promise<void> {
  await db
    .updateTable('libraryItems')
    .set({ missingSince: null })
    .where('id', '=', itemId)
    .where('missingSince', 'is not', null)
    .execute();
}
