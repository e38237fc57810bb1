// The email to admins about pending approvals: once per request, and at most once an hour.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { newcomer } from '#test/logins.ts';
import { linkIn, type MailServer, startMailServer, tokenIn } from '#test/mail-server.ts';
import { createTestDatabase } from '#test/test-database.ts';

let mail: MailServer;
let app: TestApp;
let admin: Client;
beforeEach(async () => {
  mail = await startMailServer();
  const env = { ...mail.env, PUBLIC_URL: 'https://games.example.org', SITE_NAME: 'Our Shelf' };
  app = await buildApp({ env });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await mail.close();
});

/** Runs the job a few seconds later, and delivers its emails. */
async function look(at = app) {
  at.clock.advance(10_000);
  await at.services.pendingApproval.run();
  await at.services.mails.deliverDue();
}

const mailsTo = (client: Client) => mail.to(client.account?.email ?? '');
const subjects = () => mailsTo(admin).map(({ subject }) => subject);

describe('notification of pending approvals', () => {
  it('goes to every admin, with a link to user management', async () => {
    const second = await app.as('admin');
    await second.call(api.updatePreferences, { json: { language: 'fr' } });
    const [member, suspended] = [await app.as('member'), await app.as('admin')];
    await admin.call(api.changeUser, {
      params: { userId: suspended.account?.id ?? '' },
      json: { isSuspended: true },
    });
    await app.as('pending');
    await app.as('pending');
    await look();
    expect(subjects()).toEqual(['Waiting for approval at Our Shelf: 2']);
    expect(mailsTo(second).map(({ subject }) => subject)).toEqual([
      'En attente d’approbation sur Our Shelf : 2',
    ]);
    const [received] = mailsTo(admin);
    expect(received?.recipients).toHaveLength(1);
    expect(received && linkIn(received).href).toBe('https://games.example.org/admin?tab=users');
    expect(received?.text).toMatch(/waiting for an admin of Our Shelf: 2\./);
    for (const other of [member, suspended]) expect(mailsTo(other)).toEqual([]);
    const { mails } = (await admin.call(api.listOutbox)).body;
    expect(mails.map(({ kind }: { kind: string }) => kind)).toEqual(['pendingApproval', 'pendingApproval']);
  });

  it('is sent only after the address is confirmed', async () => {
    const person = newcomer();
    await app.visitor.call(api.requestAccess, { json: person });
    const token = tokenIn(await mail.next(person.email));
    await look();
    expect(subjects()).toEqual([]);
    await app.visitor.call(api.verifyEmail, { params: { token } });
    await look();
    expect(subjects()).toEqual(['Waiting for approval at Our Shelf: 1']);
  });

  it('is sent once per request, however long approval takes', async () => {
    await app.as('pending');
    for (let count = 0; count < 5; count += 1) {
      await look();
      app.clock.advance(90 * minuteMs);
    }
    expect(subjects()).toHaveLength(1);
  });

  it('is sent at most once an hour, counting all pending requests', async () => {
    await app.as('pending');
    await look();
    await app.as('pending');
    for (let count = 0; count < 5; count += 1) {
      app.clock.advance(10 * minuteMs);
      await app.as('pending');
      await look();
    }
    expect(subjects()).toHaveLength(1);
    app.clock.advance(10 * minuteMs);
    await look();
    expect(subjects()).toEqual([
      'Waiting for approval at Our Shelf: 1',
      'Waiting for approval at Our Shelf: 7',
    ]);
  });

  it('does not count approved, suspended or unverified accounts', async () => {
    const [approved, suspended] = [await app.as('pending'), await app.as('pending')];
    await app.as('unverified');
    await app.as('member');
    await admin.call(api.approveAccess, { params: { userId: approved.account?.id ?? '' } });
    await admin.call(api.changeUser, {
      params: { userId: suspended.account?.id ?? '' },
      json: { isSuspended: true },
    });
    await look();
    expect(subjects()).toEqual([]);
  });

  it('is sent in a library that had switched it off, when that was possible', async () => {
    const old = { key: 'pendingApprovalMails', value: 'false' };
    await app.services.database.db.insertInto('settings').values(old).execute();
    await app.as('pending');
    await look();
    expect(subjects()).toHaveLength(1);
  });

  it('is sent even if the clock was wrong for a while', async () => {
    await app.as('pending');
    app.clock.advance(400 * dayMs);
    await look();
    app.clock.advance(-400 * dayMs);
    await app.as('pending');
    await look();
    expect(subjects()).toHaveLength(2);
  });
});

it('two nodes on one database send the notification once, also after a restart', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
  const database = await createTestDatabase();
  const options = { env: mail.env, dataDir, database };
  const nodes = [await buildApp(options), await buildApp(options)];
  const [first] = nodes;
  const boss = await first?.as('admin');
  await first?.as('pending');
  for (const node of nodes) node.clock.advance(10_000);
  // On SQLite, two nodes in one process would wait for each other's lock forever.
  const runs = nodes.map(({ services }) => services.pendingApproval.run);
  if (process.env.TEST_DATABASE_URL) await Promise.all(runs.map((run) => run()));
  else for (const run of runs) await run();
  for (const node of nodes) await node.close();
  const after = await buildApp(options);
  await look(after);
  expect(boss && mailsTo(boss)).toHaveLength(1);
  await after.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
