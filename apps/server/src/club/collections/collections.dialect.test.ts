// Collections: who sees and changes which, and how they are listed.
import { api } from '@cellar/contract/api.ts';
import type {
  Collection,
  Collections,
  HomeCollections,
} from '@cellar/contract/club/collections.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { sharedApp } from '#test/shared-app.ts';

let admin: Client;
let member: Client;
let other: Client;
let ids: string[];
const app = sharedApp();

beforeAll(async () => {
  const titles = ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta'];
  ids = await addEntries(
    app.services,
    titles.map((title, at) => ({ title, genres: at % 2 === 0 ? ['Puzzle'] : ['Racing'] })),
  );
});
beforeEach(async () => {
  await app.services.database.db.deleteFrom('collections').execute();
  [admin, member, other] = [await app.as('admin'), await app.as('member'), await app.as('member')];
});

const create = (client: Client, json: object) => client.call(api.createCollection, { json });
async function made(client: Client, json: object): Promise<Collection> {
  const { status, body } = await create(client, json);
  expect(status, JSON.stringify(body)).toBe(201);
  return body;
}
const read = (client: Client, id: string) => client.call(api.getCollection, { params: { id } });
const change = (client: Client, id: string, json: object) =>
  client.call(api.changeCollection, { params: { id }, json });
const remove = (client: Client, id: string) => client.call(api.deleteCollection, { params: { id } });
const list = async (client: Client, show: string, page = '1'): Promise<Collections> =>
  (await client.call(api.listCollections, { query: { show, page } })).body;
const names = ({ collections }: Pick<Collections, 'collections'>) => collections.map(({ name }) => name);
const inDays = (days: number) => new Date(Date.now() + days * 24 * 3600_000).toISOString();

