// Delivery of webhooks: increasing pauses, each delivery once on several nodes, and never to private addresses unless that is permitted.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createTestDatabase } from '#test/test-database.ts';
import {
  addWebhook,
  answerWith,
  deliveriesOf,
  happen,
  startReceiver,
  type WebhookReceiver,
} from '#test/webhooks.ts';

/** The pauses between attempts, about a day in all. */
const pauses = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * minuteMs);
const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow' };

let app: TestApp;
let admin: Client;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
  app = await buildApp({ env });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const deliver = (at = app) => at.services.webhooks.deliverDue();

async function start(): Promise<WebhookReceiver> {
  const other = await startReceiver();
  onTestFinished(() => other.close());
  return other;
}

describe('a delivery', () => {
  it('is repeated with growing pauses and the same id, finally given up, and can be retried', async () => {
    receiver.respond = answerWith(500, {}, 'the receiver is ill');
    const id = await addWebhook(admin, receiver.url);
    await happen(app);
    await deliver();
    for (const [at, pause] of pauses.entries()) {
      const [failed] = await deliveriesOf(admin, id);
      expect(failed).toMatchObject({ status: 'waiting', attempts: at + 1, problem: 'server_error' });
      expect(failed).toMatchObject({ httpStatus: 500, answer: 'the receiver is ill' });
      app.clock.advance(pause - 30_000);
      await deliver();
      expect(receiver.received, 'too early').toHaveLength(at + 1);
      app.clock.advance(30_000);
      await deliver();
    }
    const [given] = await deliveriesOf(admin, id);
    expect(given).toMatchObject({ status: 'failed', attempts: 8, nextAttemptAt: null });
    app.clock.advance(7 * dayMs);
    await deliver();
    expect(receiver.received).toHaveLength(8);
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(1);

    receiver.respond = answerWith(200);
    await admin.call(api.retryWebhookDelivery, { params: { id: given?._id ?? '' } });
    await deliver();
    expect((await deliveriesOf(admin, id))[0]).toMatchObject({
      status: 'sent',
      httpStatus: 200,
      answer: null,
    });
  });

  it('waits as long as Retry-After says, and so do all others to that server', async () => {
    receiver.respond = answerWith(429, { 'retry-after': '600' });
    const other = await start();
    const id = await addWebhook(admin, `${receiver.url}/one`);
    await happen(app);
    await deliver();
    expect((await deliveriesOf(admin, id))[0]).toMatchObject({ problem: 'rate_limited', status: 'waiting' });
    const twin = await addWebhook(admin, `${receiver.url}/two`);
    // A webhook that is added during the pause is paused by its first answer.
    await addWebhook(admin, other.url);
    await happen(app);
    await deliver();
    expect(receiver.received.map(({ path }) => path)).toEqual(['/one', '/two']);
    expect(other.received).toHaveLength(1);
    receiver.respond = answerWith(204);
    app.clock.advance(9 * minuteMs);
    await happen(app);
    await deliver();
    expect(receiver.received).toHaveLength(2);
    app.clock.advance(minuteMs);
    await deliver();
    expect(receiver.received).toHaveLength(7);
    expect((await deliveriesOf(admin, twin)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  });

  it('follows no redirect', async () => {
    const other = await start();
    receiver.respond = answerWith(307, { location: other.url });
    const id = await addWebhook(admin, receiver.url);
    await happen(app);
    await deliver();
    expect((await deliveriesOf(admin, id))[0]).toMatchObject({ problem: 'redirected', httpStatus: 307 });
    expect(other.received).toEqual([]);
  });

  it.each([
    [401, 'unauthorized'],
    [404, 'not_found'],
    [400, 'rejected'],
  ])('says what is wrong: status %i is %s', async (status, problem) => {
    receiver.respond = answerWith(status, {}, `<b>no</b>\n\u0000 ${'x'.repeat(5000)}`);
    const id = await addWebhook(admin, receiver.url);
    const { body } = await admin.call(api.testWebhook, { params: { id } });
    expect(body).toMatchObject({ status: 'failed', problem, httpStatus: status, nextAttemptAt: null });
    expect(body.answer).toMatch(/^<b>no<\/b> x{200,}/);
    expect(body.answer.length).toBeLessThanOrEqual(301);
  });

  it('accepts an endless answer, and reports a receiver that is gone', async () => {
    receiver.respond = (response) => {
      response.writeHead(200);
      const more = () => response.write('x'.repeat(10_000), (error) => error || more());
      more();
    };
    const id = await addWebhook(admin, receiver.url);
    expect((await admin.call(api.testWebhook, { params: { id } })).body.status).toBe('sent');
    const gone = await startReceiver();
    await gone.close();
    const lost = await addWebhook(admin, gone.url);
    const { body } = await admin.call(api.testWebhook, { params: { id: lost } });
    expect(body).toMatchObject({ problem: 'unreachable', httpStatus: null });
    expect(body.answer).toContain('refuses the connection');
  });

  it('is deleted from the log after 30 days', async () => {
    const id = await addWebhook(admin, receiver.url);
    await happen(app);
    await deliver();
    app.clock.advance(29 * dayMs);
    await app.services.webhooks.removeOld();
    expect(await deliveriesOf(admin, id)).toHaveLength(1);
    app.clock.advance(2 * dayMs);
    await app.services.webhooks.removeOld();
    expect(await deliveriesOf(admin, id)).toEqual([]);
  });

  it('is not kept if its transaction fails, and is deleted with its webhook', async () => {
    const id = await addWebhook(admin, receiver.url);
    const { database, webhooks } = app.services;
    const failing = database.db.transaction().execute(async (trx) => {
      await webhooks.enqueue(trx, 'backup_failed', { reason: 'as planned' });
      throw new Error('as planned');
    });
    await expect(failing).rejects.toThrow('as planned');
    expect(await deliveriesOf(admin, id)).toEqual([]);
    await happen(app);
    await admin.call(api.deleteWebhook, { params: { id } });
    await deliver();
    expect(receiver.received).toEqual([]);
  });
});

describe('on several nodes', () => {
  it('each delivery is sent once', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const database = await createTestDatabase();
    const nodes = [await buildApp({ env, dataDir, database }), await buildApp({ env, dataDir, database })];
    const [first] = nodes as [TestApp];
    const client = await first.as('admin');
    const id = await addWebhook(client, receiver.url);
    for (let count = 0; count < 20; count += 1) await happen(first);
    receiver.respond = (response) => setTimeout(() => answerWith(204)(response), 20);
    await Promise.all(nodes.map(deliver));
    await Promise.all(nodes.map(deliver));
    expect(new Set(receiver.received.map(({ body }) => body.id)).size).toBe(20);
    expect(receiver.received).toHaveLength(20);
    expect((await deliveriesOf(client, id)).every(({ attempts }) => attempts === 1)).toBe(true);
    for (const node of nodes) await node.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('another node sends a delivery if its node has died, but not while it is being sent', async () => {
    const id = await addWebhook(admin, receiver.url);
    await happen(app);
    const { db } = app.services.database;
    const claimedUntil = new Date(app.clock.now().getTime() + minuteMs).toISOString();
    const claim = { attempts: 1, nextAttemptAt: claimedUntil, claimedUntil };
    await db.updateTable('webhookDeliveries').set(claim).execute();
    await deliver();
    const [claimed] = await deliveriesOf(admin, id);
    const retried = await admin.call(api.retryWebhookDelivery, { params: { id: claimed?._id ?? '' } });
    expect([retried.status, receiver.received]).toEqual([400, []]);
    app.clock.advance(minuteMs);
    await deliver();
    expect(receiver.received).toHaveLength(1);
  });

  it('a node that was paused for too long changes nothing that another one has recorded since', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.respond = (response) => void promise.then(() => answerWith(500)(response));
    const id = await addWebhook(admin, receiver.url);
    await happen(app);
    const paused = deliver();
    await expect.poll(() => receiver.received.length).toBe(1);
    const nextAttemptAt = new Date(app.clock.now().getTime() + 5 * minuteMs).toISOString();
    const recorded = { attempts: 2, nextAttemptAt, problem: 'unreachable', claimedUntil: null } as const;
    await app.services.database.db.updateTable('webhookDeliveries').set(recorded).execute();
    resolve();
    await paused;
    const { claimedUntil: _, ...shown } = recorded;
    expect((await deliveriesOf(admin, id))[0]).toMatchObject(shown);
  });
});

describe('private addresses', () => {
  it('are refused by default: plain http, an address, and a name that leads there', async () => {
    const strict = await buildApp();
    onTestFinished(() => strict.close());
    const client = await strict.as('admin');
    expect((await client.call(api.listWebhooks)).body.allowsPrivate).toBe(false);
    const json = { name: 'x', format: 'slack', events: ['new_games'], language: 'en', isEnabled: true };
    const plain = await client.call(api.addWebhook, { json: { ...json, address: receiver.url } });
    expect([plain.status, plain.body.issues[0].path]).toEqual([400, 'address']);
    const { port } = new URL(receiver.url);
    for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', '10.0.0.1', '0x7f.1']) {
      const address = `https://${host}:${port}/`;
      const { body } = await client.call(api.addWebhook, { json: { ...json, address } });
      const tested = await client.call(api.testWebhook, { params: { id: body._id } });
      expect(tested.body, host).toMatchObject({
        status: 'failed',
        problem: 'refused_address',
        httpStatus: null,
      });
    }
    expect(receiver.received).toEqual([]);
  });
});

describe('the log', () => {
  it('has pages, newest first', async () => {
    const id = await addWebhook(admin, receiver.url);
    for (let count = 1; count <= 26; count += 1) {
      await happen(app, `reason ${count}`);
      app.clock.advance(hourMs);
    }
    const page = async (number: number) =>
      (await admin.call(api.listWebhookDeliveries, { params: { id }, query: { page: number } })).body;
    const [first, second] = [await page(1), await page(2)];
    expect([first.deliveries.length, second.deliveries.length, first.totalPages]).toEqual([25, 1, 2]);
    expect(first.deliveries[0].createdAt > first.deliveries[1].createdAt).toBe(true);
  });
});
