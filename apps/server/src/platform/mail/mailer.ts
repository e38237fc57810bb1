// Delivers one email: the port, and its SMTP implementation (RFC 5321).

import { rename, rm, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join } from 'node:path';
import type { MailSecurity } from '@cellar/contract/messages/emails.endpoints.ts';
import type { Transporter } from 'nodemailer';
import { minuteMs } from '../clock.ts';
import { flushFolder, makeFolder } from '../storage/disk/flush.ts';

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
type SmtpOptions = ({ url: string } | SmtpServer) & {
  from: string;
  /** The address of the site. Its host is the name with which Cellar introduces itself. */
  publicUrl: string;
};

/** For each answer. */
const timeoutMs = 20_000;
/** For a whole email, because a server may answer byte by byte, and never end. */
const deliveryMs = 2 * minuteMs;
/** A person waits for the result of a test. */
const testMs = 30_000;
const testTimeoutMs = 10_000;

export function createSmtpMailer({ from, publicUrl, ...server }: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined;

  /** Loads nodemailer on first use, because it takes 20 MB of memory. */
  async function connect(): Promise<Transporter> {
    const { createTransport } = await import('nodemailer');
    return createTransport({ ...optionsOf(server, publicUrl, timeoutMs), pool: true, maxConnections: 3 });
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
export async function trySmtp(
  { from, publicUrl, ...server }: SmtpOptions,
  mail: OutgoingMail,
): Promise<void> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport(optionsOf(server, publicUrl, testTimeoutMs));
  try {
    await transport.sendMail({ ...messageOf(mail, from), signal: AbortSignal.timeout(testMs) });
  } finally {
    transport.close();
  }
}

function optionsOf(server: { url: string } | SmtpServer, publicUrl: string, waitMs: number) {
  const timeouts = { connectionTimeout: waitMs, greetingTimeout: waitMs, socketTimeout: waitMs };
  const common = { ...timeouts, ...helloName(publicUrl) };
  if ('url' in server) return { url: server.url, ...common };
  const { host, port, security, user, password } = server;
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    // A local server often offers STARTTLS with a certificate that nobody trusts.
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass: password ?? '' } }),
    ...common,
  };
}

/**
 * Some relays refuse clients that introduce themselves as `[127.0.0.1]`. A name without a dot is no better, so that nodemailer then
 * uses that of the machine, if it is complete.
 */
export function helloName(publicUrl: string): { name?: string } {
  const { hostname } = new URL(publicUrl);
  const address = hostname.replace(/^\[|\]$/g, '');
  // RFC 5321 section 4.1.3.
  if (isIP(address)) return { name: isIP(address) === 4 ? `[${address}]` : `[IPv6:${address}]` };
  return hostname.includes('.') ? { name: hostname } : {};
}

/** Returns the message for nodemailer. */
function messageOf({ id, pictures = [], ...mail }: OutgoingMail, from: string) {
  const attachments = pictures.map(({ cid, fileName, content }) => ({
    cid,
    filename: fileName,
    content,
    contentType: 'image/jpeg',
    contentDisposition: 'inline' as const,
  }));
  const sender = parseSender(from);
  const messageId = `<${id}@${sender.address.split('@').at(-1)}>`;
  return { from: sender, ...mail, attachments, messageId };
}

/** nodemailer would read `Club: Games <a@b>` as a group of addresses, and (…) as a comment. */
function parseSender(from: string): { name: string; address: string } {
  const [, given, address] = /^([^<]*)<([^<>]+)>$/.exec(from) ?? [];
  if (given === undefined || address === undefined) return { name: '', address: from };
  const quoted = /^"(.*)"$/.exec(given.trim())?.[1];
  return { name: quoted?.replace(/\\(.)/g, '$1') ?? given.trim(), address };
}

// Writes emails into a folder as .eml files, for a library without a mail server. Every mail program opens such files.

interface FiledMail extends OutgoingMail {
  /** The time of writing, ISO 8601. */
  at: string;
}

export interface MailFolder {
  /** Idempotent: the file name is derived from the email. */
  write(mail: FiledMail): Promise<void>;
  /** Idempotent. */
  remove(mail: Pick<FiledMail, 'id' | 'at'>): Promise<void>;
}

export function createMailFolder({ folder, from }: { folder: string; from: string }): MailFolder {
  const pathOf = ({ at, id }: Pick<FiledMail, 'id' | 'at'>) =>
    join(folder, `${at.replace(/\D/g, '')}-${id}.eml`);
  return {
    remove: (mail) => rm(pathOf(mail), { force: true }),

    async write({ at, ...mail }) {
      // Only now, because it takes 20 MB of memory.
      const { createTransport } = await import('nodemailer');
      const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
      const { message } = await transport.sendMail({ ...messageOf(mail, from), date: at });
      // The emails contain secret links.
      await makeFolder(folder, 0o700);
      const path = pathOf({ at, id: mail.id });
      await writeFile(`${path}.part`, message, { mode: 0o600, flush: true });
      await rename(`${path}.part`, path);
      // The email is not written again once it is recorded as written.
      await flushFolder(folder);
    },
  };
}
