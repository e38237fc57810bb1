import { noPersonalFilter } from '@cellar/contract/club/rules/marks.ts';
import { noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { describe, expect, it } from 'vitest';
import { listOf, searchWith } from './catalogue-url.ts';

const params = (text: string) => new URLSearchParams(text);

const nothing = { ...noFilter, ...noPersonalFilter };

describe('listOf', () => {
  it('reads filters and order', () => {
    const list = listOf(params('search=po&genre=Puzzle&platform=Mac&sort=titleAsc&game=1'), 'titleDesc');
    expect(list).toEqual({
      ...nothing,
      search: 'po',
      genre: ['Puzzle'],
      platform: ['Mac'],
      sort: 'titleAsc',
    });
  });

  it('reads several values, and ignores those that the catalogue does not know', () => {
    const several =
      'genre=Puzzle&genre=&genre=Action&genre=Puzzle&decade=2020&decade=1990&decade=1995&size=huge&size=tiny' +
      '&mine=liked&mine=favorite&mine=friends&hide=played&added=new';
    expect(listOf(params(several), 'titleAsc')).toEqual({
      ...nothing,
      genre: ['Puzzle', 'Action'],
      decade: [1990, 2020],
      size: ['huge'],
      mine: ['favorite', 'liked'],
      hide: ['played'],
      added: 'new',
      sort: 'titleAsc',
    });
    expect(listOf(params('added=old'), 'titleAsc').added).toBe('');
  });

  it('uses the preferred order if the order is missing or unknown', () => {
    expect(listOf(params(''), 'titleDesc')).toEqual({ ...nothing, sort: 'titleDesc' });
    expect(listOf(params('sort=constructor'), 'titleDesc').sort).toBe('titleDesc');
  });

  it('cuts values that are too long for the server', () => {
    const { search, genre } = listOf(
      params(`search=${'a'.repeat(999)}&genre=${'b'.repeat(999)}`),
      'titleAsc',
    );
    expect([search.length, genre[0]?.length]).toEqual([200, 100]);
  });
});

describe('searchWith', () => {
  it('changes the given values, omits empty ones and keeps the others', () => {
    const before = params('search=po&genre=Puzzle&game=1');
    expect(searchWith(before, { genre: '', platform: 'Mac', game: '' })).toBe('?search=po&platform=Mac');
    expect(searchWith(params('game=1'), { game: '' })).toBe('');
    expect(searchWith(before, { genre: ['Action', 'Zen'], search: [] })).toBe(
      '?game=1&genre=Action&genre=Zen',
    );
    expect(searchWith(before, {})).toBe('?search=po&genre=Puzzle&game=1');
  });
});
