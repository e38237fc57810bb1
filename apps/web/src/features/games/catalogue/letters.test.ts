import { describe, expect, it } from 'vitest';
import { currentSign, litAfter, nearestLit, signsOf } from './letters.ts';

const letters = [
  { letter: '#', position: 0 },
  { letter: 'B', position: 10 },
  { letter: 'C', position: 12 },
  { letter: '…', position: 40 },
];
const inView = { first: 11, last: 20 };

describe('signsOf', () => {
  it('lists every sign, with where those begin that have games', () => {
    const signs = signsOf(letters, false, inView);
    expect(signs.map(({ sign }) => sign).join('')).toBe('#ABCDEFGHIJKLMNOPQRSTUVWXYZ…');
    expect(signs.filter(({ position }) => position !== undefined).map(({ sign }) => sign)).toEqual([
      ...['#', 'B', 'C', '…'],
    ]);
  });

  it('marks all letters in view', () => {
    const current = signsOf(letters, false, inView).filter(({ isCurrent }) => isCurrent);
    expect(current.map(({ sign }) => sign)).toEqual(['B', 'C']);
  });

  it('runs the other way for a list from Z to A', () => {
    const signs = signsOf(letters.toReversed(), true, inView);
    expect(signs[0]?.sign).toBe('…');
    expect(signs.at(-1)?.sign).toBe('#');
  });
});

describe('the signs with games', () => {
  const signs = signsOf(letters, false, inView);
  const at = (index: number | undefined) => (index === undefined ? undefined : signs[index]?.sign);

  it('are found from anywhere on the strip', () => {
    expect(at(nearestLit(signs, 5))).toBe('C');
    expect(at(nearestLit(signs, 26))).toBe('…');
    expect(at(nearestLit(signs, -3))).toBe('#');
    expect(nearestLit(signsOf([], false, inView), 3)).toBeUndefined();
  });

  it('stay at the one jumped to while it is in view', () => {
    const row = { first: 0, last: 15 };
    const inRow = signsOf(letters, false, row);
    expect(at(currentSign(inRow, undefined))).toBe('#');
    expect(at(currentSign(inRow, 3))).toBe('C');
    expect(at(litAfter(inRow, currentSign(inRow, 3), 1))).toBe('…');
    expect(at(currentSign(inRow, 27))).toBe('#');
  });

  it('are walked along, and not left at the ends', () => {
    expect(at(litAfter(signs, 0, 1))).toBe('B');
    expect(at(litAfter(signs, 3, 1))).toBe('…');
    expect(at(litAfter(signs, 27, 1))).toBe('…');
    expect(at(litAfter(signs, 0, -1))).toBe('#');
  });
});
