// Delivers the outbox: to the mail server, or into a folder if none is configured.

import { limits } from '@cellar/contract/rules/limits.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import { type Clock, dayMs, isoAt, longestPauseMs, minuteMs } from '#platform/clock.ts';

import type { Mailer, MailFolder, OutgoingMail } from '#platform/mail/mailer.ts';

import type { MailServerService } from '../mail-server/mail-server.service.ts';
import * as repository from './mails.repository.ts';
import { decoyKind, type MailRow, notificationKinds } from './mails.repository.ts';
import { bodiesOf, type MailPictures } from './stored-mail.ts';

/** The pauses after failed attempts, nearly two days in all. When there is no further pause, the email has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);
/** A node renews its claim while it sends. If the node dies, another one may try after this time. */
const claimMs = 2 * minuteMs;
/** The number of emails sent in parallel. After each, the most urgent waiting email is next. */
const parallelDeliveries = 3;
const batchSize = 50;
const retentionMs = limits.mailDays * dayMs;

export interface DeliveryDeps {
  db: Db;
  longReads: Db;
  clock: Clock;
  log: FastifyBaseLogger;
  /** Without a mail server, emails are written into the folder and remain readable in the outbox. */
  mailServer: Pick<MailServerService, 'current' | 'isConfigured' | 'close'>;
  folder: MailFolder;
  pictures: MailPictures;
}

interface Context extends DeliveryDeps {
  isClosed: boolean;
}

export function createMailDelivery(deps: DeliveryDeps) {
  const context: Context = { ...deps, isClosed: false };
  let delivering: Promise<void> | undefined;
  let isWanted = false;

  async function deliverWhileWanted(): Promise<void> {
    try {
      while (isWanted && !context.isClosed) {
        isWanted = false;
        if (await deps.mailServer.isConfigured()) await deliverWaiting(context);
        else await fileWaiting(context);
      }
    } finally {
      delivering = undefined;
      deps.pictures.forget();
    }
  }

  return {
    /** Delivers emails that are due. A call during a delivery joins it, and makes it check the outbox once more. */
    deliverDue(): Promise<void> {
      isWanted = true;
      delivering ??= deliverWhileWanted();
      return delivering;
    },

    removeOld: () => removeOld(context),

    /** Waits until the current emails are recorded as sent; otherwise they would be sent again after the next start. */
    async close(): Promise<void> {
      context.isClosed = true;
      await delivering?.catch(() => undefined);
      deps.mailServer.close();
    },
  };
}

async function deliverWaiting(context: Context): Promise<void> {
  const { db, clock } = context;
  await repository.bringBack(db, { now: isoAt(clock), latest: isoAt(clock, longestPauseMs) });
  const work = async () => {
    for (;;) {
      if (context.isClosed) return;
      // Admins may change the mail server at any time.
      const mailer = await context.mailServer.current();
      const mail = mailer && (await claimNext(context));
      if (!mailer || !mail) return;
      await deliverOne(context, mailer, mail);
    }
  };
  // Wait for all workers before reporting a failure, because the caller may close the database next.
  const ends = await Promise.allSettled(Array.from({ length: parallelDeliveries }, work));
  const failed = ends.find((end) => end.status === 'rejected');
  if (failed) throw failed.reason;
}

async function claimNext({ db, clock }: Context): Promise<MailRow | undefined> {
  for (;;) {
    const mail = await repository.findNextMail(db, isoAt(clock));
    if (!mail || (await repository.claimMail(db, mail, isoAt(clock, claimMs)))) return mail;
  }
}

async function deliverOne(context: Context, mailer: Mailer, mail: MailRow): Promise<void> {
  const { db, clock, log } = context;
  if (mail.kind === decoyKind || !(await isStillWanted(context, mail))) {
    // Render a decoy, too, so that it takes as long as an email.
    if (mail.kind === decoyKind) await bodiesOf(mail);
    return remove(context, [mail]);
  }
  const renewal = setInterval(() => {
    repository
      .renewClaim(db, mail, isoAt(clock, claimMs))
      .catch((error) => log.warn({ err: error, mailId: mail.id }, 'failed to renew the claim on an email'));
  }, claimMs / 4);
  try {
    await mailer.deliver(await toOutgoing(context, mail));
  } catch (error) {
    return recordFailure(context, mail, error as Error);
  } finally {
    clearInterval(renewal);
  }
  await recordSent(context, mail);
}

