// Without a mail server, emails wait in the outbox, where admins can read them. They are also written to files.
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { newcomer } from '#test/logins.ts';
import { linkIn, startMailServer, tokenIn } from '#test/mail-server.ts';
import { createTestDatabase } from '#test/test-database.ts';

const day = 24 * 3600_000;

let app: TestApp;
let admin: Client;
beforeEach(async () => {
  app = await buildApp({ env: { PUBLIC_URL: 'https://games.example.org' } });
  admin = await app.as('admin');
});
afterEach(() => app.close());

async function register(at = app) {
  const person = newcomer({ name: 'Zoë Ünal' });
  expect((await at.visitor.call(api.register, { json: person })).status).toBe(201);
  return person.email;
}

const folder = () => join(app.dataDir, 'outbox');
const list = async () => (await admin.call(api.listOutbox)).body;
const read = (id: string) => admin.call(api.readMail, { params: { id } });
const deliver = () => app.services.mails.deliverDue();

describe('without a mail server', () => {
  it('emails wait and can be read, including their links', async () => {
    const email = await register();
    const { mails, isDelivering } = await list();
    expect(isDelivering).toBe(false);
    expect(mails).toEqual([
      expect.objectContaining({ to: email, status: 'waiting', attempts: 0, isReadable: true }),
    ]);
    const { status, body } = await read(mails[0]._id);
    expect(status).toBe(200);
    expect(body.text).toContain('Hello Zoë Ünal,');
    expect(linkIn(body).origin).toBe('https://games.example.org');
    const verified = await app.visitor.call(api.verifyEmail, { params: { token: tokenIn(body) } });
    expect(verified.status).toBe(200);
  });

  it('a link that an admin sends again waits too, and the answer says so', async () => {
    const { account } = await app.as('unverified');
    const params = { userId: account?.id ?? '' };
    const { status, body } = await admin.call(api.resendVerificationFor, { params });
    expect([status, body.isDelivering]).toEqual([200, false]);
    const [waiting] = (await list()).mails;
    const token = tokenIn((await read(waiting._id)).body);
    expect((await app.visitor.call(api.verifyEmail, { params: { token } })).status).toBe(200);
  });

  it('an email that can’t be written keeps no others from the folder', async () => {
    await register();
    await deliver();
    const { db } = app.services.database;
    await db.updateTable('mails').set({ headers: '{', filedAt: null }).execute();
    await rm(folder(), { recursive: true });
    app.clock.advance(1000);
    const email = await register();
    await deliver();
    const names = await readdir(folder());
    expect(names).toHaveLength(1);
    expect(await readFile(join(folder(), names[0] ?? ''), 'utf8')).toContain(email);
  });

  it('emails are files in the outbox folder that an email program can open', async () => {
    const email = await register();
    await deliver();
    const [name = '', ...others] = await readdir(folder());
    expect(others).toEqual([]);
    expect(name).toMatch(/^\d{17}-[\w-]{20}\.eml$/);
    const source = await readFile(join(folder(), name));
    const parsed = await PostalMime.parse(source);
    expect(parsed).toMatchObject({
      from: { address: 'no-reply@games.example.org' },
      to: [{ address: email }],
      subject: 'Confirm your email address for Cellar',
      headers: expect.arrayContaining([expect.objectContaining({ key: 'date' })]),
    });
    expect(parsed.text).toContain('Zoë Ünal');
    const [waiting] = (await list()).mails;
    expect(tokenIn(parsed)).toBe(tokenIn((await read(waiting._id)).body));
    expect(Math.abs(Date.parse(parsed.date ?? '') - Date.parse(waiting.createdAt))).toBeLessThan(60_000);
    // The links in the email are secrets.
    expect((await stat(join(folder(), name))).mode & 0o077).toBe(0);
    expect((await stat(folder())).mode & 0o077).toBe(0);
  });

  it('each is written once and never removed', async () => {
    for (let count = 0; count < 3; count += 1) await register();
    await deliver();
    const names = await readdir(folder());
    expect(names).toHaveLength(3);
    await rm(join(folder(), names[0] ?? ''));
    await Promise.all([deliver(), deliver()]);
    expect(await readdir(folder())).toEqual(names.slice(1));
  });

  it('none is written before its cause is committed', async () => {
    const { mails, database } = app.services;
    const prepared = await mails.prepare({
      kind: 'approved',
      to: 'a@cellar.example',
      language: 'en',
      url: 'x',
    });
    const failing = database.db.transaction().execute(async (trx) => {
      await mails.enqueue(trx, prepared);
      throw new Error('as planned');
    });
    await expect(failing).rejects.toThrow('as planned');
    await deliver();
    await expect(readdir(folder())).rejects.toThrow(/ENOENT/);
  });

  it('notifications are removed after a week, and all emails after 90 days, with their files', async () => {
    const { mails, database } = app.services;
    const composed = { kind: 'digest', to: 'a@cellar.example', subject: 'News', html: '', text: '' };
    await mails.enqueue(database.db, mails.compose(composed));
    await register();
    await deliver();
    app.clock.advance(8 * day);
    await mails.removeOld();
    expect((await list()).mails.map(({ kind }: { kind: string }) => kind)).toEqual(['verify']);
    expect(await readdir(folder())).toHaveLength(1);
    app.clock.advance(83 * day);
    await mails.removeOld();
    expect(await database.db.selectFrom('mails').select('id').execute()).toEqual([]);
    expect(await readdir(folder())).toEqual([]);
  });

  it('continues if the folder is not writable, and writes the files later', async () => {
    await writeFile(folder(), 'in the way');
    await register();
    expect((await list()).mails).toHaveLength(1);
    await expect(deliver()).rejects.toThrow(/EEXIST|ENOTDIR/);
    await rm(folder());
    await deliver();
    expect(await readdir(folder())).toHaveLength(1);
  });
});

describe('when a mail server is configured later', () => {
  it('sends the waiting emails', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const database = await createTestDatabase();
    const before = await buildApp({ dataDir, database });
    const email = await register(before);
    await before.services.mails.deliverDue();
    await before.close();
    const mail = await startMailServer();
    const after = await buildApp({ env: mail.env, dataDir, database });
    await after.services.mails.deliverDue();
    expect((await mail.next(email)).subject).toBe('Confirm your email address for Cellar');
    // The links in the file are secrets, so it is deleted when it is no longer needed.
    expect(await readdir(join(dataDir, 'outbox'))).toEqual([]);
    await after.close();
    await mail.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});
