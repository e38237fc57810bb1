// The outbox of emails, for admins.
import { z } from 'zod';
import { pageNumber, time } from '../text.ts';

export const mailStatus = z.enum(['waiting', 'sent', 'failed']);

export const outboxQuery = z.object({
  page: pageNumber,
  status: mailStatus.optional(),
});

export const mail = z
  .object({
    _id: z.string(),
    to: z.string(),
    subject: z.string(),
    kind: z.string(),
    status: mailStatus,
    attempts: z.number().int(),
    lastError: z.string().nullable(),
    createdAt: time,
    sentAt: time.nullable(),
    nextAttemptAt: time.nullable(),
    /** The text is still readable, because the email has not been sent or there is no mail server. */
    isReadable: z.boolean(),
  })
  .meta({ id: 'Mail' });
export type Mail = z.infer<typeof mail>;

export const outbox = z.object({
  mails: z.array(mail),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  /** A mail server is configured. */
  isDelivering: z.boolean(),
});

export const mailContent = mail.extend({ text: z.string(), html: z.string() });
