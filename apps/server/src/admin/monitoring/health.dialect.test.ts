// The health that admins see.
import { readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { jobHealth, SystemHealth } from '@cellar/contract/admin/monitoring.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import type { z } from 'zod';
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts';
import { markName } from '#platform/storage/disk/library-mark.ts';
import { newFolder } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { startMailServer } from '#test/mail-server.ts';

let app: TestApp;
let admin: Client;
beforeEach(async () => {
  app = await buildApp();
  admin = await app.as('admin');
});
afterEach(() => app.close());

async function health(client = admin): Promise<SystemHealth> {
  const { status, body } = await client.call(api.getHealth);
  expect(status).toBe(200);
  return body;
}

function enqueue(to: TestApp, userName: string): Promise<void> {
  const { mails, database } = to.services;
  const mail = { to: `${userName}@cellar.example`, language: 'en', url: 'https://a.example/x' } as const;
  return mails
    .prepare({ kind: 'approved', ...mail })
    .then((prepared) => mails.enqueue(database.db, prepared));
}

describe('GET /api/admin/health', () => {
  it('describes a new library', async () => {
    const { database, storage, mail, providers, jobs, server } = await health();
    expect(database).toMatchObject({ engine: app.config.database.dialect });
    expect(database.sizeBytes).toBeGreaterThan(1000);
    expect(storage).toMatchObject({ kind: 'disk', lastCheck: null, freeBytes: expect.any(Number) });
    expect(mail).toEqual({
      ...{ state: 'warning', problem: 'no_server', isDelivering: false },
      ...{ waiting: 0, failed: 0, oldestWaitingAt: null },
    });
    const facts = { state: 'ok', problem: null, lastSuccessAt: null, pausedUntil: null };
    expect(providers).toEqual([
      { ...facts, id: 'steam', name: 'Steam', isConfigured: true },
      { ...facts, id: 'igdb', name: 'IGDB', isConfigured: false },
      { ...facts, id: 'rawg', name: 'RAWG', isConfigured: false },
    ]);
    expect(jobs.map(({ name }) => name)).toEqual(app.services.jobs.map(({ name }) => name));
    expect(jobs.find(({ name }) => name === 'send-digests')).toMatchObject({
      ...{ state: 'ok', problem: null, isRunning: false, lastSuccessAt: null, error: null },
    });
    expect(server).toMatchObject({ version: '0.0.0-test', nodeVersion: process.version, host: hostname() });
    expect(Date.parse(server.startedAt)).toBeLessThan(Date.now());
  });

  it('is for admins only', async () => {
    const member = await app.as('member');
    expect(await member.call(api.getHealth)).toMatchObject({ status: 403, body: { code: 'forbidden' } });
    expect(await app.visitor.call(api.getHealth)).toMatchObject({ status: 401 });
  });
});

describe('the storage', () => {
  it('is a problem while it is away', async () => {
    await createGame(app.services, admin);
    await rename(join(app.dataDir, markName), join(app.dataDir, 'elsewhere'));
    expect((await health()).storage).toMatchObject({ state: 'problem', problem: 'away', freeBytes: null });
    await rename(join(app.dataDir, 'elsewhere'), join(app.dataDir, markName));
    expect((await health()).storage.problem).not.toBe('away');
  });

  it('is a problem if the last check found a missing file', async () => {
    await createGame(app.services, admin);
    await createGame(app.services, admin);
    await app.services.storageCheck.runNow('quick');
    expect((await health()).storage.lastCheck).toMatchObject({ kind: 'quick', broken: 0 });
    const folder = join(app.dataDir, 'files');
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      if (entry.isFile()) await rm(join(entry.parentPath, entry.name));
    }
    await app.services.storageCheck.runNow('quick');
    const { storage } = await health();
    expect(storage).toMatchObject({ state: 'problem', problem: 'files_broken', lastCheck: { broken: 2 } });
  });
});

