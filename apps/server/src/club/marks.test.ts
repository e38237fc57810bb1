// What members note about games: marks, thumbs, notes and visits, and the lists that are filtered by them.
import { api } from '@cellar/contract/api.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Client, Request } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { addDownloads } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';

let ids: Record<string, string>;
const app = sharedApp();

beforeAll(async () => {
  const titles = ['Alpha', 'Beta', 'Gamma', 'Delta'];
  const added = await addEntries(
    app.services,
    titles.map((title, at) => ({ title, platforms: ['Mac'], createdAt: `2026-01-0${at + 1}T00:00:00.000Z` })),
  );
  ids = Object.fromEntries(titles.map((title, at) => [title, added[at] as string]));
});

const idOf = (title: string) => ids[title] as string;

async function mark(client: Client, title: string, json: unknown) {
  const { status, body } = await client.call(api.changeGameMarks, { params: { id: idOf(title) }, json });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function titlesFor(client: Client, query: Request['query']): Promise<string[]> {
  const { status, body } = await client.call(api.listGames, { query: { sort: 'titleAsc', ...query } });
  expect(status, JSON.stringify(body)).toBe(200);
  return body.games.map(({ title }: { title: string }) => title);
}

describe('marks', () => {
  it('change individually, and only for the member', async () => {
    const [member, other] = [await app.as('member'), await app.as('member')];
    const nothing = { isFavorite: false, playState: null, isLiked: false, note: '', likes: 0 };
    const read = async (client: Client) =>
      (await client.call(api.getGameMarks, { params: { id: idOf('Alpha') } })).body;
    expect(await read(member)).toEqual(nothing);
    expect(await mark(member, 'Alpha', { isFavorite: true })).toEqual({ ...nothing, isFavorite: true });
    expect(await mark(member, 'Alpha', { playState: 'to_play', note: '  Level 3\r\nnext ' })).toEqual({
      ...nothing,
      isFavorite: true,
      playState: 'to_play',
      note: 'Level 3\nnext',
    });
    expect(await read(other)).toEqual(nothing);
    expect((await member.call(api.listMarks)).body).toEqual({
      favorite: [idOf('Alpha')],
      to_play: [idOf('Alpha')],
      played: [],
      not_for_me: [],
      liked: [],
      noted: [idOf('Alpha')],
    });
    await mark(member, 'Alpha', { isFavorite: false, playState: null, note: '' });
    expect(await read(member)).toEqual(nothing);
    const { db } = app.services.database;
    const rows = await db
      .selectFrom('gameMarks')
      .selectAll()
      .where('userId', '=', member.account?.id ?? '')
      .execute();
    expect(rows, 'a game without marks takes no row').toEqual([]);
  });

  it('count thumbs once for each member, until the member or the game is deleted', async () => {
    const [one, two] = [await app.as('member'), await app.as('member')];
    await mark(one, 'Beta', { isLiked: true });
    await mark(one, 'Beta', { isLiked: true, note: 'Great' });
    expect((await mark(two, 'Beta', { isLiked: true })).likes).toBe(2);
    await mark(two, 'Delta', { isLiked: true });
    expect(await titlesFor(one, { sort: 'mostLiked' })).toEqual(['Beta', 'Delta', 'Alpha', 'Gamma']);
    await mark(one, 'Beta', { isLiked: false });
    await mark(one, 'Delta', { isLiked: true });
    expect(await titlesFor(one, { sort: 'mostLiked' })).toEqual(['Delta', 'Beta', 'Alpha', 'Gamma']);
    const admin = await app.as('admin');
    await admin.call(api.deleteUser, { params: { userId: two.account?.id ?? '' } });
    const { body } = await one.call(api.getGameMarks, { params: { id: idOf('Beta') } });
    expect(body.likes).toBe(0);
    expect(await titlesFor(one, { sort: 'mostLiked' })).toEqual(['Delta', 'Alpha', 'Beta', 'Gamma']);
    const [extra] = await addEntries(app.services, [{ title: 'Extra' }]);
    ids.Extra = extra as string;
    await mark(one, 'Extra', { isLiked: true });
    await admin.call(api.deleteGame, { params: { id: idOf('Extra') } });
    expect((await one.call(api.listMarks)).body.liked).toEqual([idOf('Delta')]);
    await mark(one, 'Delta', { isLiked: false });
  });

  it('filter and hide games, in lists, letters and random picks', async () => {
    const member = await app.as('member');
    await mark(member, 'Alpha', { isFavorite: true, playState: 'played' });
    await mark(member, 'Beta', { playState: 'to_play' });
    await mark(member, 'Gamma', { playState: 'not_for_me' });
    expect(await titlesFor(member, { mine: 'favorite' })).toEqual(['Alpha']);
    expect(await titlesFor(member, { mine: ['favorite', 'to_play'] })).toEqual(['Alpha', 'Beta']);
    expect(await titlesFor(member, { hide: ['played', 'not_for_me'] })).toEqual(['Beta', 'Delta']);
    expect(await titlesFor(member, { mine: 'played', hide: 'played' })).toEqual([]);
    expect(await titlesFor(member, { mine: 'favorite', search: 'bet' })).toEqual([]);
    const letters = await member.call(api.gameLetters, { query: { mine: ['favorite', 'to_play'] } });
    expect(letters.body.letters).toEqual([
      { letter: 'A', position: 0 },
      { letter: 'B', position: 1 },
    ]);
    expect(await titlesFor(await app.as('member'), { mine: 'favorite' })).toEqual([]);
    const pick = async (query: Request['query']) => (await member.call(api.randomGame, { query })).body;
    expect(await pick({ search: 'gamma' }), 'not for me').toEqual({ game: null, total: 0 });
    expect(await pick({ mine: 'to_play' })).toMatchObject({ game: { title: 'Beta' }, total: 1 });
    expect((await pick({})).total).toBe(3);
  });

  it('leave out what the member has downloaded', async () => {
    const member = await app.as('member');
    await addDownloads(app.services, member, [
      { gameId: idOf('Alpha') },
      { gameId: idOf('Beta'), status: 'failed' },
      { gameId: idOf('Gamma'), extraName: 'Manual' },
      { gameId: idOf('Delta'), hiddenAt: '2026-01-01T00:00:00.000Z' },
    ]);
    expect(await titlesFor(member, { hide: 'downloaded' })).toEqual(['Beta', 'Gamma']);
    expect(await titlesFor(await app.as('member'), { hide: 'downloaded' })).toHaveLength(4);
  });

  it('sort by completed downloads', async () => {
    const member = await app.as('member');
    await addDownloads(app.services, await app.as('member'), [
      { gameId: idOf('Gamma') },
      { gameId: idOf('Gamma') },
      { gameId: idOf('Beta') },
    ]);
    const titles = await titlesFor(member, { sort: 'mostDownloaded' });
    expect(titles.slice(0, 1)).toEqual(['Gamma']);
    expect(titles).toHaveLength(4);
  });

  it.each([
    { isFavorite: 'yes' },
    { playState: 'finished' },
    { note: 'x'.repeat(4001) },
    { note: 'a\u0000b' },
  ])('refuse %j', async (json) => {
    const member = await app.as('member');
    const { status } = await member.call(api.changeGameMarks, { params: { id: idOf('Alpha') }, json });
    expect(status).toBe(400);
  });

  it('answer 404 for a game that does not exist or is hidden', async () => {
    const member = await app.as('member');
    const [hidden] = await addEntries(app.services, [{ title: 'Secret' }]);
    await app.services.database.db
      .updateTable('games')
      .set({ isHidden: 1 })
      .where('id', '=', hidden ?? '')
      .execute();
    for (const id of ['nothing', hidden ?? '']) {
      const params = { id };
      expect((await member.call(api.getGameMarks, { params })).status).toBe(404);
      const change = await member.call(api.changeGameMarks, { params, json: { isLiked: true } });
      expect(change.status).toBe(404);
    }
    await app.services.games.deleteGame(hidden ?? '');
  });
});

describe('visits', () => {
  it('remember the last moment of the visit before', async () => {
    const member = await app.as('member');
    const visit = async () => (await member.call(api.recordVisit)).body;
    expect(await visit()).toEqual({ previousAt: null, newGames: 0 });
    expect(await titlesFor(member, { added: 'new' }), 'all games at the first visit').toHaveLength(4);
    const first = app.clock.now().toISOString();
    app.clock.advance(60_000);
    expect((await visit()).previousAt).toBeNull();
    app.clock.advance(5 * 3600_000);
    const [added] = await addEntries(app.services, [
      { title: 'Epsilon', createdAt: app.clock.now().toISOString() },
    ]);
    app.clock.advance(60_000);
    const { previousAt, newGames } = await visit();
    expect([previousAt > first, newGames]).toEqual([true, 1]);
    app.clock.advance(60_000);
    expect(await visit()).toEqual({ previousAt, newGames });
    expect(await titlesFor(member, { added: 'new' })).toEqual(['Epsilon']);
    await app.services.games.deleteGame(added ?? '');
  });
});
