// Runs of backups and verifications in the database.

import type { Selectable } from 'kysely';
import { hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { isLeased, isUnleased, released } from '#platform/lease.ts';
import type { BackupsTable } from '../tables.ts';

export type BackupRow = Selectable<BackupsTable>;

/** @throws a unique violation while another run holds its lease */
export async function insertRun(trx: Trx, run: BackupRow, now: string): Promise<void> {
  // A run whose holder has died.
  await trx
    .updateTable('backups')
    .set({ running: null, endedAt: now, error: 'It was interrupted.', ...released })
    .where('running', '=', 1)
    .where(isUnleased(now))
    .execute();
  await trx.insertInto('backups').values(run).execute();
}

/** Returns false if the run has lost its lease, even if no other has begun: removals may have gone on. */
export function updateRun(
  db: Db,
  { id, holder }: Pick<BackupRow, 'id' | 'holder'>,
  changes: Partial<BackupRow>,
  now: string,
): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('backups')
      .set(changes)
      .where('id', '=', id)
      .where('holder', '=', holder)
      .where(isLeased(now)),
  );
}

export function findRunning(db: Db, now: string): Promise<BackupRow | undefined> {
  const query = db.selectFrom('backups').selectAll().where('running', '=', 1);
  return query.where(isLeased(now)).executeTakeFirst();
}

/** Returns the last backup that was started. Skips those of a clock that was ahead for a while. */
export function findLastStarted(db: Db, now: string): Promise<BackupRow | undefined> {
  const query = db
    .selectFrom('backups')
    .selectAll()
    .where('kind', '=', 'backup')
    .where('startedAt', '<=', now);
  return query.orderBy('startedAt', 'desc').limit(1).executeTakeFirst();
}

/** Skips runs of a clock that was ahead for a while. `isGood`: returns only a run without an error. */
export function findLastEnded(
  db: Db,
  kind: BackupRow['kind'],
  { now, isGood = false }: { now: string; isGood?: boolean },
): Promise<BackupRow | undefined> {
  return db
    .selectFrom('backups')
    .selectAll()
    .where('kind', '=', kind)
    .where('endedAt', 'is not', null)
    .where('startedAt', '<=', now)
    .$if(isGood, (query) => query.where('error', 'is', null))
    .orderBy('startedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Returns true if a backup has been made at this place, or has at least put files there. */
export function wasUsed(db: Db, place: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('backups')
      .select('id')
      .where('kind', '=', 'backup')
      .where('place', '=', place)
      .where('endedAt', 'is not', null)
      .where((eb) => eb.or([eb('error', 'is', null), eb('doneFiles', '>', 0)]))
      .limit(1),
  );
}
