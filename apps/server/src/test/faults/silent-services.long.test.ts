// Login provider, virus scanner, mail server, push service and webhook that accept everything and never answer, or byte by byte: nobody
// waits for them for long, everything else works meanwhile, and what was to be done is done once they answer.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp } from '#test/build-app.ts';
import { createGame } from '#test/factories.ts';
import { startFakeClamd } from '#test/fake-clamd.ts';
import { startMailServer } from '#test/mail-server.ts';
import { logInAs, openOidcSite, problemIn } from '#test/oidc-site.ts';
import { startPushServer } from '#test/push-service.ts';
import { complete, sampleUpload, sendAll } from '#test/sample-upload.ts';
import { startServer } from '#test/server-process.ts';
import { addWebhook, answerWith, deliveriesOf, happen, startReceiver } from '#test/webhooks.ts';
import type { Lies } from '../../../../../test/login-provider/lying-provider.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { openSilentLine, type Silence } from '../faulty-line.ts';
import { newcomer } from '../logins.ts';
import { inSeconds } from './watch-others.ts';

const closing: (() => Promise<unknown>)[] = [];
afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

async function open(env: Record<string, string>) {
  const app = await buildApp({ env: { METADATA_PROVIDERS: 'off', ...env } });
  closing.push(app.close);
  return { app, admin: await app.as('admin') };
}

async function openLineTo(port: number) {
  const line = await openSilentLine({ host: '127.0.0.1', port });
  closing.push(line.close);
  return line;
}

const discovery = '/.well-known/openid-configuration';

/** A login whose second step, after the browser has come back, takes too long, and with a silent discovery the first step too. */
async function logInAt(lies: Lies, seconds: number) {
  const site = await openOidcSite();
  closing.push(site.close);
  const { sub } = site.addPerson();
  const browser = site.browser();
  const callback = await browser.logInUpToCallback(site.startOf('liar'), '');
  site.liar.lies = lies;
  const steps = [callback, ...(lies.silentAt === discovery ? [site.startOf('liar')] : [])];
  const [other, ...pages] = await Promise.all([
    inSeconds(5, 'another login', logInAs(site, sub)),
    ...steps.map((step) => inSeconds(seconds, `a login with ${JSON.stringify(lies)}`, browser.go(step))),
  ]);
  expect(pages.map(problemIn)).toEqual(steps.map(() => 'provider_away'));
  expect((await other.call(api.me)).status).toBe(200);
  const { db } = site.app.services.database;
  for (const table of ['oidcLogins', 'oidcResults'] as const) {
    const left = db.selectFrom(table).select('providerId').where('providerId', '=', site.ids.liar);
    expect(await left.execute()).toEqual([]);
  }
  site.liar.lies = { claims: { email: 'someone@cellar.example', email_verified: true } };
  const page = await site.browser().logIn(site.startOf('liar'), '');
  expect([page.pathname, problemIn(page)]).toEqual(['/login/oidc', null]);
}

async function scanBehindLine(silence: Silence): Promise<void> {
  const clamd = await startFakeClamd();
  closing.push(clamd.close);
  const line = await openLineTo(Number(clamd.url.split(':').at(-1)));
  const { app, admin } = await open({ CLAMD_URL: `tcp:127.0.0.1:${line.port}` });
  line.fallSilent(silence);
  const game = await createGame(app.services, admin);
  const scan = () => app.services.virusScans.scan(new AbortController().signal);
  await inSeconds(5, 'scan', scan());
  const health = await inSeconds(5, 'health', admin.call(api.getHealth));
  expect(health.body.virusScans).toMatchObject({ problem: 'away', waiting: 1 });
  expect((await admin.fetch(`/api/games/${game.id}/download/Windows`)).status).toBe(200);
  line.speak();
  await scan();
  expect((await admin.call(api.getHealth)).body.virusScans).toMatchObject({ waiting: 0 });
}

/** A verdict may take half an hour: here it takes half a minute. */
async function neverJudges(): Promise<void> {
  const clamd = await startFakeClamd();
  closing.push(clamd.close);
  clamd.answer = () => new Promise(() => undefined);
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-silent-'));
  closing.push(() => rm(dataDir, { recursive: true }));
  const env = { CLAMD_URL: clamd.url, LOG_LEVEL: 'warn' };
  const server = await startServer({ dataDir, env, hurry: { since: Date.now(), times: 60 } });
  closing.push(server.kill);
  const admin = await server.logIn();
  // On a busy machine, a hurrying server may give up on its own disk and answer 503.
  const add = async (upload = sampleUpload()) => {
    await eventually(() => sendAll(admin, upload));
    await eventually(async () => expect((await complete(admin, upload)).status).toBe(201));
  };
  await add();
  await eventually(() => expect(clamd.scans).toBeGreaterThan(0));
  // A hurrying server on a busy machine may also find the scanner away for a moment.
  await eventually(async () => {
    const { body } = await inSeconds(5, 'health', admin.call(api.getHealth));
    expect(body.virusScans).toMatchObject({ problem: null, waiting: 1 });
  });
  await add();
  await inSeconds(32, 'verdict', expect.poll(server.output).toContain('a file could not be scanned'));
}

