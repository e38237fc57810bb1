// The games by their size and their last download, and files that are stored more than once.

import type { DuplicateGroup, StorageGame } from '@cellar/contract/admin/storage.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import { type Kysely, sql } from 'kysely';
import { beforeEach, describe, expect, it } from 'vitest';
import { columnsOf, type Dialect } from '#db/columns.ts';
import { createStorageReport } from '#db/migrations/0039-storage-report.ts';
import type { Db } from '#db/schema.ts';
import { addCheat, addExtra } from '#test/extras-and-cheats.ts';
import { addEntries, createGame, sampleArchive } from '#test/factories.ts';
import { addDownloads } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { storedFiles } from '../stored-files.repository.ts';

const day = 24 * 3600_000;

const app = sharedApp();
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('downloads').execute();
  await db.deleteFrom('games').execute();
  await db.deleteFrom('settings').execute();
});

async function list(query: { page?: string; idleDays?: string } = {}) {
  const { status, body } = await admin.call(api.listStorageGames, { query });
  expect(status).toBe(200);
  return body;
}

function ago(days: number): string {
  return new Date(app.clock.now().getTime() - days * day).toISOString();
}

async function listDuplicates(page = '1') {
  const { status, body } = await admin.call(api.listDuplicates, { query: { page } });
  expect(status).toBe(200);
  return body;
}

/** Compares the numbers that triggers keep with the rows of the files. */
async function expectUsageOfFiles(): Promise<void> {
  const { db } = app.services.database;
  const files = await db.selectFrom(storedFiles(db).as('stored')).select(['gameId', 'fileSize']).execute();
  const games = await db.selectFrom('games').select('id').execute();
  const expected = games.map(({ id }) => {
    const own = files.filter(({ gameId }) => gameId === id);
    return { gameId: id, files: own.length, bytes: own.reduce((sum, file) => sum + file.fileSize, 0) };
  });
  const kept = await db.selectFrom('gameUsage').select(['gameId', 'files', 'bytes']).execute();
  const byId = (a: { gameId: string }, b: { gameId: string }) => (a.gameId < b.gameId ? -1 : 1);
  expect(kept.sort(byId)).toEqual(expected.sort(byId));
}

/** Brings the database to its state before migration 0039. */
async function undoMigration(db: Db, dialect: Dialect): Promise<void> {
  if (dialect === 'sqlite') {
    const triggers = await sql<{ name: string }>`
      select name from sqlite_schema where type = 'trigger' and name like 'gameUsage%'`.execute(db);
    for (const { name } of triggers.rows) await sql`drop trigger ${sql.ref(name)}`.execute(db);
  } else {
    for (const name of ['Games', 'Downloads', 'Files'])
      await sql`drop function ${sql.ref(`gameUsageOf${name}`)} cascade`.execute(db);
  }
  for (const table of ['gameUsage', 'storageSamples']) await db.schema.dropTable(table).execute();
  for (const table of ['gameExtras', 'cheatFiles']) await db.schema.dropIndex(`${table}ByDigest`).execute();
}

