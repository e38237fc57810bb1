// Sessions in the database: the digest of a token, whose it is, until when.
import type { Selectable, SelectQueryBuilder } from 'kysely';
import type { Db, SessionsTable } from '#db/schema.ts';

export type SessionRow = Selectable<SessionsTable>;

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

/** Asked by nearly every request, so its statement is built once, and reads what a request needs to know and no more. */
export function prepareFindSession(db: Db) {
  const query = db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.name', 'users.email', 'users.role'])
    .select(['users.verifiedAt', 'users.approvedAt', 'users.suspendedAt'])
    .select(['sessions.id as sessionId', 'sessions.expiresAt', 'sessions.lastUsedAt'])
    .where('sessions.tokenHash', '=', '');
  const statement = query.compile();

  return async function findSession(tokenHash: string) {
    const { rows } = await db.executeQuery<Found<typeof query>>({ ...statement, parameters: [tokenHash] });
    return rows[0];
  };
}

type Found<Query> = Query extends SelectQueryBuilder<never, never, infer Row> ? Row : never;

/** Last used first; those that have ended are not told. */
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

export async function deleteSessionByToken(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

export async function deleteSessionOf(db: Db, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}

/** All of an account's, or all but the one with this digest. */
export async function deleteSessionsOf(db: Db, userId: string, exceptHash = ''): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '!=', exceptHash).execute();
}
