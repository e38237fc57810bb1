// A real SMTP server for tests. It keeps all emails. It can be down or slow, refuse emails, or require TLS and a login.
import { once } from 'node:events';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { expect } from 'vitest';
import { freePort } from '../../../../test/free-port.mjs';
import { eventually } from '../../../../test/waiting.ts';
import type { SelfSigned } from './self-signed.ts';

export interface ReceivedMail extends Email {
  /** The recipients of the envelope, not of the header. */
  recipients: string[];
  envelopeFrom: string;
  /** The name with which the client has introduced itself. */
  clientName: string;
  isEncrypted: boolean;
  /** The user who logged in. */
  user: string | undefined;
  source: string;
}

export interface MailServer {
  /** Environment variables that make the application use this server. */
  env: Record<string, string>;
  port: number;
  /** All accepted emails, in order. */
  mails: ReceivedMail[];
  /** Refuses emails with this code, or delays its answers. */
  behaviour: { refuseWith?: number; delayMs?: number; heldUntil?: Promise<unknown> };
  connections: number;
  to(address: string): ReceivedMail[];
  /** Waits for the next email to this address. */
  next(address: string): Promise<ReceivedMail>;
  /** Closes the port, so that the server seems to be down. */
  goDown(): Promise<void>;
  comeUp(): Promise<void>;
  close(): Promise<void>;
}

export interface MailServerOptions {
  tls?: 'none' | 'starttls' | 'implicit';
  certificate?: SelfSigned;
  /** Without this option, no login is required. */
  login?: { user: string; password: string };
}

export async function startMailServer(options: MailServerOptions = {}): Promise<MailServer> {
  const port = await freePort();
  const mails: ReceivedMail[] = [];
  const timesReturned = new Map<string, number>();
  let running: SMTPServer | undefined;
  const server: MailServer = {
    port,
    mails,
    behaviour: {},
    connections: 0,
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Cellar <library@cellar.example>' },
    to: (address) => mails.filter(({ recipients }) => recipients.includes(address)),
    async next(address) {
      const at = timesReturned.get(address) ?? 0;
      const enough = () => expect(server.to(address).length, `mails to ${address}`).toBeGreaterThan(at);
      await eventually(enough);
      timesReturned.set(address, at + 1);
      return server.to(address)[at] as ReceivedMail;
    },
    async goDown() {
      await new Promise<void>((resolve) => running?.close(resolve));
      running = undefined;
    },
    async comeUp() {
      running = listenOn(port, options, server);
      await once(running.server, 'listening');
    },
    close: async () => (running ? server.goDown() : undefined),
  };
  await server.comeUp();
  return server;
}

/** Waits for the next email to this address whose subject begins with this text, and skips others. */
export async function nextAbout(server: MailServer, address: string, subject: string): Promise<ReceivedMail> {
  const received = await server.next(address);
  return received.subject?.startsWith(subject) ? received : nextAbout(server, address, subject);
}

function listenOn(
  port: number,
  { tls = 'none', certificate, login }: MailServerOptions,
  server: MailServer,
): SMTPServer {
  const disabled = [...(tls === 'none' ? ['STARTTLS'] : []), ...(login ? [] : ['AUTH'])];
  const handlers: SMTPServerOptions = {
    onConnect: (_session, done) => {
      server.connections += 1;
      done();
    },
    onAuth: ({ username, password }, _session, done) =>
      username === login?.user && password === login?.password
        ? done(null, { user: username })
        : done(new Error('Invalid login')),
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        accept(server, Buffer.concat(chunks), session).then(
          () => done(),
          (error) => done(error),
        );
      });
    },
  };
  const smtp = new SMTPServer({
    ...handlers,
    ...(certificate && { key: certificate.key, cert: certificate.cert }),
    secure: tls === 'implicit',
    authOptional: !login,
    disabledCommands: disabled,
    disableReverseLookup: true,
    closeTimeout: 100,
  });
  // Ignores errors, because tests disconnect clients on purpose.
  smtp.on('error', () => undefined);
  smtp.listen(port, '127.0.0.1');
  return smtp;
}

type Session = Parameters<NonNullable<SMTPServerOptions['onData']>>[1];

async function accept(server: MailServer, source: Buffer, session: Session): Promise<void> {
  const { refuseWith, delayMs = 0, heldUntil } = server.behaviour;
  await heldUntil;
  if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs));
  if (refuseWith) throw Object.assign(new Error('Not now'), { responseCode: refuseWith });
  const { envelope, secure, user } = session;
  server.mails.push({
    ...(await PostalMime.parse(source)),
    recipients: envelope.rcptTo.map(({ address }) => address),
    envelopeFrom: envelope.mailFrom ? envelope.mailFrom.address : '',
    clientName: session.hostNameAppearsAs,
    isEncrypted: secure,
    user: user ? String(user) : undefined,
    source: source.toString('latin1'),
  });
}

/** Returns the link of the email's button, and checks that the plain text contains it too. */
export function linkIn(mail: { text?: string | undefined; html?: string | undefined }): URL {
  const link = /<a\b[^>]*\bhref="([^"]+)"/.exec(mail.html ?? '')?.[1]?.replaceAll('&amp;', '&') ?? '';
  expect(mail.text).toContain(link);
  return new URL(link);
}

export function tokenIn(mail: { text?: string | undefined; html?: string | undefined }): string {
  return linkIn(mail).searchParams.get('token') ?? '';
}