describe('the space of each game', () => {
  it('includes all its files, and follows every change', async () => {
    const game = await createGame(app.services, admin, { title: 'Large' });
    await createGame(app.services, admin, { title: 'Large', platform: 'Linux' });
    await createGame(app.services, admin, { title: 'Small' });
    const extra = await addExtra(app.services, admin, game.id);
    await addCheat(admin, game.id);
    await addEntries(app.services, [{ title: 'Without files' }]);
    await expectUsageOfFiles();
    const { games, total, totalBytes } = await list();
    expect(games.map(({ title, files }: StorageGame) => [title, files])).toEqual([
      ['Large', 4],
      ['Small', 1],
    ]);
    expect(total).toBe(2);
    expect(totalBytes).toBe(games[0].bytes + 5000);

    const { db } = app.services.database;
    await db.updateTable('gameFiles').set({ fileSize: 7000 }).where('gameId', '=', game.id).execute();
    await expectUsageOfFiles();
    await admin.call(api.deleteExtra, { params: { id: game.id, extraId: extra._id } });
    await admin.call(api.deletePlatformFile, { params: { id: game.id, platform: 'Linux' } });
    await expectUsageOfFiles();
    await admin.call(api.deleteGame, { params: { id: game.id } });
    await expectUsageOfFiles();
    expect((await list()).games.map(({ title }: StorageGame) => title)).toEqual(['Small']);
  });

  it('is known for the games of a library that is upgraded', async () => {
    const [played = ''] = await addEntries(app.services, [
      { title: 'Played', platforms: ['Windows', 'Linux'] },
      { title: 'Without files' },
    ]);
    await addDownloads(app.services, undefined, [{ gameId: played }, { gameId: played }]);
    const { db, dialect } = app.services.database;
    const read = () => db.selectFrom('gameUsage').selectAll().orderBy('gameId').execute();
    const kept = await read();
    expect(kept).toHaveLength(2);
    await undoMigration(db, dialect);
    await createStorageReport(db as unknown as Kysely<unknown>, columnsOf(dialect), dialect);
    expect(await read()).toEqual(kept);
    await addEntries(app.services, [{ title: 'Later', platforms: ['Windows'] }]);
    await expectUsageOfFiles();
  });

  it('is listed in pages, largest first', async () => {
    const entries = Array.from({ length: 25 }, (_, at) => ({ title: `Game ${at}`, platforms: ['Windows'] }));
    const gameIds = await addEntries(app.services, entries);
    const { db } = app.services.database;
    await db
      .updateTable('gameFiles')
      .set({ fileSize: 500 })
      .where('gameId', '=', gameIds[17] ?? '')
      .execute();
    const [first, second, beyond] = [await list(), await list({ page: '2' }), await list({ page: '9' })];
    expect(first).toMatchObject({ total: 25, totalBytes: 740, totalPages: 2, currentPage: 1 });
    expect(first.games[0]).toMatchObject({
      title: 'Game 17',
      bytes: 500,
      lastDownloadAt: null,
      downloads: 0,
    });
    const ids = [...first.games, ...second.games].map(({ gameId }: StorageGame) => gameId);
    expect(new Set(ids).size).toBe(25);
    expect(beyond.games).toEqual([]);
  });
});

describe('games that nobody has downloaded for a long time', () => {
  it('are those that were last downloaded, or else added, before that time', async () => {
    const [addedAt, lastDownloadAt] = [ago(800), ago(500)];
    const [idle = '', used = '', fresh = ''] = await addEntries(app.services, [
      { title: 'Idle', createdAt: addedAt, platforms: ['Windows'] },
      { title: 'Used', createdAt: addedAt, platforms: ['Windows'] },
      { title: 'Fresh', createdAt: ago(3), platforms: ['Windows'] },
    ]);
    // The newest is not the last one that is recorded.
    for (const [gameId, startedAt] of [
      [idle, lastDownloadAt],
      [idle, ago(600)],
      [used, ago(10)],
    ] as const)
      await addDownloads(app.services, undefined, [{ gameId, startedAt }]);
    expect(await list({ idleDays: '365' })).toMatchObject({
      games: [{ gameId: idle, title: 'Idle', files: 1, bytes: 10, addedAt, lastDownloadAt, downloads: 2 }],
      total: 1,
      totalBytes: 10,
    });
    expect((await list({ idleDays: '5' })).total).toBe(2);
    const all: StorageGame[] = (await list()).games;
    expect(all.find(({ gameId }) => gameId === fresh)).toMatchObject({ lastDownloadAt: null, downloads: 0 });
  });

  it('are counted anew after the log was cleared, but keep the time of their last download', async () => {
    const game = await createGame(app.services, admin);
    const member = await app.as('member');
    await addDownloads(app.services, member, [{ gameId: game.id, startedAt: ago(2) }]);
    expect((await list()).games[0]).toMatchObject({ downloads: 1 });
    await admin.call(api.clearAllActivity);
    const [cleared] = (await list()).games;
    expect(cleared.downloads).toBe(0);
    expect(cleared.lastDownloadAt).not.toBeNull();
  });

  it('are not shown for invalid numbers, or to members', async () => {
    for (const idleDays of ['-1', 'x', '1.5', '99999999'])
      expect((await admin.call(api.listStorageGames, { query: { idleDays } })).status).toBe(400);
    const member = await app.as('member');
    expect((await member.call(api.listStorageGames)).status).toBe(403);
    expect((await member.call(api.listDuplicates)).status).toBe(403);
    expect((await admin.call(api.listDuplicates, { query: { page: '0' } })).status).toBe(400);
  });
});

