import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { MailServerTable } from '../tables.ts';

export type MailServerRow = Selectable<MailServerTable>;

export function findServer(db: Db): Promise<MailServerRow | undefined> {
  return db.selectFrom('mailServer').selectAll().executeTakeFirst();
}

export async function putServer(db: Db, row: Omit<MailServerRow, 'id'>): Promise<void> {
  await db
    .insertInto('mailServer')
    .values({ id: 'smtp', ...row })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
    .execute();
}

export async function deleteServer(db: Db): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('mailServer').executeTakeFirst();
  return numDeletedRows > 0n;
}
