// Filtering by the server: by the same rules as the page, over the whole library, in both databases.
import { api } from '@cellar/contract/api.ts';
import { createCatalogueFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { sortKeys, titleKey } from '@cellar/contract/rules/sort.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { type AnyEntry, anyCharacter, anyEntry, anyFilter, inOrder } from '#test/arbitraries.ts';
import type { Client, Request } from '#test/client.ts';
import { addEntries } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const member = sharedClient(app, 'member');

async function fill(entries: AnyEntry[]) {
  await app.services.database.db.deleteFrom('games').execute();
  if (entries.length === 0) return [];
  const ids = await addEntries(app.services, entries);
  return entries.map((entry, at) => ({ ...entry, id: ids[at] as string }));
}

async function ask(endpoint: Parameters<Client['call']>[0], query: Request['query'] = {}) {
  const { status, body } = await member.call(endpoint, { query });
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

async function search(query: Request['query']): Promise<{ exact: string[]; similar: string[] }> {
  const { games, exactGames } = await ask(api.listGames, { limit: 1000, sort: 'titleAsc', ...query });
  const titles = games.map(({ title }: { title: string }) => title);
  return { exact: titles.slice(0, exactGames), similar: titles.slice(exactGames) };
}

const titlesFor = async (query: Request['query']) => (await search(query)).exact;

describe('GET /api/games with a filter', () => {
  it('selects and sorts games by the rules of the contract', async () => {
    const library = fc.uniqueArray(anyEntry, { maxLength: 30, selector: ({ title }) => titleKey(title) });
    const questions = fc.array(
      fc.record({
        filter: anyFilter,
        sort: fc.constantFrom(...sortKeys),
        limit: fc.integer({ min: 1, max: 12 }),
      }),
      { minLength: 3, maxLength: 8 },
    );
    await fc.assert(
      fc.asyncProperty(library, questions, async (entries, asked) => {
        const games = await fill(entries);
        for (const { filter, sort, limit } of asked) {
          const expected = inOrder(games.filter(createCatalogueFilter(filter)), sort);
          const given: { _id: string }[] = [];
          for (let page = 1, last = 1; page <= last; page += 1) {
            const body = await ask(api.listGames, { ...filter, sort, limit, page });
            expect(body.exactGames).toBe(expected.length);
            last = body.totalPages;
            given.push(...body.games);
          }
          const ids = given.map(({ _id }) => _id);
          expect(ids.slice(0, expected.length)).toEqual(expected);
          expect(new Set(ids).size, 'similar titles follow, and no game appears twice').toBe(ids.length);
        }
      }),
      { numRuns: 25 },
    );
  });

  it('finds games far beyond the first page', async () => {
    const many = Array.from({ length: 200 }, (_, at) => ({ title: `Common game ${at}` }));
    await app.services.database.db.deleteFrom('games').execute();
    await addEntries(app.services, [
      ...many,
      { title: 'Pokémon Snap', createdAt: '2001-01-01T00:00:00.000Z' },
    ]);
    for (const search of ['pokemon', 'POKÉMON', ' émon  snap ', 'Pokémon Snap']) {
      expect(await titlesFor({ search })).toEqual(['Pokémon Snap']);
    }
    expect(await titlesFor({ search: 'pokemon', sort: 'recentlyAddedDesc' })).toEqual(['Pokémon Snap']);
  });

  it('treats the wildcards of databases as letters', async () => {
    await app.services.database.db.deleteFrom('games').execute();
    await addEntries(app.services, [
      { title: '100% Orange' },
      { title: 'snake_case' },
      { title: 'back\\slash' },
      { title: 'plain' },
    ]);
    expect(await titlesFor({ search: '%' })).toEqual(['100% Orange']);
    expect(await titlesFor({ search: '_' })).toEqual(['snake_case']);
    expect(await titlesFor({ search: '\\' })).toEqual(['back\\slash']);
    for (const search of ['p%n', 'p_ain', '%%', "' or 1=1 --", '.*', '[a-z]'])
      expect(await titlesFor({ search })).toEqual([]);
  });

  it.each<Record<string, string>>([
    { search: 'x'.repeat(201) },
    { platform: 'x'.repeat(101) },
    { genre: 'x'.repeat(101) },
    { decade: '1985' },
    { size: 'tiny' },
    { players: 'three' },
    { mine: 'friends' },
    { hide: 'liked' },
    { added: 'old' },
  ])('refuses %j', async (query) => {
    for (const endpoint of [api.listGames, api.gameLetters]) {
      const { status, body } = await member.call(endpoint, { query });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
    }
  });

  it('answers any search text', async () => {
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: anyCharacter, maxLength: 220 }), async (hostile) => {
        const query = { search: hostile, platform: hostile, genre: hostile };
        for (const endpoint of [api.listGames, api.gameLetters]) {
          const { status } = await member.call(endpoint, { query });
          expect([200, 400]).toContain(status);
        }
      }),
      { numRuns: 40 },
    );
    for (const raw of [
      'search=%',
      'search=%ff%fe',
      'search=%00',
      'search=a&search=b',
      'search[a]=b',
      'genre=%ED%A0%80',
    ]) {
      const { status } = await member.fetch(`/api/games?${raw}`);
      expect([200, 400], raw).toContain(status);
    }
    expect((await member.fetch('/api/games?search=a&search=b')).status).toBe(400);
  });
});

