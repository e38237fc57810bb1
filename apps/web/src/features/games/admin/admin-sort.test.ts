import type { GameListItem } from '@cellar/contract/games.ts';
import { describe, expect, it } from 'vitest';
import { sortAdminGames } from './admin-sort.ts';

const game = (title: string, createdAt: string): GameListItem => ({
  ...{ _id: title, title, createdAt, boxArtUrl: null, boxArtThumbhash: null, platforms: [], genres: [] },
});
const games = [
  game('Zeta 2', '2026-01-01T00:00:00.000Z'),
  game('élan', '2026-01-03T00:00:00.000Z'),
  game('Zeta 10', '2026-01-02T00:00:00.000Z'),
];
const titles = (sort: Parameters<typeof sortAdminGames>[1]) =>
  sortAdminGames(games, sort).map(({ title }) => title);

describe('sortAdminGames', () => {
  it('sorts by the time at which a game was added', () => {
    expect(titles('newest')).toEqual(['élan', 'Zeta 10', 'Zeta 2']);
    expect(titles('oldest')).toEqual(['Zeta 2', 'Zeta 10', 'élan']);
  });

  it('sorts titles naturally: numbers by value, accented letters beside plain ones', () => {
    expect(titles('titleAsc')).toEqual(['élan', 'Zeta 2', 'Zeta 10']);
    expect(titles('titleDesc')).toEqual(['Zeta 10', 'Zeta 2', 'élan']);
  });
});
