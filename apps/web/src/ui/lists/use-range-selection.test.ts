import { describe, expect, it } from 'vitest';
import { rangeOf } from './use-range-selection.ts';

describe('rangeOf', () => {
  const shown = [5, 3, 9, 7, 1];

  it.each([
    ['down', 3, 7, [3, 9, 7]],
    ['up', 7, 3, [3, 9, 7]],
    ['of one', 3, 3, [3]],
  ])('is a range %s, in the order shown', (_, from, to, expected) => {
    expect(rangeOf(shown, from, to)).toEqual(expected);
  });

  it('is only the last entry if the first one is no longer shown', () => {
    expect(rangeOf([9, 7, 1], 3, 7)).toEqual([7]);
  });

  it('is unknown if some of its entries are not loaded', () => {
    expect(rangeOf([5, 3, undefined, 7, 1], 3, 7)).toBeUndefined();
    expect(rangeOf([5, undefined, 9, 7, 1], 3, 7)).toBeUndefined();
    expect(rangeOf([5, undefined, 9, 7, 1], 9, 1)).toEqual([9, 7, 1]);
  });
});