describe('emails', () => {
  it('are a problem when one has been waiting for more than an hour, and a warning when one has failed', async () => {
    const server = await startMailServer();
    const delivering = await buildApp({ env: server.env });
    const client = await delivering.as('admin');
    try {
      expect((await health(client)).mail).toMatchObject({ state: 'ok', problem: null, isDelivering: true });
      await enqueue(delivering, 'late');
      expect((await health(client)).mail).toMatchObject({ state: 'ok', waiting: 1 });
      delivering.clock.advance(hourMs + minuteMs);
      const stuck = (await health(client)).mail;
      expect(stuck).toMatchObject({ state: 'problem', problem: 'stuck', waiting: 1 });
      expect(stuck.oldestWaitingAt).not.toBeNull();
      await delivering.services.database.db.updateTable('mails').set({ status: 'failed' }).execute();
      const failed = (await health(client)).mail;
      expect(failed).toMatchObject({ state: 'warning', problem: 'failed', waiting: 0, failed: 1 });
    } finally {
      await delivering.close();
      await server.close();
    }
  });

  it('are not stuck when they lie in the outbox folder because there is no mail server', async () => {
    await enqueue(app, 'filed');
    await app.services.mails.deliverDue();
    app.clock.advance(2 * hourMs);
    expect((await health()).mail).toMatchObject({ state: 'warning', problem: 'no_server', waiting: 1 });
  });
});

describe('metadata providers', () => {
  it('are a warning while they fail or are paused', async () => {
    const { db } = app.services.database;
    const at = (ms: number) => new Date(app.clock.now().getTime() + ms).toISOString();
    const change = (changes: object) =>
      db.updateTable('metadataProviders').set(changes).where('id', '=', 'steam').execute();
    const steam = async () => (await health()).providers.find(({ id }) => id === 'steam');
    await change({ lastErrorAt: at(-1000), lastError: 'no answer', lastSuccessAt: at(-2000) });
    expect(await steam()).toMatchObject({ state: 'warning', problem: 'failing' });
    const pausedUntil = at(hourMs);
    await change({ pausedUntil });
    expect(await steam()).toMatchObject({ state: 'warning', problem: 'paused', pausedUntil });
    await change({ lastSuccessAt: at(0), pausedUntil: null });
    expect(await steam()).toMatchObject({ state: 'ok', problem: null });
  });
});

describe('background jobs', () => {
  const name = 'send-digests';

  async function record(changes: object): Promise<void> {
    const nothing = {
      holder: null,
      leaseUntil: null,
      lastRunAt: null,
      lastSuccessAt: null,
      lastError: null,
      ...changes,
    };
    const { db } = app.services.database;
    await db.deleteFrom('jobs').where('name', '=', name).execute();
    await db
      .insertInto('jobs')
      .values({ name, ...nothing })
      .execute();
  }

  async function job(): Promise<z.infer<typeof jobHealth> | undefined> {
    return (await health()).jobs.find((each) => each.name === name);
  }

  const now = (ms = 0) => new Date(app.clock.now().getTime() + ms).toISOString();

  it('are a warning when the last run failed', async () => {
    await record({ lastSuccessAt: now(-minuteMs), lastError: 'the reason' });
    const found = await job();
    expect(found).toMatchObject({ state: 'warning', problem: 'failing', error: 'the reason' });
    expect(Date.parse(found?.nextRunAt ?? '') - app.clock.now().getTime()).toBeLessThan(minuteMs + 1);
  });

  it('are a problem when they have not succeeded for long, unless they are running', async () => {
    await record({ lastSuccessAt: now() });
    expect(await job()).toMatchObject({ state: 'ok' });
    app.clock.advance(20 * minuteMs);
    expect(await job()).toMatchObject({ state: 'ok' });
    // Late begins two intervals of a minute and half an hour after the last success.
    app.clock.advance(20 * minuteMs);
    expect(await job()).toMatchObject({ state: 'problem', problem: 'late' });
    await record({ lastSuccessAt: now(-hourMs), holder: 'h', leaseUntil: now(minuteMs) });
    expect(await job()).toMatchObject({ state: 'ok', isRunning: true });
  });
});