async function recordSent({ db, clock, folder }: Context, mail: MailRow): Promise<void> {
  await repository.updateMail(db, mail.id, {
    status: 'sent',
    sentAt: isoAt(clock),
    nextAttemptAt: null,
    lastError: null,
    claimedUntil: null,
    // The links in a sent email are secrets that only its recipient needs.
    textBody: '',
    htmlBody: '',
    content: null,
    headers: '{}',
    attachments: '[]',
  });
  if (mail.filedAt) await folder.remove({ id: mail.id, at: mail.createdAt });
}

async function recordFailure({ db, clock, log }: Context, mail: MailRow, error: Error): Promise<void> {
  const pause = pauses[mail.attempts];
  log.warn({ err: error, mailId: mail.id, kind: mail.kind }, 'failed to deliver an email');
  await repository.updateClaimed(db, mail, {
    lastError: error.message.slice(0, 500),
    status: pause === undefined ? 'failed' : 'waiting',
    nextAttemptAt: pause === undefined ? null : isoAt(clock, pause),
    claimedUntil: null,
  });
}

/** Writes each waiting email into the folder once. The emails keep waiting, in case a mail server is configured later. */
async function fileWaiting(context: Context): Promise<void> {
  const { db, clock, folder, log } = context;
  for (;;) {
    const unfiled = await repository.listUnfiledMails(db, batchSize);
    if (unfiled.length === 0) return;
    for (const mail of unfiled) {
      if (context.isClosed) return;
      const outgoing = await toOutgoing(context, mail).catch((error) => error as Error);
      if (mail.kind === decoyKind) {
        await repository.deleteMail(db, mail.id);
        continue;
      }
      // It counts as written, since one email must not keep the others from the folder.
      if (outgoing instanceof Error)
        log.warn({ err: outgoing, mailId: mail.id }, 'an email could not be written');
      else await folder.write({ ...outgoing, at: mail.createdAt });
      await repository.updateMail(db, mail.id, { filedAt: isoAt(clock) });
    }
  }
}

async function toOutgoing({ pictures }: Context, mail: MailRow): Promise<OutgoingMail> {
  const { id, toAddress, subject, headers, attachments } = mail;
  return {
    id,
    to: toAddress,
    subject,
    headers: JSON.parse(headers),
    ...(await bodiesOf(mail)),
    pictures: await pictures.load(attachments),
  };
}

/** Removes unsent notifications that are past their lifetime, and all emails older than 90 days. */
async function removeOld(context: Context): Promise<void> {
  const { longReads, clock } = context;
  const before = { notifications: isoAt(clock, -notificationLifeMs), others: isoAt(clock, -retentionMs) };
  for (;;) {
    const old = await repository.listOldMails(longReads, before, batchSize);
    if (old.length === 0 || context.isClosed) return;
    await remove(context, old);
  }
}

/** Deletes emails together with their files in the outbox folder. */
async function remove(
  { db, folder }: Context,
  mails: Pick<MailRow, 'id' | 'createdAt' | 'filedAt'>[],
): Promise<void> {
  for (const { id, createdAt, filedAt } of mails) {
    if (filedAt) await folder.remove({ id, at: createdAt });
    await repository.deleteMail(db, id);
  }
}

// Checks before sending whether a notification is still wanted. It may have waited for days, or for months without a mail server.
// In the meantime, its recipient may have unsubscribed, been suspended or left.

/** Older notifications are not sent. Otherwise a mail server configured later would send all of them at once. */
const notificationLifeMs = 7 * dayMs;

/** Returns true for every email that is not a notification. */
async function isStillWanted(
  { db, clock }: { db: Db; clock: Clock },
  { kind, userId, toAddress, filedAt, createdAt }: MailRow,
): Promise<boolean> {
  if (!notificationKinds.includes(kind)) return true;
  if (filedAt !== null && createdAt < isoAt(clock, -notificationLifeMs)) return false;
  const recipient = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('email', '=', toAddress)
    .where('approvedAt', 'is not', null)
    .where('suspendedAt', 'is', null)
    .where((eb) => {
      if (kind === 'pendingApproval') return eb('role', '=', 'admin');
      return eb(kind === 'digest' ? 'emailNotifications' : 'requestMails', '=', 1);
    })
    .executeTakeFirst();
  return recipient !== undefined;
}
