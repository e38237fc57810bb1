// Invitations in the database.
import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { InvitationsTable } from './invitations.table.ts';

type InvitationRow = Selectable<InvitationsTable>;

export async function insertInvitation(db: Db, invitation: InvitationRow): Promise<void> {
  await db.insertInto('invitations').values(invitation).execute();
}

/** Newest first, with the address of who made it. */
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

export function findOpen(db: Db, tokenHash: string, now: string): Promise<InvitationRow | undefined> {
  return db
    .selectFrom('invitations')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .whereRef('uses', '<', 'maxUses')
    .executeTakeFirst();
}

/** False when others have used it up meanwhile. */
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
