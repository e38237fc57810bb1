// The mail server of Admin Settings: stored without revealing its password, used at once by every node, and tested before it is saved.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { newcomer } from '#test/logins.ts';
import { type MailServer, type MailServerOptions, startMailServer } from '#test/mail-server.ts';
import { createSelfSigned } from '#test/self-signed.ts';
import { createTestDatabase } from '#test/test-database.ts';

const login = { user: 'library', password: 'a password with spaces 4711' };
const from = 'The Cellar <library@cellar.example>';
const certificate = createSelfSigned();

let app: TestApp;
let admin: Client;
beforeEach(() => openApp());
afterEach(() => app.close());

async function openApp(env: Record<string, string> = {}): Promise<void> {
  app = await buildApp({ env });
  admin = await app.as('admin');
}

async function reopenApp(env: Record<string, string>): Promise<void> {
  await app.close();
  await openApp(env);
}

async function startServer(options: MailServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  return server;
}

/** A server that requires TLS and a login, and whose certificate this process trusts. */
async function startTrusted(): Promise<MailServer> {
  const trusted = getCACertificates('default');
  setDefaultCACertificates([...trusted, certificate.cert]);
  onTestFinished(() => setDefaultCACertificates(trusted));
  return startServer({ tls: 'implicit', certificate, login });
}

const plain = ({ port }: { port: number }) => ({
  ...{ host: '127.0.0.1', port, security: 'none', user: '', from },
});
const secured = ({ port }: { port: number }) => ({ ...plain({ port }), security: 'tls', ...login });
const read = async (client = admin) => (await client.call(api.getMailServer)).body;
const put = (json: unknown, client = admin) => client.call(api.putMailServer, { json });
const test = async (server?: unknown) =>
  (await admin.call(api.testMailServer, { json: server ? { server } : {} })).body;
const sendsMail = async (at = app) => (await at.visitor.call(api.site)).body.sendsMail;

async function register(at = app): Promise<string> {
  const person = newcomer();
  expect((await at.visitor.call(api.register, { json: person })).status).toBe(201);
  return person.email;
}

