// Sessions in the database: the digest of a token, whose it is, until when.
import type { Selectable } from 'kysely';
import type { Db, SessionsTable, UsersTable } from '#db/schema.ts';

export type SessionRow = Selectable<SessionsTable>;

export async function insertSession(db: Db, session: SessionRow): Promise<void> {
  await db.insertInto('sessions').values(session).execute();
}

export function findSession(
  db: Db,
  tokenHash: string,
): Promise<(Selectable<UsersTable> & Pick<SessionRow, 'expiresAt'>) | undefined> {
  return db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .selectAll('users')
    .select('sessions.expiresAt')
    .where('sessions.tokenHash', '=', tokenHash)
    .executeTakeFirst();
}

export async function extendSession(db: Db, tokenHash: string, expiresAt: string): Promise<void> {
  await db.updateTable('sessions').set({ expiresAt }).where('tokenHash', '=', tokenHash).execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute();
}

export async function deleteExpiredSessions(db: Db, now: string): Promise<void> {
  await db.deleteFrom('sessions').where('expiresAt', '<=', now).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('userId', '=', userId).execute();
}
