import type { CheatFile } from '@cellar/contract/games/cheats.ts';
import { describe, expect, it } from 'vitest';
import { groupCheats } from './cheat-files.tsx';

const cheat = (_id: string, platform: CheatFile['platform'], type: CheatFile['type']) =>
  ({ _id, platform, type }) as CheatFile;

describe('groupCheats', () => {
  it('sorts platforms and types, and keeps the order within a type', () => {
    const groups = groupCheats([
      cheat('a', 'Linux', 'mod'),
      cheat('b', 'Windows', 'mod'),
      cheat('c', 'Windows', 'trainer'),
      cheat('d', 'Windows', 'mod'),
      cheat('e', 'Mac', 'cheat_engine'),
    ]);
    const shown = groups.map(({ platform, types }) => [
      platform,
      ...types.map(({ type, cheats }) => `${type}: ${cheats.map(({ _id }) => _id)}`),
    ]);
    expect(shown).toEqual([
      ['Windows', 'trainer: c', 'mod: b,d'],
      ['Mac', 'cheat_engine: e'],
      ['Linux', 'mod: a'],
    ]);
  });

  it('returns no group without a cheat file', () => {
    expect(groupCheats([])).toEqual([]);
  });
});
