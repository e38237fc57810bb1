import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shorten } from './shorten.ts';

describe('shorten', () => {
  it('keeps a short text, and puts it on one line', () => {
    expect(shorten('  A game\n\nof two\tlines. ', 40)).toBe('A game of two lines.');
    expect(shorten('', 40)).toBe('');
    expect(shorten('exactly ten', 11)).toBe('exactly ten');
  });

  it.each([
    ['one two three four five six', 16, 'one two three…'],
    ['one two three, four five six', 16, 'one two three…'],
    ['one two three - four five six', 16, 'one two three…'],
    ['one two three fourfivesix', 13, 'one two three…'],
    ['Incomprehensibilities', 10, 'Incomprehe…'],
    ['ゼルダの伝説時のオカリナ', 5, 'ゼルダの伝…'],
    ['👨‍👩‍👧👨‍👩‍👧👨‍👩‍👧', 2, '👨‍👩‍👧👨‍👩‍👧…'],
  ])('cuts %s to %d letters', (text, most, expected) => {
    expect(shorten(text, most)).toBe(expected);
  });

  it('cuts an excessive number of combining marks on one letter', () => {
    const stack = `a${'\u0301'.repeat(10_000)}`;
    expect(shorten(`Word ${stack} more`, 20).length).toBeLessThan(400);
    expect(shorten(stack, 20)).toBe('…');
  });

  it('never contains line breaks or split letters, and never exceeds the limit', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 500 }),
        fc.integer({ min: 1, max: 200 }),
        (text, most) => {
          const short = shorten(text, most);
          expect(short.isWellFormed()).toBe(true);
          expect(short).not.toMatch(/[\n\r\t]/);
          expect(Array.from(new Intl.Segmenter().segment(short)).length).toBeLessThanOrEqual(most + 1);
        },
      ),
    );
  });
});
