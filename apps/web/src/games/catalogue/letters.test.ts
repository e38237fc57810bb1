import { describe, expect, it } from 'vitest';
import { currentLetter, nearestWithGames, nextWithGames, stripLetters } from './letter-strip.tsx';

const letters = [
  { letter: '#', position: 0 },
  { letter: 'B', position: 10 },
  { letter: 'C', position: 12 },
  { letter: '…', position: 40 },
];
const inView = { first: 11, last: 20 };

describe('stripLetters', () => {
  it('lists every letter, and the positions of those with games', () => {
    const strip = stripLetters(letters, false, inView);
    expect(strip.map(({ letter }) => letter).join('')).toBe('#ABCDEFGHIJKLMNOPQRSTUVWXYZ…');
    expect(strip.filter(({ position }) => position !== undefined).map(({ letter }) => letter)).toEqual([
      ...['#', 'B', 'C', '…'],
    ]);
  });

  it('marks all visible letters as current', () => {
    const current = stripLetters(letters, false, inView).filter(({ isCurrent }) => isCurrent);
    expect(current.map(({ letter }) => letter)).toEqual(['B', 'C']);
  });

  it('reverses the order for a list from Z to A', () => {
    const strip = stripLetters(letters.toReversed(), true, inView);
    expect(strip[0]?.letter).toBe('…');
    expect(strip.at(-1)?.letter).toBe('#');
  });
});

describe('the letters with games', () => {
  const strip = stripLetters(letters, false, inView);
  const at = (index: number | undefined) => (index === undefined ? undefined : strip[index]?.letter);

  it('are found from any place on the strip', () => {
    expect(at(nearestWithGames(strip, 5))).toBe('C');
    expect(at(nearestWithGames(strip, 26))).toBe('…');
    expect(at(nearestWithGames(strip, -3))).toBe('#');
    expect(nearestWithGames(stripLetters([], false, inView), 3)).toBeUndefined();
  });

  it('include the letter last jumped to as the current one while it is visible', () => {
    const row = { first: 0, last: 15 };
    const inRow = stripLetters(letters, false, row);
    expect(at(currentLetter(inRow, undefined))).toBe('#');
    expect(at(currentLetter(inRow, 3))).toBe('C');
    expect(at(nextWithGames(inRow, currentLetter(inRow, 3), 1))).toBe('…');
    expect(at(currentLetter(inRow, 27))).toBe('#');
  });

  it('follow each other, and end at both ends of the strip', () => {
    expect(at(nextWithGames(strip, 0, 1))).toBe('B');
    expect(at(nextWithGames(strip, 3, 1))).toBe('…');
    expect(at(nextWithGames(strip, 27, 1))).toBe('…');
    expect(at(nextWithGames(strip, 0, -1))).toBe('#');
  });
});
