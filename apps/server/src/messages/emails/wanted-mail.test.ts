// Notifications that wait in the outbox while recipients unsubscribe or leave, or until a mail server is configured.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addNewGames, listDigestMails, moveClockTo, runDigestsAt, setFrequency } from '#test/digests.ts';
import { samplePassword } from '#test/factories.ts';
import { confirm } from '#test/logins.ts';
import { startMailServer } from '#test/mail-server.ts';
import { createTestDatabase } from '#test/test-database.ts';

const env = { TZ: 'UTC' };
const emailOf = (client: Client) => client.account?.email ?? '';

async function begin(app: TestApp) {
  moveClockTo(app, '2049-01-12T12:00:00Z');
  await setFrequency(app, 'daily');
  await app.services.digests.run();
}

async function tellOf(app: TestApp, title: string, day: number) {
  await addNewGames(app, title);
  await runDigestsAt(app, `2049-01-${day}T13:00:00Z`);
  await runDigestsAt(app, `2049-01-${day + 1}T09:00:01Z`);
  await app.services.mails.deliverDue();
}

it('the outbox sends a waiting digest only to members who still want it', async () => {
  const mail = await startMailServer();
  const app = await buildApp({ env: { ...env, ...mail.env } });
  await begin(app);
  const admin = await app.as('admin');
  const [reader, leaving, suspended, deleted, moved] = [
    ...[await app.as('member'), await app.as('member'), await app.as('member')],
    ...[await app.as('member'), await app.as('member')],
  ] as [Client, Client, Client, Client, Client];
  await mail.goDown();
  await tellOf(app, 'Outpost', 12);
  expect(await listDigestMails(app)).toHaveLength(6);

  const { oneClickUrl } = await app.services.unsubscribe.linksOf(leaving.account?.id ?? '');
  await app.visitor.fetch(new URL(oneClickUrl).pathname, { method: 'POST' });
  const params = { userId: suspended.account?.id ?? '' };
  await confirm(admin);
  await admin.call(api.changeUser, { params, json: { isSuspended: true } });
  await deleted.call(api.deleteOwnAccount, { json: { password: samplePassword } });
  await app.services.database.db
    .updateTable('users')
    .set({ email: 'another@cellar.example' })
    .where('id', '=', moved.account?.id ?? '')
    .execute();

  await mail.comeUp();
  app.clock.advance(3600_000);
  await app.services.mails.deliverDue();
  expect(mail.to(emailOf(reader))).toHaveLength(1);
  for (const gone of [leaving, suspended, deleted, moved]) expect(mail.to(emailOf(gone))).toEqual([]);
  expect((await listDigestMails(app)).map(({ status }) => status)).toEqual(['sent', 'sent']);
  await app.close();
  await mail.close();
});

it('the outbox does not notify former admins of pending approvals', async () => {
  const mail = await startMailServer();
  const app = await buildApp({ env: { ...env, ...mail.env } });
  const [admin, former] = [await app.as('admin'), await app.as('admin')];
  await app.as('pending');
  await mail.goDown();
  app.clock.advance(10_000);
  await app.services.pendingApproval.run();
  await app.services.mails.deliverDue();
  const params = { userId: former.account?.id ?? '' };
  await admin.call(api.changeUser, { params, json: { isAdmin: false } });
  await mail.comeUp();
  app.clock.advance(3600_000);
  await app.services.mails.deliverDue();
  expect(mail.to(emailOf(admin))).toHaveLength(1);
  expect(mail.to(emailOf(former))).toEqual([]);
  await app.close();
  await mail.close();
});

it('the outbox sends only digests of the last week when a mail server is configured later', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
  const database = await createTestDatabase();
  const before = await buildApp({ env, dataDir, database });
  await begin(before);
  const reader = await before.as('member');
  for (let day = 12; day < 24; day += 1) await tellOf(before, `Day ${day}`, day);
  expect(await listDigestMails(before)).toHaveLength(12);
  await before.close();

  const mail = await startMailServer();
  const after = await buildApp({ env: { ...env, ...mail.env }, dataDir, database });
  moveClockTo(after, '2049-01-24T12:00:00Z');
  await after.services.mails.deliverDue();
  // Several emails are sent in parallel, so their order is not defined.
  expect(
    mail
      .to(emailOf(reader))
      .map(({ subject }) => subject)
      .sort(),
  ).toEqual([17, 18, 19, 20, 21, 22, 23].map((day) => `New Game Added: Day ${day}`));
  expect(await listDigestMails(after)).toHaveLength(7);
  await after.close();
  await mail.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});
