// Delivery from the outbox: increasing pauses while the mail server is down, and each email only once.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { newcomer } from '#test/logins.ts';
import { type MailServer, startMailServer, tokenIn } from '#test/mail-server.ts';
import { createTestDatabase } from '#test/test-database.ts';

/** The pauses between attempts, nearly two days in all. */
const pauses = [1, 5, 15, 60, 180, 360, 720, 1440].map((minutes) => minutes * minuteMs);

let mail: MailServer;
let app: TestApp;
beforeEach(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: mail.env });
});
afterEach(async () => {
  await app.close();
  await mail.close();
});

async function enqueue(to = newcomer().email): Promise<string> {
  const { mails, database } = app.services;
  const prepared = await mails.prepare({ kind: 'approved', to, language: 'en', url: 'https://a.example/x' });
  await mails.enqueue(database.db, prepared);
  return prepared.id;
}

async function row(id: string) {
  const query = app.services.database.db.selectFrom('mails').selectAll().where('id', '=', id);
  return query.executeTakeFirstOrThrow();
}

const deliver = () => app.services.mails.deliverDue();

describe('the outbox', () => {
  it('is delivered automatically after the cause of the email', async () => {
    const person = newcomer();
    await app.visitor.call(api.register, { json: person });
    expect(tokenIn(await mail.next(person.email))).toHaveLength(43);
  });

  it('does not delay responses while the mail server is slow', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mail.behaviour = { heldUntil: promise };
    const person = newcomer();
    expect((await app.visitor.call(api.register, { json: person })).status).toBe(201);
    expect(mail.mails).toEqual([]);
    resolve();
    await mail.next(person.email);
  });

  it('keeps emails while the server is down, retries with growing pauses, and finally gives up', async () => {
    await mail.goDown();
    const id = await enqueue();
    await deliver();
    for (const [at, pause] of pauses.entries()) {
      const failed = await row(id);
      expect(failed).toMatchObject({ status: 'waiting', attempts: at + 1 });
      expect(failed.lastError).toMatch(/ECONNREFUSED/);
      app.clock.advance(pause - 30_000);
      await deliver();
      expect((await row(id)).attempts, 'too early').toBe(at + 1);
      app.clock.advance(30_000);
      await deliver();
    }
    expect(await row(id)).toMatchObject({ status: 'failed', attempts: 9, nextAttemptAt: null });
    await mail.comeUp();
    app.clock.advance(7 * dayMs);
    await deliver();
    expect(mail.mails).toEqual([]);
    const admin = await app.as('admin');
    const { body } = await admin.call(api.readMail, { params: { id } });
    expect(body.text).toContain('https://a.example/x');
  });

  it('delivers when the server is back', async () => {
    await mail.goDown();
    const id = await enqueue();
    await deliver();
    await mail.comeUp();
    await deliver();
    expect(mail.mails, 'within the pause').toEqual([]);
    app.clock.advance(minuteMs);
    await deliver();
    expect(mail.mails).toHaveLength(1);
    expect(await row(id)).toMatchObject({
      status: 'sent',
      attempts: 2,
      lastError: null,
      nextAttemptAt: null,
    });
  });

  it('delivers the others when one email is refused', async () => {
    mail.behaviour = { refuseWith: 550 };
    const refused = await enqueue();
    await deliver();
    mail.behaviour = {};
    const fine = await enqueue();
    await deliver();
    expect(await row(refused)).toMatchObject({
      status: 'waiting',
      lastError: expect.stringContaining('550'),
    });
    expect(await row(fine)).toMatchObject({ status: 'sent' });
  });

  it('sends emails added during a delivery', async () => {
    mail.behaviour = { delayMs: 300 };
    const first = await enqueue();
    const running = deliver();
    const second = await enqueue();
    await Promise.all([running, deliver()]);
    expect([(await row(first)).status, (await row(second)).status]).toEqual(['sent', 'sent']);
  });

  it('deletes the text of sent emails, and the emails after 90 days', async () => {
    const id = await enqueue();
    await deliver();
    expect(await row(id)).toMatchObject({ status: 'sent', textBody: '', htmlBody: '', content: null });
    app.clock.advance(89 * dayMs);
    await app.services.mails.removeOld();
    expect((await row(id)).status).toBe('sent');
    app.clock.advance(2 * dayMs);
    const waiting = await enqueue();
    await app.services.mails.removeOld();
    await expect(row(id)).rejects.toThrow();
    expect((await row(waiting)).status).toBe('waiting');
  });

  it('retries an email if its node has died', async () => {
    const id = await enqueue();
    const { db } = app.services.database;
    const nextAttemptAt = new Date(app.clock.now().getTime() + 2 * minuteMs).toISOString();
    await db.updateTable('mails').set({ attempts: 1, nextAttemptAt }).where('id', '=', id).execute();
    await deliver();
    expect(mail.mails).toEqual([]);
    app.clock.advance(2 * minuteMs);
    await deliver();
    expect(mail.mails).toHaveLength(1);
  });

  it('finishes the current email when the server stops', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const database = await createTestDatabase();
    const stopping = await buildApp({ env: mail.env, dataDir, database });
    mail.behaviour = { delayMs: 300 };
    await stopping.visitor.call(api.register, { json: newcomer() });
    await expect.poll(() => mail.connections).toBeGreaterThan(0);
    await stopping.close();
    const next = await buildApp({ env: mail.env, dataDir, database });
    next.clock.advance(10 * minuteMs);
    await next.services.mails.deliverDue();
    expect(mail.mails).toHaveLength(1);
    await next.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe('an urgent email', () => {
  it('is sent before older notifications', async () => {
    const { mails, database } = app.services;
    const { promise, resolve } = Promise.withResolvers<void>();
    mail.behaviour = { heldUntil: promise };
    const news = Array.from({ length: 12 }, () => newcomer().email);
    for (const to of news) {
      const { id: userId } = (await app.as('member')).account ?? {};
      await database.db
        .updateTable('users')
        .set({ email: to })
        .where('id', '=', userId ?? '')
        .execute();
      const composed = { kind: 'digest', to, userId, subject: 'News', html: '', text: '' };
      await mails.enqueue(database.db, mails.compose(composed));
    }
    const running = deliver();
    await expect.poll(() => mail.connections).toBeGreaterThan(2);
    app.clock.advance(1000);
    const urgent = newcomer().email;
    // Not rendered, which would take longer than to send a few others.
    const content = { kind: 'verify', subject: 'Urgent', html: '', text: '' };
    await mails.enqueue(database.db, mails.compose({ ...content, to: urgent }));
    resolve();
    await running;
    const order = mail.mails.map(({ recipients }) => recipients[0]);
    expect(order).toHaveLength(13);
    // It was added last. Only the emails that were being sent come first.
    expect(order.indexOf(urgent)).toBeLessThan(10);
  });
});

describe('an email is sent once', () => {
  it('even if the mail server is slow and an admin retries it', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mail.behaviour = { heldUntil: promise };
    const id = await enqueue();
    const running = deliver();
    await expect.poll(() => mail.connections).toBeGreaterThan(0);
    const admin = await app.as('admin');
    expect(await admin.call(api.retryMail, { params: { id } })).toMatchObject({ status: 400 });
    expect((await row(id)).claimedUntil).not.toBeNull();
    resolve();
    await running;
    await deliver();
    expect(mail.mails).toHaveLength(1);
    expect((await row(id)).claimedUntil).toBeNull();
  });

  it('by concurrent calls', async () => {
    const ids = await Promise.all(Array.from({ length: 10 }, () => enqueue()));
    await Promise.all(Array.from({ length: 5 }, deliver));
    expect(mail.mails.map(({ messageId }) => messageId).sort()).toEqual(
      ids.map((id) => `<${id}@cellar.example>`).sort(),
    );
  });

  it('by two nodes on one database', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const database = await createTestDatabase();
    const options = { env: mail.env, dataDir, database };
    const nodes = [await buildApp(options), await buildApp(options)];
    const mails = nodes[0]?.services.mails;
    const db = nodes[0]?.services.database.db;
    if (!mails || !db) throw new Error('no node');
    mail.behaviour = { delayMs: 20 };
    for (let count = 0; count < 20; count += 1) {
      const url = 'https://a.example';
      const prepared = await mails.prepare({ kind: 'approved', to: newcomer().email, language: 'en', url });
      await mails.enqueue(db, prepared);
    }
    await Promise.all(nodes.map(({ services }) => services.mails.deliverDue()));
    await Promise.all(nodes.map(({ services }) => services.mails.deliverDue()));
    expect(new Set(mail.mails.map(({ messageId }) => messageId)).size).toBe(20);
    expect(mail.mails).toHaveLength(20);
    for (const node of nodes) await node.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });

  it('although a node that was paused for too long fails to send it after another one has', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    mail.behaviour = { heldUntil: promise, refuseWith: 451 };
    const id = await enqueue();
    const paused = deliver();
    await expect.poll(() => mail.connections).toBeGreaterThan(0);
    const { dataDir, config } = app;
    const { database } = config;
    const DATABASE_URL = database.dialect === 'sqlite' ? `sqlite:${database.path}` : database.url;
    const fast = await startMailServer();
    const other = await buildApp({ dataDir, env: { ...fast.env, DATABASE_URL } });
    other.clock.advance(5 * minuteMs);
    await other.services.mails.deliverDue();
    expect(fast.mails).toHaveLength(1);
    resolve();
    await paused;
    expect(await row(id)).toMatchObject({ status: 'sent', lastError: null, nextAttemptAt: null });
    await other.close();
    await fast.close();
  });
});
