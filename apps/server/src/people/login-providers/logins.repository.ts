// Logins that are under way at a provider, what finished ones have left, and how sessions end there.
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { Clock } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import { hasNotEnded } from '#platform/lifetimes.ts';
import type { OidcLoginsTable, OidcResultsTable } from '../tables.ts';

/** Nothing here lasts longer. */
const longestMs = 10 * minuteMs;

export type LoginRow = Selectable<OidcLoginsTable>;
export type ResultRow = Selectable<OidcResultsTable>;

export async function insertLogin(db: Db, row: LoginRow): Promise<void> {
  await db.insertInto('oidcLogins').values(row).execute();
}

/** Returns the unexpired login and deletes it, so that only one of several calls gets it. */
export function takeLogin(db: Db, stateHash: string, clock: Clock): Promise<LoginRow | undefined> {
  return db
    .deleteFrom('oidcLogins')
    .where('stateHash', '=', stateHash)
    .where(hasNotEnded(clock, longestMs))
    .returningAll()
    .executeTakeFirst();
}

export async function insertResult(db: Db, row: ResultRow): Promise<void> {
  await db.insertInto('oidcResults').values(row).execute();
}

/** Returns the unexpired result and deletes it, so that only one of several calls gets it. */
export function takeResult(
  db: Db,
  found: { codeHash: string; browserHash: string; kind: ResultRow['kind'] },
  clock: Clock,
): Promise<ResultRow | undefined> {
  return db
    .deleteFrom('oidcResults')
    .where('codeHash', '=', found.codeHash)
    .where('browserHash', '=', found.browserHash)
    .where('kind', '=', found.kind)
    .where(hasNotEnded(clock, longestMs))
    .returningAll()
    .executeTakeFirst();
}

/** Finds the newest login that this browser can link to the user. */
export function findOffer(
  db: Db,
  userId: string,
  browserHash: string,
  clock: Clock,
): Promise<ResultRow | undefined> {
  return db
    .selectFrom('oidcResults')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'offer')
    .where('browserHash', '=', browserHash)
    .where(hasNotEnded(clock, longestMs))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

export async function deleteOffersOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oidcResults').where('userId', '=', userId).where('kind', '=', 'offer').execute();
}

export async function deleteExpired(db: Db, now: string): Promise<void> {
  await db.deleteFrom('oidcLogins').where('expiresAt', '<=', now).execute();
  await db.deleteFrom('oidcResults').where('expiresAt', '<=', now).execute();
}

export async function insertLogout(db: Db, tokenHash: string, sealedUrl: string): Promise<void> {
  const { id } = await db
    .selectFrom('sessions')
    .select('id')
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirstOrThrow();
  await db.insertInto('oidcLogouts').values({ sessionId: id, sealedUrl }).execute();
}

export async function findSealedLogout(db: Db, tokenHash: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('oidcLogouts')
    .innerJoin('sessions', 'sessions.id', 'oidcLogouts.sessionId')
    .select('oidcLogouts.sealedUrl')
    .where('sessions.tokenHash', '=', tokenHash)
    .executeTakeFirst();
  return row?.sealedUrl;
}
