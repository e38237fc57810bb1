// Delivers the outbox: to the mail server, or into a folder if none is configured.

import { limits } from '@cellar/contract/rules/limits.ts';
import { hasRow } from '#db/rows.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, isoAt, minuteMs } from '#platform/clock.ts';
import type { Mailer, MailFolder, OutgoingMail } from '#platform/mail/mailer.ts';
import type { MailServerService } from '../mail-server/mail-server.service.ts';
import { afterFailure, createOutbox, isClaimed } from '../outbox.ts';
import * as repository from './mails.repository.ts';
import { decoyKind, type MailRow, notificationKinds } from './mails.repository.ts';
import { bodiesOf, type MailPictures } from './stored-mail.ts';

/** The pauses after failed attempts, nearly two days in all. When there is no further pause, the email has failed. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);
/** Rendering an email takes seconds, and sending it two minutes at most. */
const claimMs = 4 * minuteMs;
const parallelDeliveries = 3;
const batchSize = 50;
const retentionMs = limits.mailDays * dayMs;

export interface DeliveryDeps extends Pick<Base, 'db' | 'longReads' | 'clock' | 'log'> {
  /** Without a mail server, emails are written into the folder and remain readable in the outbox. */
  mailServer: Pick<MailServerService, 'current' | 'isConfigured' | 'close'>;
  folder: MailFolder;
  pictures: MailPictures;
}

export function createMailDelivery(deps: DeliveryDeps) {
  const { db, clock, mailServer, pictures } = deps;
  const outbox = createOutbox({
    ...{ db, clock, table: 'mails', claimMs, parallelDeliveries },
    async prepare(closing) {
      if (!(await mailServer.isConfigured())) await fileWaiting(deps, closing);
    },
    async findNext(now) {
      // Admins may change the mail server at any time.
      const mailer = await mailServer.current();
      const mail = mailer && (await repository.findNextMail(db, now));
      return mail && { ...mail, mailer };
    },
    deliver: (mail) => deliver(deps, mail),
  });

  return {
    deliverDue: () => outbox.deliverDue().finally(pictures.forget),
    removeOld: (closing?: AbortSignal) => removeOld(deps, closing),

    async close(): Promise<void> {
      await outbox.close();
      mailServer.close();
    },
  };
}

async function deliver(deps: DeliveryDeps, mail: MailRow & { mailer: Mailer }): Promise<void> {
  if (mail.kind === decoyKind || !(await isStillWanted(deps, mail))) {
    // Render a decoy, too, so that it takes as long as an email.
    if (mail.kind === decoyKind) await bodiesOf(mail);
    return remove(deps, [mail]);
  }
  try {
    await mail.mailer.deliver(await toOutgoing(deps, mail));
  } catch (error) {
    return recordFailure(deps, mail, error as Error);
  }
  await recordSent(deps, mail);
}

async function recordSent({ db, clock, folder }: DeliveryDeps, mail: MailRow): Promise<void> {
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

async function recordFailure({ db, clock, log }: DeliveryDeps, mail: MailRow, error: Error): Promise<void> {
  log.warn({ err: error, mailId: mail.id, kind: mail.kind }, 'failed to deliver an email');
  await db
    .updateTable('mails')
    .set({ lastError: error.message.slice(0, 500), ...afterFailure(clock, pauses[mail.attempts]) })
    .where(isClaimed(mail))
    .execute();
}

/** Writes each waiting email into the folder once. The emails keep waiting, in case a mail server is configured later. */
async function fileWaiting(deps: DeliveryDeps, closing: AbortSignal): Promise<void> {
  const { db, clock, folder, log } = deps;
  for (;;) {
    const unfiled = await repository.listUnfiledMails(db, batchSize);
    if (unfiled.length === 0) return;
    for (const mail of unfiled) {
      if (closing.aborted) return;
      const outgoing = await toOutgoing(deps, mail).catch((error) => error as Error);
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

async function toOutgoing({ pictures }: DeliveryDeps, mail: MailRow): Promise<OutgoingMail> {
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
async function removeOld(deps: DeliveryDeps, closing?: AbortSignal): Promise<void> {
  const { longReads, clock } = deps;
  const before = { notifications: isoAt(clock, -notificationLifeMs), others: isoAt(clock, -retentionMs) };
  for (;;) {
    const old = await repository.listOldMails(longReads, before, batchSize);
    if (old.length === 0 || closing?.aborted) return;
    await remove(deps, old);
  }
}

/** Deletes emails together with their files in the outbox folder. */
async function remove(
  { db, folder }: DeliveryDeps,
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
  { db, clock }: DeliveryDeps,
  { kind, userId, toAddress, filedAt, createdAt }: MailRow,
): Promise<boolean> {
  if (!notificationKinds.includes(kind)) return true;
  if (filedAt !== null && createdAt < isoAt(clock, -notificationLifeMs)) return false;
  return hasRow(
    db
      .selectFrom('users')
      .select('id')
      .where('id', '=', userId)
      .where('email', '=', toAddress)
      .where('approvedAt', 'is not', null)
      .where('suspendedAt', 'is', null)
      .where((eb) => {
        if (kind === 'pendingApproval') return eb('role', '=', 'admin');
        return eb(kind === 'digest' ? 'emailNotifications' : 'requestMails', '=', 1);
      }),
  );
}
