import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { storedPosition, storePosition } from './grid-scroller.ts';

const stored = new Map<string, string>();

beforeEach(() => {
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
  });
});

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
});

describe('the stored position', () => {
  it('is separate for each list, and removed at the top of the list', () => {
    storePosition('a', { index: 30, hidden: 0.5 });
    storePosition('b', { index: 60, hidden: 0 });
    expect(storedPosition('a')).toEqual({ index: 30, hidden: 0.5 });
    storePosition('a', undefined);
    expect(storedPosition('a')).toBeUndefined();
    expect(storedPosition('b')).toEqual({ index: 60, hidden: 0 });
  });

  it('is kept for the most recent lists', () => {
    for (let list = 0; list < 100; list += 1) storePosition(String(list), { index: list, hidden: 0 });
    expect(storedPosition('99')?.index).toBe(99);
    expect(storedPosition('0')).toBeUndefined();
  });

  it('is undefined if the stored text is invalid', () => {
    for (const text of [
      'nonsense',
      '{}',
      '[1]',
      '[["a"]]',
      '[["a",{"index":-1,"hidden":0}]]',
      '[["a",{"index":1.5}]]',
    ]) {
      stored.set('gamesPositions', text);
      expect(storedPosition('a')).toBeUndefined();
    }
  });
});
