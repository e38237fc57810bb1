// The outbox: a mail is a row written in its cause's transaction, and delivered afterwards with growing pauses.

import type { Mail } from '@cellar/contract/outbox.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs, minuteMs } from '#platform/durations.ts';
import type { MailFolder } from '#platform/mail/mail-folder.ts';
import type { Mailer, OutgoingMail } from '#platform/mail/mailer.ts';
import { pageCount } from '#platform/page-count.ts';
import { newId } from '#platform/tokens.ts';
import { createMailPictures, type MailPicture, type PictureSource } from './mail-pictures.ts';
import { subjectOf } from './mail-subject.ts';
import type { MailContent } from './mail-template.ts';
import * as repository from './mails.repository.ts';
import { decoyKind, type MailRow, newsKinds } from './mails.repository.ts';
import { createPostponed } from './postponed.ts';
import { isStillWanted, newsMs } from './wanted-mail.ts';

/** Pauses after the first, second … failed try; when they are used up the mail has failed. Nearly two days in all. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);
/** A try whose node has died is over after this time; a living node renews its claim. */
const claimMs = 2 * minuteMs;
/** Mails on their way at once. After each one the most urgent of those that wait is looked for anew. */
const atOnce = 3;
const batchSize = 50;
const pageSize = 25;
const keptMs = 90 * dayMs;

export interface NewMail extends Omit<MailContent, 'site'> {
  /** Undefined for nobody: a decoy, see `enqueue`. */
  to: string | undefined;
  userId?: string | undefined;
}

export type { MailPicture };

/** A mail that another feature has rendered. */
export interface ComposedMail {
  kind: string;
  to: string;
  userId?: string | undefined;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** What its `<img src="cid:…">` are. */
  pictures?: MailPicture[];
}

export type PreparedMail = Omit<MailRow, 'createdAt' | 'nextAttemptAt'>;

export type MailsService = ReturnType<typeof createMailsService>;

interface Deps {
  db: Db;
  longReads: Db;
  clock: Clock;
  settings: SettingsService;
  log: FastifyBaseLogger;
  /** Absent without a mail server: mails stay readable in the outbox, and are laid into the folder. */
  mailer: Mailer | undefined;
  folder: MailFolder;
  artwork: PictureSource;
  /** The longest time after which `later` does its work. */
  laterMs: number;
}

