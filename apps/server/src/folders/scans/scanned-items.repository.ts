// The rows of items that a scan reads and writes. State changes other than these belong to ../items.

import type { Insertable } from 'kysely';
import { type Selectable, sql, type Updateable } from 'kysely';
import { countChanged, hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { LibraryItemsTable, LibraryProblemsTable } from '../tables.ts';

const columns = [
  'id',
  'path',
  'kind',
  'extension',
  'size',
  'fileCount',
  'modifiedAt',
  'fingerprint',
  'state',
  'title',
  'platform',
  'version',
  'year',
  'ids',
  'isEdited',
  'isCertain',
  'missingSince',
  'extraKind',
  'ownerPath',
  'defect',
  'leftOutLinks',
] as const;

export type KnownItem = Pick<Selectable<LibraryItemsTable>, (typeof columns)[number]>;

/** `orderKey` of ../scan/scan-types.ts. An index has this expression. */
const orderKey = sql<string>`(path || case when kind = 'folder' then '/' else '' end)`;

/** Returns items of a folder in the order of a scan. `after` is an `orderKey`. */
export function listItemsAfter(
  longReads: Db,
  folderId: string,
  after: string,
  limit: number,
): Promise<KnownItem[]> {
  return longReads
    .selectFrom('libraryItems')
    .select(columns)
    .where('folderId', '=', folderId)
    .where(orderKey, '>', after)
    .orderBy(orderKey)
    .limit(limit)
    .execute();
}

/** Finds the items at these paths, whatever kind they had. */
export function findItemsAt(db: Db, folderId: string, paths: string[]): Promise<KnownItem[]> {
  return db
    .selectFrom('libraryItems')
    .select(columns)
    .where('folderId', '=', folderId)
    .where('path', 'in', paths)
    .execute();
}

export async function insertItems(trx: Trx, items: Insertable<LibraryItemsTable>[]): Promise<void> {
  await trx.insertInto('libraryItems').values(items).execute();
}

/** Returns false if the item is no longer as it was read: it was added, edited or moved, or is gone. */
export function updateItem(
  trx: Trx,
  known: KnownItem & { folderId: string },
  changes: Updateable<LibraryItemsTable>,
): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('libraryItems')
      .set(changes)
      .where('id', '=', known.id)
      .where('folderId', '=', known.folderId)
      .where('path', '=', known.path)
      .where('state', '=', known.state)
      .where('fingerprint', '=', known.fingerprint)
      .where('isEdited', '=', known.isEdited),
  );
}

/** Deletes items that wait for review, unless an admin has begun to add them in the meantime. */
export async function deleteFound(trx: Trx, ids: string[]): Promise<void> {
  await trx.deleteFrom('libraryItems').where('id', 'in', ids).where('state', '=', 'found').execute();
}

/** Added items whose bytes were copied into the storage are not missing. Returns the number of items that are. */
export function markMissing(trx: Trx, ids: string[], now: string): Promise<number> {
  return countChanged(
    trx
      .updateTable('libraryItems')
      .set({ missingSince: now })
      .where('id', 'in', ids)
      .where('missingSince', 'is', null)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('state', '!=', 'added'),
          exists(
            selectFrom('gameFiles')
              .select('gameFiles.id')
              .whereRef('gameFiles.libraryItemId', '=', 'libraryItems.id'),
          ),
          exists(
            selectFrom('gameExtras')
              .select('gameExtras.id')
              .whereRef('gameExtras.libraryItemId', '=', 'libraryItems.id'),
          ),
        ]),
      ),
  );
}

export async function replaceProblems(
  trx: Trx,
  folderId: string,
  problems: LibraryProblemsTable[],
): Promise<void> {
  await trx.deleteFrom('libraryProblems').where('folderId', '=', folderId).execute();
  if (problems.length > 0) await trx.insertInto('libraryProblems').values(problems).execute();
}
