// Checks of the stored files in the database, and the problems that they found.

import type { Selectable } from 'kysely';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { minuteMs } from '#platform/clock.ts';
import { isUnleased, type Lease, LeaseLostError, leasesOf } from '#platform/lease.ts';
import type { StorageChecksTable, StorageProblemsTable } from '../tables.ts';
import { type StoredFileRow, storedFiles } from './stored-files.repository.ts';

export type CheckRow = Selectable<StorageChecksTable>;
export type ProblemRow = Selectable<StorageProblemsTable>;
/** A problem joined with the file and the game it belongs to. */
/** `folderPath`, `itemPath`: of a file in a library folder. */
export type FileProblemRow = ProblemRow &
  StoredFileRow & { title: string; folderPath: string | null; itemPath: string | null };

export const checkLeases = leasesOf('storageChecks', 'id', minuteMs);

/** @throws a unique violation while another check is running */
export async function insertCheck(trx: Trx, check: CheckRow, now: string): Promise<void> {
  // Replaces a check whose holder has died.
  await trx.deleteFrom('storageChecks').where('running', '=', 1).where(isUnleased(now)).execute();
  await trx.insertInto('storageChecks').values(check).execute();
}

/** Claims the running check if its holder has died. */
export function claimCheck(db: Db, lease: Lease, now: string): Promise<CheckRow | undefined> {
  return db
    .updateTable('storageChecks')
    .set(lease)
    .where('running', '=', 1)
    .where(isUnleased(now))
    .returningAll()
    .executeTakeFirst();
}

export function findRunningCheck(db: Db): Promise<CheckRow | undefined> {
  return db.selectFrom('storageChecks').selectAll().where('running', '=', 1).executeTakeFirst();
}

export function findLastCheck(db: Db): Promise<CheckRow | undefined> {
  return db
    .selectFrom('storageChecks')
    .selectAll()
    .where('endedAt', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Foreign keys also delete the problems of these checks. */
export async function deleteOtherEndedChecks(db: Db, id: string): Promise<void> {
  await db.deleteFrom('storageChecks').where('endedAt', 'is not', null).where('id', '!=', id).execute();
}

/** @throws LeaseLostError if another holder has claimed the check, which may have found these files unharmed since */
export async function insertProblems(
  db: Db,
  check: Pick<CheckRow, 'id' | 'holder'>,
  problems: ProblemRow[],
): Promise<void> {
  if (problems.length === 0) return;
  await db.transaction().execute(async (trx) => {
    // Locks the row, so that nobody claims the check in the meantime.
    if (!(await checkLeases.update(trx, check, { holder: check.holder }))) throw new LeaseLostError();
    await trx
      .insertInto('storageProblems')
      .values(problems)
      .onConflict((conflict) => conflict.columns(['checkId', 'storageKey']).doNothing())
      .execute();
  });
}

export async function deleteProblem(db: Db, checkId: string, storageKey: string): Promise<void> {
  await db
    .deleteFrom('storageProblems')
    .where('checkId', '=', checkId)
    .where('storageKey', '=', storageKey)
    .execute();
}

export async function isOrphanOf(db: Db, checkId: string, storageKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('storageProblems')
    .select('kind')
    .where('checkId', '=', checkId)
    .where('storageKey', '=', storageKey)
    .executeTakeFirst();
  return row?.kind === 'orphan';
}

/** Selects problems of files that are still in the library. */
function fileProblems(db: Db, checkId: string, kind: 'missing' | 'damaged') {
  return db
    .selectFrom('storageProblems')
    .innerJoin(storedFiles(db).as('stored'), 'stored.storageKey', 'storageProblems.storageKey')
    .innerJoin('games', 'games.id', 'stored.gameId')
    .where('checkId', '=', checkId)
    .where('storageProblems.kind', '=', kind);
}

/** Selects orphans that the database still does not know. */
function orphans(db: Db, checkId: string) {
  const key = 'storageProblems.storageKey';
  return db
    .selectFrom('storageProblems')
    .where('checkId', '=', checkId)
    .where('kind', '=', 'orphan')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom(storedFiles(db).as('stored')).select('gameId').whereRef('stored.storageKey', '=', key),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('uploads').select('id').whereRef('uploads.id', '=', key))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('removals').select('storageKey').whereRef('removals.storageKey', '=', key))),
    );
}

export function listFileProblems(
  db: Db,
  checkId: string,
  kind: 'missing' | 'damaged',
  limit: number,
): Promise<FileProblemRow[]> {
  return fileProblems(db, checkId, kind)
    .selectAll('storageProblems')
    .leftJoin('libraryItems', 'libraryItems.id', 'stored.libraryItemId')
    .leftJoin('libraryFolders', 'libraryFolders.id', 'libraryItems.folderId')
    .select(['stored.fileSize', 'stored.sha256', 'stored.gameId', 'stored.platform', 'stored.libraryItemId'])
    .select(['games.title', 'libraryFolders.path as folderPath', 'libraryItems.path as itemPath'])
    .orderBy('storageProblems.storageKey')
    .limit(limit)
    .execute();
}

export function listOrphans(db: Db, checkId: string, limit: number): Promise<ProblemRow[]> {
  return orphans(db, checkId).selectAll('storageProblems').orderBy('storageKey').limit(limit).execute();
}

/** Counts up to `limit`, so that a missing storage does not slow down the count. */
export function countProblems(
  db: Db,
  checkId: string,
  kind: ProblemRow['kind'],
  limit: number,
): Promise<number> {
  const found = kind === 'orphan' ? orphans(db, checkId) : fileProblems(db, checkId, kind);
  return countRows(db.selectFrom(found.select('storageProblems.storageKey').limit(limit).as('found')));
}
