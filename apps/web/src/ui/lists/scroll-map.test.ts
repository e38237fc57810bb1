import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  baseAfter,
  hasDrifted,
  isNearEnd,
  mappedHeight,
  offsetAt,
  type Span,
  scrollAt,
} from './grid-scroller.ts';

const spans = fc.record({
  whole: fc.integer({ min: 4_000_001, max: 60_000_000 }),
  view: fc.integer({ min: 300, max: 3000 }),
});
const withShare = fc.tuple(spans, fc.double({ min: 0, max: 1, noNaN: true }));

describe('a list below the maximum height', () => {
  it('is not mapped', () => {
    const span = { whole: 3_000_000, view: 800 };
    expect(mappedHeight(span.whole)).toBe(3_000_000);
    expect(scrollAt(1_234_567, span)).toBe(1_234_567);
    expect(baseAfter({ from: 0, to: 2_000_000, base: 0 }, span)).toBe(0);
  });
});

describe('a list above the maximum height', () => {
  const ends = ({ whole, view }: Span) => ({ list: whole - view, page: mappedHeight(whole) - view });

  it('begins and ends with the page', () => {
    fc.assert(
      fc.property(spans, (span) => {
        expect(scrollAt(0, span)).toBe(0);
        expect(scrollAt(ends(span).list, span)).toBe(ends(span).page);
        expect(offsetAt(ends(span).page, span)).toBe(ends(span).list);
      }),
    );
  });

  it('maps each offset to one scroll position, and back to the same offset', () => {
    fc.assert(
      fc.property(withShare, ([span, share]) => {
        const offset = share * ends(span).list;
        expect(offsetAt(scrollAt(offset, span), span)).toBeCloseTo(offset, 3);
      }),
    );
  });

  it('scrolls with the page in small steps, and to the same relative position in a leap', () => {
    const span = { whole: 30_000_000, view: 800 };
    expect(baseAfter({ from: 500_000, to: 501_000, base: 77 }, span)).toBe(77);
    const to = ends(span).page;
    expect(to + baseAfter({ from: 500_000, to, base: 77 }, span)).toBe(ends(span).list);
    expect(baseAfter({ from: to, to: 0, base: 26_000_000 }, span)).toBe(0);
  });

  it('can be scrolled from anywhere to either end in small steps, each by the same distance as the page', () => {
    fc.assert(
      fc.property(withShare, fc.constantFrom(1, -1), ([span, share], direction) => {
        const { offset, worst } = scrollToEnd(span, share * ends(span).list, direction);
        expect(offset).toBeCloseTo(direction === 1 ? ends(span).list : 0, 3);
        expect(worst).toBeLessThan(0.001);
      }),
      { numRuns: 50 },
    );
  });

  /** Scrolls like grid-scroller.ts. Returns the final offset and the largest error of any step. */
  function scrollToEnd(span: Span, from: number, direction: number) {
    let [offset, scroll, worst] = [from, scrollAt(from, span), 0];
    let base = offset - scroll;
    for (;;) {
      const to = Math.min(ends(span).page, Math.max(0, scroll + direction * 7 * span.view));
      if (to === scroll) return { offset, worst };
      base = baseAfter({ from: scroll, to, base }, span);
      worst = Math.max(worst, Math.abs(to + base - (offset + to - scroll)));
      offset = to + base;
      const isOff = isNearEnd(to, span) || hasDrifted({ scroll: to, base }, span);
      scroll = isOff ? scrollAt(offset, span) : to;
      base = offset - scroll;
    }
  }
});
