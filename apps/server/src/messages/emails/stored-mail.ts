// The form in which the outbox stores emails. Account emails are stored as content and rendered when they are sent or read,
// because rendering is slow and anyone can request such emails. Other features store rendered emails.
import { renderMail } from '#platform/mail/mail-thread.ts';
import { newId } from '#platform/tokens.ts';
import type { MailPicture } from './mail-pictures.ts';
import { type MailContent, subjectOf } from './mail-texts.ts';
import { decoyKind, type MailRow, notificationKinds } from './mails.repository.ts';

export interface NewMail extends Omit<MailContent, 'site'> {
  /** Undefined for a decoy, which is never sent (see `enqueue` in the mails service). */
  to: string | undefined;
  userId?: string | undefined;
}

/** An email that another feature has rendered. */
export interface ComposedMail {
  kind: string;
  to: string;
  userId?: string | undefined;
  subject: string;
  html: string;
  text: string;
  headers?: Record<string, string>;
  /** The pictures that the HTML shows as `<img src="cid:…">`. */
  pictures?: MailPicture[];
}

export type PreparedMail = Omit<MailRow, 'createdAt' | 'nextAttemptAt'>;

export function prepareMail({ to, userId, ...content }: NewMail, site: string): PreparedMail {
  const stored: MailContent = { ...content, site };
  const kind = to === undefined ? decoyKind : content.kind;
  const mail = composeMail({ kind, to: to ?? '', userId, subject: subjectOf(stored), html: '', text: '' });
  return { ...mail, content: JSON.stringify(stored) };
}

export function composeMail({ kind, to, userId, subject, html, text, ...rest }: ComposedMail): PreparedMail {
  const { headers = {}, pictures = [] } = rest;
  return {
    id: newId(),
    userId: userId ?? null,
    toAddress: to,
    kind,
    subject,
    textBody: text,
    htmlBody: html,
    content: null,
    headers: JSON.stringify(headers),
    attachments: JSON.stringify(pictures),
    urgency: notificationKinds.includes(kind) ? 1 : 0,
    status: 'waiting',
    attempts: 0,
    lastError: null,
    sentAt: null,
    filedAt: null,
    claimedUntil: null,
  };
}

export async function bodiesOf({
  content,
  htmlBody,
  textBody,
}: Pick<MailRow, 'content' | 'htmlBody' | 'textBody'>): Promise<{ html: string; text: string }> {
  if (content === null) return { html: htmlBody, text: textBody };
  return renderMail(new URL('./mail-template.ts', import.meta.url), JSON.parse(content));
}