describe('backups', () => {
  let folder: string;
  let scheduled: TestApp;
  let client: Client;
  beforeEach(async () => {
    folder = await newFolder('backup');
    scheduled = await buildApp({ env: { BACKUP_URL: `file:${folder}`, TZ: 'UTC' } });
    onTestFinished(() => scheduled.close());
    client = await scheduled.as('admin');
  });

  const backup = async () => (await health(client)).backup;
  /** Sets the schedule to the full hour after the next one, and moves the clock to 5 minutes before. */
  async function scheduleDaily(): Promise<void> {
    const hour = (scheduled.clock.now().getUTCHours() + 2) % 24;
    const { body } = await client.call(api.putBackupSchedule, { json: { frequency: 'daily', hour } });
    scheduled.clock.advance(Date.parse(body.nextAt) - scheduled.clock.now().getTime() - 5 * minuteMs);
  }

  it('are a warning while there is none and none is scheduled', async () => {
    const none = {
      state: 'warning',
      problem: 'none',
      isRunning: false,
      last: null,
      nextAt: null,
      error: null,
    };
    expect((await health()).backup).toEqual(none);
    expect(await backup()).toEqual(none);
    await scheduleDaily();
    expect(await backup()).toMatchObject({ state: 'ok', last: null, nextAt: expect.any(String) });
  });

  it('are in order once one was made, even by the command without a schedule', async () => {
    await createGame(scheduled.services, client);
    await scheduled.services.backups.backUp({ address: folder });
    expect(await backup()).toEqual({
      ...{ state: 'ok', problem: null, isRunning: false, nextAt: null, error: null },
      last: { endedAt: expect.any(String), totalBytes: 5000 },
    });
  });

  it('are a warning when one is overdue, until it was made', async () => {
    await scheduleDaily();
    scheduled.clock.advance(30 * minuteMs);
    expect(await backup()).toMatchObject({ state: 'ok', last: null });
    scheduled.clock.advance(10 * minuteMs);
    expect(await backup()).toMatchObject({ state: 'warning', problem: 'late', last: null });
    await scheduled.services.backupSchedule.runDue();
    expect(await backup()).toMatchObject({ state: 'ok', problem: null, last: { totalBytes: 0 } });
    scheduled.clock.advance(dayMs);
    expect(await backup()).toMatchObject({ state: 'warning', problem: 'late', last: { totalBytes: 0 } });
    // Just after the next one has become due, the one before is still overdue.
    scheduled.clock.advance(dayMs - 20 * minuteMs);
    expect(await backup()).toMatchObject({ state: 'warning', problem: 'late', last: { totalBytes: 0 } });
  });

  it('are a warning after one failed, until the next one succeeds', async () => {
    const letter = join(folder, 'letter.txt');
    await writeFile(letter, 'x');
    await scheduleDaily();
    scheduled.clock.advance(hourMs);
    await scheduled.services.backupSchedule.runDue();
    const error = expect.stringContaining('is not empty and holds no backups');
    expect(await backup()).toMatchObject({ state: 'warning', problem: 'failed', last: null, error });
    await rm(letter);
    await scheduled.services.backups.backUp({ address: folder });
    expect(await backup()).toMatchObject({ state: 'ok', problem: null, error: null });
  });

  it('are a warning while the last verification found a damaged file', async () => {
    await createGame(scheduled.services, client);
    const { backups } = scheduled.services;
    await backups.backUp({ address: folder });
    const files = await readdir(folder, { recursive: true, withFileTypes: true });
    const sizes = await Promise.all(
      files
        .filter((file) => file.isFile())
        .map(async (file) => {
          const path = join(file.parentPath, file.name);
          return { path, size: (await stat(path)).size };
        }),
    );
    const archive = sizes.find(({ size }) => size === 5000)?.path ?? '';
    await writeFile(archive, Buffer.alloc(5000));
    await backups.verify({ address: folder });
    const error = expect.stringContaining('1 file is missing or damaged');
    expect(await backup()).toMatchObject({ state: 'warning', problem: 'verification_failed', error });
    // It copies the damaged file again.
    await backups.backUp({ address: folder });
    await backups.verify({ address: folder });
    expect(await backup()).toMatchObject({ state: 'ok', problem: null, error: null });
  });
});