describe('the mail server in Admin Settings', () => {
  it('is none at first; once it is set, emails that have waited are sent', async () => {
    const nothing = { source: 'none', server: null, hasPassword: false, isPasswordReadable: true };
    expect([await read(), await sendsMail()]).toEqual([nothing, false]);
    const email = await register();
    await app.services.mails.deliverDue();
    const server = await startServer();
    const { status, body } = await put(plain(server));
    expect([status, body]).toEqual([200, { ...nothing, source: 'settings', server: plain(server) }]);
    expect(await sendsMail()).toBe(true);
    const { envelopeFrom, subject } = await server.next(email);
    expect([envelopeFrom, subject]).toEqual([
      'library@cellar.example',
      'Confirm your email address for Cellar',
    ]);
  });

  it('is used with its password, which is never shown and stored encrypted', async () => {
    const server = await startTrusted();
    const { status, body } = await put(secured(server));
    expect([status, body.hasPassword, body.server.user]).toEqual([200, true, login.user]);
    expect(await server.next(await register())).toMatchObject({ isEncrypted: true, user: login.user });
    const { db } = app.services.database;
    const tables = (['mailServer', 'settings', 'auditEntries'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    );
    const seen = JSON.stringify([body, await read(), await Promise.all(tables)]);
    expect(seen).not.toContain('4711');
    const [line] = (await admin.call(api.listAudit)).body.entries.slice(-1);
    expect(line.actor).not.toBe('');
    expect(seen).toContain(`127.0.0.1:${server.port}`);
  });

  it('keeps the password if it is left out, but never sends it to another server or for another user', async () => {
    const server = await startTrusted();
    await put(secured(server));
    const { password, ...kept } = secured(server);
    expect((await put({ ...kept, from: 'other@cellar.example' })).status).toBe(200);
    expect((await server.next(await register())).envelopeFrom).toBe('other@cellar.example');
    expect(await test(kept)).toMatchObject({ problem: null });
    for (const change of [{ host: 'localhost' }, { user: 'another' }]) {
      const { status, body } = await put({ ...kept, ...change });
      expect([status, body.issues[0].path]).toEqual([400, 'password']);
      const tested = await admin.call(api.testMailServer, { json: { server: { ...kept, ...change } } });
      expect(tested.status).toBe(400);
    }
    expect((await read()).server.host).toBe('127.0.0.1');
    expect(password).toBe(login.password);
  });

  it('can be removed, after which emails wait again', async () => {
    const server = await startServer();
    await put(plain(server));
    expect((await admin.call(api.deleteMailServer)).body.source).toBe('none');
    expect(await sendsMail()).toBe(false);
    const email = await register();
    await app.services.mails.deliverDue();
    expect(server.to(email)).toEqual([]);
    const actions = (await admin.call(api.listAudit)).body.entries.map(
      ({ detail }: { detail: string }) => detail,
    );
    expect(actions).toContain('{"mailServer":"removed"}');
  });

  it('is used at once for emails that wait for another attempt after a failed one', async () => {
    const server = await startServer();
    const away = await startServer();
    await away.goDown();
    await put(plain(away));
    const email = await register();
    await app.services.mails.deliverDue();
    expect((await admin.call(api.listOutbox)).body.mails[0]).toMatchObject({
      attempts: 1,
      status: 'waiting',
    });
    await put(plain(server));
    await server.next(email);
  });

  it('takes effect on other nodes without a restart', async () => {
    const database = await createTestDatabase();
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const first = await buildApp({ database, dataDir });
    const second = await buildApp({ database, dataDir });
    onTestFinished(async () => {
      await first.close();
      await second.close();
      await database.drop();
      await rm(dataDir, { recursive: true, force: true });
    });
    const [one, two] = [await startServer(), await startServer()];
    const boss = await first.as('admin');
    await put(plain(one), boss);
    await one.next(await register(second));
    await put(plain(two), boss);
    await two.next(await register(second));
    await boss.call(api.deleteMailServer);
    expect(await sendsMail(second)).toBe(false);
  });

  it('asks for the password again if the secret key has changed, and loses no email until then', async () => {
    const server = await startTrusted();
    await put(secured(server));
    const path = join(app.dataDir, 'secret-key');
    const key = await readFile(path);
    await writeFile(path, 'another one, from another machine');
    expect(await read()).toMatchObject({ hasPassword: true, isPasswordReadable: false });
    const email = await register();
    await app.services.mails.deliverDue();
    expect(server.to(email)).toEqual([]);
    await put(secured(server));
    await server.next(email);
    await writeFile(path, key);
  });

  it.each([
    { host: '' },
    { host: 'smtp://smtp.example.org' },
    { host: 'user@smtp.example.org' },
    { port: 0 },
    { port: 65536 },
    { port: '25' },
    { security: 'ssl' },
    { security: 'auto' },
    { from: 'nobody' },
    { from: 'a@cellar.example\r\nBcc: b@cellar.example' },
    { user: 'a\u0000b' },
    { user: 'someone' },
    { user: 'someone', password: '' },
    { user: 'someone', password: 'a\r\nb' },
  ])('refuses %j', async (change) => {
    expect((await put({ ...plain({ port: 25 }), ...change })).status).toBe(400);
    expect((await read()).source).toBe('none');
  });
});

describe('a test of a mail server', () => {
  it('sends an email to the admin without saving anything', async () => {
    const server = await startServer();
    const to = admin.account?.email ?? '';
    expect(await test(plain(server))).toEqual({ to, problem: null, answer: null });
    expect((await server.next(to)).subject).toBe('Test email from Cellar');
    expect((await read()).source).toBe('none');
    expect((await admin.call(api.listOutbox)).body.mails).toEqual([]);
  });

  it('says that nobody listens there, or that the name is unknown', async () => {
    const server = await startServer();
    await server.goDown();
    expect(await test(plain(server))).toMatchObject({ problem: 'refused', answer: null });
    const unknown = { ...plain(server), host: 'mail.does-not-exist.invalid' };
    expect(await test(unknown)).toMatchObject({ problem: 'host_unknown' });
  });

  it('says what the server answers when it refuses a login or an email', async () => {
    const server = await startTrusted();
    const wrong = { ...secured(server), password: 'wrong' };
    expect(await test(wrong)).toMatchObject({ problem: 'login', answer: expect.stringContaining('535') });
    const { password, ...noLogin } = { ...secured(server), user: '' };
    expect(await test(noLogin)).toMatchObject({
      ...{ problem: 'login_required', answer: expect.stringContaining('530') },
    });
    server.behaviour = { refuseWith: 552 };
    expect(await test({ ...noLogin, user: login.user, password })).toMatchObject({
      ...{ problem: 'message', answer: expect.stringContaining('552 Not now') },
    });
  });

  it('says which encryption does not fit', async () => {
    const [none, starttls] = [await startServer(), await startServer({ tls: 'starttls', certificate })];
    for (const security of ['tls', 'starttls']) {
      expect(await test({ ...plain(none), security })).toMatchObject({ problem: 'encryption' });
    }
    expect(await test({ ...plain(starttls), security: 'starttls' })).toMatchObject({
      ...{ problem: 'certificate', answer: expect.stringContaining('self-signed') },
    });
    // On one's own network, a certificate that nobody trusts is no obstacle.
    expect(await test(plain(starttls))).toMatchObject({ problem: null });
  });

  it('needs settings, unless the environment has some, and is for admins only', async () => {
    expect((await admin.call(api.testMailServer, { json: {} })).status).toBe(400);
    const member = await app.as('member');
    for (const endpoint of [api.getMailServer, api.putMailServer, api.deleteMailServer, api.testMailServer]) {
      expect((await member.call(endpoint)).status).toBe(403);
    }
  });
});

describe('a mail server of the environment', () => {
  it('wins, is shown without its password, and cannot be changed', async () => {
    const server = await startServer();
    await reopenApp({
      SMTP_URL: `smtp://someone:s%20ecret@127.0.0.1:${server.port}?ignoreTLS=true`,
      MAIL_FROM: from,
    });
    const shown = await read();
    expect(shown).toEqual({
      source: 'environment',
      server: { ...plain(server), user: 'someone' },
      hasPassword: true,
      isPasswordReadable: true,
    });
    const refused = { status: 409, body: { code: 'set_by_environment' } };
    expect(await put(plain(server))).toMatchObject(refused);
    expect(await admin.call(api.deleteMailServer)).toMatchObject(refused);
    expect(await read()).toEqual(shown);
  });

  it('is tested as it is', async () => {
    const server = await startServer();
    await reopenApp(server.env);
    expect(await test()).toMatchObject({ problem: null });
    expect((await read()).server).toMatchObject({ security: 'auto', port: server.port });
  });

  it('can be off, so that a copy of a library sends nothing', async () => {
    const server = await startServer();
    await put(plain(server));
    const { db } = app.services.database;
    const row = await db.selectFrom('mailServer').selectAll().executeTakeFirstOrThrow();
    await reopenApp({ SMTP_URL: 'off' });
    await app.services.database.db.insertInto('mailServer').values(row).execute();
    expect([await sendsMail(), await read()]).toMatchObject([false, { source: 'environment', server: null }]);
    const email = await register();
    await app.services.mails.deliverDue();
    expect(server.to(email)).toEqual([]);
  });
});
