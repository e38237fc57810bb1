// The outbox: a mail is a row written in its cause's transaction, and delivered afterwards with growing pauses.
import type { Mail } from '@cellar/contract/outbox.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import type { MailFolder } from '#platform/mail/mail-folder.ts';
import type { Mailer, OutgoingMail } from '#platform/mail/mailer.ts';
import { newId } from '#platform/tokens.ts';
import { createMailPictures, type MailPicture, type PictureSource } from './mail-pictures.ts';
import type { MailContent } from './mail-template.ts';
import type { MailRow } from './mails.repository.ts';
import * as repository from './mails.repository.ts';
import { isStillWanted } from './wanted-mail.ts';

const minute = 60_000;
/** Pauses after the first, second … failed try; when they are used up the mail has failed. Nearly two days in all. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minute);
/** A try that is not over by then has died with its node; the mail is tried again. */
const claimMs = 2 * minute;
const batchSize = 50;
const pageSize = 25;
const keepSentMs = 90 * 24 * 60 * minute;

export interface NewMail extends Omit<MailContent, 'site'> {
  to: string;
  userId?: string;
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

/** Rendered before the transaction opens: nothing slow happens inside one. */
export type PreparedMail = Omit<MailRow, 'createdAt' | 'nextAttemptAt'>;

export type MailsService = ReturnType<typeof createMailsService>;

interface Deps {
  db: Db;
  clock: Clock;
  settings: SettingsService;
  log: FastifyBaseLogger;
  /** Absent without a mail server: mails stay readable in the outbox, and are laid into the folder. */
  mailer: Mailer | undefined;
  folder: MailFolder;
  artwork: PictureSource;
}

export function createMailsService({ db, clock, settings, log, mailer, folder, artwork }: Deps) {
  const pictures = createMailPictures({ artwork, log });
  let delivering: Promise<void> | undefined;
  let isWanted = false;
  let isClosed = false;

  async function prepare({ to, userId, ...content }: NewMail): Promise<PreparedMail> {
    const { siteName } = await settings.get();
    // With its renderer it takes 45 MB and half a second: only once there is a mail to write.
    const { renderMail } = await import('./mail-template.ts');
    const { subject, html, text } = await renderMail({ ...content, site: siteName });
    return compose({ kind: content.kind, to, userId, subject, html, text });
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
        await (mailer ? deliverBatches(mailer) : fileWaiting());
      }
    } finally {
      delivering = undefined;
      pictures.forget();
    }
  }

  async function deliverBatches(through: Mailer): Promise<void> {
    for (;;) {
      const due = await repository.listDueMails(db, isoAt(clock), batchSize);
      if (due.length === 0) return;
      for (const mail of due) {
        if (isClosed) return;
        await deliverOne(through, mail);
      }
    }
  }

  /** Each once; they still wait, for the day there is a mail server. */
  async function fileWaiting(): Promise<void> {
    for (;;) {
      const unfiled = await repository.listUnfiledMails(db, batchSize);
      if (unfiled.length === 0) return;
      for (const mail of unfiled) {
        if (isClosed) return;
        await folder.write({ ...(await outgoing(mail)), at: mail.createdAt });
        await repository.updateMail(db, mail.id, { filedAt: isoAt(clock) });
      }
    }
  }

  async function outgoing(mail: MailRow): Promise<OutgoingMail> {
    const { id, toAddress, subject, textBody, htmlBody, headers, attachments } = mail;
    return {
      ...{ id, to: toAddress, subject, text: textBody, html: htmlBody, headers: JSON.parse(headers) },
      pictures: await pictures.load(attachments),
    };
  }

  async function deliverOne(through: Mailer, mail: MailRow): Promise<void> {
    if (!(await repository.claimMail(db, mail, isoAt(clock, claimMs)))) return;
    if (!(await isStillWanted({ db, clock }, mail))) return repository.deleteMail(db, mail.id);
    try {
      await through.deliver(await outgoing(mail));
    } catch (error) {
      return recordFailure(mail, error as Error);
    }
    // The links in a delivered mail are secrets that nobody but its reader needs.
    const sent = { status: 'sent', sentAt: isoAt(clock), nextAttemptAt: null, lastError: null } as const;
    const forgotten = { textBody: '', htmlBody: '', headers: '{}', attachments: '[]' };
    await repository.updateMail(db, mail.id, { ...sent, ...forgotten });
  }

  async function recordFailure(mail: MailRow, error: Error): Promise<void> {
    const pause = pauses[mail.attempts];
    log.warn({ err: error, mailId: mail.id, kind: mail.kind }, 'a mail could not be delivered');
    await repository.updateMail(db, mail.id, {
      lastError: error.message.slice(0, 500),
      status: pause === undefined ? 'failed' : 'waiting',
      nextAttemptAt: pause === undefined ? null : isoAt(clock, pause),
    });
  }

  return {
    prepare,
    /** Likewise for a mail that has been rendered already. */
    compose,

    /** The HTML as a page can show it, with what its `cid:` stand for. */
    putPicturesInside: (html: string, list: MailPicture[]) => pictures.putInside(html, JSON.stringify(list)),

    /** Within the transaction of its cause. Follow the commit with `deliverSoon`. */
    enqueue: (trx: Db, mail: PreparedMail) =>
      repository.insertMail(trx, { ...mail, createdAt: isoAt(clock), nextAttemptAt: isoAt(clock) }),

    /** The work of a mail, and no mail: a stranger could tell by what comes after whether one was made. */
    async pretend(kind: MailContent['kind']): Promise<void> {
      await prepare({ kind, to: '', name: 'Nobody', language: 'en', url: 'https://cellar.example/nowhere' });
    },

    deliverDue,

    /** Without waiting: an answer must not take as long as a mail server, nor tell by its time that there was a mail. */
    deliverSoon(): void {
      deliverDue().catch((error) => log.error({ err: error }, 'the outbox could not be worked off'));
    },

    /** Does what makes a mail after the answer has gone out, so that its time tells nothing. */
    later(work: () => Promise<void>): void {
      setImmediate(() => work().catch((error) => log.error({ err: error }, 'a mail could not be made')));
    },

    async list(query: { page: number; status?: MailRow['status'] | undefined }) {
      const { page, status } = query;
      const total = await repository.countMails(db, status);
      const rows = await repository.listMails(db, { page, status, pageSize });
      return {
        mails: rows.map(present),
        currentPage: page,
        totalPages: Math.max(1, Math.ceil(total / pageSize)),
        isDelivering: mailer !== undefined,
      };
    },

    /** @throws AppError not_found, also for a mail whose text is no longer kept */
    async read(id: string) {
      const row = await repository.findMail(db, id);
      if (!row || row.status === 'sent') throw notFound('Mail');
      const html = await pictures.putInside(row.htmlBody, row.attachments);
      return { ...present(row), text: row.textBody, html };
    },

    /** @throws AppError not_found; validation_failed for a sent one */
    async retry(id: string): Promise<void> {
      const row = await repository.findMail(db, id);
      if (!row) throw notFound('Mail');
      if (row.status === 'sent') throw new AppError('validation_failed', 'This mail has been sent already');
      await repository.updateMail(db, id, { status: 'waiting', attempts: 0, nextAttemptAt: isoAt(clock) });
    },

    removeOld: () => repository.deleteSentBefore(db, isoAt(clock, -keepSentMs)),

    /** The mail that is on its way is recorded as sent: else it would go out once more after the next start. */
    async close(): Promise<void> {
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
    ...{ status: 'waiting', attempts: 0, lastError: null, sentAt: null, filedAt: null },
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
