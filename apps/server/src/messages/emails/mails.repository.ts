// The outbox in the database.

import type { Selectable } from 'kysely';
import { countRows, hasChanged } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import { waiting } from '../outbox.ts';
import type { MailServerTable, MailsTable } from '../tables.ts';

export type MailRow = Selectable<MailsTable>;

/** The least urgent emails, which become outdated after a while. */
export const notificationKinds: readonly string[] = [
  'digest',
  'pendingApproval',
  'requestFulfilled',
  'requestDeclined',
];

/** The kind of emails without a recipient. Admins do not see them. */
export const decoyKind = 'decoy';

export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await db.insertInto('mails').values(mail).execute();
}

export function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Returns the most urgent email that is due; among equally urgent ones, the one that has been due longest. */
export async function findNextMail(db: Db, now: string): Promise<MailRow | undefined> {
  for (const urgency of [0, 1]) {
    const mail = await db
      .selectFrom('mails')
      .selectAll()
      .where('status', '=', waiting)
      .where('urgency', '=', urgency)
      .where('nextAttemptAt', '<=', now)
      .orderBy('nextAttemptAt')
      .limit(1)
      .executeTakeFirst();
    if (mail) return mail;
  }
  return undefined;
}

/** Lists waiting emails that are not in the outbox folder yet, oldest first. */
export function listUnfiledMails(db: Db, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('status', '=', waiting)
    .where('filedAt', 'is', null)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

/** Makes all waiting emails due now, except those that are being sent, and resets their attempts. */
export async function makeWaitingDue(db: Db, now: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ attempts: 0, nextAttemptAt: now })
    .where('status', '=', waiting)
    .where('nextAttemptAt', '>', now)
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
    .execute();
}

export async function updateMail(db: Db, id: string, changes: Partial<MailRow>): Promise<void> {
  await db.updateTable('mails').set(changes).where('id', '=', id).execute();
}

export async function deleteMail(db: Db, id: string): Promise<void> {
  await db.deleteFrom('mails').where('id', '=', id).execute();
}

interface Page {
  page: number;
  status: MailRow['status'] | undefined;
  pageSize: number;
}

export function listMails(db: Db, { page, status, pageSize }: Page): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('kind', '!=', decoyKind)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** Counts emails, up to `limit`, so that the time does not depend on their number. */
export function countMails(db: Db, status: MailRow['status'] | undefined, limit?: number): Promise<number> {
  const counted = db
    .selectFrom('mails')
    .select('id')
    .where('kind', '!=', decoyKind)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .as('counted');
  return countRows(db.selectFrom(counted));
}

/** Returns when the oldest email was written that was neither sent nor filed in the outbox folder. */
export async function findOldestWaiting(db: Db): Promise<string | undefined> {
  const oldest = await db
    .selectFrom('mails')
    .select('createdAt')
    .where('status', '=', waiting)
    .where('filedAt', 'is', null)
    .where('kind', '!=', decoyKind)
    .orderBy('createdAt')
    .limit(1)
    .executeTakeFirst();
  return oldest?.createdAt;
}

/** Lists emails of any status, oldest first, in the order of the index on `createdAt`. */
export function listOldMails(
  db: Db,
  before: { notifications: string; others: string },
  limit: number,
): Promise<Pick<MailRow, 'id' | 'createdAt' | 'filedAt'>[]> {
  return db
    .selectFrom('mails')
    .select(['id', 'createdAt', 'filedAt'])
    .where('createdAt', '<', before.notifications)
    .where((eb) =>
      eb.or([
        eb('createdAt', '<', before.others),
        eb.and([eb('status', '!=', 'sent'), eb('kind', 'in', notificationKinds)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

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

export function deleteServer(db: Db): Promise<boolean> {
  return hasChanged(db.deleteFrom('mailServer'));
}
