// The pages of the catalogue: their order, boundaries and content.
import { api } from '@cellar/contract/api.ts';
import { gameListItem } from '@cellar/contract/games/games.ts';
import { foldText, type SortKey, sortKeys } from '@cellar/contract/rules/sort.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { addEntries, type SampleEntry } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

// Equal values in every sorted column, and every kind of character that a title can begin with.
const titles = [
  'zebra',
  'Abc',
  'abd',
  'ÄBC zwei',
  'Éclair',
  '100 doors',
  '20 doors',
  '~tilde',
  'Ωmega',
  '忍者',
  '🎮 game',
];
const entries: SampleEntry[] = Array.from({ length: 60 }, (_, at) => ({
  title: `${titles[at % titles.length]} ${at}`,
  createdAt: new Date(Date.UTC(2026, 0, 1 + (at % 7))).toISOString(),
  releaseDate: at % 3 === 0 ? null : `19${80 + (at % 5)}-0${1 + (at % 9)}-15`,
}));

const app = sharedApp();
const member = sharedClient(app, 'member');

beforeAll(async () => {
  await addEntries(app.services, entries);
});

async function page(query: Record<string, string | number>) {
  const { status, body } = await member.call(api.listGames, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function wholeList(sort: SortKey, limit: number): Promise<string[]> {
  const all: string[] = [];
  const { totalPages } = await page({ sort, limit });
  for (let number = 1; number <= totalPages; number += 1) {
    const { games, currentPage } = await page({ sort, limit, page: number });
    expect(currentPage).toBe(number);
    all.push(...games.map(({ title }: { title: string }) => title));
  }
  return all;
}

/** Returns the value that a title is sorted by. Null comes last in both directions. */
function sortValue(sort: SortKey, title: string): string | null {
  const entry = entries.find((one) => one.title === title);
  if (sort.startsWith('title')) return foldText(title);
  return (sort.startsWith('releaseDate') ? entry?.releaseDate : entry?.createdAt) ?? null;
}

function byBytes(a: string, b: string): number {
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

describe('GET /api/games', () => {
  it.each(sortKeys)('is in order when sorted by %s, the same in both databases', async (sort) => {
    const values = (await wholeList(sort, 1000)).map((title) => sortValue(sort, title));
    const known = values.filter((value) => value !== null);
    const sorted = known.toSorted(byBytes);
    expect(known).toEqual(sort.endsWith('Desc') ? sorted.reverse() : sorted);
    expect(values.slice(known.length).every((value) => value === null)).toBe(true);
  });

  it.each(sortKeys)('shows every game once when sorted by %s, for any page size', async (sort) => {
    const whole = await wholeList(sort, 1000);
    expect(new Set(whole).size).toBe(entries.length);
    for (const limit of [7, 24, 59]) expect(await wholeList(sort, limit)).toEqual(whole);
  });

  it('shows 24 games per page by default, newest first', async () => {
    const body = await page({});
    expect(body.games.length).toBe(24);
    expect(body).toMatchObject({ currentPage: 1, totalPages: 3, totalGames: 60 });
    expect(body.games).toEqual((await page({ sort: 'recentlyAddedDesc', limit: 24, page: 1 })).games);
  });

  it('shows no games beyond the last page', async () => {
    const counts = { totalPages: 3, totalGames: 60, exactGames: 60 };
    expect(await page({ page: 4 })).toEqual({ games: [], currentPage: 4, ...counts });
    expect((await page({ page: 1_000_000 })).games).toEqual([]);
  });

  it('has one page when it is empty', async () => {
    const empty = await buildApp();
    const { body } = await (await empty.as('member')).call(api.listGames);
    expect(body).toEqual({ games: [], currentPage: 1, totalPages: 1, totalGames: 0, exactGames: 0 });
    await empty.close();
  });

  it('shows only the fields of the contract', async () => {
    const everything = 'With "everything" \\ 🎮 é';
    await addEntries(app.services, [
      {
        title: everything,
        createdAt: '2030-01-01T00:00:00.000Z',
        platforms: ['Windows', 'Linux'],
        genres: ['Puzzle', 'Rock "n" roll'],
      },
    ]);
    const { games } = await page({ limit: 1 });
    expect(games).toEqual([
      {
        _id: expect.any(String),
        title: everything,
        boxArtUrl: null,
        boxArtThumbhash: null,
        platforms: ['Linux', 'Windows'],
        genres: ['Puzzle', 'Rock "n" roll'],
        createdAt: '2030-01-01T00:00:00.000Z',
        releaseDate: null,
        totalSize: 20,
        modes: [],
        maxPlayers: null,
      },
    ]);
    expect(Object.keys(gameListItem.strict().parse(games[0]))).toEqual(Object.keys(games[0]));
    await app.services.games.deleteGame(games[0]._id);
  });

  it.each<Record<string, string | number>>([
    { limit: 0 },
    { limit: -1 },
    { limit: 1001 },
    { limit: 'all' },
    { limit: 1.5 },
    { limit: '' },
    { page: 0 },
    { page: -3 },
    { page: 'first' },
    { page: '9'.repeat(30) },
    { sort: 'title' },
    { sort: 'titleAsc; drop table games' },
    { sort: '' },
  ])('refuses %j', async (query) => {
    const { status, body } = await member.call(api.listGames, { query });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});
