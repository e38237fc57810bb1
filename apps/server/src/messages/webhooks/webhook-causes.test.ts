// What webhooks report: new games, people who wait, stopped uploads, failed backups and full disks.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { WebhookEvent } from '@cellar/contract/messages/rules/webhooks.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createSpaceWatch } from '#admin/monitoring/space-watch.service.ts';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { newFolder } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addNewGames, moveClockTo, setFrequency } from '#test/digests.ts';
import { createGame } from '#test/factories.ts';
import { sampleUpload, sendChunk } from '#test/sample-upload.ts';
import { addWebhook, startReceiver, type WebhookReceiver } from '#test/webhooks.ts';
import { eventually } from '../../../../../test/waiting.ts';

let app: TestApp;
let admin: Client;
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await startReceiver();
  const env = { WEBHOOK_PRIVATE_ADDRESSES: 'allow', METADATA_PROVIDERS: 'off', TZ: 'UTC' };
  app = await buildApp({ env: { ...env, BACKUP_URL: `file:${await newFolder('backup')}` } });
  // A Tuesday, before the admin's session begins.
  moveClockTo(app, '2049-01-12T12:00:00Z');
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await receiver.close();
});

const listen = (event: WebhookEvent) => addWebhook(admin, receiver.url, { events: [event] });
const data = async () => {
  await app.services.webhooks.deliverDue();
  return receiver.received.map(({ body }) => body.data);
};

describe('new games', () => {
  /** Runs the jobs at this time. */
  async function runAt(time: string): Promise<void> {
    moveClockTo(app, time);
    await app.services.digests.run();
    await app.services.newsWebhooks.run();
  }
  const titles = async () =>
    (await data()).map(({ games }) => games.map(({ title }: { title: string }) => title).sort());

  it('make one message at the time of the digests, without games that were there before', async () => {
    await addNewGames(app, 'Old');
    await app.services.digests.run();
    await listen('new_games');
    await setFrequency(app, 'weekly');
    await runAt('2049-01-12T12:01:00Z');
    await addNewGames(app, 'Outpost', 'Undertow');
    await runAt('2049-01-12T12:02:00Z');
    await runAt('2049-01-18T08:59:00Z');
    expect(await titles()).toEqual([]);
    await runAt('2049-01-18T09:00:01Z');
    await runAt('2049-01-18T09:01:01Z');
    expect(await titles()).toEqual([['Outpost', 'Undertow']]);

    // A new frequency does not send early.
    await addNewGames(app, 'Later');
    await setFrequency(app, 'daily');
    await runAt('2049-01-18T09:02:00Z');
    expect(await titles()).toHaveLength(1);
    await runAt('2049-01-19T09:00:01Z');
    expect((await titles())[1]).toEqual(['Later']);
  });

  it('make one message about 500 games once no more are added, however many nodes run the job', async () => {
    await listen('new_games');
    await setFrequency(app, 'immediate');
    await runAt('2049-01-12T12:01:00Z');
    await addNewGames(app, ...Array.from({ length: 500 }, (_, at) => `Game ${at}`));
    await runAt('2049-01-12T12:02:00Z');
    await runAt('2049-01-12T12:04:00Z');
    expect(await data()).toEqual([]);
    moveClockTo(app, '2049-01-12T12:08:00Z');
    await Promise.all([app.services.newsWebhooks.run(), app.services.newsWebhooks.run()]);
    const [news, ...others] = await data();
    expect([news.count, news.games.length, others]).toEqual([500, 10, []]);
    expect(news.games[0]).toMatchObject({ platforms: ['Windows'], cover: null });
  });
});

describe('an account that waits for approval', () => {
  it('is reported without name and address, at most once an hour', async () => {
    await listen('access_waiting');
    const look = async () => {
      app.clock.advance(10_000);
      await app.services.pendingApproval.run();
    };
    const { account } = await app.as('pending');
    await look();
    await app.as('pending');
    await look();
    expect(await data()).toEqual([{ count: 1 }]);
    expect(receiver.received[0]?.raw.toString()).not.toContain(account?.email);
    app.clock.advance(hourMs);
    await look();
    expect((await data())[1]).toEqual({ count: 2 });
  });
});

