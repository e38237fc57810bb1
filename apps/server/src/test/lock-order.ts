// Tests the order in which rows are locked. PostgreSQL only, because SQLite has one writer at a time.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#db/schema.ts';
import { eventually } from '../../../../test/waiting.ts';

export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/**
 * Runs `act` while another transaction locks these downloads in the order of their ids, like the progress recorder: the first
 * one before `act`, the others once `act` is waiting. If `act` has locked one of the others by then, PostgreSQL reports a
 * deadlock.
 */
export async function whileProgressIsLocked<T>(db: Db, ids: string[], act: () => Promise<T>): Promise<T> {
  const [first = '', ...others] = ids.toSorted();
  const { acting } = await db.transaction().execute(async (trx) => {
    const lock = (ids: string[]) =>
      trx.selectFrom('downloads').select('id').where('id', 'in', ids).orderBy('id').forUpdate().execute();
    await lock([first]);
    const acting = act();
    acting.catch(() => undefined);
    await untilWaiting(db, 1);
    await lock(others);
    // Wrapped in an object so that it is not awaited here: it continues only after this transaction.
    return { acting };
  });
  return acting;
}

/** Resolves when this many connections to the database are waiting for a lock. */
export async function untilWaiting(db: Db, count: number): Promise<void> {
  const waiting = sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  await eventually(async () => expect((await waiting.execute(db)).rows.length).toBe(count));
}
