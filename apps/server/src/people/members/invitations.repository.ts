import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { InvitationsTable } from '../tables.ts';

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
export async function countUse(db: Db, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('invitations')
    .set((eb) => ({ uses: eb('uses', '+', 1) }))
    .where('id', '=', id)
    .whereRef('uses', '<', 'maxUses')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function deleteInvitation(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('invitations').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