describe('an upload', () => {
  it('is reported once when it has sent nothing for an hour, and not if it continues or is complete', async () => {
    await listen('upload_failed');
    const { stoppedUploads } = app.services;
    // What has stopped before the first look is no news.
    await sendChunk(admin, sampleUpload({ title: 'Before' }), 0);
    app.clock.advance(2 * hourMs);
    await stoppedUploads.run();
    const { id: gameId } = await createGame(app.services, admin, { title: 'Undertow' });
    const extra = { kind: 'update', name: 'Patch', version: '1.2' };
    const stopped = [sampleUpload({ title: 'Outpost' }), sampleUpload({ gameId, extra })];
    for (const upload of stopped) expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    await createGame(app.services, admin);
    app.clock.advance(59 * minuteMs);
    await stoppedUploads.run();
    expect(await data()).toEqual([]);
    app.clock.advance(2 * minuteMs);
    await Promise.all([stoppedUploads.run(), stoppedUploads.run()]);
    const [told, ...others] = await data();
    expect(others).toEqual([]);
    expect(told.count).toBe(2);
    expect(told.uploads).toHaveLength(2);
    expect(told.uploads).toContainEqual(expect.objectContaining({ title: 'Outpost', extra: null }));
    expect(told.uploads).toContainEqual(expect.objectContaining({ title: 'Undertow', extra: 'Patch 1.2' }));
    const { alerts } = (await admin.call(api.listAlerts)).body;
    expect(alerts, 'in the bell, too').toContainEqual(
      expect.objectContaining({ kind: 'upload_failed', data: { count: 2 } }),
    );
    app.clock.advance(5 * hourMs);
    await stoppedUploads.run();
    await stoppedUploads.run();
    expect(await data()).toHaveLength(1);
  });
});

describe('a backup that fails', () => {
  it('is reported with its reason', async () => {
    await listen('backup_failed');
    const { body: before } = await admin.call(api.getBackups);
    const game = await createGame(app.services, admin);
    const { storageKey } = await app.services.database.db
      .selectFrom('gameFiles')
      .select('storageKey')
      .where('gameId', '=', game.id)
      .executeTakeFirstOrThrow();
    await writeFile(join(app.dataDir, 'files', storageKey.slice(0, 2), storageKey), 'damaged');
    expect(before.place).toBeTruthy();
    await admin.call(api.startBackup, { json: { kind: 'backup' } });
    const { body } = await eventually(async () => {
      await app.services.webhooks.deliverDue();
      return receiver.next(1);
    });
    expect(body.data.reason).toMatch(/damaged/);
  });
});

describe('a disk that is nearly full', () => {
  it('is reported once, and again only after it has recovered', async () => {
    await listen('storage_low');
    const { database, adminNews } = app.services;
    let free = 100 * 1024 ** 3;
    const watch = createSpaceWatch({
      ...{ adminNews, databaseDir: undefined },
      storage: { freeBytes: async () => free },
    });
    const runWith = async (gigabytes: number) => {
      free = gigabytes * 1024 ** 3;
      await Promise.all([watch.run(), watch.run()]);
    };
    for (const gigabytes of [100, 4, 3, 5.5, 4, 0]) await runWith(gigabytes);
    expect(await data()).toEqual([{ part: 'storage', freeBytes: 4 * 1024 ** 3 }]);
    const mails = await database.db.selectFrom('mails').select(['kind', 'toAddress']).execute();
    expect(mails, 'admins without a webhook hear of it, too').toEqual([
      { kind: 'storageLow', toAddress: admin.account?.email },
    ]);
    for (const gigabytes of [7, 2]) await runWith(gigabytes);
    expect(await data()).toHaveLength(2);
  });
});
