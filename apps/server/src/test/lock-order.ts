// Shows in which order downloads are locked, for tests on PostgreSQL: on SQLite nothing else goes on within a transaction.
import { sql } from 'kysely';
import { expect } from 'vitest';
import type { Db } from '#db/schema.ts';
import { eventually } from './eventually.ts';

export const onPostgres = Boolean(process.env.TEST_DATABASE_URL);

/**
 * Meanwhile another transaction locks these downloads in the order of their ids, in which progress is written: the first one
 * before `act`, the others once `act` waits for it. If `act` has locked one of the others by then, PostgreSQL ends one of the two.
 */
export async function besideProgress<T>(db: Db, ids: string[], act: () => Promise<T>): Promise<T> {
  const [first = '', ...others] = ids.toSorted();
  const { acting } = await db.transaction().execute(async (trx) => {
    const hold = (held: string[]) =>
      trx.selectFrom('downloads').select('id').where('id', 'in', held).orderBy('id').forUpdate().execute();
    await hold([first]);
    const acting = act();
    acting.catch(() => undefined);
    await eventually(async () => expect(await countWaiting(db)).toBe(1));
    await hold(others);
    // Not awaited here: it goes on once this transaction has ended.
    return { acting };
  });
  return acting;
}

/** Connections to this database that wait for another one's lock. */
async function countWaiting(db: Db): Promise<number> {
  const waiting = sql`select 1 from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`;
  return (await waiting.execute(db)).rows.length;
}
