// The outbox in the database.
import type { Selectable } from 'kysely';
import type { Db, MailsTable } from '#db/schema.ts';

export type MailRow = Selectable<MailsTable>;

export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await db.insertInto('mails').values(mail).execute();
}

export function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

export function listDueMails(db: Db, now: string, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('nextAttemptAt', '<=', now)
    .orderBy('nextAttemptAt')
    .limit(limit)
    .execute();
}

/** Waiting, and not in the outbox folder yet. */
export function listUnfiledMails(db: Db, limit: number): Promise<MailRow[]> {
  return db
    .selectFrom('mails')
    .selectAll()
    .where('status', '=', 'waiting')
    .where('filedAt', 'is', null)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

/** Holds a mail for one try: `from` is the moment it was due at, so that only one node gets it. */
export async function claimMail(db: Db, mail: MailRow, until: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ nextAttemptAt: until, attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .where('status', '=', 'waiting')
    .where('nextAttemptAt', '=', mail.nextAttemptAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .orderBy('createdAt', 'desc')
    .orderBy('id', 'desc')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

export async function countMails(db: Db, status: MailRow['status'] | undefined): Promise<number> {
  const { count } = await db
    .selectFrom('mails')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function deleteSentBefore(db: Db, before: string): Promise<void> {
  await db.deleteFrom('mails').where('status', '=', 'sent').where('sentAt', '<', before).execute();
}
