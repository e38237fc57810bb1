import type { Insertable, Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows, hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { LearnedNamesTable } from '#games/tables.ts';

export type LearnedRow = Selectable<LearnedNamesTable>;

export function findByKeys(db: Db, keys: readonly string[]): Promise<LearnedRow[]> {
  if (keys.length === 0) return Promise.resolve([]);
  return db.selectFrom('learnedNames').selectAll().where('nameKey', 'in', keys).execute();
}

/** Inserts the row if its name is new, locks it, and returns it as it is. */
export async function lockName(trx: Trx, row: Insertable<LearnedNamesTable>): Promise<LearnedRow> {
  await trx
    .insertInto('learnedNames')
    .values(row)
    .onConflict((conflict) => conflict.column('nameKey').doNothing())
    .execute();
  const query = trx.selectFrom('learnedNames').selectAll().where('nameKey', '=', row.nameKey);
  return lockRows(trx, query).executeTakeFirstOrThrow();
}

export async function lockKnown(trx: Trx, nameKey: string): Promise<LearnedRow | undefined> {
  const query = trx.selectFrom('learnedNames').selectAll().where('nameKey', '=', nameKey);
  return lockRows(trx, query).executeTakeFirst();
}

export async function updateName(trx: Trx, { id, ...changes }: LearnedRow): Promise<void> {
  await trx.updateTable('learnedNames').set(changes).where('id', '=', id).execute();
}

export function deleteName(trx: Trx, id: string): Promise<boolean> {
  return hasChanged(trx.deleteFrom('learnedNames').where('id', '=', id));
}

export async function countUse(trx: Trx, id: string): Promise<void> {
  await trx
    .updateTable('learnedNames')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function countNames(db: Db): Promise<number> {
  return countRows(db.selectFrom('learnedNames'));
}

/** Most recently learned first, with the email address of the admin. */
export function listNames(
  db: Db,
  { page, pageSize }: { page: number; pageSize: number },
): Promise<(LearnedRow & { by: string | null })[]> {
  return db
    .selectFrom('learnedNames')
    .leftJoin('users', 'users.id', 'learnedNames.userId')
    .selectAll('learnedNames')
    .select('users.email as by')
    .orderBy('learnedNames.learnedAt', 'desc')
    .orderBy('learnedNames.id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

export async function findName(db: Db, id: string): Promise<string | undefined> {
  const row = await db.selectFrom('learnedNames').select('name').where('id', '=', id).executeTakeFirst();
  return row?.name;
}
