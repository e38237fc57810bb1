// The check of the stored files: its findings, that only one runs at a time, and that it continues after a stop.
import { mkdir, readFile, rm, truncate, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { CheckKind, CheckResult } from '@cellar/contract/admin/storage.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addEntries, createGame } from '#test/factories.ts';
import { complete, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { filesUnder, storedPath, wholeUpload } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { listStoredFiles, storedFiles } from './stored-files.repository.ts';

const hour = 3600_000;

let app: TestApp;
let admin: Client;
beforeEach(async () => {
  app = await buildApp();
  admin = await app.as('admin');
});
afterEach(() => app.close());

async function start(kind: CheckKind) {
  return admin.call(api.startStorageCheck, { json: { kind } });
}

async function ended(): Promise<CheckResult> {
  return eventually(async () => {
    const { body } = await admin.call(api.getStorageCheck);
    expect(body.running).toBeNull();
    expect(body.last).not.toBeNull();
    return body.last;
  });
}

async function check(kind: CheckKind): Promise<CheckResult> {
  expect((await start(kind)).status).toBe(200);
  return ended();
}

/** Stores bytes that are not in the database. */
async function leaveOrphan(ageMs: number, content = 'orphan'): Promise<string> {
  const key = newId();
  const path = orphanPath(key);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  const time = new Date(app.clock.now().getTime() - ageMs);
  await utimes(path, time, time);
  return key;
}

function orphanPath(key: string): string {
  return join(app.dataDir, 'files', key.slice(0, 2), key);
}

async function makeBroken() {
  const [missing, short, changed, whole] = [
    await createGame(app.services, admin, { title: 'Gone' }),
    await createGame(app.services, admin, { title: 'Cut' }),
    await createGame(app.services, admin, { title: 'Rotten' }),
    await createGame(app.services, admin, { title: 'Whole' }),
  ];
  await rm(await storedPath(app, missing.id, 'Windows'));
  await truncate(await storedPath(app, short.id, 'Windows'), 4000);
  const path = await storedPath(app, changed.id, 'Windows');
  const bytes = await readFile(path);
  bytes[2500] = (bytes[2500] ?? 0) ^ 1;
  await writeFile(path, bytes);
  return { missing, short, changed, whole };
}

/** Leaves a check as a node that has died does: half done, with a lease that will end. */
async function interrupt(leaseMs: number): Promise<void> {
  const rows = await listStoredFiles(app.services.database.db, '', 100);
  const half = rows.slice(0, rows.length / 2);
  await app.services.database.db
    .insertInto('storageChecks')
    .values({
      ...{ id: newId(), kind: 'full', startedAt: app.clock.now().toISOString(), endedAt: null, running: 1 },
      ...{ holder: 'dead', leaseUntil: new Date(app.clock.now().getTime() + leaseMs).toISOString() },
      ...{
        cursor: half.at(-1)?.storageKey ?? null,
        checkedFiles: half.length,
        checkedBytes: 5000 * half.length,
      },
      ...{ totalFiles: rows.length, totalBytes: 5000 * rows.length },
      ...{ artworkFiles: null, artworkBytes: null, error: null },
    })
    .execute();
}

describe('a check of the storage', () => {
  it('finds no problem in an undamaged library or an empty one', async () => {
    expect((await check('full')).counts).toEqual({ missing: 0, damaged: 0, orphans: 0 });
    await createGame(app.services, admin);
    await sendChunk(admin, sampleUpload(), 0);
    const result = await check('full');
    expect(result).toMatchObject({ kind: 'full', error: null, checkedFiles: 1, totalFiles: 1 });
    expect(result).toMatchObject({
      checkedBytes: 5000,
      totalBytes: 5000,
      missing: [],
      damaged: [],
      orphans: [],
    });
  });

  it('finds missing files and files of a different size when it is quick', async () => {
    const { missing, short } = await makeBroken();
    const result = await check('quick');
    const file = { key: expect.any(String), path: null, platform: 'Windows', expectedSize: 5000 };
    expect(result.missing).toEqual([{ ...file, gameId: missing.id, title: 'Gone' }]);
    expect(result.damaged).toEqual([
      { ...file, gameId: short.id, title: 'Cut', foundSize: 4000, reason: 'size' },
    ]);
    expect(result.counts).toEqual({ missing: 1, damaged: 1, orphans: 0 });
    expect(result).toMatchObject({ checkedFiles: 4, checkedBytes: 20_000 });
  });

  it('also finds changed content when it is full', async () => {
    const { changed } = await makeBroken();
    const { damaged, counts } = await check('full');
    expect(damaged.map(({ title, reason }) => [title, reason])).toEqual([
      ['Cut', 'size'],
      ['Rotten', 'digest'],
    ]);
    expect(damaged[1]).toMatchObject({ gameId: changed.id, foundSize: 5000 });
    expect(counts).toEqual({ missing: 1, damaged: 2, orphans: 0 });
  });

  it('finds files that no row refers to, with their age', async () => {
    await createGame(app.services, admin);
    const [old, young] = [await leaveOrphan(25 * hour), await leaveOrphan(hour, 'longer orphan')];
    const { orphans, counts } = await check('quick');
    expect(counts.orphans).toBe(2);
    expect(orphans).toMatchObject([
      { key: young, size: 13, isRemovable: false },
      { key: old, size: 6, isRemovable: true },
    ]);
    expect(Math.round((orphans[1]?.ageSeconds ?? 0) / 3600)).toBe(25);
  });

  it('does not report unrecorded uploads or files marked for removal as orphans', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { db } = app.services.database;
    const { id } = await db.selectFrom('uploads').select('id').executeTakeFirstOrThrow();
    await app.services.storage.finishUpload(...wholeUpload(id, 3500, 1000));
    const marked = await leaveOrphan(25 * hour);
    await db.insertInto('removals').values({ storageKey: marked }).execute();
    expect((await check('quick')).orphans).toEqual([]);
    expect((await complete(admin, upload)).status).toBe(201);
  });

  it('no longer reports problems that were repaired', async () => {
    const { missing } = await makeBroken();
    const orphan = await leaveOrphan(25 * hour);
    await check('quick');
    await admin.call(api.deleteGame, { params: { id: missing.id } });
    const removals = app.services.database.db.insertInto('removals');
    await removals.values({ storageKey: orphan }).execute();
    const { body } = await admin.call(api.getStorageCheck);
    expect(body.last).toMatchObject({
      missing: [],
      orphans: [],
      counts: { missing: 0, damaged: 1, orphans: 0 },
    });
  });

  it('keeps only the last result', async () => {
    await makeBroken();
    await check('quick');
    expect(await check('full')).toMatchObject({ kind: 'full', counts: { missing: 1, damaged: 2 } });
    expect(await app.services.database.db.selectFrom('storageChecks').select('id').execute()).toHaveLength(1);
  });

  it('is refused while another one runs on any node', async () => {
    await interrupt(60_000);
    for (const kind of ['full', 'quick'] as const) {
      expect(await start(kind)).toMatchObject({ status: 409, body: { code: 'check_under_way' } });
    }
  });

  it('is started or refused if several admins start one at the same moment', async () => {
    const statuses = (await Promise.all([start('full'), start('full'), start('quick')])).map(
      ({ status }) => status,
    );
    expect(statuses).toContain(200);
    // A quick one may end before the next request.
    expect(statuses.every((status) => status === 200 || status === 409)).toBe(true);
    await ended();
  });

  it('reports why it ended early', async () => {
    await createGame(app.services, admin);
    await rm(join(app.dataDir, 'files'), { recursive: true });
    expect((await check('quick')).error).toMatch(/ENOENT/);
    await mkdir(join(app.dataDir, 'files'));
    expect(await check('quick')).toMatchObject({ error: null, counts: { missing: 1 } });
  });

  it('is recorded in the audit log', async () => {
    await check('quick');
    const { body } = await admin.call(api.listAudit);
    expect(body.entries[0]).toMatchObject({
      action: 'storage_checked',
      actor: admin.account?.email,
      detail: 'quick',
    });
  });

  it.each([{}, { kind: 'slow' }, { kind: 1 }])('is not started by %j', async (json) => {
    expect((await admin.call(api.startStorageCheck, { json })).status).toBe(400);
  });
});

describe('a check that was interrupted', () => {
  it('hides the last result only when it has ended', async () => {
    await makeBroken();
    await check('quick');
    app.clock.advance(1000);
    await interrupt(60_000);
    const { body } = await admin.call(api.getStorageCheck);
    expect(body.running).toMatchObject({ kind: 'full' });
    expect(body.last).toMatchObject({ kind: 'quick', counts: { missing: 1, damaged: 1 } });
    app.clock.advance(61_000);
    await app.services.storageCheck.continueCheck();
    expect(await ended()).toMatchObject({ kind: 'full' });
  });

  it('is continued from its cursor once its lease has ended', async () => {
    await makeBroken();
    await interrupt(60_000);
    await app.services.storageCheck.continueCheck();
    expect((await admin.call(api.getStorageCheck)).body.running).toMatchObject({ checkedFiles: 2 });
    app.clock.advance(61_000);
    await app.services.storageCheck.continueCheck();
    expect(await ended()).toMatchObject({ checkedFiles: 4, checkedBytes: 20_000, error: null });
  });

  it('is replaced by a new one', async () => {
    await makeBroken();
    await interrupt(60_000);
    expect((await start('quick')).status).toBe(409);
    app.clock.advance(61_000);
    expect(await check('quick')).toMatchObject({ kind: 'quick', checkedFiles: 4 });
  });

  it('is continued by another server when its own stops', async () => {
    const { dataDir } = app;
    for (let game = 0; game < 3; game += 1) await createGame(app.services, admin);
    const second = await buildApp({ dataDir, env: { DATABASE_URL: databaseUrl(app) } });
    try {
      await second.services.storageCheck.start('full', { email: 'a@cellar.example' });
      await second.services.storageCheck.close();
      const { body } = await admin.call(api.getStorageCheck);
      // On a fast machine, the check may have ended before.
      if (body.running) await app.services.storageCheck.continueCheck();
      expect(await ended()).toMatchObject({ checkedFiles: 3, error: null, counts: { missing: 0 } });
    } finally {
      await second.services.close();
    }
  });
});

function databaseUrl({ config }: TestApp): string {
  return config.database.dialect === 'sqlite' ? `sqlite:${config.database.path}` : config.database.url;
}

describe('POST /api/admin/storage/orphans/remove', () => {
  const remove = (keys: string[]) => admin.call(api.removeOrphans, { json: { keys } });

  it('removes the chosen files, and records it', async () => {
    const game = await createGame(app.services, admin);
    const [first, second, kept] = [
      await leaveOrphan(25 * hour),
      await leaveOrphan(25 * hour),
      await leaveOrphan(25 * hour),
    ];
    await check('quick');
    const { status, body } = await remove([first, second, first]);
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ removed: [first, second], freedBytes: 12, spared: [] },
      message: 'Removed 2 files (12 B)',
    });
    const { last } = (await admin.call(api.getStorageCheck)).body;
    expect(last.orphans).toMatchObject([{ key: kept }]);
    const files = await filesUnder(app.dataDir);
    expect(files.sort()).toEqual([orphanPath(kept), await storedPath(app, game.id, 'Windows')].sort());
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries[0]).toMatchObject({ action: 'orphans_removed', detail: '2, 12 B' });
  });

  it('keeps recent files, files with a row, and files that no check has found', async () => {
    const game = await createGame(app.services, admin);
    const { db } = app.services.database;
    const { storageKey } = await db.selectFrom('gameFiles').select('storageKey').executeTakeFirstOrThrow();
    const [young, known, gone] = [
      await leaveOrphan(23 * hour),
      await leaveOrphan(25 * hour),
      await leaveOrphan(25 * hour),
    ];
    await check('quick');
    await db.updateTable('gameFiles').set({ storageKey: known }).where('gameId', '=', game.id).execute();
    await rm(orphanPath(gone));
    // It has lost its row, but the admin has not seen it in a result.
    const unseen = await leaveOrphan(25 * hour);
    const { body } = await remove([young, known, gone, unseen, storageKey]);
    expect(body).toMatchObject({ removed: [], freedBytes: 0 });
    expect(
      Object.fromEntries(body.spared.map((s: { key: string; reason: string }) => [s.key, s.reason])),
    ).toEqual({
      ...{ [young]: 'recent', [known]: 'known', [gone]: 'gone', [unseen]: 'gone', [storageKey]: 'gone' },
    });
    expect(await filesUnder(app.dataDir)).toHaveLength(4);
  });

  it.each([
    [[]],
    [['../../etc/passwd']],
    [['short']],
    [[`${'a'.repeat(65)}`]],
    [['a/b/c/d/e']],
    ['abcdefgh'],
    [[1]],
  ])('refuses the keys %j', async (keys) => {
    expect((await remove(keys as string[])).status).toBe(400);
  });

  it('has nothing to remove before the first check', async () => {
    const key = await leaveOrphan(25 * hour);
    expect((await remove([key])).body).toMatchObject({ removed: [], spared: [{ key, reason: 'gone' }] });
  });
});

