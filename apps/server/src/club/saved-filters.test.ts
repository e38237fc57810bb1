import { api } from '@cellar/contract/api.ts';
import { expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

const everything = {
  search: '',
  platform: [],
  genre: [],
  decade: [],
  size: [],
  players: [],
  mine: [],
  hide: [],
  added: '',
};

const save = (client: Client, name: string, filter: unknown = {}) =>
  client.call(api.saveFilter, { json: { name, filter } });
const list = async (client: Client) => (await client.call(api.listSavedFilters)).body.filters;

it('a filter is kept for its member, replaced by one of the same name, and deleted', async () => {
  const [member, other] = [await app.as('member'), await app.as('member')];
  const filter = { genre: ['Puzzle'], decade: [1990], mine: ['favorite'], sort: 'titleAsc' };
  const { status, body } = await save(member, 'Old puzzles', filter);
  expect([status, body]).toEqual([
    201,
    { _id: expect.any(String), name: 'Old puzzles', filter: { ...everything, ...filter } },
  ]);
  await save(member, 'Small', { size: ['small'] });
  await save(member, 'Old puzzles', { genre: ['Logic'] });
  expect((await list(member)).map(({ name }: { name: string }) => name)).toEqual(['Small', 'Old puzzles']);
  expect((await list(member))[1].filter.genre).toEqual(['Logic']);
  expect(await list(other)).toEqual([]);
  const [{ _id: id }] = await list(member);
  expect((await other.call(api.deleteSavedFilter, { params: { id } })).status).toBe(404);
  expect((await member.call(api.deleteSavedFilter, { params: { id } })).status).toBe(200);
  expect(await list(member)).toHaveLength(1);
});

it('a member has at most 50', async () => {
  const member = await app.as('member');
  for (let at = 0; at < 50; at += 1) expect((await save(member, `Filter ${at}`)).status).toBe(201);
  const { status, body } = await save(member, 'One more');
  expect([status, body.code]).toEqual([409, 'limit_reached']);
  expect((await save(member, 'Filter 7')).status, 'replacing is possible').toBe(201);
});

it.each([
  ['', {}],
  ['x'.repeat(61), {}],
  ['A', { size: ['tiny'] }],
  ['A', { genre: 'Puzzle' }],
  ['A', { genre: Array.from({ length: 51 }, (_, at) => `Genre ${at}`) }],
  ['A', { sort: 'random' }],
])('refuses %j with %j', async (name, filter) => {
  expect((await save(await app.as('member'), name, filter)).status).toBe(400);
});
