import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { DownloadListsTable, TicketsTable } from '../tables.ts';

export type TicketRow = Selectable<TicketsTable>;
export type ListRow = Selectable<DownloadListsTable>;

export async function insertTicket(db: Db, ticket: TicketRow): Promise<void> {
  await db.insertInto('tickets').values(ticket).execute();
}

/**
 * Locks the session or API token, so that it can't end before the transaction does. Returns when it expires, or null if use extends it or
 * it does not expire; undefined if it has ended already.
 */
export async function lockSession(trx: Trx, sessionHash: string): Promise<string | null | undefined> {
  const session = trx.selectFrom('sessions').select('id').where('tokenHash', '=', sessionHash);
  if (await lockRows(trx, session).executeTakeFirst()) return null;
  const apiToken = trx.selectFrom('apiTokens').select('expiresAt').where('tokenHash', '=', sessionHash);
  return (await lockRows(trx, apiToken).executeTakeFirst())?.expiresAt;
}

/** Returns a ticket that has not expired, with the role of its member. */
export async function findTicket(db: Db, tokenHash: string, now: string) {
  const row = await db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.userId')
    .selectAll('tickets')
    .select('users.role')
    .where('tokenHash', '=', tokenHash)
    .where('expiresAt', '>', now)
    .executeTakeFirst();
  return row && { ...row, isAdmin: row.role === 'admin', isContributor: row.role === 'contributor' };
}

export async function extendTicket(db: Db, tokenHash: string, expiresAt: string): Promise<void> {
  await db.updateTable('tickets').set({ expiresAt }).where('tokenHash', '=', tokenHash).execute();
}

export async function insertList(db: Db, list: ListRow): Promise<void> {
  await db.insertInto('downloadLists').values(list).execute();
}

/** Returns a list that has not expired, if its member still has access. */
export async function findList(db: Db, id: string, now: string) {
  const row = await db
    .selectFrom('downloadLists as list')
    .innerJoin('users', 'users.id', 'list.userId')
    .selectAll('list')
    .select('users.role')
    .where('list.id', '=', id)
    .where('list.expiresAt', '>', now)
    .where('users.suspendedAt', 'is', null)
    .where('users.verifiedAt', 'is not', null)
    .where('users.approvedAt', 'is not', null)
    .executeTakeFirst();
  return row && { ...row, isAdmin: row.role === 'admin', isContributor: row.role === 'contributor' };
}

export async function extendList(db: Db, id: string, expiresAt: string): Promise<void> {
  await db.updateTable('downloadLists').set({ expiresAt }).where('id', '=', id).execute();
}

/** Deletes a member's tickets and lists. */
export async function deleteTicketsOfMember(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('tickets').where('userId', '=', userId).execute();
  await db.deleteFrom('downloadLists').where('userId', '=', userId).execute();
}

/** Deletes a member's tickets and lists, except those of the sessions and API tokens that still exist. */
export async function deleteTicketsOfEndedSessions(db: Db, userId: string): Promise<void> {
  const sessions = db.selectFrom('sessions').select('tokenHash').where('userId', '=', userId);
  const apiTokens = db.selectFrom('apiTokens').select('tokenHash').where('userId', '=', userId);
  for (const table of ['tickets', 'downloadLists'] as const) {
    // Both tables have these columns.
    await db
      .deleteFrom(table as 'tickets')
      .where('userId', '=', userId)
      .where((eb) =>
        eb.or([
          eb('sessionHash', 'is', null),
          eb.and([eb('sessionHash', 'not in', sessions), eb('sessionHash', 'not in', apiTokens)]),
        ]),
      )
      .execute();
  }
}

export async function deleteTicketsOfSession(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom('tickets').where('sessionHash', '=', sessionHash).execute();
  await db.deleteFrom('downloadLists').where('sessionHash', '=', sessionHash).execute();
}

export async function deleteTicketsOfDownload(db: Db, downloadId: string): Promise<void> {
  await db.deleteFrom('tickets').where('downloadId', '=', downloadId).execute();
}

/** A transfer ends when its ticket or list is deleted, so that one which takes longer than a day can be completed. */
export async function deleteEndedTickets(db: Db, now: string): Promise<void> {
  await db.deleteFrom('tickets').where('endsAt', '<=', now).execute();
  await db.deleteFrom('downloadLists').where('endsAt', '<=', now).execute();
}
