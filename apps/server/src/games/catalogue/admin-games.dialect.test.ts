// The admin's table of games: filters, orders, pages, ids and neighbors; and that it shows what has been committed.

import { api } from '@cellar/contract/api.ts';
import type { AdminGame } from '@cellar/contract/games/admin-games.endpoints.ts';
import { adminGameColumns } from '@cellar/contract/games/rules/admin-games.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { addEntries } from '#test/factories.ts';
import { addDownloads } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const games = [
  { title: 'Anno', releaseDate: '1998-09-24', developer: 'Max Design', platforms: ['Windows'] },
  { title: 'Bastion', releaseDate: '2011-07-20', developer: 'Supergiant', platforms: ['Linux', 'Windows'] },
  { title: 'Celeste', releaseDate: null, developer: null, platforms: ['Mac'] },
  { title: 'Doom', releaseDate: '1993-12-10', developer: 'id Software', platforms: [] },
  { title: 'Éclair', releaseDate: '2011-01-01', developer: 'Étranges Libellules', platforms: ['Windows'] },
].map((game, at) => ({
  ...game,
  createdAt: `2026-01-0${at + 1}T00:00:00.000Z`,
  genres: [at % 2 ? 'RPG' : 'Action'],
}));
const sizes = [500, 3_000_000_000_000, 20, 0, 20];
const downloads = [3, 0, 12, 0, 3];
const states = ['matched', 'review', null, 'none', 'matched'] as const;

let ids: string[];
const app = sharedApp();
const admin = sharedClient(app, 'admin');

beforeAll(async () => {
  ids = await addEntries(app.services, games);
  const { db } = app.services.database;
  for (const [at, id] of ids.entries()) {
    const { developer, platforms } = games[at] as (typeof games)[number];
    const description = at === 0 ? 'A game about islands.' : '';
    await db.updateTable('games').set({ developer, description }).where('id', '=', id).execute();
    const fileSize = Math.floor((sizes[at] ?? 0) / Math.max(1, platforms.length));
    await db.updateTable('gameFiles').set({ fileSize }).where('gameId', '=', id).execute();
    const completed = Array.from({ length: downloads[at] ?? 0 }, () => ({ gameId: id }));
    if (completed.length > 0) await addDownloads(app.services, undefined, completed);
    await setState(id, states[at] ?? null);
  }
  // None of these counts.
  await addDownloads(app.services, undefined, [
    { gameId: ids[3], status: 'failed' },
    { gameId: ids[3], extraName: 'Map' },
    { gameId: ids[3], singleFileId: 'x' },
    { gameId: ids[3], logged: 0 },
  ]);
});

async function setState(gameId: string, state: (typeof states)[number]): Promise<void> {
  const { db } = app.services.database;
  await db.deleteFrom('gameMatches').where('gameId', '=', gameId).execute();
  if (state === null) return;
  const none = { fileName: null, reason: '', dueAt: null, holder: null, leaseUntil: null, matchId: null };
  const rest = { confidence: null, brought: null, previous: null, scannedAt: null, stateBefore: null };
  await db
    .insertInto('gameMatches')
    .values({ gameId, state, ...none, ...rest, attempts: 0, candidates: '[]', updatedAt: '2026-01-01' })
    .execute();
}

type Query = Record<string, string | number>;

