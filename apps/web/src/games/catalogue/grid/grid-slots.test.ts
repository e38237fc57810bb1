import { describe, expect, it } from 'vitest';
import { type SlotsInput, slotsOf } from './grid-layout.ts';

const range = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, index) => first + index);
const input: SlotsInput = {
  columns: 5,
  count: 1000,
  firstRow: 100,
  lastRow: 102,
  active: undefined,
  isFirstLoad: false,
  isLoaded: () => true,
};

describe('slotsOf', () => {
  it('mounts the visible rows, and two rows above and below them', () => {
    const { inView, around, indices } = slotsOf(input);
    expect(inView).toEqual({ first: 500, last: 514 });
    expect(around).toEqual({ first: 490, last: 524 });
    expect(indices).toEqual(range(490, 524));
  });

  it('does not request the rows below the visible ones', () => {
    expect(slotsOf(input).wanted).toEqual({ first: 490, last: 514 });
    const top = {
      ...input,
      columns: 6,
      count: 300,
      firstRow: 0,
      lastRow: 2,
      isLoaded: (at: number) => at < 24,
    };
    expect(slotsOf(top).wanted).toEqual({ first: 0, last: 17 });
  });

  it('ends with the last game', () => {
    expect(slotsOf({ ...input, count: 508 }).indices).toEqual(range(490, 507));
    expect(slotsOf({ ...input, count: 3, firstRow: 0, lastRow: 0 }).indices).toEqual([0, 1, 2]);
    expect(slotsOf({ ...input, count: 0, firstRow: 0, lastRow: 0 }).indices).toEqual([]);
  });

  it('shows at most six skeletons, and only in visible rows', () => {
    expect(slotsOf({ ...input, isLoaded: () => false }).indices).toEqual(range(500, 505));
    const isLoaded = (index: number) => index < 512;
    expect(slotsOf({ ...input, isLoaded }).indices).toEqual(range(490, 514));
  });

  it('shows six skeletons in the middle if no visible game is loaded', () => {
    const leap = { ...input, columns: 6, lastRow: 103, isLoaded: () => false };
    expect(slotsOf(leap).indices).toEqual(range(606, 611));
    expect(slotsOf({ ...leap, isLoaded: (index) => index === 600 }).indices).toEqual(range(600, 606));
  });

  it('shows twelve skeletons until the first response', () => {
    const first = { ...input, count: 12, firstRow: 0, lastRow: 1, isFirstLoad: true, isLoaded: () => false };
    expect(slotsOf(first).indices).toEqual(range(0, 11));
  });

  it('keeps the focused game mounted, in its position in the order', () => {
    expect(slotsOf({ ...input, active: 7 }).indices).toEqual([7, ...range(490, 524)]);
    expect(slotsOf({ ...input, active: 900 }).indices).toEqual([...range(490, 524), 900]);
    expect(slotsOf({ ...input, active: 500 }).indices).toEqual(range(490, 524));
    expect(slotsOf({ ...input, active: 513, isLoaded: () => false }).indices).toEqual([
      ...range(500, 505),
      513,
    ]);
  });
});
