import type { Selectable } from 'kysely';
import { hasChanged } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import type { Clock } from '#platform/clock.ts';
import { isCurrent } from '#platform/lifetimes.ts';
import type { AccountLinksTable } from '../tables.ts';

export type AccountLink = Selectable<AccountLinksTable>;

export async function insertLink(db: Db, link: AccountLink): Promise<void> {
  await db.insertInto('accountLinks').values(link).execute();
}

/** Finds an unexpired link of one of these kinds, used or not. */
export function findLink(
  db: Db,
  tokenHash: string,
  kinds: AccountLink['kind'][],
  clock: Clock,
): Promise<AccountLink | undefined> {
  return db
    .selectFrom('accountLinks')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('kind', 'in', kinds)
    .where(isCurrent(clock))
    .executeTakeFirst();
}

/** Returns false if the link was used before. Of two concurrent calls, only one gets true. */
export function useLink(db: Db, tokenHash: string, now: string): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('accountLinks')
      .set({ usedAt: now })
      .where('tokenHash', '=', tokenHash)
      .where('usedAt', 'is', null),
  );
}

/** Counts the distinct passwords of unexpired verification links. Null counts as one: it means the account's own password. */
export async function countPasswords(db: Db, userId: string, clock: Clock): Promise<number> {
  const rows = await db
    .selectFrom('accountLinks')
    .select('passwordHash')
    .distinct()
    .where('userId', '=', userId)
    .where('kind', '=', 'verify')
    .where(isCurrent(clock))
    .execute();
  return rows.length;
}

/** Finds the link to the newest address that is not confirmed yet. */
export function findPendingEmail(db: Db, userId: string, clock: Clock): Promise<AccountLink | undefined> {
  return db
    .selectFrom('accountLinks')
    .selectAll()
    .where('userId', '=', userId)
    .where('kind', '=', 'email')
    .where('usedAt', 'is', null)
    .where(isCurrent(clock))
    .orderBy('createdAt', 'desc')
    .executeTakeFirst();
}

export async function deleteLinksOf(db: Db, userId: string, kind: AccountLink['kind']): Promise<void> {
  await db.deleteFrom('accountLinks').where('userId', '=', userId).where('kind', '=', kind).execute();
}

export async function deleteExpiredLinks(db: Db, now: string): Promise<void> {
  await db.deleteFrom('accountLinks').where('expiresAt', '<=', now).execute();
}
