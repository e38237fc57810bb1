// Rows that end at a time, `expiresAt`. What was made while the clock was ahead would live too long by the same
// amount.
//
// Seen from a clock that is behind, every row was made in the future. Such rows end when the clock is right again, so nothing is changed
// while the clock is obviously wrong: many small computers start in 1970 until they have asked a time server.
import { type SqlBool, sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt, skewMs } from './clock.ts';

/**
 * A condition: the row is still valid. A row that would end later than one that is made now was made while the clock was ahead, and
 * is not valid. For secrets that are easily replaced.
 */
export function hasNotEnded(clock: Clock, lifetimeMs: number) {
  return sql<SqlBool>`("expiresAt" > ${isoAt(clock)} and "expiresAt" <= ${isoAt(clock, lifetimeMs + skewMs)})`;
}

/** Like `hasNotEnded`, for rows with different lifetimes. */
export function isCurrent(clock: Clock) {
  return sql<SqlBool>`("expiresAt" > ${isoAt(clock)} and "createdAt" <= ${isoAt(clock, skewMs)})`;
}

/** Before this version of Cellar was written. */
function isObviouslyBehind(time: string): boolean {
  return time < '2026-01-01';
}

type TableWithEnd = 'sessions' | 'trustedDevices' | 'tickets' | 'downloadLists';

/** Lets no row end after `latest`, when a row that is made now would end. */
export async function limitLifetimes(
  db: Db,
  table: TableWithEnd,
  latest: string,
  column = 'expiresAt',
): Promise<void> {
  if (isObviouslyBehind(latest)) return;
  const end = sql.ref(column);
  await sql`update ${sql.table(table)} set ${end} = ${latest} where ${end} > ${latest}`.execute(db);
}

interface Row {
  id: string;
  createdAt: string;
  expiresAt: string | null;
}

/** Lets rows with different lifetimes that were made while the clock was ahead begin now. */
export async function restartLifetimes(
  db: Db,
  clock: Clock,
  table: 'apiTokens' | 'invitations',
): Promise<void> {
  if (isObviouslyBehind(isoAt(clock))) return;
  const { rows } = await sql<Row>`
    select id, "createdAt", "expiresAt" from ${sql.table(table)}
    where "createdAt" > ${isoAt(clock, skewMs)}`.execute(db);
  for (const { id, createdAt, expiresAt } of rows) {
    const end = expiresAt && isoAt(clock, Date.parse(expiresAt) - Date.parse(createdAt));
    await sql`update ${sql.table(table)} set "createdAt" = ${isoAt(clock)}, "expiresAt" = ${end}
      where id = ${id}`.execute(db);
  }
}
