// The outbox. An email is a row written in the transaction of its cause and delivered after the commit.

import { healthLimits } from '@cellar/contract/admin/rules/health.ts';
import type { Mail } from '@cellar/contract/messages/emails.endpoints.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import { AppError, notFound } from '#http/errors.ts';
import { isoAt } from '#platform/clock.ts';
import type { OutgoingMail } from '#platform/mail/mailer.ts';
import { pageCount } from '#platform/page-count.ts';
import { retryRow } from '../outbox.ts';
import { createMailDelivery, type DeliveryDeps } from './mail-delivery.ts';
import * as repository from './mails.repository.ts';
import { decoyKind, type MailRow } from './mails.repository.ts';
import {
  bodiesOf,
  type ComposedMail,
  composeMail,
  createMailPictures,
  type MailPicture,
  type MailPictures,
  type NewMail,
  type PictureSource,
  type PreparedMail,
  prepareMail,
} from './stored-mail.ts';

export type { ComposedMail, MailPicture, PreparedMail };

const pageSize = 25;

interface Deps extends Omit<DeliveryDeps, 'pictures'> {
  settings: SettingsService;
  artwork: PictureSource;
  /** The longest delay of `later`, milliseconds. */
  laterMs: number;
}

export type MailsService = ReturnType<typeof createMailsService>;

export function createMailsService({ settings, artwork, laterMs, ...deps }: Deps) {
  const { clock, log } = deps;
  const pictures = createMailPictures({ artwork, log });
  const postponed = createPostponedWork({ maxDelayMs: laterMs, log });
  const delivery = createMailDelivery({ ...deps, pictures });

  /** Does not wait for the delivery, so that a response takes equally long whether or not an email is sent. */
  function deliverSoon(): void {
    delivery
      .deliverDue()
      .catch((error) => log.error({ err: error }, 'failed to deliver the emails of the outbox'));
  }

  return {
    ...createOutboxView({ ...deps, pictures }),
    deliverDue: delivery.deliverDue,
    /** Whether a mail server is configured. Without one, emails wait in the outbox. */
    isDelivering: deps.mailServer.isConfigured,
    removeOld: delivery.removeOld,

    /** Returns the row of an email whose text is rendered when it is sent. In a transaction, pass it as `from`. */
    prepare: async (mail: NewMail, from?: Db): Promise<PreparedMail> =>
      prepareMail(mail, (await settings.get(from)).siteName),
    /** Returns the row of an email that is already rendered. */
    compose: composeMail,
    /** Returns an email that is not stored. */
    async render({ to, ...mail }: NewMail & { to: string }): Promise<OutgoingMail> {
      const row = prepareMail({ ...mail, to }, (await settings.get()).siteName);
      return { id: row.id, to, subject: row.subject, headers: {}, ...(await bodiesOf(row)) };
    },

    /** Sends what waits for its next attempt. Call this when the mail server was changed. */
    async retryWaiting(): Promise<void> {
      await repository.makeWaitingDue(deps.db, isoAt(clock));
      deliverSoon();
    },

    /**
     * Call this in the transaction of the email's cause, and `deliverSoon` after the commit. A decoy is handled like an email
     * until it would be sent, and is then deleted. Otherwise response times would reveal whether an address has an account.
     */
    enqueue: (db: Db, mail: PreparedMail) =>
      repository.insertMail(db, { ...mail, createdAt: isoAt(clock), nextAttemptAt: isoAt(clock) }),

    deliverSoon,

    /** Runs `work` at a random time after the response, so that neither this response nor the next reveals an email. */
    later: postponed.add,

    /** Returns the HTML with its pictures as data URIs, so that a page can show it. */
    embedPictures: (html: string, list: MailPicture[]) => pictures.embed(html, JSON.stringify(list)),

    async close(): Promise<void> {
      await postponed.close();
      await delivery.close();
    },
  };
}

interface DeliveryState {
  /** A mail server is configured. */
  isDelivering: boolean;
  waiting: number;
  failed: number;
  /** When the oldest email was written that was neither sent nor filed in the outbox folder. */
  oldestWaitingAt: string | undefined;
}

type OutboxDeps = Omit<DeliveryDeps, 'log' | 'folder'> & { pictures: MailPictures };

/** The outbox as admins see it. */
function createOutboxView({ db, longReads, clock, mailServer, pictures }: OutboxDeps) {
  return {
    async list({ page, status }: { page: number; status?: MailRow['status'] | undefined }) {
      const total = await repository.countMails(longReads, status);
      const rows = await repository.listMails(longReads, { page, status, pageSize });
      return {
        mails: rows.map(present),
        currentPage: page,
        totalPages: pageCount(total, pageSize),
        isDelivering: await mailServer.isConfigured(),
      };
    },

    /** Returns the state of the delivery. Emails are counted up to `healthLimits.mailCount`. */
    async state(): Promise<DeliveryState> {
      const [isDelivering, queued, failed, oldestWaitingAt] = await Promise.all([
        mailServer.isConfigured(),
        repository.countMails(db, 'waiting', healthLimits.mailCount),
        repository.countMails(db, 'failed', healthLimits.mailCount),
        repository.findOldestWaiting(db),
      ]);
      return { isDelivering, waiting: queued, failed, oldestWaitingAt };
    },

    /** @throws AppError not_found, even for an email that was sent, because its text has been deleted */
    async read(id: string) {
      const row = await repository.findMail(db, id);
      if (!row || row.status === 'sent') throw notFound('Email');
      const { html, text } = await bodiesOf(row);
      return { ...present(row), text, html: await pictures.embed(html, row.attachments) };
    },

    /** @throws AppError not_found; validation_failed if the email was sent or is being sent */
    async retry(id: string): Promise<void> {
      const row = await repository.findMail(db, id);
      if (!row || row.kind === decoyKind) throw notFound('Email');
      if (row.status === 'sent') throw new AppError('validation_failed', 'This email has already been sent');
      if (!(await retryRow(db, 'mails', { id, now: isoAt(clock) })))
        throw new AppError('validation_failed', 'This email is being sent right now');
    },
  };
}

function present(row: MailRow): Mail {
  return {
    _id: row.id,
    to: row.toAddress,
    subject: row.subject,
    kind: row.kind,
    status: row.status,
    attempts: row.attempts,
    lastError: row.lastError,
    createdAt: row.createdAt,
    sentAt: row.sentAt,
    nextAttemptAt: row.nextAttemptAt,
    isReadable: row.status !== 'sent',
  };
}

type Work = () => Promise<void>;

/** Runs work after a random delay, or when the server shuts down. */
function createPostponedWork({ maxDelayMs, log }: { maxDelayMs: number; log: FastifyBaseLogger }) {
  const waiting = new Map<NodeJS.Timeout, Work>();

  const run = (work: Work) =>
    work().catch((error) => log.error({ err: error }, 'failed to write a postponed email'));

  return {
    add(work: Work): void {
      const timer = setTimeout(() => {
        waiting.delete(timer);
        void run(work);
      }, Math.random() * maxDelayMs);
      waiting.set(timer, work);
    },

    async close(): Promise<void> {
      for (const timer of waiting.keys()) clearTimeout(timer);
      const rest = [...waiting.values()];
      waiting.clear();
      await Promise.all(rest.map(run));
    },
  };
}
