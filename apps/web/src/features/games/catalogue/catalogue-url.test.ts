import { describe, expect, it } from 'vitest';
import { listOf, searchWith } from './catalogue-url.ts';

const params = (text: string) => new URLSearchParams(text);

describe('listOf', () => {
  it('reads filters and order', () => {
    const list = listOf(params('search=po&genre=Puzzle&platform=Mac&sort=titleAsc&game=1'), 'titleDesc');
    expect(list).toEqual({ search: 'po', genre: 'Puzzle', platform: 'Mac', sort: 'titleAsc' });
  });

  it('uses the preferred order if the order is missing or unknown', () => {
    expect(listOf(params(''), 'titleDesc')).toEqual({
      search: '',
      genre: '',
      platform: '',
      sort: 'titleDesc',
    });
    expect(listOf(params('sort=constructor'), 'titleDesc').sort).toBe('titleDesc');
  });

  it('cuts values that are too long for the server', () => {
    const { search, genre } = listOf(
      params(`search=${'a'.repeat(999)}&genre=${'b'.repeat(999)}`),
      'titleAsc',
    );
    expect([search.length, genre.length]).toEqual([200, 100]);
  });
});

describe('searchWith', () => {
  it('changes the given values, omits empty ones and keeps the others', () => {
    const before = params('search=po&genre=Puzzle&game=1');
    expect(searchWith(before, { genre: '', platform: 'Mac', game: '' })).toBe('?search=po&platform=Mac');
    expect(searchWith(params('game=1'), { game: '' })).toBe('');
    expect(searchWith(before, {})).toBe('?search=po&genre=Puzzle&game=1');
  });
});
