// Which accounts of providers belong to which users.
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { OidcLinksTable } from '../tables.ts';

export type LinkRow = Selectable<OidcLinksTable>;

export function findLink(db: Db, issuer: string, sub: string): Promise<LinkRow | undefined> {
  return db
    .selectFrom('oidcLinks')
    .selectAll()
    .where('issuer', '=', issuer)
    .where('sub', '=', sub)
    .executeTakeFirst();
}

export function listLinks(db: Db, userId: string): Promise<LinkRow[]> {
  return db
    .selectFrom('oidcLinks')
    .selectAll()
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** Counts the members without a login of these issuers. */
export async function countUnlinked(db: Db, issuers: string[]): Promise<number> {
  const { count } = await db
    .selectFrom('users')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('approvedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('oidcLinks')
            .select('oidcLinks.id')
            .whereRef('oidcLinks.userId', '=', 'users.id')
            .where('oidcLinks.issuer', 'in', ['', ...issuers]),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** @throws a unique violation if the provider's account is linked already */
export async function insertLink(db: Db, row: LinkRow): Promise<void> {
  await db.insertInto('oidcLinks').values(row).execute();
}

export async function touchLink(
  db: Db,
  id: string,
  used: Pick<LinkRow, 'email' | 'lastUsedAt'>,
): Promise<void> {
  await db.updateTable('oidcLinks').set(used).where('id', '=', id).execute();
}

export async function deleteLink(db: Db, userId: string, id: string): Promise<void> {
  await db.deleteFrom('oidcLinks').where('userId', '=', userId).where('id', '=', id).execute();
}

export async function deleteLinksOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('oidcLinks').where('userId', '=', userId).execute();
}

export async function hasPasskey(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('passkeys')
    .select('id')
    .where('userId', '=', userId)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
