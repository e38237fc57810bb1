import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sortByNumber } from './sorted-order.ts';

it('sorts like a stable sort, in both directions, with rows without a number last', () => {
  const key = fc.oneof(fc.constant(-1), fc.integer({ min: 0, max: 5 }), fc.maxSafeNat());
  fc.assert(
    fc.property(fc.array(key, { maxLength: 60 }), fc.boolean(), (keys, isDescending) => {
      const rows = Uint32Array.from(keys.keys()).reverse();
      const keyOf = (row: number) => keys[row] as number;
      const sorted = sortByNumber(rows, keyOf, isDescending);
      const known = [...rows].filter((row) => keyOf(row) >= 0);
      known.sort((a, b) => (isDescending ? keyOf(b) - keyOf(a) : keyOf(a) - keyOf(b)));
      expect([...sorted]).toEqual([...known, ...[...rows].filter((row) => keyOf(row) < 0)]);
    }),
  );
});
