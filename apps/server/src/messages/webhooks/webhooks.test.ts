// Webhooks in Admin Settings: added, changed, tested and deleted, without ever showing an address or a secret.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { api } from '@cellar/contract/api.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import {
  addWebhook,
  answerWith,
  deliveriesOf,
  happen,
  signingSecret,
  startReceiver,
  type WebhookReceiver,
  webhookBody,
} from '#test/webhooks.ts';

const path = '/api/webhooks/1100000000/a-very-secret-path-4711';

let app: TestApp;
let admin: Client;
let receiver: WebhookReceiver;
let logged: string;
beforeEach(async () => {
  logged = '';
  const stream = new Writable({
    write(line, _encoding, done) {
      logged += line;
      done();
    },
  });
  receiver = await startReceiver();
  const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow', PUBLIC_URL: 'https://games.example.org' };
  app = await buildApp({ env, log: pino({ level: 'trace' }, stream) });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const list = async () => (await admin.call(api.listWebhooks)).body;
const add = (changes: object = {}, at = admin) =>
  at.call(api.addWebhook, { json: webhookBody(receiver.url + path, changes) });
const change = (id: string, changes: object) =>
  admin.call(api.changeWebhook, { params: { id }, json: { ...withoutSecrets(), ...changes } });
const test = (id: string, at = admin) => at.call(api.testWebhook, { params: { id } });

function withoutSecrets() {
  const { address: _, secret: __, ...facts } = webhookBody('');
  return facts;
}

describe('a webhook', () => {
  it('is added, listed, tested, changed and deleted', async () => {
    const { status, body } = await add();
    expect([status, body]).toEqual([
      201,
      {
        ...{ _id: expect.any(String), name: 'Sample', format: 'json', events: ['backup_failed'] },
        ...{ language: 'en', isEnabled: true, hasSecret: true, isReadable: true, lastDelivery: null },
        ...{ shownAddress: `${receiver.url}/…4711`, createdAt: expect.any(String) },
      },
    ]);
    const id = body._id;
    expect((await test(id)).body).toMatchObject({
      event: 'test',
      status: 'sent',
      httpStatus: 204,
      problem: null,
    });
    expect(receiver.received[0]?.body).toMatchObject({ event: 'test', title: 'Test from Cellar', data: {} });
    const [listed] = (await list()).webhooks;
    expect(listed.lastDelivery).toMatchObject({ event: 'test', status: 'sent' });

    const changed = await change(id, { name: 'Other', events: ['new_games', 'storage_low'], language: 'fr' });
    expect(changed.body).toMatchObject({
      name: 'Other',
      events: ['new_games', 'storage_low'],
      language: 'fr',
    });
    await test(id);
    expect(receiver.received[1]?.path, 'the stored address').toBe(path);
    expect(receiver.received[1]?.body.title).toBe('Test de Cellar');

    expect((await admin.call(api.deleteWebhook, { params: { id } })).status).toBe(200);
    expect((await list()).webhooks).toEqual([]);
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(
      entries.slice(0, 3).map(({ action, subject }: Record<string, string>) => [action, subject]),
    ).toEqual([
      ['webhook_deleted', 'Other'],
      ['webhook_changed', 'Other'],
      ['webhook_added', 'Sample'],
    ]);
  });

  it('never shows its address or secret: not in answers, logs, the audit log or a copy of the database', async () => {
    receiver.respond = (response) => answerWith(400, {}, `no ${path} ${signingSecret}, sorry`)(response);
    const added = await add();
    const id = added.body._id;
    const tested = await test(id);
    await happen(app);
    await app.services.webhooks.deliverDue();
    const answers = [added.body, tested.body, await list(), await deliveriesOf(admin, id)];
    answers.push((await admin.call(api.listAudit)).body);
    const { db } = app.services.database;
    const tables = (['webhooks', 'webhookDeliveries', 'auditEntries'] as const).map((table) =>
      db.selectFrom(table).selectAll().execute(),
    );
    const seen = JSON.stringify([answers, await Promise.all(tables), logged]);
    expect(seen).toContain('a webhook failed');
    for (const secret of [signingSecret, 'a-very-secret-path', '1100000000'])
      expect(seen).not.toContain(secret);
    expect(tested.body).toMatchObject({ problem: 'rejected', httpStatus: 400, answer: 'no … …, sorry' });
  });

  it('says when its secrets cannot be read with this secret key', async () => {
    const id = await addWebhook(admin, receiver.url);
    const { dataDir, config } = app;
    const { database } = config;
    await rm(join(dataDir, 'secret-key'));
    const DATABASE_URL = database.dialect === 'sqlite' ? `sqlite:${database.path}` : database.url;
    const other = await buildApp({ dataDir, env: { DATABASE_URL, WEBHOOK_PRIVATE_ADDRESSES: 'allow' } });
    onTestFinished(() => other.close());
    const client = await other.as('admin');
    expect((await client.call(api.listWebhooks)).body.webhooks[0].isReadable).toBe(false);
    expect((await test(id, client)).body).toMatchObject({ status: 'failed', problem: 'secret_unreadable' });
  });

  it('refuses a new server without the secret of the old one, and another format', async () => {
    const { body } = await add({ format: 'gotify', secret: 'the-token-of-an-app' });
    const moved = await change(body._id, { format: 'gotify', address: 'https://elsewhere.example/' });
    expect([moved.status, moved.body.issues[0].path]).toEqual([400, 'secret']);
    expect((await change(body._id, { format: 'gotify', secret: null })).status).toBe(400);
    expect((await change(body._id, { format: 'slack' })).status).toBe(400);
    const entered = { format: 'gotify', address: 'https://elsewhere.example/', secret: 'another-token' };
    expect((await change(body._id, entered)).body.shownAddress).toBe('https://elsewhere.example');
  });

  it('loses its token where the format can do without one', async () => {
    const ntfy = { format: 'ntfy', address: `${receiver.url}/topic`, secret: 'tk_sample' };
    const { body } = await add(ntfy);
    await test(body._id);
    const changed = await change(body._id, { format: 'ntfy', secret: null });
    expect([changed.status, changed.body.hasSecret]).toEqual([200, false]);
    await test(body._id);
    expect(receiver.received.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer tk_sample',
      undefined,
    ]);
  });

  it('gives up what waits when it is turned off, and refuses to retry it until it is on', async () => {
    receiver.respond = answerWith(503);
    const id = await addWebhook(admin, receiver.url);
    await happen(app);
    await app.services.webhooks.deliverDue();
    await change(id, { isEnabled: false });
    await happen(app);
    const [only, ...others] = await deliveriesOf(admin, id);
    expect([only?.status, only?.problem, others]).toEqual(['failed', 'turned_off', []]);
    const retry = () => admin.call(api.retryWebhookDelivery, { params: { id: only?._id ?? '' } });
    expect((await retry()).status).toBe(400);
    receiver.respond = answerWith(200);
    await change(id, { isEnabled: true });
    expect((await retry()).status).toBe(200);
    await app.services.webhooks.deliverDue();
    expect((await deliveriesOf(admin, id))[0]).toMatchObject({ status: 'sent', attempts: 1, problem: null });
    expect((await retry()).status, 'already sent').toBe(400);
  });

  it('is one of at most 20', async () => {
    for (let count = 0; count < 20; count += 1) await addWebhook(admin, receiver.url);
    expect((await add()).status).toBe(400);
  });
});

describe('a webhook is refused', () => {
  const invalid: [string, object][] = [
    ['address', { address: 'ftp://hooks.example/x' }],
    ['address', { address: 'https://user:word@hooks.example/' }],
    ['address', { address: 'https://hooks.example/#part' }],
    ['address', { address: 'https:hooks.example' }],
    ['address', { address: 'javascript:alert(1)' }],
    ['address', { address: `https://hooks.example/${'x'.repeat(2000)}` }],
    ['address', { address: 'https://hooks.example/\u0000' }],
    ['address', { format: 'ntfy', address: 'https://ntfy.example' }],
    ['address', { format: 'ntfy', address: 'https://ntfy.example/a topic' }],
    ['secret', { format: 'gotify', secret: undefined }],
    ['secret', { format: 'json', secret: 'short' }],
    ['secret', { format: 'slack', secret: 'slack-has-no-secret' }],
    ['secret', { format: 'gotify', secret: 'a\r\nhost: elsewhere' }],
    ['events', { events: [] }],
    ['events', { events: ['new_games', 'new_games'] }],
    ['events.0', { events: ['test'] }],
    ['language', { language: 'nl' }],
    ['format', { format: 'teams' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(81) }],
  ];
  it('for invalid values', async () => {
    for (const [name, changes] of invalid) {
      const { status, body } = await add(changes);
      expect([status, body.issues?.[0].path], JSON.stringify(changes)).toEqual([400, name]);
    }
    expect((await list()).webhooks).toEqual([]);
  });

  it('by everyone but admins, and what does not exist is not found', async () => {
    const id = await addWebhook(admin, receiver.url);
    const params = { id };
    const member = await app.as('member');
    for (const endpoint of [api.testWebhook, api.listWebhookDeliveries, api.deleteWebhook])
      expect((await member.call(endpoint, { params })).status).toBe(403);
    expect([(await add({}, member)).status, (await add({}, app.visitor)).status]).toEqual([403, 401]);
    const nothing = { params: { id: 'nothing' } };
    for (const endpoint of [api.testWebhook, api.listWebhookDeliveries, api.deleteWebhook])
      expect((await admin.call(endpoint, nothing)).status).toBe(404);
    expect((await admin.call(api.retryWebhookDelivery, nothing)).status).toBe(404);
    expect((await change('nothing', {})).status).toBe(404);
    expect(receiver.received).toEqual([]);
  });
});

describe('WEBHOOKS=off', () => {
  it('sends nothing, neither now nor later, and says so', async () => {
    const copy = await buildApp({ env: { WEBHOOKS: 'off', WEBHOOK_PRIVATE_ADDRESSES: 'allow' } });
    try {
      const admin = await copy.as('admin');
      const id = await addWebhook(admin, receiver.url);
      await happen(copy);
      await copy.services.webhooks.deliverDue();
      const { status, body } = await admin.call(api.testWebhook, { params: { id } });
      expect([status, body.message]).toEqual([400, 'WEBHOOKS=off: nothing is sent to webhooks']);
      expect(await deliveriesOf(admin, id)).toEqual([]);
      expect((await admin.call(api.listWebhooks)).body.isOn).toBe(false);
      expect(receiver.received).toEqual([]);
    } finally {
      await copy.close();
    }
  });
});
