// Accounts in the database.
import type { Insertable, Selectable } from 'kysely';
import type { Db, UsersTable } from '#db/schema.ts';

type User = Selectable<UsersTable>;

/** `email` in lower case. */
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
  await db.insertInto('users').values(user).execute();
}

export async function updateUser(db: Db, id: string, changes: Partial<Omit<User, 'id'>>): Promise<void> {
  await db.updateTable('users').set(changes).where('id', '=', id).execute();
}
