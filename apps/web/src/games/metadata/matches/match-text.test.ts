import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { certaintyOf, percentOf, shortenSummary } from './match-text.ts';

describe('certaintyOf', () => {
  it.each([
    [1, 'sure'],
    [0.9, 'sure'],
    [0.89, 'likely'],
    [0.5, 'possible'],
    [0.1, 'doubtful'],
  ])('describes %d as %s', (confidence, word) => {
    expect(certaintyOf(confidence)).toBe(word);
  });
});

describe('percentOf', () => {
  it('rounds down', () => {
    expect(percentOf(0.996, 'en')).toBe('99%');
    expect(percentOf(1, 'en')).toBe('100%');
    expect(percentOf(0.5, 'fr')).toMatch(/^50\s%$/);
  });
});

describe('shortenSummary', () => {
  it('does not cut a short text', () => {
    expect(shortenSummary('Two  lines\nof text', 100)).toBe('Two lines of text');
  });

  it('cuts a long text between words', () => {
    expect(shortenSummary('A scientist fights his way out', 20)).toBe('A scientist fights…');
  });

  it('never exceeds the limit, and never splits a character', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 300 }), (text) => {
        const cut = shortenSummary(text, 100);
        expect(Array.from(cut).length).toBeLessThanOrEqual(100);
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});
