// Reads, approves and deletes accounts for admins.

import type { UsersQuery } from '@cellar/contract/people/accounts.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import type { Insertable, Selectable, SelectQueryBuilder, Updateable } from 'kysely';
import { contains } from '#db/conditions.ts';
import { lockRows, lockRowsButKeys } from '#db/database.ts';
import { countRows, hasChanged, hasRow } from '#db/rows.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';
import type { InvitationsTable, UsersTable } from '../tables.ts';

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

export function countUsers(db: Db, query: UsersQuery): Promise<number> {
  return countRows(filtered(db.selectFrom('users'), query));
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
export function approveUser(db: Db, id: string, now: string): Promise<boolean> {
  return hasChanged(
    db.updateTable('users').set({ approvedAt: now }).where('id', '=', id).where('approvedAt', 'is', null),
  );
}

/** Locks the member's downloads first, in the order of their ids, as the progress recorder does, to avoid deadlocks. */
export async function deleteUser(trx: Trx, id: string): Promise<boolean> {
  const downloads = trx.selectFrom('downloads').select('id').where('userId', '=', id).orderBy('id');
  await lockRows(trx, downloads).execute();
  return hasChanged(trx.deleteFrom('users').where('id', '=', id));
}

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

export function hasAdmin(db: Db): Promise<boolean> {
  return hasRow(db.selectFrom('users').select('id').where('role', '=', 'admin').limit(1));
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

export type InvitationRow = Selectable<InvitationsTable>;

export async function insertInvitation(db: Db, invitation: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(invitation).execute();
}

/** Lists invitations, newest first, with the email address of the admin who created each. */
export function listInvitations(db: Db): Promise<(InvitationRow & { creator: string | null })[]> {
  return db
    .selectFrom('invitations')
    .leftJoin('users', 'users.id', 'invitations.createdBy')
    .selectAll('invitations')
    .select('users.email as creator')
    .orderBy('invitations.createdAt', 'desc')
    .limit(500)
    .execute();
}

export function findValid(db: Db, tokenHash: string, now: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .whereRef('uses', '<', 'maxUses')
    .executeTakeFirst();
}

/** Returns false if the last use was taken after the invitation was read. */
export function countUse(db: Db, id: string): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('invitations')
      .set((eb) => ({ uses: eb('uses', '+', 1) }))
      .where('id', '=', id)
      .whereRef('uses', '<', 'maxUses'),
  );
}

export function deleteInvitation(db: Db, id: string): Promise<boolean> {
  return hasChanged(db.deleteFrom('invitations').where('id', '=', id));
}