describe('a search with a typing mistake', () => {
  const titles = ['SuperTux', 'Tetris', 'Metal Slug', 'Doom', 'Quake', 'Half-Life', 'Żółty Kot', 'A'];

  beforeAll(async () => {
    await app.services.database.db.deleteFrom('games').execute();
    await addEntries(
      app.services,
      titles.map((title) => ({ title, platforms: title === 'Doom' ? ['Mac'] : ['Windows'] })),
    );
  });

  it.each([
    ['suprtux', 'SuperTux'],
    ['SUPPERTUX', 'SuperTux'],
    ['tertis', 'Tetris'],
    ['metla slug', 'Metal Slug'],
    ['dooom', 'Doom'],
    ['qauke', 'Quake'],
    ['halflife', 'Half-Life'],
    ['zolti kot', 'Żółty Kot'],
  ])('%j still finds %j', async (typed, title) => {
    expect(await search({ search: typed })).toEqual({ exact: [], similar: [title] });
  });

  it.each(['qkae', 'abc', 'zzzzzzzzzz', 'x'.repeat(200), '💥💥'])('%j finds nothing', async (typed) => {
    expect(await search({ search: typed })).toEqual({ exact: [], similar: [] });
  });

  it('keeps the rest of the filter, and counts on over the pages', async () => {
    expect(await search({ search: 'dooom', platform: 'Windows' })).toEqual({ exact: [], similar: [] });
    await addEntries(app.services, [{ title: 'Doom II' }, { title: 'Dorm' }, { title: 'Loom' }]);
    const pages = [];
    for (const page of [1, 2, 3]) {
      pages.push(await ask(api.listGames, { search: 'doom', sort: 'titleAsc', limit: 2, page }));
    }
    const shown = pages.flatMap(({ games }) => games.map(({ title }: { title: string }) => title));
    expect(shown).toEqual(['Doom', 'Doom II', 'Dorm', 'Loom']);
    expect(pages[0]).toMatchObject({ totalGames: 4, exactGames: 2, totalPages: 2 });
  });

  it('is not repaired if the search has found a page of games', async () => {
    await addEntries(
      app.services,
      Array.from({ length: 24 }, (_, at) => ({ title: `Quake ${at}` })),
    );
    const found = await search({ search: 'quake' });
    expect([found.exact.length, found.similar]).toEqual([25, []]);
  });
});

describe('GET /api/games/filters', () => {
  it('lists the genres and platforms of the games, each with a match', async () => {
    await fill([
      {
        ...plain,
        title: 'One',
        platforms: ['Windows v1', 'Windows (Modded)', 'Xbox'],
        genres: ['puzzle', 'Zen'],
      },
      { ...plain, title: 'Two', platforms: ['Windows', 'Linux v2'], genres: ['Épée', 'action', 'Zen'] },
    ]);
    const { genres, genreGames, platforms } = await ask(api.gameFilters);
    expect(platforms).toEqual(['Linux', 'Windows', 'Windows (Modded)', 'Xbox']);
    expect(genres).toEqual(['action', 'Épée', 'puzzle', 'Zen']);
    expect(genreGames).toEqual([1, 1, 1, 2]);
    for (const platform of platforms) expect(await titlesFor({ platform })).not.toEqual([]);
    for (const genre of genres) expect(await titlesFor({ genre })).not.toEqual([]);
  });

  it('lists nothing for an empty library', async () => {
    await fill([]);
    expect(await ask(api.gameFilters)).toEqual({
      genres: [],
      genreGames: [],
      platforms: [],
      ownPlatforms: [],
    });
  });
});

describe('GET /api/games/letters', () => {
  it('returns the position of each letter in the list', async () => {
    await fill(
      ['Zebra', '100 doors', 'Abc', 'Éclair', 'abd', '忍者', 'Zoo'].map((title) => ({ ...plain, title })),
    );
    expect(await ask(api.gameLetters)).toEqual({ letters: rising });
    expect(await ask(api.gameLetters, { sort: 'titleDesc' })).toEqual({
      letters: [
        { letter: '…', position: 0 },
        { letter: 'Z', position: 1 },
        { letter: 'E', position: 3 },
        { letter: 'A', position: 4 },
        { letter: '#', position: 6 },
      ],
    });
    expect(await ask(api.gameLetters, { search: 'z' })).toEqual({ letters: [{ letter: 'Z', position: 0 }] });
    expect(await ask(api.gameLetters, { search: 'nothing' })).toEqual({ letters: [] });
    const { status } = await member.call(api.gameLetters, { query: { sort: 'recentlyAddedDesc' } });
    expect(status).toBe(400);
  });
});

const plain: AnyEntry = {
  ...{ title: '', createdAt: '2026-01-01T00:00:00.000Z', releaseDate: null, platforms: [], genres: [] },
  ...{ fileSize: 10, totalSize: 0, modes: [], maxPlayers: null },
};

const rising = [
  { letter: '#', position: 0 },
  { letter: 'A', position: 1 },
  { letter: 'E', position: 3 },
  { letter: 'Z', position: 4 },
  { letter: '…', position: 6 },
];
