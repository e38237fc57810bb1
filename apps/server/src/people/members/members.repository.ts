// Reads, approves and deletes accounts for admins.
import type { UsersQuery } from '@cellar/contract/people/accounts.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Selectable, SelectQueryBuilder } from 'kysely';
import { contains } from '#db/contains.ts';
import { lockRows, lockRowsButKeys } from '#db/database.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import type { UsersTable } from '../tables.ts';

type Query<O> = SelectQueryBuilder<Schema, 'users', O>;

function filtered<O>(query: Query<O>, { search, state }: UsersQuery): Query<O> {
  let result = query;
  if (search) {
    result = result.where(({ fn, ref, or }) =>
      or([
        contains(ref('nameFold'), foldText(search)),
        contains(fn<string>('lower', ['name']), search.toLowerCase()),
        contains(ref('email'), search.toLowerCase()),
      ]),
    );
  }
  if (state === 'admin' || state === 'contributor') return result.where('role', '=', state);
  if (state === 'suspended') return result.where('suspendedAt', 'is not', null);
  if (state === 'unverified') return result.where('verifiedAt', 'is', null);
  if (state === 'pending') return result.where('verifiedAt', 'is not', null).where('approvedAt', 'is', null);
  return state === 'approved' ? result.where('approvedAt', 'is not', null) : result;
}

export function listUsers(db: Db, query: UsersQuery): Promise<Selectable<UsersTable>[]> {
  return filtered(db.selectFrom('users').selectAll(), query)
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(query.limit)
    .offset((query.page - 1) * query.limit)
    .execute();
}

export async function countUsers(db: Db, query: UsersQuery): Promise<number> {
  const { count } = await filtered(
    db.selectFrom('users').select((eb) => eb.fn.countAll<number>().as('count')),
    query,
  ).executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Locks the admins who can log in until the transaction ends, so that two admins cannot demote each other at once. Also locks
 * the account that is about to change: one that has just stopped being an admin would be locked later and out of order, and
 * two transactions could deadlock. Returns the ids of the admins.
 */
export async function lockActiveAdmins(trx: Trx, changedId: string): Promise<string[]> {
  // Who saves the progress of a download, which a deletion waits for, refers to the member.
  const rows = await lockRowsButKeys(
    trx,
    trx
      .selectFrom('users')
      .select(['id', 'role', 'suspendedAt', 'approvedAt'])
      .where((eb) => eb.or([eb('role', '=', 'admin'), eb('id', '=', changedId)]))
      .orderBy('id'),
  ).execute();
  const active = rows.filter((row) => row.role === 'admin' && !row.suspendedAt && row.approvedAt);
  return active.map(({ id }) => id);
}

/** Returns false if the account was already approved. If two admins approve it at the same time, only one call returns true. */
export async function approveUser(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ approvedAt: now })
    .where('id', '=', id)
    .where('approvedAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Locks the member's downloads first, in the order of their ids, as the progress recorder does, to avoid deadlocks. */
export async function deleteUser(trx: Trx, id: string): Promise<boolean> {
  const downloads = trx.selectFrom('downloads').select('id').where('userId', '=', id).orderBy('id');
  await lockRows(trx, downloads).execute();
  const { numDeletedRows } = await trx.deleteFrom('users').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
