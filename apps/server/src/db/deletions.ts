// Keeps the deletion of a member and that of games apart on PostgreSQL. Both delete rows about a member and a game, such as marks and
// places in collections: one by member, the other by game. Each would soon wait for a row that the other has deleted, a deadlock.
// Each function must come before any other lock of its transaction.

import { sql } from 'kysely';
import { hasRow } from '#db/rows.ts';
import { isLeased } from '#platform/lease.ts';
import { isPostgres } from './database.ts';
import type { Db, Trx } from './schema.ts';

/** Any number that no other advisory lock has. */
const key = sql.lit(20_260_048);

/** Lets no member be deleted until the transaction ends. Other transactions may delete other games. */
export async function beginGameDeletion(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock_shared(${key})`.execute(trx);
}

/** Lets no game and no other member be deleted until the transaction ends. */
export async function beginMemberDeletion(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`select pg_advisory_xact_lock(${key})`.execute(trx);
}

// While a backup runs, stored files whose rows were deleted stay in the storage, because the backup's copy of the database may
// still name them (decision 0015).

/**
 * Returns true while a backup runs. Call this after reading which files to remove: those were released before a backup that
 * starts later takes its copy of the database.
 */
export function areRemovalsHeld(db: Db, now: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('backups')
      .select('id')
      .where('running', '=', 1)
      .where('kind', '=', 'backup')
      .where(isLeased(now)),
  );
}
