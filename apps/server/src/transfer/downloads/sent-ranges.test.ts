// Compares the set of sent bytes with a simple model: a flag for each byte.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boundRanges, coveredBytes, mergeRanges, type SentRanges } from './sent-ranges.ts';

const range = fc
  .tuple(fc.nat(200), fc.nat(60))
  .map(([start, length]): [number, number] => [start, start + length + 1]);

function flags(ranges: SentRanges): Set<number> {
  return new Set(
    ranges.flatMap(([start, end]) => Array.from({ length: end - start }, (_, at) => start + at)),
  );
}

/** Adds one range after another, as a transfer does. */
function collect(ranges: SentRanges): SentRanges {
  return ranges.reduce<SentRanges>((all, next) => mergeRanges(all, [next]), []);
}

describe('mergeRanges', () => {
  it('contains exactly the sent bytes, sorted and disjoint, in any order', () => {
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        const merged = collect(ranges);
        expect(flags(merged)).toEqual(flags(ranges));
        merged.forEach(([start, end], at) => {
          expect(start).toBeLessThan(end);
          // Adjacent ranges are merged.
          expect(start).toBeGreaterThan(merged[at - 1]?.[1] ?? -1);
        });
      }),
    );
  });

  it('counts each byte once', () => {
    fc.assert(
      fc.property(fc.array(range), (ranges) => {
        expect(coveredBytes(collect(ranges))).toBe(flags(ranges).size);
      }),
    );
  });

  it('is commutative, and changes neither argument', () => {
    fc.assert(
      fc.property(fc.array(range), fc.array(range), (some, others) => {
        const [a, b] = [collect(some), collect(others)];
        const copies = structuredClone([a, b]);
        expect(mergeRanges(a, b)).toEqual(mergeRanges(b, a));
        expect([a, b]).toEqual(copies);
      }),
    );
  });
});

describe('boundRanges', () => {
  it('drops only the shortest of thousands of ranges', () => {
    const pieces = Array.from({ length: 3000 }, (_, at): [number, number] => [
      at * 10,
      at * 10 + (at % 3 ? 1 : 5),
    ]);
    const bound = boundRanges(pieces);
    expect(bound.length).toBe(1000);
    expect(bound).toEqual(pieces.filter(([start, end]) => end - start === 5));
    expect(boundRanges(bound)).toEqual(bound);
  });
});
