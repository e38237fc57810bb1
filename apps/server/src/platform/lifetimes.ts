// Rows that end at a time, `expiresAt`. What was made while the clock was ahead would outlive its lifetime by as much.
import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt, skewMs } from './clock.ts';

/**
 * A condition: the row has not ended. One that ends later than if it were made now has ended. For secrets that are easily replaced.
 */
export function hasNotEnded(clock: Clock, lifetimeMs: number) {
  return sql<SqlBool>`("expiresAt" > ${isoAt(clock)} and "expiresAt" <= ${isoAt(clock, lifetimeMs + skewMs)})`;
}

type Ending = 'sessions' | 'trustedDevices' | 'tickets' | 'downloadLists';

/** Lets no row last longer than if it were made now. */
export async function limitLifetimes(
  db: Db,
  table: Ending,
  latest: string,
  column = 'expiresAt',
): Promise<void> {
  const end = sql.ref(column);
  await sql`update ${sql.table(table)} set ${end} = ${latest} where ${end} > ${latest}`.execute(db);
}

interface Row {
  id: string;
  createdAt: string;
  expiresAt: string | null;
}

/** Lets rows with different lifetimes that were made while the clock was ahead begin now. */
export async function beginAnew(db: Db, clock: Clock, table: 'apiTokens' | 'invitations'): Promise<void> {
  const { rows } = await sql<Row>`
    select id, "createdAt", "expiresAt" from ${sql.table(table)}
    where "createdAt" > ${isoAt(clock, skewMs)}`.execute(db);
  for (const { id, createdAt, expiresAt } of rows) {
    const end = expiresAt && isoAt(clock, Date.parse(expiresAt) - Date.parse(createdAt));
    await sql`update ${sql.table(table)} set "createdAt" = ${isoAt(clock)}, "expiresAt" = ${end}
      where id = ${id}`.execute(db);
  }
}
