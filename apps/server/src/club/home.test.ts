// The shelves of a member's home page.
import { api } from '@cellar/contract/api.ts';
import type { Home } from '@cellar/contract/club/home.endpoints.ts';
import { beforeAll, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { addDownloads } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';

let ids: string[];
const app = sharedApp();

beforeAll(async () => {
  ids = await addEntries(
    app.services,
    Array.from({ length: 20 }, (_, at) => ({
      title: `Game ${String(at).padStart(2, '0')}`,
      platforms: ['Windows'],
      createdAt: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
    })),
  );
});

async function homeOf(client: Client): Promise<Home> {
  const { status, body } = await client.call(api.home);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const shelfOf = ({ shelves }: Home, kind: string) => {
  const shelf = shelves.find((one) => one.kind === kind);
  return shelf && { total: shelf.total, titles: shelf.games.map(({ title }) => title) };
};

it('shows the newest games, and only shelves that have games', async () => {
  const home = await homeOf(await app.as('member'));
  expect(home.totalGames).toBe(20);
  expect(home.stopped).toEqual([]);
  const recent = shelfOf(home, 'recent');
  expect([recent?.total, recent?.titles.length, recent?.titles[0]]).toEqual([20, 18, 'Game 19']);
  expect(shelfOf(home, 'favorites')).toBeUndefined();
});

it('shows the member’s own marks, and games that were added since the last visit', async () => {
  const member = await app.as('member');
  await member.call(api.recordVisit);
  app.clock.advance(6 * 3600_000);
  const createdAt = app.clock.now().toISOString();
  const [added] = await addEntries(app.services, [{ title: 'Brand new', createdAt }]);
  await member.call(api.recordVisit);
  const mark = (id: string, json: unknown) => member.call(api.changeGameMarks, { params: { id }, json });
  await mark(ids[3] ?? '', { isFavorite: true });
  await mark(ids[4] ?? '', { playState: 'to_play' });
  const home = await homeOf(member);
  expect(shelfOf(home, 'new')).toEqual({ total: 1, titles: ['Brand new'] });
  expect(shelfOf(home, 'favorites')).toEqual({ total: 1, titles: ['Game 03'] });
  expect(shelfOf(home, 'to_play')).toEqual({ total: 1, titles: ['Game 04'] });
  expect(shelfOf(await homeOf(await app.as('member')), 'favorites')).toBeUndefined();
  await app.services.games.deleteGame(added ?? '');
});

it('shows games that members like, most liked first, and no shelf while there are none', async () => {
  const fresh = await buildApp();
  const [a = '', b = ''] = await addEntries(
    fresh.services,
    ['A', 'B', 'C'].map((title) => ({ title })),
  );
  const members = [await fresh.as('member'), await fresh.as('member')] as const;
  const like = (member: Client, id: string, isLiked: boolean) =>
    member.call(api.changeGameMarks, { params: { id }, json: { isLiked } });
  const likedTitles = async () => shelfOf(await homeOf(members[0]), 'liked')?.titles;
  expect(await likedTitles()).toBeUndefined();
  await like(members[0], a, true);
  await like(members[0], b, true);
  await like(members[1], b, true);
  expect(await likedTitles()).toEqual(['B', 'A']);
  for (const [member, id] of [
    [members[0], a],
    [members[0], b],
    [members[1], b],
  ] as const)
    await like(member, id, false);
  expect(await likedTitles()).toBeUndefined();
  await fresh.close();
});

it('shows what was downloaded most in the last thirty days, without hidden games', async () => {
  const fresh = await buildApp();
  const titles = ['A', 'B', 'C', 'Zebra', 'Aardvark'];
  const [a, b, c] = await addEntries(
    fresh.services,
    titles.map((title) => ({ title })),
  );
  const at = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();
  const member = await fresh.as('member');
  await addDownloads(fresh.services, member, [
    { gameId: a ?? '', startedAt: at(1) },
    { gameId: b ?? '', startedAt: at(2) },
    { gameId: b ?? '', startedAt: at(3) },
    ...[4, 5, 6].map((days) => ({ gameId: c ?? '', startedAt: at(days) })),
    ...[40, 41, 42].map((days) => ({ gameId: a ?? '', startedAt: at(days) })),
  ]);
  await fresh.services.database.db
    .updateTable('games')
    .set({ isHidden: 1 })
    .where('id', '=', c ?? '')
    .execute();
  expect(shelfOf(await homeOf(member), 'popular')).toEqual({ total: 2, titles: ['B', 'A'] });
  const page = async (query: object) => {
    const { body } = await member.call(api.listGames, {
      query: { sort: 'mostDownloadedThisMonth', ...query },
    });
    return body.games.map(({ title }: { title: string }) => title);
  };
  expect(await page({})).toEqual(['B', 'A', 'Aardvark', 'Zebra']);
  expect(await page({ page: 2, limit: 1 })).toEqual(['A']);
  expect(await page({ search: 'aa' })).toEqual(['Aardvark']);
  await fresh.close();
});

it('shows downloads that have stopped, unless they were cancelled, repeated or removed from the history', async () => {
  const member = await app.as('member');
  const [first = '', second = '', third = '', fourth = '', fifth = ''] = ids;
  const { db } = app.services.database;
  const files = await db
    .selectFrom('gameFiles')
    .select(['id', 'gameId'])
    .where('gameId', 'in', ids)
    .execute();
  const stopped = (gameId: string, changes = {}) => ({
    ...{ gameId, fileId: files.find((file) => file.gameId === gameId)?.id ?? null },
    ...{ status: 'failed' as const, bytesSent: 250, fileSize: 1000, ...changes },
  });
  const now = new Date().toISOString();
  await addDownloads(app.services, member, [
    stopped(first),
    stopped(second, { cancelledAt: now }),
    stopped(third, { hiddenAt: now }),
    stopped(fourth, { status: 'completed' }),
    stopped(fourth),
    stopped(fifth, { fileId: null }),
  ]);
  const home = await homeOf(member);
  expect(home.stopped).toEqual([
    {
      game: expect.objectContaining({ _id: first, title: 'Game 00' }),
      platform: 'Windows',
      extraName: null,
      percent: 25,
      stoppedAt: expect.any(String),
    },
  ]);
});
