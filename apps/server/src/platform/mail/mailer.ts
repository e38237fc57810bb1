// Delivers one email: the port, and its SMTP implementation (RFC 5321).
import type { MailSecurity } from '@cellar/contract/mail-server.ts';
import type { Transporter } from 'nodemailer';
import { minuteMs } from '../durations.ts';

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

export interface SmtpServer {
  host: string;
  port: number;
  security: MailSecurity;
  /** Empty if the server needs no login. */
  user: string;
  password: string | undefined;
}

/** The URL configures TLS and authentication. */
type SmtpOptions = ({ url: string } | SmtpServer) & { from: string };

/** For each answer. */
const timeoutMs = 20_000;
/** For a whole email, because a server may answer byte by byte, and never end. */
const deliveryMs = 2 * minuteMs;
/** A person waits for the result of a test. */
const testMs = 30_000;
const testTimeoutMs = 10_000;

export function createSmtpMailer({ from, ...server }: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined;

  /** Loads nodemailer on first use, because it takes 20 MB of memory. */
  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({ ...optionsOf(server, timeoutMs), pool: true, maxConnections: 3 });
  }

  return {
    async deliver(mail) {
      transport ??= connect();
      const signal = AbortSignal.timeout(deliveryMs);
      await (await transport).sendMail({ ...messageOf(mail, from), signal });
    },
    close: () => void transport?.then((open) => open.close()),
  };
}

/** Sends one email on a connection of its own. @throws NodemailerError */
export async function trySmtp({ from, ...server }: SmtpOptions, mail: OutgoingMail): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsOf(server, testTimeoutMs));
  try {
    await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(testMs) });
  } finally {
    transport.close();
  }
}

function optionsOf(server: { url: string } | SmtpServer, waitMs: number) {
  const timeouts = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs };
  if ('url' in server) return { url: server.url, ...timeouts };
  const { host, port, security, user, password } = server;
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    // A local server often offers STARTTLS with a certificate that nobody trusts.
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass: password ?? '' } }),
    ...timeouts,
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
