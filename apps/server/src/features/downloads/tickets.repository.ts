import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { TicketsTable } from './downloads.table.ts';

export type TicketRow = Selectable<TicketsTable>;

export async function insertTicket(db: Db, ticket: TicketRow): Promise<void> {
  await db.insertInto('tickets').values(ticket).execute();
}

/** Locks the session, so that it can't end before the transaction does. Returns false if it has ended already. */
export async function lockSession(trx: Trx, sessionHash: string): Promise<boolean> {
  const session = trx.selectFrom('sessions').select('id').where('tokenHash', '=', sessionHash);
  return (await lockRows(trx, session).executeTakeFirst()) !== undefined;
}

/** Returns a ticket that has not expired. */
export function findTicket(db: Db, tokenHash: string, now: string): Promise<TicketRow | undefined> {
  return db
    .selectFrom('tickets')
    .selectAll()
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

export async function extendTicket(db: Db, tokenHash: string, expiresAt: string): Promise<void> {
  await db.updateTable('tickets').set({ expiresAt }).where('tokenHash', '=', tokenHash).execute();
}

/** Deletes a member's tickets, except those issued to `exceptSession`. */
export async function deleteTicketsOfMember(db: Db, userId: string, exceptSession = ''): Promise<void> {
  await db
    .deleteFrom('tickets')
    .where('userId', '=', userId)
    .where((eb) => eb.or([eb('sessionHash', 'is', null), eb('sessionHash', '!=', exceptSession)]))
    .execute();
}

export async function deleteTicketsOfSession(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('tickets').where('sessionHash', '=', sessionHash).execute();
}

export async function deleteTicketsOfDownload(db: Db, downloadId: string): Promise<void> {
  await db.deleteFrom('tickets').where('downloadId', '=', downloadId).execute();
}

export async function deleteExpiredTickets(db: Db, now: string): Promise<void> {
  await db.deleteFrom('tickets').where('expiresAt', '<=', now).execute();
}
