// A member's own history: pages, deleting, clearing and retention.
import { api } from '@cellar/contract/api.ts';
import type { OwnActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import SQLite from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { onPostgres } from '#test/lock-order.ts';
import { addDownloads, getTicket } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { eventually } from '../../../../../test/waiting.ts';

const day = 24 * 3600_000;

const app = sharedApp();
const admin = sharedClient(app, 'admin');

const history = async (member: Client, query = {}) => (await member.call(api.myActivity, { query })).body;
const titles = async (member: Client) =>
  (await history(member, { limit: 100 })).activities.map(({ gameTitle }: OwnActivity) => gameTitle);
const numbered = (count: number) => Array.from({ length: count }, (_, at) => ({ gameTitle: `Game ${at}` }));
const keep = (member: Client, downloadHistoryRetention: number) =>
  member.call(api.updatePreferences, { json: { downloadHistoryRetention } });
const rowOf = (id: string) =>
  app.services.database.db.selectFrom('downloads').selectAll().where('id', '=', id).executeTakeFirst();

describe('my activity', () => {
  it('lists a download from start to end, and keeps its title when the game is deleted', async () => {
    const member = await app.as('member');
    const game = await createGame(app.services, admin, { title: 'Vanishing: Point' });
    const { url, downloadId } = await getTicket(member, game);
    const begun = {
      _id: expect.any(String),
      downloadId,
      gameTitle: game.title,
      platform: 'Windows',
      currentPlatform: 'Windows',
      extra: null,
      singleFile: null,
      fileName: 'Vanishing Point (Windows).zip',
      fileSize: game.archive.length,
      bytesSent: 0,
      downloadStatus: 'in_progress',
      isCancelled: false,
      isHandedOver: false,
      downloadedAt: expect.any(String),
      endedAt: null,
      game: { _id: game.id, title: game.title, boxArtUrl: null, boxArtThumbhash: null },
    };
    const page = { currentPage: 1, totalPages: 1, total: 1, pagination: { pages: 1 }, retention: 30 };
    expect(await history(member)).toEqual({ activities: [begun], ...page });

    await (await app.visitor.fetch(url)).arrayBuffer();
    await admin.call(api.deleteGame, { params: { id: game.id } });
    const ended = {
      ...begun,
      downloadStatus: 'completed',
      bytesSent: game.archive.length,
      game: null,
      endedAt: expect.any(String),
    };
    await eventually(async () => expect((await history(member)).activities).toEqual([ended]));
    expect((await history(await app.as('member'))).total).toBe(0);
  });

  it('is listed newest first in pages of ten', async () => {
    const member = await app.as('member');
    await addDownloads(app.services, member, numbered(23));
    const pages = await Promise.all([1, 2, 3, 4].map((page) => history(member, { page })));
    const shown = pages.flatMap(({ activities }) => activities.map((one: OwnActivity) => one.gameTitle));
    expect(shown).toEqual(numbered(23).map(({ gameTitle }) => gameTitle));
    expect(pages.map(({ activities }) => activities.length)).toEqual([10, 10, 3, 0]);
    expect(pages[3]).toMatchObject({ currentPage: 4, totalPages: 3, total: 23 });
    for (const [name, value] of [
      ['page', 0],
      ['limit', 101],
      ['page', 'x'],
    ] as const) {
      expect((await member.call(api.myActivity, { query: { [name]: value } })).status).toBe(400);
    }
  });

  it('loses only entries that the member deletes, and the log of admins keeps them', async () => {
    const member = await app.as('member');
    const other = await app.as('member');
    const [first = ''] = await addDownloads(app.services, member, numbered(2));
    const [foreign = ''] = await addDownloads(app.services, other, numbered(1));
    const remove = (id: string) => member.call(api.deleteActivity, { params: { id } });
    expect((await remove(first)).status).toBe(200);
    expect((await remove(first)).status, 'a second time').toBe(404);
    expect((await remove(foreign)).status).toBe(404);
    expect(await titles(member)).toEqual(['Game 1']);
    expect(await titles(other)).toEqual(['Game 0']);
    const query = { member: member.account?.id ?? '' };
    expect((await admin.call(api.allActivity, { query })).body.total).toBe(2);
  });

  it('is cleared except for running downloads', async () => {
    const member = await app.as('member');
    await addDownloads(app.services, member, [
      ...numbered(3),
      { gameTitle: 'Running', status: 'in_progress', endedAt: null },
    ]);
    expect((await member.call(api.clearMyActivity)).body).toEqual({ message: 'Download history cleared' });
    expect(await titles(member)).toEqual(['Running']);
  });
});

describe('retention', () => {
  it('removes surplus entries immediately and permanently', async () => {
    const member = await app.as('member');
    await addDownloads(app.services, member, numbered(40));
    expect(await titles(member)).toHaveLength(30);
    await keep(member, 5);
    expect(await titles(member)).toEqual(numbered(5).map(({ gameTitle }) => gameTitle));
    await keep(member, 30);
    expect(await titles(member)).toHaveLength(5);
  });

  it('is limited for everyone by the admin’s maximum, enforced by the job', async () => {
    const maximum = (maxUserRetention: number) =>
      admin.call(api.updateSettings, { json: { downloadHistoryRetention: { maxUserRetention } } });
    const [some, other] = [await app.as('member'), await app.as('member')];
    await addDownloads(app.services, some, numbered(20));
    await addDownloads(app.services, other, numbered(20));
    await keep(other, 5);
    await maximum(10);
    expect(await titles(some)).toHaveLength(10);
    await app.services.downloadHistory.trim();
    await maximum(30);
    expect([(await titles(some)).length, (await titles(other)).length]).toEqual([10, 5]);
  });

  it.skipIf(onPostgres)('does not write if nobody has too many entries', async () => {
    await app.services.downloadHistory.trim();
    const { database } = app.config;
    const other = new SQLite(database.dialect === 'sqlite' ? database.path : '');
    other.exec('begin immediate');
    await app.services.downloadHistory.trim();
    other.exec('rollback');
    other.close();
  });

  it('never removes running downloads', async () => {
    const member = await app.as('member');
    await addDownloads(app.services, member, [
      ...numbered(6),
      { gameTitle: 'Running', status: 'in_progress' as const, endedAt: null },
    ]);
    await keep(member, 5);
    const { db } = app.services.database;
    const running = db.selectFrom('downloads').select('hiddenAt').where('gameTitle', '=', 'Running');
    const shown = running.where('userId', '=', member.account?.id ?? '');
    expect(await shown.execute()).toEqual([{ hiddenAt: null }]);
  });
});

describe('a download that nobody can see', () => {
  it('is deleted a day after its end', async () => {
    const member = await app.as('member');
    const old = new Date(Date.now() - 2 * day).toISOString();
    const ids = await addDownloads(app.services, member, [
      { startedAt: old, logged: 0 },
      { startedAt: old, logged: 0, hiddenAt: old },
      { startedAt: old, logged: 1, hiddenAt: old },
      { startedAt: old, logged: 1, hiddenAt: old, anonymous: 1 },
      { startedAt: old, logged: 1, anonymous: 1 },
      { logged: 0, hiddenAt: old, endedAt: new Date().toISOString() },
    ]);
    await app.services.downloadHistory.forgetHidden();
    const rows = await Promise.all(ids.map(rowOf));
    const left = rows.map((row) => row && (row.userId ? 'named' : 'unnamed'));
    expect(left).toEqual(['named', undefined, 'named', 'unnamed', 'named', 'named']);
  });
});
