// The form in which the outbox stores emails. Account emails are stored as content and rendered when they are sent or read,
// because rendering is slow and anyone can request such emails. Other features store rendered emails.

import type { FastifyBaseLogger } from 'fastify';
import { LRUCache } from 'lru-cache';
import { renderMail } from '#platform/mail/mail-thread.ts';
import type { MailAttachment } from '#platform/mail/mailer.ts';
import { newId } from '#platform/tokens.ts';
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

// Pictures in emails. The outbox stores only their names. The bytes are read when an email is sent; pictures that have been
// deleted by then are left out.

/** A picture of games/artwork that the email shows as `<img src="cid:…">`. */
export interface MailPicture {
  cid: string;
  /** The name of the original picture. */
  artwork: string;
  /** The maximum width, pixels. */
  width: number;
}

export interface PictureSource {
  /** Returns a JPEG, which every email program supports, or undefined if the picture has been deleted. */
  readJpeg(name: string, width: number): Promise<Buffer | undefined>;
}

/** Enough for a few digests, whose readers all get the same pictures. */
const maxCached = 100;

export type MailPictures = ReturnType<typeof createMailPictures>;

export function createMailPictures({ artwork, log }: { artwork: PictureSource; log: FastifyBaseLogger }) {
  const known = new LRUCache<string, Promise<Buffer | undefined>>({ max: maxCached });

  function read({ artwork: name, width }: MailPicture): Promise<Buffer | undefined> {
    const key = `${name} ${width}`;
    const reading =
      known.get(key) ??
      artwork.readJpeg(name, width).catch((error) => {
        log.warn({ err: error, name }, 'failed to read a picture of an email');
        return undefined;
      });
    known.set(key, reading);
    return reading;
  }

  /** `pictures`: JSON from the outbox. */
  async function load(pictures: string): Promise<MailAttachment[]> {
    const found: MailAttachment[] = [];
    for (const picture of JSON.parse(pictures) as MailPicture[]) {
      const content = await read(picture);
      if (content) found.push({ cid: picture.cid, fileName: `${picture.cid}.jpg`, content });
    }
    return found;
  }

  return {
    load,

    /** Returns the HTML with its pictures as data URIs. `pictures`: JSON from the outbox. */
    async embed(html: string, pictures: string): Promise<string> {
      const loaded = await load(pictures);
      return loaded.reduce(
        (text, { cid, content }) =>
          text.replaceAll(`"cid:${cid}"`, `"data:image/jpeg;base64,${content.toString('base64')}"`),
        html,
      );
    },

    forget: () => known.clear(),
  };
}
