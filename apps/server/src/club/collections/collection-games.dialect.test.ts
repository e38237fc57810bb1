// The games of a collection: adding, removing, and their order.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const titles = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H'];
let ids: string[];
let id: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('collections').execute();
  await db.deleteFrom('games').execute();
  ids = await addEntries(
    app.services,
    titles.map((title) => ({ title })),
  );
  const { body } = await member.call(api.createCollection, { json: { name: 'List', isShared: true } });
  id = body._id;
});

const idOf = (title: string) => ids[titles.indexOf(title)] ?? title;
const add = (client: Client, ...games: string[]) =>
  client.call(api.addToCollection, { params: { id }, json: { games: games.map(idOf) } });
const remove = (client: Client, title: string) =>
  client.call(api.removeFromCollection, { params: { id, gameId: idOf(title) } });
const place = (client: Client, title: string, before: string | null) =>
  client.call(api.placeInCollection, {
    params: { id, gameId: idOf(title) },
    json: { before: before && idOf(before) },
  });
async function order(client = member, query: Record<string, string> = {}): Promise<string> {
  const { body } = await client.call(api.listCollectionGames, { params: { id }, query });
  return body.games.map(({ title }: { title: string }) => title).join('');
}
const setHidden = (title: string, isHidden: boolean) =>
  admin.call(api.changeGames, { json: { ids: [idOf(title)], action: { kind: 'setVisibility', isHidden } } });

describe('games of a collection', () => {
  it('are added at the end, each once', async () => {
    expect((await add(member, 'B', 'A', 'B', 'unknown')).body).toEqual({ added: 2 });
    expect((await add(member, 'A', 'C')).body).toEqual({ added: 1 });
    expect(await order()).toBe('BAC');
  });

  it('are removed', async () => {
    await add(member, 'A', 'B', 'C');
    expect((await remove(member, 'B')).status).toBe(200);
    expect((await remove(member, 'B')).status).toBe(404);
    expect(await order()).toBe('AC');
  });

  it('are moved before another one, and to the end', async () => {
    await add(member, 'A', 'B', 'C', 'D');
    const moves = [
      ['D', 'A', 'DABC'],
      ['D', 'C', 'ABDC'],
      ['A', null, 'BDCA'],
      ['B', 'D', 'BDCA'],
      ['C', 'C', 'BDCA'],
    ] as const;
    for (const [title, before, result] of moves) {
      expect((await place(member, title, before)).status).toBe(200);
      expect(await order()).toBe(result);
    }
    expect((await place(member, 'E', 'A')).status).toBe(404);
    expect((await place(member, 'A', 'E')).status).toBe(404);
  });

  it('can be moved to the same place any number of times', async () => {
    await add(member, ...titles);
    let expected = titles.join('');
    // Each move halves the gap before H.
    for (let at = 0; at < 40; at += 1) {
      const title = expected[0] ?? '';
      expect((await place(member, title, 'H')).status).toBe(200);
      expected = `${expected.slice(1, -1)}${title}H`;
      expect(await order()).toBe(expected);
    }
  });

  it('are not lost when several people change the collection at once', async () => {
    await add(member, 'A', 'B', 'C');
    const results = await Promise.all([
      add(member, 'D'),
      add(member, 'E'),
      place(member, 'C', 'A'),
      remove(member, 'B'),
      add(member, 'F', 'G'),
    ]);
    expect(results.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const now = await order();
    expect([...now].sort().join('')).toBe('ACDEFG');
    expect(now.indexOf('C')).toBeLessThan(now.indexOf('A'));
  });

  it('are read in pages', async () => {
    await add(member, ...titles);
    const page = async (number: string) => order(member, { page: number, limit: '3' });
    expect([await page('1'), await page('3'), await page('4')]).toEqual(['ABC', 'GH', '']);
    const { body } = await member.call(api.listCollectionGames, { params: { id }, query: { limit: '3' } });
    expect(body).toMatchObject({ totalGames: 8, totalPages: 3, currentPage: 1 });
    const tooMany = { params: { id }, query: { limit: '1001' } };
    expect((await member.call(api.listCollectionGames, tooMany)).status).toBe(400);
  });

  it('disappear with the game, and while it is hidden', async () => {
    await add(member, 'A', 'B', 'C');
    await setHidden('B', true);
    for (const client of [member, admin]) expect(await order(client)).toBe('AC');
    const count = async () => (await member.call(api.getCollection, { params: { id } })).body.games;
    expect(await count()).toBe(2);
    expect((await add(member, 'B')).status, 'members do not reach it').toBe(404);
    await setHidden('B', false);
    expect(await order()).toBe('ABC');
    await admin.call(api.deleteGame, { params: { id: idOf('A') } });
    expect(await order()).toBe('BC');
    expect(await count()).toBe(2);
  });

  it('change only by the owner', async () => {
    await add(member, 'A', 'B');
    for (const client of [admin, await app.as('member')]) {
      const answers = [await add(client, 'C'), await remove(client, 'A'), await place(client, 'B', 'A')];
      expect(answers.map(({ status }) => status)).toEqual([403, 403, 403]);
    }
    await member.call(api.changeCollection, { params: { id }, json: { isShared: false } });
    expect((await add(admin, 'C')).status).toBe(404);
    expect(await order()).toBe('AB');
  });

  it('are at most a thousand', async () => {
    const entries = Array.from({ length: limits.gamesPerCollection }, (_, at) => ({ title: `Game ${at}` }));
    const many = await addEntries(app.services, entries);
    const half = limits.gamesPerAddition;
    for (const games of [many.slice(0, half), many.slice(half)]) {
      expect((await add(member, ...games)).body).toEqual({ added: half });
    }
    const { status, body } = await add(member, 'A');
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect((await add(member, many[0] ?? '')).body, 'what is there already').toEqual({ added: 0 });
    expect((await member.call(api.getCollection, { params: { id } })).body.games).toBe(1000);
  });

  it.each([{}, { games: [] }, { games: 'A' }, { games: [1] }])('are not added by %j', async (json) => {
    expect((await member.call(api.addToCollection, { params: { id }, json })).status).toBe(400);
  });
});

describe('the lists that a member may add to', () => {
  const editable = async (client: Client, query: Record<string, string> = {}) =>
    (await client.call(api.editableCollections, { query })).body.collections;

  it('are the own ones, and for admins those of the club', async () => {
    await add(member, 'A');
    await admin.call(api.createCollection, { json: { name: 'Club', isClub: true } });
    await admin.call(api.createCollection, { json: { name: 'Own' } });
    await member.call(api.createCollection, { json: { name: 'Smart', filter: {} } });
    const mine = { _id: id, name: 'List', isClub: false, startsAt: null };
    expect(await editable(member)).toEqual([{ ...mine, hasGame: false }]);
    expect(await editable(member, { game: idOf('A') })).toEqual([{ ...mine, hasGame: true }]);
    expect(await editable(member, { game: idOf('B') })).toEqual([{ ...mine, hasGame: false }]);
    expect(await editable(admin)).toMatchObject([
      { name: 'Club', isClub: true },
      { name: 'Own', isClub: false },
    ]);
    expect(await editable(await app.as('member'))).toEqual([]);
  });
});
