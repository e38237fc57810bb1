// Sessions, and the networks that members have logged in from.

import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import { hasRow } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import type { KnownDevicesTable, KnownNetworksTable, SessionsTable } from '../tables.ts';

export type SessionRow = Selectable<SessionsTable>;

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Compiles the query once, because nearly every request runs it. Selects only the columns that requests need. */
export function prepareFindSession(db: Db) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    .select(['users.verifiedAt', 'users.approvedAt', 'users.suspendedAt'])
    .select(['users.secondFactorAt', 'sessions.confirmedAt', 'sessions.providerId'])
    .select(requiredSecondFactor(db))
    .select(['sessions.id as sessionId', 'sessions.expiresAt', 'sessions.lastUsedAt'])
    .where('sessions.tokenHash', '=', '');
  const statement = query.compile();

  return async function findSession(tokenHash: string) {
    const { rows } = await db.executeQuery<Found<typeof query>>({ ...statement, parameters: [tokenHash] });
    return rows[0];
  };
}

type Found<Query> = Query extends SelectQueryBuilder<never, never, infer Row> ? Row : never;

/** Selects the setting. A literal, because the statements that find credentials have only one parameter. */
export function requiredSecondFactor(db: Db) {
  return db
    .selectFrom('settings')
    .select('value')
    .where('key', '=', sql.lit('requireSecondFactor'))
    .as('requireSecondFactor');
}

/** Lists unexpired sessions, the most recently used first. */
export function listSessions(db: Db, userId: string, now: string): Promise<SessionRow[]> {
  return db
    .selectFrom('sessions')
    .selectAll()
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastUsedAt', 'desc')
    .execute();
}

export async function touchSession(
  db: Db,
  id: string,
  times: Pick<SessionRow, 'lastUsedAt' | 'expiresAt'>,
): Promise<void> {
  await db.updateTable('sessions').set(times).where('id', '=', id).execute();
}

export async function confirmSession(db: Db, tokenHash: string, confirmedAt: string): Promise<void> {
  await db.updateTable('sessions').set({ confirmedAt }).where('tokenHash', '=', tokenHash).execute();
}

export async function deleteSessionByToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

/** Returns the hash of the session's token; undefined if there is no such session. */
export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('tokenHash')
    .executeTakeFirst();
  return row?.tokenHash;
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}

/** Deletes all sessions of a member, except the one whose token has the hash `exceptHash`. */
export async function deleteSessionsOf(db: Db, userId: string, exceptHash = ''): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '!=', exceptHash).execute();
}

export async function rememberNetwork(db: Db, row: KnownNetworksTable): Promise<void> {
  await db
    .insertInto('knownNetworks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'network']).doUpdateSet({ usedAt: row.usedAt }))
    .execute();
}

export function isKnownNetwork(db: Db, userId: string, network: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('knownNetworks')
      .select('usedAt')
      .where('userId', '=', userId)
      .where('network', '=', network),
  );
}

export async function forgetNetworks(db: Db, before: string): Promise<void> {
  await db.deleteFrom('knownNetworks').where('usedAt', '<', before).execute();
}

/** Returns whether a member has logged in from this device, and whether from any. */
export async function findDevices(db: Db, userId: string, deviceHash: string) {
  const find = () => db.selectFrom('knownDevices').select('usedAt').where('userId', '=', userId).limit(1);
  const known = await find().where('deviceHash', '=', deviceHash).executeTakeFirst();
  return { isKnown: known !== undefined, hasAny: known !== undefined || (await find().execute()).length > 0 };
}

export async function isKnownDevice(db: Db, userId: string, deviceHash: string): Promise<boolean> {
  return (await findDevices(db, userId, deviceHash)).isKnown;
}

export async function rememberDevice(db: Db, row: KnownDevicesTable): Promise<void> {
  await db
    .insertInto('knownDevices')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'deviceHash']).doUpdateSet({ usedAt: row.usedAt }))
    .execute();
}

export async function forgetDevices(db: Db, before: string): Promise<void> {
  await db.deleteFrom('knownDevices').where('usedAt', '<', before).execute();
}