describe('duplicates', () => {
  it('are files with the same content, of whatever kind and game', async () => {
    const archive = sampleArchive(6000);
    const first = await createGame(app.services, admin, { title: 'Alpha', archive });
    const second = await createGame(app.services, admin, { title: 'Beta', archive });
    await createGame(app.services, admin, { title: 'Unique' });
    const facts = { name: 'Copy', version: '' };
    await addExtra(app.services, admin, second.id, { facts, fileName: 'copy.zip', bytes: archive });
    for (const { id } of [first, second]) await addCheat(admin, id);
    const { groups, total, wastedBytes } = await listDuplicates();
    const [archives, cheats] = groups as DuplicateGroup[];
    expect(archives).toMatchObject({ fileSize: 6000, count: 3, wastedBytes: 12_000 });
    expect(archives?.files.map(({ kind, title, name }) => [kind, title, name])).toEqual([
      ['file', 'Alpha', ''],
      ['extra', 'Beta', 'Copy'],
      ['file', 'Beta', ''],
    ]);
    expect(cheats?.files).toMatchObject([
      { kind: 'cheat', gameId: first.id, name: 'God Mode', platform: 'Windows', isInPlace: false },
      { kind: 'cheat', gameId: second.id },
    ]);
    expect([total, wastedBytes]).toEqual([2, 12_000 + (cheats?.fileSize ?? 0)]);
    await admin.call(api.deleteGame, { params: { id: second.id } });
    expect((await listDuplicates()).groups).toEqual([]);
  });

  it('are listed in pages, those that waste most first, with up to 20 files each', async () => {
    const entries = Array.from({ length: 45 }, (_, at) => ({ title: `Game ${at}`, platforms: ['Windows'] }));
    await addEntries(app.services, entries);
    const { db } = app.services.database;
    const rows = await db.selectFrom('gameFiles').select('id').orderBy('id').execute();
    // One group of 25 files, and ten pairs.
    for (const [at, { id }] of rows.entries()) {
      const number = at < 25 ? 0 : 1 + Math.floor((at - 25) / 2);
      const sha256 = String(number).padStart(64, '0');
      await db.updateTable('gameFiles').set({ sha256 }).where('id', '=', id).execute();
    }
    const [first, second] = [await listDuplicates(), await listDuplicates('2')];
    expect(first).toMatchObject({ total: 11, totalPages: 2, wastedBytes: 340 });
    expect(first.groups[0]).toMatchObject({ count: 25, wastedBytes: 240 });
    expect(first.groups[0].files).toHaveLength(20);
    expect(first.groups).toHaveLength(10);
    expect(second.groups).toHaveLength(1);
  });

  it('do not include files whose digest is not known yet, or that are empty', async () => {
    await addEntries(app.services, [
      { title: 'One', platforms: ['Windows'] },
      { title: 'Two', platforms: ['Windows'] },
    ]);
    expect((await listDuplicates()).total).toBe(0);
    const { db } = app.services.database;
    await db
      .updateTable('gameFiles')
      .set({ sha256: '0'.repeat(64), fileSize: 0 })
      .execute();
    expect(await listDuplicates()).toMatchObject({ total: 0, groups: [], wastedBytes: 0, totalPages: 1 });
  });
});
