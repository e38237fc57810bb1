// While a backup runs, stored files whose rows were deleted stay in the storage, because the backup's copy of the database may
// still name them (decision 0015).
import { isLeased } from '#platform/lease.ts';
import type { Db } from './schema.ts';

/**
 * Returns true while a backup runs. Call this after reading which files to remove: those were released before a backup that
 * starts later takes its copy of the database.
 */
export async function areRemovalsHeld(db: Db, now: string): Promise<boolean> {
  const backup = await db
    .selectFrom('backups')
    .select('id')
    .where('running', '=', 1)
    .where('kind', '=', 'backup')
    .where(isLeased(now))
    .executeTakeFirst();
  return backup !== undefined;
}