describe('a collection', () => {
  it('is made with its games, and read with its first covers', async () => {
    const description = 'For rainy\nevenings';
    const body = await made(member, {
      name: ' Evenings ',
      description,
      games: [ids[2], ids[0], ids[2], 'gone'],
    });
    expect(body).toMatchObject({
      ...{ name: 'Evenings', description, kind: 'list', filter: null, owner: 'Sample User', games: 2 },
      ...{ isOwn: true, isClub: false, isShared: false, mayEdit: true, mayDelete: true },
      ...{ startsAt: null, place: '', coming: 0, answer: null },
    });
    expect(body.covers.map(({ title }) => title)).toEqual(['Gamma', 'Alpha']);
    expect((await read(member, body._id)).body).toEqual(body);
  });

  it('is private until it is shared, also for admins', async () => {
    const { _id: id } = await made(member, { name: 'Mine' });
    for (const client of [other, admin]) {
      expect((await read(client, id)).status).toBe(404);
      expect((await change(client, id, { name: 'Yours' })).status).toBe(404);
      expect((await remove(client, id)).status).toBe(404);
      expect((await client.call(api.listCollectionGames, { params: { id } })).status).toBe(404);
    }
    expect((await change(member, id, { isShared: true })).body.isShared).toBe(true);
    expect((await read(other, id)).body).toMatchObject({ isOwn: false, mayEdit: false, mayDelete: false });
    expect((await change(other, id, { name: 'Yours' })).status).toBe(403);
    expect((await remove(other, id)).status).toBe(403);
  });

  it('that a member shares is unshared or deleted by admins, who change nothing else of it', async () => {
    const { _id: id } = await made(member, { name: 'Rude', isShared: true });
    expect((await read(admin, id)).body).toMatchObject({ mayEdit: false, mayDelete: true });
    expect((await change(admin, id, { name: 'Polite' })).status).toBe(403);
    expect((await change(admin, id, { isShared: false, name: 'Polite' })).status).toBe(403);
    expect((await change(admin, id, { isShared: false })).status).toBe(200);
    expect((await read(admin, id)).status).toBe(404);
    expect((await read(member, id)).body).toMatchObject({ name: 'Rude', isShared: false });
    await change(member, id, { isShared: true });
    expect((await remove(admin, id)).status).toBe(200);
    expect((await read(member, id)).status).toBe(404);
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries.slice(0, 2)).toMatchObject([
      { action: 'collection_deleted', subject: 'Rude' },
      { action: 'collection_unshared', subject: 'Rude' },
    ]);
  });

  it('of the club is made and changed by admins, and seen by everybody', async () => {
    expect((await create(member, { name: 'Picks', isClub: true })).status).toBe(403);
    const { _id: id } = await made(admin, { name: 'Picks', isClub: true });
    expect((await read(member, id)).body).toMatchObject({
      ...{ isClub: true, owner: null, isShared: true, mayEdit: false },
    });
    expect((await change(await app.as('admin'), id, { description: 'The best' })).status).toBe(200);
    expect((await change(member, id, { description: 'The worst' })).status).toBe(403);
  });

  it('has a name that its owner uses once', async () => {
    const { _id: id } = await made(member, { name: 'Co-op nights' });
    const { status, body } = await create(member, { name: 'CO-OP  Nights' });
    expect([status, body.code]).toEqual([409, 'collection_exists']);
    await made(other, { name: 'Co-op nights' });
    await made(admin, { name: 'Co-op nights', isClub: true });
    expect((await create(admin, { name: 'co-op nights', isClub: true })).body.code).toBe('collection_exists');
    const { _id: second } = await made(member, { name: 'Second' });
    expect((await change(member, second, { name: 'co-op nights' })).body.code).toBe('collection_exists');
    expect((await change(member, id, { name: 'CO-OP NIGHTS' })).body.name).toBe('CO-OP NIGHTS');
  });

  it('changes only in the given fields', async () => {
    const { _id: id } = await made(member, { name: 'A', description: 'B', place: 'C', startsAt: inDays(1) });
    await Promise.all([change(member, id, { description: 'X' }), change(member, id, { place: 'Y' })]);
    expect((await read(member, id)).body).toMatchObject({ name: 'A', description: 'X', place: 'Y' });
    expect((await change(member, id, {})).body).toMatchObject({ name: 'A', description: 'X', place: 'Y' });
  });

  it('ends with its owner, but the club’s stay', async () => {
    const { _id: id } = await made(other, { name: 'Mine', isShared: true });
    const second = await app.as('admin');
    const { _id: clubs } = await made(second, { name: 'Ours', isClub: true });
    for (const { account } of [other, second]) {
      const params = { userId: account?.id ?? '' };
      await admin.call(api.changeUser, { params, json: { isAdmin: false } });
      expect((await admin.call(api.deleteUser, { params })).status).toBe(200);
    }
    expect((await read(admin, id)).status).toBe(404);
    expect((await read(admin, clubs)).status).toBe(200);
  });

  it.each<[string, object]>([
    ['without a name', {}],
    ['with an empty name', { name: ' ' }],
    ['with a long name', { name: 'x'.repeat(limits.collectionNameMax + 1) }],
    ['with a long description', { name: 'A', description: 'x'.repeat(limits.collectionDescriptionMax + 1) }],
    ['with NUL', { name: 'A', description: '\u0000' }],
    ['with a long place', { name: 'A', place: 'x'.repeat(limits.collectionPlaceMax + 1) }],
    ['on no date', { name: 'A', startsAt: 'tomorrow' }],
    ['in the year 0', { name: 'A', startsAt: '0000-01-01T00:00:00Z' }],
    ['with too many games', { name: 'A', games: Array(limits.gamesPerAddition + 1).fill('g') }],
    ['with a path for a game', { name: 'A', games: ['../x'] }],
    ['with an unknown filter', { name: 'A', filter: { size: ['tiny'] } }],
    ['with a filter and games', { name: 'A', filter: {}, games: ['a'] }],
    // What depends on the reader has no place in a filter for others.
    ['with a filter by marks', { name: 'A', filter: { mine: ['favorite'] } }],
    ['with a filter by downloads', { name: 'A', filter: { hide: ['downloaded'] } }],
    ['with a filter by visits', { name: 'A', filter: { added: 'new' } }],
  ])('%s is refused', async (_, json) => {
    expect((await create(member, json)).status).toBe(400);
  });

  it('is one of at most a hundred', async () => {
    const row = (at: number) => ({
      ...{ id: `c${at}`, ownerId: member.account?.id ?? '', name: `C${at}`, nameFold: `c${at}` },
      ...{ description: '', filter: null, sharedAt: null, startsAt: null, place: '', createdAt: inDays(0) },
    });
    const rows = Array.from({ length: limits.collectionsPerMember }, (_, at) => row(at));
    await app.services.database.db.insertInto('collections').values(rows).execute();
    const { status, body } = await create(member, { name: 'One more' });
    expect([status, body.code]).toEqual([409, 'limit_reached']);
    expect((await list(member, 'own')).totalPages).toBe(5);
    expect((await list(member, 'own', '5')).collections).toHaveLength(4);
    expect((await list(member, 'own', '900')).collections).toEqual([]);
  });
});

