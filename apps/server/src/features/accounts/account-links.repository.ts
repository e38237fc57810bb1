// Links that were mailed: to verify an address, to set a new password, to confirm a new address.
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { AccountLinksTable } from './account-links.table.ts';

export type AccountLink = Selectable<AccountLinksTable>;

export async function insertLink(db: Db, link: AccountLink): Promise<void> {
  await db.insertInto('accountLinks').values(link).execute();
}

/** Of this kind, and not past its time; it may have been used. */
export function findLink(
  db: Db,
  tokenHash: string,
  kinds: AccountLink['kind'][],
  now: string,
): Promise<AccountLink | undefined> {
  return db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** False when it was used before: of two tries at once, one gets true. */
export async function useLink(db: Db, tokenHash: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('accountLinks')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** How many passwords the links to verify an address stand for; one without any stands for the account's. */
export async function countPasswords(db: Db, userId: string, now: string): Promise<number> {
  const rows = await db
    .selectFrom('accountLinks')
    .select('passwordHash')
    .distinct()
    .where('userId', '=', userId)
    .where('kind', '=', 'verify')
    .where('expiresAt', '>', now)
    .execute();
  return rows.length;
}

/** The newest address that waits to be confirmed. */
export function findPendingEmail(db: Db, userId: string, now: string): Promise<AccountLink | undefined> {
  return db
    .selectFrom('accountLinks')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

export async function deleteLinksOf(db: Db, userId: string, kind: AccountLink['kind']): Promise<void> {
  await db.deleteFrom('accountLinks').where('userId', '=', userId).where('kind', '=', kind).execute();
}

export async function deleteExpiredLinks(db: Db, now: string): Promise<void> {
  await db.deleteFrom('accountLinks').where('expiresAt', '<=', now).execute();
}
