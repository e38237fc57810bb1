import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Insertable, Selectable, Updateable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { UsersTable } from '../tables.ts';

type User = Selectable<UsersTable>;

export function findUser(db: Db, id: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
}

export function lockUser(trx: Trx, id: string): Promise<User | undefined> {
  return lockRows(trx, trx.selectFrom('users').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** `email` must be in lower case. */
export function findUserByEmail(db: Db, email: string): Promise<User | undefined> {
  return db.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
}

export async function hasAdmin(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertUser(db: Db, user: Insertable<UsersTable>): Promise<void> {
  await db
    .insertInto('users')
    .values({ ...user, nameFold: foldText(user.name) })
    .execute();
}

export async function updateUser(db: Db, id: string, changes: Updateable<UsersTable>): Promise<void> {
  const folded = changes.name === undefined ? {} : { nameFold: foldText(changes.name) };
  await db
    .updateTable('users')
    .set({ ...changes, ...folded })
    .where('id', '=', id)
    .execute();
}
