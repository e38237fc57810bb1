import type { Match } from '@cellar/contract/games/matches.ts';
import { describe, expect, it } from 'vitest';
import { similarMatchesOf } from './match-certainty.tsx';

function match(facts: Partial<Match>): Match {
  const makers = { developer: null, publisher: null, year: null, platforms: [] };
  const shown = {
    id: 'steam:1',
    source: 'steam',
    sources: ['steam'],
    name: 'Prey',
    summary: '',
    coverUrl: null,
  };
  return { ...shown, ...makers, confidence: 1, reasons: [], ...facts } as Match;
}

describe('similarMatchesOf', () => {
  it('counts games with the same title, and lists their differences', () => {
    const games = [
      match({ year: 2017, developer: 'Arkane Studios', platforms: ['PC'] }),
      match({ year: 2006, developer: 'Human Head', platforms: ['PC'] }),
      match({ name: 'PREY', platforms: ['PC'], confidence: 0.97 }),
      match({ name: 'Prey', year: 1998, confidence: 0.5 }),
      match({ name: 'Prey: Mooncrash', year: 2018 }),
    ] as const;
    const differences = games.map((game) => similarMatchesOf(game, games, 'Year unknown'));
    expect(differences).toEqual([
      { count: 3, differences: ['2017', 'Arkane Studios'] },
      { count: 3, differences: ['2006', 'Human Head'] },
      { count: 3, differences: ['Year unknown'] },
      undefined,
      undefined,
    ]);
  });

  it('lists no differences between two equal games', () => {
    const twins = [match({}), match({ id: 'steam:2' })] as const;
    expect(similarMatchesOf(twins[0], twins, 'Year unknown')).toEqual({ count: 2, differences: [] });
  });
});