describe('a smart collection', () => {
  it('has the games that match its filter now, in its order', async () => {
    const filter = { genre: ['Puzzle'], sort: 'titleDesc' };
    const body = await made(member, { name: 'Puzzles', filter, isShared: true });
    expect(body).toMatchObject({ kind: 'smart', games: 3, filter: { genre: ['Puzzle'], sort: 'titleDesc' } });
    expect(body.covers.map(({ title }) => title)).toEqual(['Gamma', 'Epsilon', 'Alpha']);
    const [added] = await addEntries(app.services, [{ title: 'Omega', genres: ['Puzzle'] }]);
    const page = await other.call(api.listCollectionGames, {
      params: { id: body._id },
      query: { limit: '2' },
    });
    expect(page.body).toMatchObject({ totalGames: 4, totalPages: 2, currentPage: 1, exactGames: 4 });
    expect(page.body.games.map(({ title }: { title: string }) => title)).toEqual(['Omega', 'Gamma']);
    await admin.call(api.deleteGame, { params: { id: added ?? '' } });
    expect((await read(member, body._id)).body.games).toBe(3);
  });

  it('does not list similar titles', async () => {
    const { _id: id } = await made(member, { name: 'Search', filter: { search: 'alpah' } });
    expect((await member.call(api.listCollectionGames, { params: { id } })).body.games).toEqual([]);
  });

  it('gets another filter, but neither games nor the filter of a list', async () => {
    const { _id: id } = await made(member, { name: 'Puzzles', filter: { genre: ['Puzzle'] } });
    const games = { games: [ids[0]] };
    expect((await member.call(api.addToCollection, { params: { id }, json: games })).status).toBe(400);
    expect((await change(member, id, { filter: { genre: ['Racing'] } })).body.games).toBe(3);
    const { _id: plain } = await made(member, { name: 'Plain' });
    expect((await change(member, plain, { filter: {} })).status).toBe(400);
  });
});

describe('the list of collections', () => {
  it('shows each in one group', async () => {
    await made(admin, { name: 'Picks', isClub: true });
    await made(admin, { name: 'LAN', isClub: true, startsAt: inDays(3) });
    await made(member, { name: 'B private' });
    await made(member, { name: 'A shared', isShared: true });
    await made(member, { name: 'At home', startsAt: inDays(2) });
    await made(other, { name: 'Theirs', isShared: true });
    await made(other, { name: 'Secret' });
    await made(other, { name: 'Long ago', isShared: true, startsAt: inDays(-2) });
    const groups = async (client: Client) => ({
      nights: names(await list(client, 'nights')),
      club: names(await list(client, 'club')),
      own: names(await list(client, 'own')),
      shared: names(await list(client, 'shared')),
      past: names(await list(client, 'past')),
    });
    expect(await groups(member)).toEqual({
      nights: ['At home', 'LAN'],
      club: ['Picks'],
      own: ['A shared', 'B private'],
      shared: ['Theirs'],
      past: ['Long ago'],
    });
    expect(await groups(other)).toEqual({
      nights: ['LAN'],
      club: ['Picks'],
      own: ['Secret', 'Theirs'],
      shared: ['A shared'],
      past: ['Long ago'],
    });
    expect((await member.call(api.listCollections, { query: { show: 'all' } })).status).toBe(400);
    expect((await member.call(api.listCollections)).status).toBe(400);
  });

  it('calls a night over some hours after its beginning', async () => {
    await made(member, { name: 'Now', startsAt: inDays(-0.5) });
    expect(names(await list(member, 'nights'))).toEqual(['Now']);
    await made(member, { name: 'Yesterday', startsAt: inDays(-1) });
    expect(names(await list(member, 'past'))).toEqual(['Yesterday']);
  });
});

it('the home page has the first of each group, and the next night of the next 30 days', async () => {
  const home = async (client: Client): Promise<HomeCollections> =>
    (await client.call(api.homeCollections)).body;
  expect(await home(member)).toEqual({ collections: [], nextNight: null });
  await made(other, { name: 'Theirs', isShared: true });
  await made(member, { name: 'Mine' });
  await made(admin, { name: 'Picks', isClub: true, games: ids.slice(0, 5) });
  await made(admin, { name: 'Far', isClub: true, startsAt: inDays(31) });
  expect((await home(member)).nextNight).toBeNull();
  await made(admin, { name: 'Near', isClub: true, startsAt: inDays(29) });
  const { collections, nextNight } = await home(member);
  expect(collections.map(({ name }) => name)).toEqual(['Picks', 'Mine', 'Theirs']);
  expect(collections[0]?.covers).toHaveLength(4);
  expect(nextNight?.name).toBe('Near');
});
