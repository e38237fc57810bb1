import type { GameListItem } from '@cellar/contract/games.ts';
import { describe, expect, it } from 'vitest';
import { gamesOfPages } from './games.queries.ts';

const game = (_id: string) => ({ _id }) as GameListItem;

describe('gamesOfPages', () => {
  it('shows a game once that a newly added one has pushed onto the next page', () => {
    const pages = [{ games: [game('a'), game('b')] }, { games: [game('b'), game('c')] }];
    expect(gamesOfPages(pages).map(({ _id }) => _id)).toEqual(['a', 'b', 'c']);
  });
});