/** `texts`: what the mail server has been sent when it falls silent. */
async function mailBehindLine(texts: string[]): Promise<void> {
  const mail = await startMailServer();
  closing.push(mail.close);
  const line = await openLineTo(mail.port);
  const { app, admin } = await open({ ...mail.env, SMTP_URL: `smtp://127.0.0.1:${line.port}` });
  if (texts.length === 0) line.fallSilent();
  else line.fallSilentAfter(texts);
  const person = newcomer();
  expect((await app.visitor.call(api.register, { json: person })).status).toBe(201);
  await inSeconds(20, 'an email', app.services.mails.deliverDue());
  expect((await admin.call(api.getHealth)).body.mail).toMatchObject({ failed: 0, waiting: 1 });
  line.speak();
  app.clock.advance(hourMs);
  await app.services.mails.deliverDue();
  await mail.next(person.email);
}

/** An email may take two minutes: here it takes twelve seconds. */
async function answersMailByteByByte(): Promise<void> {
  const mail = await startMailServer();
  closing.push(mail.close);
  const line = await openLineTo(mail.port);
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-silent-'));
  closing.push(() => rm(dataDir, { recursive: true }));
  const env = { ...mail.env, SMTP_URL: `smtp://127.0.0.1:${line.port}` };
  const server = await startServer({ dataDir, env, hurry: { since: Date.now(), times: 10 } });
  closing.push(server.kill);
  const admin = await server.logIn();
  line.fallSilentAfter(['EHLO'], { dripMs: 5000 });
  const person = newcomer();
  expect((await admin.call(api.register, { json: person })).status).toBe(201);
  const hasFailed = async () => {
    const { body } = await admin.call(api.listOutbox, { query: { status: 'waiting' } });
    return body.mails.some(
      ({ attempts, lastError }: { attempts: number; lastError: string }) => attempts > 0 && lastError,
    );
  };
  await inSeconds(15, 'email', expect.poll(hasFailed).toBe(true));
  line.speak();
  // It is sent again after a minute.
  await inSeconds((2 * minuteMs) / 10 / 1000, 'next attempt', mail.next(person.email));
}

async function neverTakesWebhooks(): Promise<void> {
  const receiver = await startReceiver();
  closing.push(receiver.close);
  const { app, admin } = await open({ WEBHOOK_PRIVATE_ADDRESSES: 'allow' });
  const id = await addWebhook(admin, receiver.url);
  await happen(app);
  receiver.respond = () => undefined;
  await inSeconds(10, 'webhook', app.services.webhooks.deliverDue());
  expect(await deliveriesOf(admin, id)).toMatchObject([
    { status: 'waiting', attempts: 1, problem: 'timeout' },
  ]);
  receiver.respond = answerWith(204);
  app.clock.advance(hourMs);
  await app.services.webhooks.deliverDue();
  expect(await deliveriesOf(admin, id)).toMatchObject([{ status: 'sent', attempts: 2 }]);
}

async function neverTakesPushes(): Promise<void> {
  const push = await startPushServer();
  closing.push(push.close);
  const { app, admin } = await open({ PUSH_PRIVATE_ADDRESSES: 'allow', PUBLIC_URL: 'https://games.example' });
  const browser = push.subscribe((await admin.call(api.getPush)).body.publicKey);
  expect((await admin.call(api.turnPushOn, { json: browser.subscription })).status).toBe(200);
  const { database, alerts } = app.services;
  const data = { requestId: 'r1', title: 'Outpost', state: 'accepted' as const, gameId: null };
  await database.db
    .transaction()
    .execute((trx) =>
      alerts.add(trx, [admin.account?.id ?? ''], { kind: 'request_answered', subject: 'r1', data }),
    );
  push.isSilent = true;
  await inSeconds(10, 'push message', app.services.push.deliverDue());
  expect([push.requests, browser.messages]).toEqual([1, []]);
  push.isSilent = false;
  app.clock.advance(hourMs);
  await app.services.push.deliverDue();
  expect(browser.messages).toHaveLength(1);
}

// At the same time, because each of them mostly waits.
it('services that fall silent', async () => {
  await Promise.all([
    ...[discovery, '/token', '/keys', '/userinfo'].map((silentAt) => logInAt({ silentAt }, 10)),
    logInAt({ delayMs: 6000 }, 15),
    scanBehindLine({}),
    scanBehindLine({ dripMs: 2000 }),
    neverJudges(),
    mailBehindLine([]),
    mailBehindLine(['EHLO']),
    mailBehindLine(['DATA', '\r\n.\r\n']),
    answersMailByteByByte(),
    neverTakesWebhooks(),
    neverTakesPushes(),
  ]);
});
