// Delivery over real SMTP: plain, STARTTLS and implicit TLS, with and without a login, and the failures of each.
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { type MailServer, type MailServerOptions, startMailServer } from '#test/mail-server.ts';
import { createSelfSigned } from '#test/self-signed.ts';
import { createSmtpMailer, helloName, type Mailer, type OutgoingMail } from './mailer.ts';

const certificate = createSelfSigned();
const login = { user: 'library', password: 'p@ss/word' };
const credentials = `${login.user}:${encodeURIComponent(login.password)}@`;
const from = 'The Cellar <library@cellar.example>';
const publicUrl = 'https://games.cellar.example:8443';
const mail: OutgoingMail = {
  ...{ id: 'abc', to: 'reader@cellar.example', subject: 'Grüße ✨', text: 'Текст', html: '<p>Текст</p>' },
  headers: { 'X-Sample': 'yes' },
};

let server: MailServer | undefined;
let mailer: Mailer | undefined;
afterEach(async () => {
  mailer?.close();
  await server?.close();
});

async function deliver(options: MailServerOptions, address: (port: number) => string, sender = from) {
  server = await startMailServer(options);
  mailer = createSmtpMailer({ url: address(server.port), from: sender, publicUrl });
  await mailer.deliver(mail);
  expect(server.mails).toHaveLength(1);
  return server.mails[0];
}

it.each([
  ['https://games.example', { name: 'games.example' }],
  ['https://spiele.müller.example:8443', { name: 'spiele.xn--mller-kva.example' }],
  ['http://192.0.2.4:3000', { name: '[192.0.2.4]' }],
  ['http://[2001:db8::4]', { name: '[IPv6:2001:db8::4]' }],
  ['http://localhost:3000', {}],
  ['http://nas', {}],
])('introduces the site %s', (address, name) => {
  expect(helloName(address)).toEqual(name);
});

describe('the mailer', () => {
  it('delivers a complete email to one recipient', async () => {
    const received = await deliver({}, (port) => `smtp://127.0.0.1:${port}`);
    expect(received).toMatchObject({
      ...{ envelopeFrom: 'library@cellar.example', recipients: ['reader@cellar.example'] },
      from: { name: 'The Cellar', address: 'library@cellar.example' },
      to: [{ name: '', address: 'reader@cellar.example' }],
      messageId: '<abc@cellar.example>',
      clientName: 'games.cellar.example',
      subject: 'Grüße ✨',
      isEncrypted: false,
      user: undefined,
    });
    expect(received?.text?.trim()).toBe('Текст');
    expect(received?.html?.trim()).toBe('<p>Текст</p>');
    expect(received?.headers).toContainEqual(expect.objectContaining({ key: 'x-sample', value: 'yes' }));
  });

  it.each([
    ['Club: Games <library@cellar.example>', 'Club: Games'],
    ['A (B), C; D <library@cellar.example>', 'A (B), C; D'],
    [String.raw`"The \"Cellar\", Inc." <library@cellar.example>`, 'The "Cellar", Inc.'],
    ['library@cellar.example', ''],
  ])('sends the name and the address of %s as they are', async (sender, name) => {
    const received = await deliver({}, (port) => `smtp://127.0.0.1:${port}`, sender);
    expect(received?.from).toEqual({ name, address: 'library@cellar.example' });
    expect(received).toMatchObject({
      envelopeFrom: 'library@cellar.example',
      messageId: '<abc@cellar.example>',
    });
  });

  it('encrypts with STARTTLS and logs in', async () => {
    const received = await deliver(
      { tls: 'starttls', certificate, login },
      (port) => `smtp://${credentials}127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    );
    expect(received).toMatchObject({ isEncrypted: true, user: 'library' });
  });

  it('encrypts from the first byte with smtps', async () => {
    const received = await deliver(
      { tls: 'implicit', certificate, login },
      (port) => `smtps://${credentials}127.0.0.1:${port}?tls.rejectUnauthorized=false`,
    );
    expect(received).toMatchObject({ isEncrypted: true, user: 'library' });
  });

  it.each(['starttls', 'implicit'] as const)(
    'refuses an untrusted certificate (%s), and accepts a trusted one',
    async (tls) => {
      const scheme = tls === 'implicit' ? 'smtps' : 'smtp';
      const address = (port: number) => `${scheme}://127.0.0.1:${port}`;
      await expect(deliver({ tls, certificate }, address)).rejects.toThrow(/self-signed certificate/);
      expect(server?.mails).toEqual([]);
      await server?.close();
      const trusted = getCACertificates('default');
      setDefaultCACertificates([...trusted, certificate.cert]);
      try {
        expect(await deliver({ tls, certificate }, address)).toMatchObject({ isEncrypted: true });
      } finally {
        setDefaultCACertificates(trusted);
      }
    },
  );

  it('does not fall back to plain text if TLS is required', async () => {
    const address = (port: number) => `smtp://127.0.0.1:${port}?requireTLS=true`;
    await expect(deliver({}, address)).rejects.toThrow();
    expect(server?.mails).toEqual([]);
  });

  it('reports a refused login', async () => {
    const address = (port: number) => `smtp://library:wrong@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
    await expect(deliver({ tls: 'starttls', certificate, login }, address)).rejects.toThrow(/Invalid login/);
  });

  it('reports a refused email, and delivers the next one', async () => {
    server = await startMailServer();
    server.behaviour = { refuseWith: 451 };
    mailer = createSmtpMailer({ url: server.env.SMTP_URL ?? '', from, publicUrl });
    await expect(mailer.deliver(mail)).rejects.toThrow(/451/);
    server.behaviour = {};
    await mailer.deliver(mail);
    expect(server.mails).toHaveLength(1);
  });

  it('reuses its connection for the next email', async () => {
    server = await startMailServer();
    mailer = createSmtpMailer({ url: server.env.SMTP_URL ?? '', from, publicUrl });
    for (let count = 0; count < 3; count += 1) await mailer.deliver(mail);
    expect(server.mails).toHaveLength(3);
    expect(server.connections).toBe(1);
  });

  it('reports a server that does not answer, and delivers once it does', async () => {
    server = await startMailServer();
    await server.goDown();
    mailer = createSmtpMailer({ url: server.env.SMTP_URL ?? '', from, publicUrl });
    await expect(mailer.deliver(mail)).rejects.toThrow(/ECONNREFUSED/);
    await server.comeUp();
    await mailer.deliver(mail);
    expect(server.mails).toHaveLength(1);
  });
});
