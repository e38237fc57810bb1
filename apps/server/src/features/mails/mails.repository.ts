// The outbox in the database.
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { MailsTable } from './mails.table.ts';

export type MailRow = Selectable<MailsTable>;

/** What nobody waits for, and nobody wants any more after a while. */
export const newsKinds: readonly string[] = ['digest', 'pendingApproval'];

/** Of a mail to nobody, which admins are not shown. */
export const decoyKind = 'decoy';

export async function insertMail(db: Db, mail: MailRow): Promise<void> {
  await db.insertInto('mails').values(mail).execute();
}

export function findMail(db: Db, id: string): Promise<MailRow | undefined> {
  return db.selectFrom('mails').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Written out, since a partial index is used only where its condition is. */
const waiting = sql.lit('waiting') as RawBuilder<never>;

/** The most urgent one that is due; of those the one that has waited longest. */
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

/** Waiting, and not in the outbox folder yet. */
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

/** Holds a mail for one try: `from` is the moment it was due at, so that only one node gets it. */
export async function claimMail(db: Db, mail: MailRow, until: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ nextAttemptAt: until, claimedUntil: until, attempts: mail.attempts + 1 })
    .where('id', '=', mail.id)
    .where('status', '=', 'waiting')
    .where('nextAttemptAt', '=', mail.nextAttemptAt)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function renewClaim(db: Db, id: string, until: string): Promise<void> {
  await db
    .updateTable('mails')
    .set({ nextAttemptAt: until, claimedUntil: until })
    .where('id', '=', id)
    .where('claimedUntil', 'is not', null)
    .execute();
}

/** Due at once, with all its tries. False for one that is on its way. */
export async function retryMail(db: Db, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('mails')
    .set({ status: 'waiting', attempts: 0, nextAttemptAt: now })
    .where('id', '=', id)
    .where('status', '!=', 'sent')
    .where((eb) => eb.or([eb('claimedUntil', 'is', null), eb('claimedUntil', '<=', now)]))
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
    .where('kind', '!=', decoyKind)
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
    .where('kind', '!=', decoyKind)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? 'waiting'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Of any state. The oldest come first, by the index of their time. */
export function listOldMails(
  db: Db,
  before: { news: string; others: string },
  limit: number,
): Promise<Pick<MailRow, 'id' | 'createdAt' | 'filedAt'>[]> {
  return db
    .selectFrom('mails')
    .select(['id', 'createdAt', 'filedAt'])
    .where('createdAt', '<', before.news)
    .where((eb) =>
      eb.or([
        eb('createdAt', '<', before.others),
        eb.and([eb('status', '!=', 'sent'), eb('kind', 'in', newsKinds)]),
      ]),
    )
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}
