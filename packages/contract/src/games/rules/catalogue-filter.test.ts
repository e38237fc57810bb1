import { describe, expect, it } from 'vitest';
import { foldText } from '../../rules/sort.ts';
import {
  type CatalogueFilter,
  createCatalogueFilter,
  decadeOf,
  hasFilter,
  letterOf,
  listedPlatforms,
  matchesGenre,
  matchesPlatform,
  noFilter,
  sizeRangeOf,
  yearOf,
} from './catalogue-filter.ts';
import { isStoredPlatform, platformChoices, storedPlatform } from './platforms.ts';

const alone = { modes: ['singlePlayer' as const], maxPlayers: 1 };
const game = { title: 'A', platforms: [], genres: [], releaseDate: null, totalSize: 0, ...alone };

function finds(search: string, title: string): boolean {
  return createCatalogueFilter({ ...noFilter, search })({ ...game, title });
}

describe('a search', () => {
  it.each([
    ['pokemon', 'Pokémon Snap'],
    ['POKÉMON', 'pokemon snap'],
    ['émon s', 'Pokemon  Snap'],
    ['snap', 'Pokémon Snap'],
    [' snap ', 'Pokémon Snap'],
    ['lodz', 'Made in Łódź'],
    ['ΟΔΟΣ', 'η οδός της'],
    ['者', '忍者'],
    ['🎮', 'The 🎮 game'],
    ['%', '100% Orange'],
    ['_', 'snake_case'],
    ['\\', 'back\\slash'],
    ['', 'anything'],
    ['   ', 'anything'],
  ])('for %j finds %j', (search, title) => {
    expect(finds(search, title)).toBe(true);
  });

  it.each([
    ['pokemon', 'Poke Mon'],
    ['%', 'percent'],
    ['_', 'under score'],
    ['p%n', 'pokemon'],
    ['snap pokemon', 'Pokémon Snap'],
  ])('for %j does not find %j', (search, title) => {
    expect(finds(search, title)).toBe(false);
  });
});

describe('a platform', () => {
  it.each([
    ['Windows', ['Windows']],
    ['Windows', ['Windows v1.2']],
    ['Windows', ['Linux', 'Windows (Modded)', 'Windows v2']],
    ['Windows (Modded)', ['Windows', 'Windows (Modded)']],
    ['Nintendo Switch', ['Nintendo Switch']],
    ['PlayStation', ['PlayStation 2']],
    ['', []],
  ])('%j matches games for %j', (chosen, platforms) => {
    expect(matchesPlatform(platforms, chosen)).toBe(true);
  });

  it.each([
    ['Windows', ['Windows (Modded)']],
    ['Windows', ['Windows v1.2 modded']],
    ['Windows (Modded)', ['Windows', 'Windows v1.2', 'Linux (Modded)']],
    ['Windows (Modded)', ['Windows v1.2 modded']],
    ['Windows v1.2', ['Windows v1.2']],
    ['windows', ['Windows']],
    ['Win', ['Windows']],
    ['Linux', []],
  ])('%j does not match games for %j', (chosen, platforms) => {
    expect(matchesPlatform(platforms, chosen)).toBe(false);
  });
});

describe('an own platform', () => {
  const own = new Set(['PlayStation 2', 'Windows 95', 'Android (Modded)', 'Commodore vic']);

  it.each([
    ['PlayStation 2', ['PlayStation 2']],
    ['PlayStation', ['PlayStation 2', 'PlayStation 3']],
    ['Android (Modded)', ['Android (Modded)']],
    ['Windows', ['Windows 95', 'Windows v1']],
  ])('%j matches games for %j', (chosen, platforms) => {
    expect(matchesPlatform(platforms, chosen, own)).toBe(true);
    const filter = createCatalogueFilter({ ...noFilter, platform: [chosen] }, own);
    expect(filter({ ...game, platforms })).toBe(true);
  });

  it.each([
    ['PlayStation', ['PlayStation 2']],
    ['PlayStation 2', ['PlayStation', 'PlayStation 3', 'playstation 2']],
    ['Windows', ['Windows 95']],
    ['Android', ['Android (Modded)']],
  ])('%j does not match games for %j', (chosen, platforms) => {
    expect(matchesPlatform(platforms, chosen, own)).toBe(false);
    const filter = createCatalogueFilter({ ...noFilter, platform: [chosen] }, own);
    expect(filter({ ...game, platforms })).toBe(false);
  });

  it('is listed under its name', () => {
    const stored = ['PlayStation 2', 'PlayStation 3', 'Windows 95', 'Commodore vic', 'Android (Modded)'];
    expect(listedPlatforms(stored, own)).toEqual([
      'Android (Modded)',
      'Commodore vic',
      'PlayStation',
      'PlayStation 2',
      'Windows 95',
    ]);
  });
});

