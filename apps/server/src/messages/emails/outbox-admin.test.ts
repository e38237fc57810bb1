// The outbox as admins see it: waiting, sent and failed emails, and retries.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { newcomer } from '#test/logins.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';

const day = 24 * 3600_000;

let mail: MailServer;
let app: TestApp;
let admin: Client;
beforeEach(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: mail.env });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await mail.close();
});

async function register() {
  const person = newcomer({ name: 'Zoë Ünal' });
  expect((await app.visitor.call(api.register, { json: person })).status).toBe(201);
  return person.email;
}

const list = async (query = {}) => (await admin.call(api.listOutbox, { query })).body;
const read = (id: string) => admin.call(api.readMail, { params: { id } });
const retry = (id: string) => admin.call(api.retryMail, { params: { id } });
const deliver = () => app.services.mails.deliverDue();

describe('the outbox', () => {
  it('shows sent emails without their text', async () => {
    const email = await register();
    await mail.next(email);
    await deliver();
    const { mails, isDelivering } = await list();
    expect(isDelivering).toBe(true);
    expect(mails).toEqual([
      expect.objectContaining({
        to: email,
        subject: 'Confirm your email address for Cellar',
        kind: 'verify',
        status: 'sent',
        attempts: 1,
        lastError: null,
        nextAttemptAt: null,
        isReadable: false,
        sentAt: expect.any(String),
      }),
    ]);
    expect(await read(mails[0]._id)).toMatchObject({ status: 404, body: { message: 'Email not found' } });
    expect(await retry(mails[0]._id)).toMatchObject({
      status: 400,
      body: { message: 'This email has already been sent' },
    });
  });

  it('shows failed emails with their errors, and sends them on request', async () => {
    mail.behaviour = { refuseWith: 450 };
    const email = await register();
    for (let round = 0; round < 10; round += 1) {
      await deliver();
      app.clock.advance(day);
    }
    const [failed] = (await list({ status: 'failed' })).mails;
    expect(failed).toMatchObject({ to: email, status: 'failed', attempts: 9, isReadable: true });
    expect(failed.lastError).toMatch(/450/);
    mail.behaviour = {};
    expect((await retry(failed._id)).status).toBe(200);
    expect((await mail.next(email)).text).toContain('Zoë Ünal');
    await deliver();
    expect((await list({ status: 'failed' })).mails).toEqual([]);
    expect((await list({ status: 'sent' })).mails).toHaveLength(1);
  });

  it('sends a waiting email once, immediately, on request', async () => {
    await mail.goDown();
    const email = await register();
    await deliver();
    const [waiting] = (await list({ status: 'waiting' })).mails;
    expect(waiting).toMatchObject({ attempts: 1, nextAttemptAt: expect.any(String) });
    await mail.comeUp();
    await Promise.all([retry(waiting._id), retry(waiting._id)]);
    await mail.next(email);
    await deliver();
    expect(mail.to(email)).toHaveLength(1);
  });

  it('is paged, newest first', async () => {
    const { db } = app.services.database;
    for (let count = 0; count < 30; count += 1) {
      const prepared = { kind: 'approved', to: `m${count}@cellar.example`, language: 'en' } as const;
      await app.services.mails.enqueue(
        db,
        await app.services.mails.prepare({ ...prepared, url: 'https://a.example' }),
      );
      app.clock.advance(1000);
    }
    const first = await list();
    expect(first).toMatchObject({ currentPage: 1, totalPages: 2 });
    expect(first.mails).toHaveLength(25);
    expect(first.mails[0].to).toBe('m29@cellar.example');
    expect((await list({ page: 2 })).mails.at(-1).to).toBe('m0@cellar.example');
    expect((await list({ status: 'sent' })).mails).toEqual([]);
  });

  it('answers 404 for an unknown email', async () => {
    expect([(await read('nothing')).status, (await retry('nothing')).status]).toEqual([404, 404]);
    expect((await admin.call(api.listOutbox, { query: { status: 'lost' } })).status).toBe(400);
  });
});