describe('GET /api/admin/storage', () => {
  it('adds up the stored files by platform', async () => {
    await createGame(app.services, admin, { title: 'Small', platform: 'Linux' });
    const large = sampleUpload({ title: 'Large', chunkSize: 10_000 });
    await sendAll(admin, large);
    await complete(admin, large);
    await createGame(app.services, admin, { title: 'Small', platform: 'Windows' });
    await sendChunk(admin, sampleUpload(), 0);
    await mkdir(join(app.dataDir, 'artwork'));
    await writeFile(join(app.dataDir, 'artwork', 'cover.webp'), 'picture');
    const { status, body } = await admin.call(api.getStorage);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      files: { files: 3, bytes: 13_500 },
      temp: { files: 1, bytes: 1000 },
      artwork: null,
      platforms: [
        { platform: 'Windows', files: 2, bytes: 8500 },
        { platform: 'Linux', files: 1, bytes: 5000 },
      ],
      limits: { maxChunkBytes: 104_857_600, historyEntries: 30 },
      check: { running: null, last: null },
    });
    expect(body.databaseBytes).toBeGreaterThan(1000);
    await check('quick');
    expect((await admin.call(api.getStorage)).body.artwork).toEqual({ files: 1, bytes: 7 });
  });

  it('lists up to 200 problems of a check', async () => {
    const entries = Array.from({ length: 250 }, (_, at) => ({
      title: `Game ${at}`,
      platforms: ['Windows'],
    }));
    await addEntries(app.services, entries);
    const { body } = await admin.call(api.getStorage);
    expect(body.files).toEqual({ files: 250, bytes: 2500 });
    const result = await check('quick');
    expect(result.counts.missing).toBe(250);
    expect(result.missing).toHaveLength(200);
  });
});

describe('the tables that refer to stored files', () => {
  it('are all consulted before a file is reported as an orphan', async () => {
    const { db } = app.services.database;
    const tables = await db.introspection.getTables();
    const holders = tables
      .filter(({ columns }) => columns.some(({ name }) => name === 'storageKey'))
      .map(({ name }) => name);
    const asked = storedFiles(db).compile().sql;
    expect(holders.filter((name) => !asked.includes(`"${name}"`)).sort()).toEqual([
      'digestClaims',
      // As in `virusScans`.
      'filePieces',
      // An imported item repeats the key of its platform file or extra.
      'libraryItems',
      'removalHolds',
      'removals',
      'storageProblems',
      'storedAhead',
      // Each row belongs to a file of the other tables.
      'virusScans',
    ]);
  });
});
