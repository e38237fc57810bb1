import { describe, expect, it } from 'vitest';
import { mountedRange, partsOf, positionShowing } from './virtual-rows.ts';

const view = { scrollTop: 0, height: 400, rowHeight: 40 };

describe('mountedRange', () => {
  it('has the visible rows and a few more on both sides', () => {
    expect(mountedRange(view, 500)).toEqual({ first: 0, last: 18 });
    expect(mountedRange({ ...view, scrollTop: 4000 }, 500)).toEqual({ first: 92, last: 118 });
    expect(mountedRange({ ...view, scrollTop: 19_600 }, 500)).toEqual({ first: 482, last: 499 });
  });

  it('stays within a list that became shorter, or is empty', () => {
    expect(mountedRange({ ...view, scrollTop: 4000 }, 3)).toEqual({ first: 2, last: 2 });
    expect(mountedRange(view, 0)).toEqual({ first: 0, last: -1 });
  });
});

describe('partsOf', () => {
  it('fills the space of rows that are not mounted', () => {
    expect(partsOf({ first: 2, last: 3 }, 10, undefined)).toEqual([
      { index: 0, gap: 2 },
      { index: 2 },
      { index: 3 },
      { index: 4, gap: 6 },
    ]);
    expect(partsOf({ first: 0, last: 1 }, 2, undefined)).toEqual([{ index: 0 }, { index: 1 }]);
    expect(partsOf({ first: 0, last: -1 }, 0, undefined)).toEqual([]);
  });

  it.each([
    [0, [{ index: 0 }, { index: 1, gap: 3 }, { index: 4 }, { index: 5, gap: 5 }]],
    [4, [{ index: 0, gap: 4 }, { index: 4 }, { index: 5, gap: 5 }]],
    [9, [{ index: 0, gap: 4 }, { index: 4 }, { index: 5, gap: 4 }, { index: 9 }]],
    [10, [{ index: 0, gap: 4 }, { index: 4 }, { index: 5, gap: 5 }]],
  ])('keeps row %i mounted if it exists', (kept, parts) => {
    expect(partsOf({ first: 4, last: 4 }, 10, kept)).toEqual(parts);
  });
});

describe('positionShowing', () => {
  it('moves no further than necessary', () => {
    expect(positionShowing(3, view)).toBe(0);
    expect(positionShowing(10, view)).toBe(40);
    expect(positionShowing(3, { ...view, scrollTop: 1000 })).toBe(120);
    expect(positionShowing(30, { ...view, scrollTop: 1000 })).toBe(1000);
  });
});