async function list(query: Query = {}) {
  const { status, body } = await admin.call(api.listAdminGames, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const titles = async (query: Query) =>
  (await list(query)).games.map(({ title }: AdminGame) => title[0]).join('');

describe('GET /api/admin/games', () => {
  it('shows what only admins see', async () => {
    const { games: all, ...counts } = await list({ sort: 'title', direction: 'asc' });
    expect(all[1]).toMatchObject({
      title: 'Bastion',
      size: 3_000_000_000_000,
      year: 2011,
      developer: 'Supergiant',
    });
    expect(all[1]).toMatchObject({
      matchState: 'review',
      isFileMissing: false,
      downloads: 0,
      platforms: ['Linux', 'Windows'],
    });
    expect(all[2]).toMatchObject({
      title: 'Celeste',
      year: null,
      developer: null,
      matchState: null,
      downloads: 12,
    });
    const lacking = { cover: 5, description: 4, year: 1, file: 1, match: 3 };
    expect(counts).toEqual({ currentPage: 1, totalPages: 1, total: 5, librarySize: 5, lacking });
  });

  it.each([
    ['title', 'ABCDÉ', 'ÉDCBA'],
    ['added', 'ABCDÉ', 'ÉDCBA'],
    ['platforms', 'BCAÉD', 'AÉCBD'],
    ['size', 'DCÉAB', 'BACÉD'],
    ['year', 'DABÉC', 'BÉADC'],
    ['developer', 'ÉDABC', 'BADÉC'],
    // In the order of the contract's states.
    ['match', 'AÉBDC', 'DBAÉC'],
    ['downloads', 'BDAÉC', 'CAÉBD'],
  ])(
    'sorts by %s in both directions, by title within equal values, and without value last',
    async (sort, up, down) => {
      expect(await titles({ sort, direction: 'asc' })).toBe(up);
      expect(await titles({ sort, direction: 'desc' })).toBe(down);
    },
  );

  it.each([
    [{ search: 'eclair' }, 'É'],
    [{ platform: 'Windows' }, 'ABÉ'],
    [{ genre: 'RPG' }, 'BD'],
    [{ match: 'matched' }, 'AÉ'],
    [{ match: 'unknown' }, 'C'],
    [{ lacks: 'description' }, 'BCDÉ'],
    [{ lacks: 'match,description' }, 'BCD'],
    [{ lacks: 'year' }, 'C'],
    [{ lacks: 'file' }, 'D'],
    [{ lacks: 'match', platform: 'Windows' }, 'B'],
    [{ search: 'nothing' }, ''],
  ])('filters by %o', async (query, found) => {
    expect(await titles({ sort: 'title', direction: 'asc', ...query })).toBe(found);
  });

  it('counts what is lacking among the games that match the rest of the filter', async () => {
    const { lacking, total } = await list({ platform: 'Windows', lacks: 'match' });
    expect(total).toBe(1);
    expect(lacking).toEqual({ cover: 3, description: 2, year: 0, file: 0, match: 1 });
  });

  it('has every game on exactly one page', async () => {
    for (const sort of adminGameColumns) {
      const pages = await Promise.all([1, 2, 3, 4].map((page) => titles({ sort, limit: 2, page })));
      expect(pages.join(''), sort).toBe(await titles({ sort }));
    }
  });

  it('immediately shows changed facts, matches and downloads', async () => {
    const { db } = app.services.database;
    const celeste = ids[2] as string;
    const shown = async () => (await list({ search: 'celeste' })).games[0];
    await shown();
    await db.updateTable('games').set({ developer: 'EXOK' }).where('id', '=', celeste).execute();
    await setState(celeste, 'review');
    await addDownloads(app.services, undefined, [{ gameId: celeste }]);
    expect(await shown()).toMatchObject({ developer: 'EXOK', matchState: 'review', downloads: 13 });
    await db.updateTable('gameMatches').set({ state: 'matched' }).where('gameId', '=', celeste).execute();
    await db
      .updateTable('games')
      .set({ description: 'Climb.', title: 'Celeste!' })
      .where('id', '=', celeste)
      .execute();
    expect(await shown()).toMatchObject({ title: 'Celeste!', matchState: 'matched', downloads: 13 });
    expect(await titles({ lacks: 'description', search: 'celeste' })).toBe('');
    await admin.call(api.clearAllActivity);
    expect(await shown()).toMatchObject({ downloads: 0 });
    await db
      .updateTable('games')
      .set({ description: '', title: 'Celeste', developer: null })
      .where('id', '=', celeste)
      .execute();
    await setState(celeste, null);
  });

  it('refuses members and invalid requests', async () => {
    const member = await app.as('member');
    expect((await member.call(api.listAdminGames)).status).toBe(403);
    expect((await member.call(api.listAdminGameIds)).status).toBe(403);
    for (const query of [
      { sort: 'color' },
      { direction: 'up' },
      { lacks: 'cover,hope' },
      { match: 'perfect' },
      { limit: 201 },
      { page: 0 },
      { search: 'a'.repeat(201) },
    ] as never[]) {
      expect((await admin.call(api.listAdminGames, { query })).status, JSON.stringify(query)).toBe(400);
    }
  });
});

describe('GET /api/admin/games/ids', () => {
  it('returns the ids in the order of the filter', async () => {
    const query = { platform: 'Windows', sort: 'title', direction: 'desc' } as const;
    const { body } = await admin.call(api.listAdminGameIds, { query });
    expect(body).toEqual({ ids: [ids[4], ids[1], ids[0]], total: 3 });
  });
});

describe('GET /api/admin/games/:id/neighbors', () => {
  const neighbors = async (at: number, query: Query = {}) =>
    (await admin.call(api.adminGameNeighbors, { params: { id: ids[at] as string }, query })).body;

  it('names the games before and after, and the position', async () => {
    expect(await neighbors(1, { sort: 'title', direction: 'asc' })).toEqual({
      previous: { _id: ids[0], title: 'Anno' },
      next: { _id: ids[2], title: 'Celeste' },
      position: 2,
      total: 5,
    });
    expect(await neighbors(4)).toMatchObject({ previous: null, position: 1 });
    expect(await neighbors(0)).toMatchObject({ next: null, position: 5 });
  });

  it('returns no position for a game that is not in the list', async () => {
    const nothing = { previous: null, next: null, position: null };
    expect(await neighbors(2, { platform: 'Windows' })).toEqual({ ...nothing, total: 3 });
    const params = { id: 'unknown' };
    expect((await admin.call(api.adminGameNeighbors, { params })).body).toEqual({ ...nothing, total: 5 });
  });
});
