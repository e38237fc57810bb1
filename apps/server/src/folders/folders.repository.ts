// Library folders in the database.

import type { FolderProblem, ItemState } from '@cellar/contract/folders/folders.ts';
import { type Insertable, type Selectable, type SqlBool, sql, type Updateable } from 'kysely';
import { isPostgres } from '#db/database.ts';
import { hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { longestPauseMs, minuteMs } from '#platform/clock.ts';
import { isUnleased, type Lease, leasesOf, released } from '#platform/lease.ts';
import type { LibraryFoldersTable, LibraryProblemsTable, LibraryTreatmentsTable } from './tables.ts';

export type FolderRow = Selectable<LibraryFoldersTable>;

export function listFolders(db: Db): Promise<FolderRow[]> {
  return db.selectFrom('libraryFolders').selectAll().orderBy('path').execute();
}

export function findFolder(db: Db, id: string): Promise<FolderRow | undefined> {
  return db.selectFrom('libraryFolders').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Lets only one transaction at a time add folders, because it compares the new one with all others. SQLite does so anyway. */
export async function lockAdding(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`lock table "libraryFolders" in share row exclusive mode`.execute(trx);
}

export async function insertFolder(trx: Trx, folder: Insertable<LibraryFoldersTable>): Promise<void> {
  await trx.insertInto('libraryFolders').values(folder).execute();
}

/** Returns false if there is no such folder. */
export function updateFolder(db: Db, id: string, changes: Updateable<LibraryFoldersTable>): Promise<boolean> {
  return hasChanged(db.updateTable('libraryFolders').set(changes).where('id', '=', id));
}

export function deleteFolder(db: Db, id: string): Promise<boolean> {
  return hasChanged(db.deleteFrom('libraryFolders').where('id', '=', id));
}

export interface ItemCount {
  folderId: string;
  state: ItemState;
  items: number;
  extras: number;
  /** Without extras. */
  missing: number;
}

export function countItems(longReads: Db, folderId?: string): Promise<ItemCount[]> {
  let query = longReads
    .selectFrom('libraryItems')
    .select(['folderId', 'state'])
    .select((eb) => [
      eb.fn.countAll<number>().as('items'),
      eb.fn.count<number>('extraKind').as('extras'),
      eb.fn.count<number>('missingSince').filterWhere('extraKind', 'is', null).as('missing'),
    ])
    .groupBy(['folderId', 'state']);
  if (folderId !== undefined) query = query.where('folderId', '=', folderId);
  return query.execute();
}

export async function setTreatment(
  trx: Trx,
  {
    folderId,
    path,
    treatment,
  }: Pick<LibraryTreatmentsTable, 'folderId' | 'path'> & {
    treatment: LibraryTreatmentsTable['treatment'] | null;
  },
): Promise<void> {
  if (treatment === null) {
    await trx
      .deleteFrom('libraryTreatments')
      .where('folderId', '=', folderId)
      .where('path', '=', path)
      .execute();
    return;
  }
  await trx
    .insertInto('libraryTreatments')
    .values({ folderId, path, treatment })
    .onConflict((conflict) => conflict.columns(['folderId', 'path']).doUpdateSet({ treatment }))
    .execute();
}

export function listTreatments(db: Db, folderId: string): Promise<LibraryTreatmentsTable[]> {
  return db.selectFrom('libraryTreatments').selectAll().where('folderId', '=', folderId).execute();
}

export function listProblems(db: Db, folderId: string): Promise<LibraryProblemsTable[]> {
  return db
    .selectFrom('libraryProblems')
    .selectAll()
    .where('folderId', '=', folderId)
    .orderBy('path')
    .execute();
}

/** A scan that is requested for a time after the longest pause was requested while the clock was ahead. */
function isScanDue(now: string) {
  const latest = new Date(Date.parse(now) + longestPauseMs).toISOString();
  return sql<SqlBool>`coalesce(problem, '') != 'being_removed' and ("scanRequestedAt" <= ${now} or "scanRequestedAt" > ${latest} or "scanStartedAt" is not null)`;
}

/** Returns ids of folders whose scan is due or was interrupted, and that no node scans. */
export async function listDue(db: Db, now: string): Promise<string[]> {
  const rows = await db
    .selectFrom('libraryFolders')
    .select('id')
    .where(isScanDue(now))
    .where(isUnleased(now))
    .orderBy('scanRequestedAt')
    .execute();
  return rows.map(({ id }) => id);
}

/** The leases of the nodes that scan. They are also lost when a scan is canceled. */
export const scanLeases = leasesOf('libraryFolders', 'id', minuteMs);

/** Begins or continues the scan of a folder. Returns undefined if another node was faster. */
export async function claimScan(
  db: Db,
  id: string,
  lease: Lease,
  now: string,
): Promise<FolderRow | undefined> {
  return db
    .updateTable('libraryFolders')
    .set((eb) => ({
      ...lease,
      scanRequestedAt: null,
      // A scan that was interrupted keeps its start: what it has found is part of this scan.
      scanStartedAt: eb.fn.coalesce('scanStartedAt', eb.val(now)),
      scannedEntries: 0,
    }))
    .where('id', '=', id)
    .where(isScanDue(now))
    .where(isUnleased(now))
    .returningAll()
    .executeTakeFirst();
}

/** Requests a scan for a time, unless one is requested already. */
export async function requestScan(db: Db, id: string, at: string): Promise<void> {
  await db
    .updateTable('libraryFolders')
    .set({ scanRequestedAt: at })
    .where('id', '=', id)
    .where(({ eb, or }) => or([eb('scanRequestedAt', 'is', null), eb('scanRequestedAt', '>', at)]))
    .execute();
}

/** Records a problem, unless a scan has begun in the meantime. */
export async function setProblem(
  db: Db,
  folder: FolderRow,
  problem: FolderProblem,
  now: string,
): Promise<void> {
  await db
    .updateTable('libraryFolders')
    .set({ problem, problemSince: now })
    .where('id', '=', folder.id)
    .where(sql<SqlBool>`coalesce(problem, '') != 'being_removed'`)
    .where('scanStartedAt', 'is', null)
    .execute();
}

/** Returns whether a folder has items that are not missing. */
export function hasItems(db: Db, folderId: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('libraryItems')
      .select('id')
      .where('folderId', '=', folderId)
      .where('missingSince', 'is', null)
      .limit(1),
  );
}

export const notScanning = { ...released, scanStartedAt: null, scanRequestedAt: null, acceptsMissing: 0 };

/** A folder that is being removed is not scanned or watched, and its items are not added. */
export const beingRemoved = { ...notScanning, problem: 'being_removed' } as const;

export function listBeingRemoved(db: Db): Promise<FolderRow[]> {
  return db.selectFrom('libraryFolders').selectAll().where('problem', '=', 'being_removed').execute();
}