export function createMailsService(deps: Deps) {
  const { db, longReads, clock, settings, log, mailer, folder, artwork, laterMs } = deps;
  const pictures = createMailPictures({ artwork, log });
  const postponed = createPostponed({ longestMs: laterMs, log });
  let delivering: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  /** It is rendered when it goes out: that takes long, and strangers can ask for mails. */
  async function prepare({ to, userId, ...content }: NewMail): Promise<PreparedMail> {
    const { siteName } = await settings.get();
    const filled: MailContent = { ...content, site: siteName };
    const kind = to === undefined ? decoyKind : content.kind;
    const mail = compose({ kind, to: to ?? '', userId, subject: subjectOf(filled), html: '', text: '' });
    return { ...mail, content: JSON.stringify(filled) };
  }

  async function bodiesOf({ content, htmlBody, textBody }: MailRow): Promise<{ html: string; text: string }> {
    if (content === null) return { html: htmlBody, text: textBody };
    // With its renderer it takes 45 MB and half a second: only once there is a mail to send.
    const { renderMail } = await import('./mail-template.ts');
    return renderMail(JSON.parse(content));
  }

  /** Delivers what is due. A call while it runs joins it, and makes it look once more. */
  function deliverDue(): Promise<void> {
    isWanted = true;
    delivering ??= deliverWhileWanted();
    return delivering;
  }

  async function deliverWhileWanted(): Promise<void> {
    try {
      while (isWanted && !isClosed) {
        isWanted = false;
        await (mailer ? deliverWaiting(mailer) : fileWaiting());
      }
    } finally {
      delivering = undefined;
      pictures.forget();
    }
  }

  async function deliverWaiting(through: Mailer): Promise<void> {
    const work = async () => {
      for (;;) {
        const mail = isClosed ? undefined : await takeNext();
        if (!mail) return;
        await deliverOne(through, mail);
      }
    };
    // All have ended before it is said that one failed: the database may be closed next.
    const ends = await Promise.allSettled(Array.from({ length: atOnce }, work));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed) throw failed.reason;
  }

  async function takeNext(): Promise<MailRow | undefined> {
    for (;;) {
      const mail = await repository.findNextMail(db, isoAt(clock));
      if (!mail || (await repository.claimMail(db, mail, isoAt(clock, claimMs)))) return mail;
    }
  }

  /** Each once; they still wait, for the day there is a mail server. */
  async function fileWaiting(): Promise<void> {
    for (;;) {
      const unfiled = await repository.listUnfiledMails(db, batchSize);
      if (unfiled.length === 0) return;
      for (const mail of unfiled) {
        if (isClosed) return;
        const file = { ...(await outgoing(mail)), at: mail.createdAt };
        if (mail.kind === decoyKind) {
          await repository.deleteMail(db, mail.id);
          continue;
        }
        await folder.write(file);
        await repository.updateMail(db, mail.id, { filedAt: isoAt(clock) });
      }
    }
  }

  async function outgoing(mail: MailRow): Promise<OutgoingMail> {
    const { id, toAddress, subject, headers, attachments } = mail;
    return {
      ...{ id, to: toAddress, subject, headers: JSON.parse(headers), ...(await bodiesOf(mail)) },
      pictures: await pictures.load(attachments),
    };
  }

  async function deliverOne(through: Mailer, mail: MailRow): Promise<void> {
    if (mail.kind === decoyKind || !(await isStillWanted({ db, clock }, mail))) {
      if (mail.kind === decoyKind) await bodiesOf(mail);
      return forget([mail]);
    }
    const renewal = setInterval(() => {
      repository
        .renewClaim(db, mail.id, isoAt(clock, claimMs))
        .catch((error) => log.warn({ err: error, mailId: mail.id }, 'a mail could not be kept claimed'));
    }, claimMs / 4);
    try {
      await through.deliver(await outgoing(mail));
    } catch (error) {
      return recordFailure(mail, error as Error);
    } finally {
      clearInterval(renewal);
    }
    await recordSent(mail);
  }

  async function recordSent(mail: MailRow): Promise<void> {
    const sent = { status: 'sent', sentAt: isoAt(clock), nextAttemptAt: null, lastError: null } as const;
    // The links in a delivered mail are secrets that nobody but its reader needs.
    const forgotten = { textBody: '', htmlBody: '', content: null, headers: '{}', attachments: '[]' };
    await repository.updateMail(db, mail.id, { ...sent, ...forgotten, claimedUntil: null });
    if (mail.filedAt) await folder.remove({ id: mail.id, at: mail.createdAt });
  }

  async function recordFailure(mail: MailRow, error: Error): Promise<void> {
    const pause = pauses[mail.attempts];
    log.warn({ err: error, mailId: mail.id, kind: mail.kind }, 'a mail could not be delivered');
    await repository.updateMail(db, mail.id, {
      lastError: error.message.slice(0, 500),
      status: pause === undefined ? 'failed' : 'waiting',
      nextAttemptAt: pause === undefined ? null : isoAt(clock, pause),
      claimedUntil: null,
    });
  }

  /** With the files in the outbox folder. */
  async function forget(mails: Pick<MailRow, 'id' | 'createdAt' | 'filedAt'>[]): Promise<void> {
    for (const { id, createdAt, filedAt } of mails) {
      if (filedAt) await folder.remove({ id, at: createdAt });
      await repository.deleteMail(db, id);
    }
  }

  return {
    prepare,
    /** Likewise for a mail that has been rendered already. */
    compose,

    /** The HTML as a page can show it, with what its `cid:` stand for. */
    putPicturesInside: (html: string, list: MailPicture[]) => pictures.putInside(html, JSON.stringify(list)),

    /**
     * Within the transaction of its cause. Follow the commit with `deliverSoon`. A decoy goes the same way, and is deleted where
     * another mail is sent: by the time of what follows a stranger could tell whether there is a mail.
     */
    enqueue: (trx: Db, mail: PreparedMail) =>
      repository.insertMail(trx, { ...mail, createdAt: isoAt(clock), nextAttemptAt: isoAt(clock) }),

    deliverDue,

    /** Without waiting: an answer must not take as long as a mail server, nor tell by its time that there was a mail. */
    deliverSoon(): void {
      deliverDue().catch((error) => log.error({ err: error }, 'the outbox could not be worked off'));
    },

    /** Makes a mail a while after the answer has gone out, so that neither its time nor that of the next one tells anything. */
    later: postponed.add,

    async list(query: { page: number; status?: MailRow['status'] | undefined }) {
      const { page, status } = query;
      const total = await repository.countMails(longReads, status);
      const rows = await repository.listMails(longReads, { page, status, pageSize });
      return {
        mails: rows.map(present),
        currentPage: page,
        totalPages: pageCount(total, pageSize),
        isDelivering: mailer !== undefined,
      };
    },

    /** @throws AppError not_found, also for a mail whose text is no longer kept */
    async read(id: string) {
      const row = await repository.findMail(db, id);
      if (!row || row.status === 'sent') throw notFound('Mail');
      const { html, text } = await bodiesOf(row);
      return { ...present(row), text, html: await pictures.putInside(html, row.attachments) };
    },

    /** @throws AppError not_found; validation_failed for one that is sent, or on its way */
    async retry(id: string): Promise<void> {
      const row = await repository.findMail(db, id);
      if (!row || row.kind === decoyKind) throw notFound('Mail');
      if (row.status === 'sent') throw new AppError('validation_failed', 'This mail has been sent already');
      if (!(await repository.retryMail(db, id, isoAt(clock))))
        throw new AppError('validation_failed', 'This mail is on its way just now');
    },

    /** News that nobody has sent within its time, and whatever is older than 90 days. */
    async removeOld(): Promise<void> {
      const before = { news: isoAt(clock, -newsMs), others: isoAt(clock, -keptMs) };
      for (;;) {
        const old = await repository.listOldMails(longReads, before, batchSize);
        if (old.length === 0 || isClosed) return;
        await forget(old);
      }
    },

    /** The mail that is on its way is recorded as sent: else it would go out once more after the next start. */
    async close(): Promise<void> {
      await postponed.close();
      isClosed = true;
      await delivering?.catch(() => undefined);
      mailer?.close();
    },
  };
}

function compose({
  to,
  userId,
  html,
  text,
  headers = {},
  pictures = [],
  ...mail
}: ComposedMail): PreparedMail {
  return {
    ...{ id: newId(), userId: userId ?? null, toAddress: to, ...mail, textBody: text, htmlBody: html },
    ...{ headers: JSON.stringify(headers), attachments: JSON.stringify(pictures) },
    ...{ status: 'waiting', attempts: 0, lastError: null, sentAt: null, filedAt: null, claimedUntil: null },
    ...{ content: null, urgency: newsKinds.includes(mail.kind) ? 1 : 0 },
  };
}

function present(row: MailRow): Mail {
  const { id, toAddress, subject, kind, status, attempts, lastError, createdAt, sentAt, nextAttemptAt } = row;
  return {
    ...{ _id: id, to: toAddress, subject, kind, status, attempts },
    ...{ lastError, createdAt, sentAt, nextAttemptAt },
    isReadable: status !== 'sent',
  };
}
