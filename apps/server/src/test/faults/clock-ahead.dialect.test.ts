// The clock was a year ahead for a while, and is right again: what was noted meanwhile holds nothing up for a year.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { dayMs, hourMs } from '#platform/clock.ts';
import { newLease } from '#platform/lease.ts';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { addFolder, createLibraryDisk, folderOf, type LibraryDisk, scanned } from '#test/library-disk.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { askTicket, getTicket, limitsUseOf, setOwnLimits } from '#test/sample-download.ts';
import { complete, sampleUpload, sendAll } from '#test/sample-upload.ts';
import { addWebhook, answerWith, happen, startReceiver, type WebhookReceiver } from '#test/webhooks.ts';
import { type MetadataServer, startMetadataServer } from '../../../../../test/metadata-server/server.ts';
import { newcomer } from '../logins.ts';

const aheadMs = 365 * dayMs;

let backups: string;
let disk: LibraryDisk;
let mail: MailServer;
let metadata: MetadataServer;
let receiver: WebhookReceiver;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  backups = await mkdtemp(join(tmpdir(), 'cellar-ahead-'));
  disk = await createLibraryDisk();
  mail = await startMailServer();
  metadata = await startMetadataServer();
  receiver = await startReceiver();
  const env = {
    ...mail.env,
    ...metadata.env,
    WEBHOOK_PRIVATE_ADDRESSES: 'allow',
    BACKUP_URL: `file:${backups}`,
    LIBRARY_ROOTS: disk.root,
  };
  app = await buildApp({ env });
});
beforeEach(async () => {
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await Promise.all([mail.close(), metadata.close(), receiver.close()]);
  await disk.remove();
  await rm(backups, { recursive: true, force: true });
});

async function ahead<Result>(work: () => Promise<Result>): Promise<Result> {
  app.clock.advance(aheadMs);
  try {
    return await work();
  } finally {
    app.clock.advance(-aheadMs);
  }
}

const db = () => app.services.database.db;
/** The lease of a node that died while the clock was ahead. */
const leaseAhead = () => ahead(async () => newLease(app.clock, 30_000));

it('a limit of attempts to log in', async () => {
  const json = { email: newcomer().email, password: 'wrong' };
  const tryOnce = async () => (await app.visitor.call(api.login, { json })).status;
  await ahead(async () => {
    for (let left = 10; left > 0; left -= 1) await tryOnce();
    expect(await tryOnce()).toBe(429);
  });
  expect(await tryOnce()).toBe(401);
});

it('a quota, and a place among simultaneous downloads', async () => {
  const [game, other] = [await createGame(app.services, admin), await createGame(app.services, admin)];
  // Sessions of today have expired by then.
  const reader = await ahead(() => app.as('member'));
  const once = { period: 'week', filesPerPeriod: 1, downloadsAtOnce: 1 } as const;
  await setOwnLimits(admin, reader, once);
  await ahead(async () => {
    const { url } = await getTicket(reader, game);
    await (await reader.fetch(url)).arrayBuffer();
    await app.services.downloads.flushProgress();
    expect((await limitsUseOf(reader)).files).toBe(1);
  });
  expect((await limitsUseOf(reader)).files).toBe(0);
  await setOwnLimits(admin, reader, { ...once, filesPerPeriod: 100 });
  // Its use in the meantime has set the session to 30 days from now.
  const expiresAt = new Date(app.clock.now().getTime() + 2 * aheadMs).toISOString();
  await db().updateTable('sessions').set({ expiresAt }).execute();
  await ahead(() => getTicket(reader, other));
  expect((await askTicket(reader, game)).status).toBe(201);
});

it('the lease of a completion, and a chunk that is on its way to the storage', async () => {
  const upload = sampleUpload();
  await sendAll(admin, upload);
  const { id } = await db()
    .updateTable('uploads')
    .set(await leaseAhead())
    .where('clientId', '=', upload.uploadId)
    .returning('id')
    .executeTakeFirstOrThrow();
  // Storing takes 90 seconds at most.
  const endsBefore = new Date(app.clock.now().getTime() + hourMs / 2).toISOString();
  const request = { id: newId(), uploadId: id, isStoring: 1, endsBefore };
  await db().insertInto('chunkRequests').values(request).execute();
  expect((await complete(admin, upload)).status).toBe(201);
});

it('the leases of a backup and a job', async () => {
  await app.services.backups.backUp({ address: backups });
  await db()
    .updateTable('backups')
    .set({ running: 1, ...(await leaseAhead()) })
    .execute();
  const job = { name: 'digest-files', lastRunAt: null, lastSuccessAt: null, lastError: null };
  await db()
    .insertInto('jobs')
    .values({ ...job, ...(await leaseAhead()) })
    .execute();
  expect((await admin.call(api.getBackups)).body.running).toBeNull();
  const { jobs } = (await admin.call(api.getHealth)).body;
  expect(jobs.filter(({ isRunning }: { isRunning: boolean }) => isRunning)).toEqual([]);
  expect((await app.services.backups.backUp({ address: backups })).problems).toEqual([]);
});

it('an email and a webhook that could not be sent', async () => {
  const { email } = newcomer();
  await addWebhook(admin, receiver.url);
  await ahead(async () => {
    await mail.goDown();
    receiver.respond = answerWith(429);
    const { mails, webhooks } = app.services;
    const prepared = await mails.prepare({
      kind: 'approved',
      to: email,
      language: 'en',
      url: 'https://a.example/x',
    });
    await mails.enqueue(db(), prepared);
    await happen(app);
    await Promise.all([mails.deliverDue(), webhooks.deliverDue()]);
  });
  await mail.comeUp();
  receiver.respond = (response) => void response.end();
  const before = receiver.received.length;
  await Promise.all([app.services.mails.deliverDue(), app.services.webhooks.deliverDue()]);
  expect([mail.to(email).length, receiver.received.length]).toEqual([1, before + 1]);
});

it('the pause of a metadata provider, and the search for a game', async () => {
  const steam = app.services.providers.get('steam');
  await ahead(async () => {
    metadata.behaviour = { steam: { status: 503 } };
    await steam.search('portal').catch(() => undefined);
  });
  metadata.reset();
  expect(await steam.search('portal')).not.toEqual([]);
  const { id } = await createGame(app.services, admin, { title: 'Portal' });
  const dueAt = new Date(app.clock.now().getTime() + aheadMs + hourMs).toISOString();
  await db().updateTable('gameMatches').set({ state: 'queued', dueAt }).where('gameId', '=', id).execute();
  await app.services.matchJob.workOff();
  const found = db().selectFrom('gameMatches').select('state').where('gameId', '=', id);
  expect(await found.executeTakeFirst()).not.toEqual({ state: 'queued' });
});

it('the scans of a library folder, on its schedule and on request', async () => {
  await disk.write({ 'pc/Elite.zip': 'elite' });
  const { id } = await addFolder(admin, join(disk.root, 'pc'), { frequency: 'hourly' });
  const [now, later] = [
    app.clock.now().toISOString(),
    await ahead(async () => app.clock.now().toISOString()),
  ];
  const change = (changes: { lastScanAt?: string; scanRequestedAt?: string }) =>
    db().updateTable('libraryFolders').set(changes).where('id', '=', id).execute();
  await change({ lastScanAt: later });
  await app.services.folderChecks.check();
  await scanned(admin, id);
  const { lastScanAt } = await folderOf(admin, id);
  expect([lastScanAt && lastScanAt >= now, lastScanAt && lastScanAt < later]).toEqual([true, true]);
  await change({ scanRequestedAt: later });
  await app.services.libraryScans.startDue();
  await scanned(admin, id);
});
