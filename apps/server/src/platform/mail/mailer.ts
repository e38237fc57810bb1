// Delivers one email: the port, and its SMTP implementation (RFC 5321; the URL configures TLS and authentication).
import type { Transporter } from 'nodemailer';

/** A JPEG that the HTML refers to as `cid:…`. */
export interface MailAttachment {
  cid: string;
  fileName: string;
  content: Buffer;
}

export interface OutgoingMail {
  /** Becomes the Message-ID. The same for every attempt, so that servers can recognize duplicates. */
  id: string;
  to: string;
  subject: string;
  text: string;
  html: string;
  headers: Record<string, string>;
  pictures?: MailAttachment[];
}

export interface Mailer {
  /** Resolves when the mail server has accepted the email. */
  deliver(mail: OutgoingMail): Promise<void>;
  close(): void;
}

const timeoutMs = 20_000;

export function createSmtpMailer({ url, from }: { url: string; from: string }): Mailer {
  const timeouts = { connectionTimeout: timeoutMs, greetingTimeout: timeoutMs, socketTimeout: timeoutMs };
  let transport: Promise<Transporter> | undefined;

  /** Loads nodemailer on first use, because it takes 20 MB of memory. */
  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({ url, pool: true, maxConnections: 3, ...timeouts });
  }

  return {
    async deliver(mail) {
      transport ??= connect();
      await (await transport).sendMail(messageOf(mail, from));
    },
    close: () => void transport?.then((open) => open.close()),
  };
}

/** Returns the message for nodemailer. */
export function messageOf({ id, pictures = [], ...mail }: OutgoingMail, from: string) {
  const attachments = pictures.map(({ cid, fileName, content }) => ({
    cid,
    filename: fileName,
    content,
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
  }));
  return { from, ...mail, attachments, messageId: messageIdOf(id, from) };
}

function messageIdOf(id: string, from: string): string {
  const domain = /@([^<>@\s]+)>?$/.exec(from)?.[1] ?? 'localhost';
  return `<${id}@${domain}>`;
}
