// Backups to BACKUP_URL: by the schedule and from the page.
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { newFolder, newLibrary } from '#test/backups.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { eventually } from '../../../../../test/waiting.ts';

let app: TestApp;
let admin: Client;
let folder: string;
beforeEach(async () => {
  folder = await newFolder('backup');
  app = await buildApp({ env: { BACKUP_URL: `file:${folder}`, TZ: 'UTC' } });
  onTestFinished(() => app.close());
  admin = await app.as('admin');
});

const hourMs = 3600_000;
const status = async () => (await admin.call(api.getBackups)).body;
const schedule = (frequency: string, hour: number) =>
  admin.call(api.putBackupSchedule, { json: { frequency, hour } });
const mails = () =>
  app.services.database.db.selectFrom('mails').select('subject').where('kind', '=', 'backupFailed').execute();

async function runToEnd(kind: 'backup' | 'verification') {
  const { status: code } = await admin.call(api.startBackup, { json: { kind } });
  expect(code).toBe(202);
  await eventually(async () => expect((await status()).running).toBeNull());
  return (await status()).last[kind];
}

describe('the page', () => {
  it('starts a backup and a verification, and shows both', async () => {
    await createGame(app.services, admin);
    expect(await status()).toMatchObject({ place: folder, running: null, lastGood: null, nextAt: null });
    expect(await runToEnd('backup')).toMatchObject({ error: null, totalFiles: 1, copiedBytes: 5000 });
    expect(await runToEnd('verification')).toMatchObject({ error: null, doneFiles: 1 });
    expect((await status()).lastGood).toMatchObject({ kind: 'backup', totalBytes: 5000 });
    const { body } = await admin.call(api.listAudit);
    const actions = body.entries.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(['backup_started', 'backup_verified']));
  });

  it('refuses a second run at the same time', async () => {
    const answers = await Promise.all(
      [1, 2, 3].map(() => admin.call(api.startBackup, { json: { kind: 'backup' } })),
    );
    expect(answers.map(({ status: code }) => code).sort()).toEqual([202, 409, 409]);
  });

  it('refuses invalid values', async () => {
    for (const [frequency, hour] of [
      ['hourly', 3],
      ['daily', 24],
      ['daily', -1],
      ['daily', 1.5],
    ] as const)
      expect((await schedule(frequency, hour)).status).toBe(400);
    expect((await admin.call(api.startBackup, { json: { kind: 'restore' } })).status).toBe(400);
  });

  it('says that no place is set', async () => {
    const other = await buildApp();
    onTestFinished(() => other.close());
    const client = await other.as('admin');
    expect((await client.call(api.getBackups)).body.place).toBeNull();
    expect((await client.call(api.startBackup, { json: { kind: 'backup' } })).status).toBe(404);
  });
});

describe('the schedule', () => {
  it('makes one backup a day, at the hour', async () => {
    const now = app.clock.now();
    const hour = (now.getUTCHours() + 2) % 24;
    const { body } = await schedule('daily', hour);
    expect(new Date(body.nextAt).getUTCHours()).toBe(hour);
    const { runDue } = app.services.backupSchedule;
    const count = async () =>
      (await app.services.database.db.selectFrom('backups').select('id').execute()).length;
    // A schedule does not make up for a time before it was set.
    await runDue();
    expect(await count()).toBe(0);
    app.clock.advance(new Date(body.nextAt).getTime() - now.getTime() + 1000);
    await runDue();
    await runDue();
    expect(await count()).toBe(1);
    app.clock.advance(23 * hourMs);
    await runDue();
    expect(await count()).toBe(1);
    app.clock.advance(hourMs);
    await runDue();
    expect(await count()).toBe(2);
    await schedule('off', hour);
    app.clock.advance(24 * hourMs);
    await runDue();
    expect(await count()).toBe(2);
  });

  it('goes on although the clock was ahead for a while', async () => {
    const aheadMs = 10 * 24 * hourMs;
    app.clock.advance(aheadMs);
    await schedule('daily', 3);
    const ahead = await runToEnd('backup');
    app.clock.advance(-aheadMs);
    const due = async () => {
      await app.services.backupSchedule.runDue();
      const { last } = await status();
      expect(last.backup).toMatchObject({ error: null });
      expect(last.backup.startedAt < ahead.startedAt).toBe(true);
      return last.backup.startedAt;
    };
    const first = await due();
    expect(await due()).toBe(first);
    app.clock.advance(24 * hourMs);
    expect((await due()) > first).toBe(true);
    expect((await status()).lastGood).toMatchObject({ error: null });
  });

  it('waits until a verification has ended', async () => {
    await schedule('daily', 3);
    await runToEnd('backup');
    await runToEnd('verification');
    app.clock.advance(25 * hourMs);
    const { db } = app.services.database;
    const verification = db.updateTable('backups').where('kind', '=', 'verification');
    const leaseUntil = new Date(app.clock.now().getTime() + hourMs / 60).toISOString();
    await verification.set({ running: 1, endedAt: null, leaseUntil }).execute();
    const { startedAt } = (await status()).last.backup;
    await app.services.backupSchedule.runDue();
    expect(await status()).toMatchObject({
      running: { kind: 'verification' },
      last: { backup: { startedAt } },
    });
    await verification.set({ running: null, endedAt: app.clock.now().toISOString() }).execute();
    await app.services.backupSchedule.runDue();
    expect((await status()).last.backup.startedAt > startedAt).toBe(true);
  });

  it('makes a backup again that the end of the server has interrupted, without an email', async () => {
    const library = await newLibrary();
    const env = { BACKUP_URL: `file:${folder}` };
    const first = await buildApp({ ...library, env });
    await first.as('admin');
    const yesterday = new Date(Date.now() - 30 * hourMs).toISOString();
    const values = { backupFrequency: 'daily', backupScheduledAt: yesterday } as const;
    await first.services.settings.set(first.services.database.db, values);
    await first.services.backupSchedule.start('backup');
    // The run is recorded, but has copied nothing yet.
    await first.services.backups.close();
    await first.close();

    const next = await buildApp({ ...library, env });
    onTestFinished(() => next.close());
    const { db } = next.services.database;
    const runs = () => db.selectFrom('backups').select(['endedAt', 'error']).orderBy('startedAt').execute();
    expect(await runs()).toEqual([{ endedAt: null, error: null }]);
    await next.services.backupSchedule.runDue();
    expect(await runs()).toEqual([
      { endedAt: expect.any(String), error: 'It was interrupted.' },
      { endedAt: expect.any(String), error: null },
    ]);
    expect(await db.selectFrom('mails').select('id').execute()).toEqual([]);
  });

  it('tells admins when a backup fails, and shows the reason', async () => {
    await app.as('admin');
    await writeFile(join(folder, 'letter.txt'), 'x');
    await schedule('weekly', 3);
    app.clock.advance(7 * 24 * hourMs);
    await app.services.backupSchedule.runDue();
    expect(await mails()).toHaveLength(2);
    expect((await status()).last.backup.error).toContain('is not empty and holds no backups');
    // The next attempt follows the schedule.
    await rm(join(folder, 'letter.txt'));
    await app.services.backupSchedule.runDue();
    expect((await status()).lastGood).toBeNull();
    app.clock.advance(7 * 24 * hourMs);
    await app.services.backupSchedule.runDue();
    expect((await status()).lastGood).toMatchObject({ error: null });
    expect(await mails()).toHaveLength(2);
  });
});