describe('a genre', () => {
  it('matches the exact genres of a game', () => {
    expect(matchesGenre(['Action', 'Puzzle'], 'Puzzle')).toBe(true);
    expect(matchesGenre(['Action', 'Puzzle'], 'puzzle')).toBe(false);
    expect(matchesGenre(['Puzzle Game'], 'Puzzle')).toBe(false);
    expect(matchesGenre([], 'Puzzle')).toBe(false);
    expect(matchesGenre([], '')).toBe(true);
  });
});

describe('a decade', () => {
  it.each([
    ['1962-05-01', 1970],
    ['1979-12-31', 1970],
    ['1980-01-01', 1980],
    ['2031-01-01', 2020],
    [null, undefined],
  ])('of %j is %j', (releaseDate, decade) => {
    expect(decadeOf(yearOf(releaseDate))).toBe(decade);
  });
});

describe('a size', () => {
  it('belongs to one range', () => {
    const GB = 1024 ** 3;
    expect([0, 2 * GB - 1, 2 * GB, 10 * GB, 50 * GB, 2 ** 53].map(sizeRangeOf)).toEqual([
      'small',
      'small',
      'medium',
      'large',
      'huge',
      'huge',
    ]);
  });
});

describe('a whole filter', () => {
  const snap = {
    title: 'Pokémon Snap',
    platforms: ['Windows v1'],
    genres: ['Action'],
    releaseDate: '1999-03-21',
    totalSize: 5,
    modes: ['coop' as const],
    maxPlayers: 4,
  };
  const filter: CatalogueFilter = {
    search: 'snap',
    platform: ['Windows'],
    genre: ['Action'],
    decade: [1990],
    size: ['small'],
    players: ['coop'],
  };

  it('matches games that match all its parts', () => {
    expect(createCatalogueFilter(filter)(snap)).toBe(true);
    const changes: Partial<CatalogueFilter>[] = [
      { search: 'x' },
      { platform: ['Mac'] },
      { genre: ['Puzzle'] },
      { decade: [2000] },
      { size: ['huge'] },
      { players: ['multiplayer'] },
    ];
    for (const change of changes) expect(createCatalogueFilter({ ...filter, ...change })(snap)).toBe(false);
  });

  it('matches games with one value of each list', () => {
    const several: CatalogueFilter = {
      search: '',
      platform: ['Mac', 'Windows'],
      genre: ['Puzzle', 'Action'],
      decade: [2010, 1990],
      size: ['huge', 'small'],
      players: ['singlePlayer', 'fourOrMore'],
    };
    expect(createCatalogueFilter(several)(snap)).toBe(true);
  });

  it('matches all games if every part is empty', () => {
    expect(hasFilter(noFilter)).toBe(false);
    expect(hasFilter({ ...noFilter, search: '  ' })).toBe(false);
    for (const [name, value] of Object.entries(filter)) {
      expect(hasFilter({ ...noFilter, [name]: value }), name).toBe(true);
    }
  });
});

describe('the listed platforms', () => {
  it('are the normalized names, sorted, without duplicates and versions', () => {
    const stored = ['Windows v2', 'Windows', 'Mac (Modded)', 'Xbox', 'Linux v1.0', 'Amiga v2', 'Windows v1'];
    expect(listedPlatforms(stored)).toEqual(['Linux', 'Mac (Modded)', 'Windows', 'Xbox']);
    expect(listedPlatforms([])).toEqual([]);
  });

  it('each match at least one game', () => {
    const stored = platformChoices.map((choice) => storedPlatform(choice, '1.2 modded'));
    expect(stored.every(isStoredPlatform)).toBe(true);
    for (const one of stored) {
      for (const listed of listedPlatforms([one])) expect(matchesPlatform([one], listed)).toBe(true);
    }
    expect(listedPlatforms(['Windows v1.2 modded'])).toEqual([]);
  });
});

describe('the letter of a title', () => {
  it.each([
    ['Abc', 'A'],
    ['zebra', 'Z'],
    ['Éclair', 'E'],
    ['Łódź', 'L'],
    ['100 doors', '#'],
    ['', '#'],
    ['!', '#'],
    ['~tilde', '…'],
    ['忍者', '…'],
    ['🎮', '…'],
  ])('of %j is %s', (title, letter) => {
    expect(letterOf(foldText(title))).toBe(letter);
  });
});
