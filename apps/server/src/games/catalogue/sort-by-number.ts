// Sorts rows by a number of each row, in linear time.
import { type Compare, filterRows } from './sorted-order.ts';

/** The numbers are sorted by digits of 11 bits: most columns need one or two passes, sizes four. */
const base = 2 ** 11;

/**
 * Returns the rows sorted by `keyOf`, a whole number. Rows with equal numbers keep their order. Rows with a negative number have
 * no value and come last in both directions.
 */
export function sortByNumber(
  rows: Uint32Array,
  keyOf: (row: number) => number,
  isDescending: boolean,
): Uint32Array {
  let most = 0;
  let from = filterRows(rows, (row) => {
    const key = keyOf(row);
    most = Math.max(most, key);
    return key >= 0;
  });
  const without = from.length < rows.length ? filterRows(rows, (row) => keyOf(row) < 0) : undefined;
  let to = new Uint32Array(from.length);
  for (let unit = 1; unit <= most; unit *= base) {
    const digitOf = (row: number) => {
      const digit = Math.floor(keyOf(row) / unit) % base;
      return isDescending ? base - 1 - digit : digit;
    };
    distribute(from, to, digitOf);
    [from, to] = [to, from];
  }
  if (!without) return from;
  const all = new Uint32Array(rows.length);
  all.set(from);
  all.set(without, from.length);
  return all;
}

/** Compares two rows as `sortByNumber` sorts them. `compareEqual` decides about rows with equal numbers, or without one. */
export function compareByNumber(
  keyOf: (row: number) => number,
  isDescending: boolean,
  compareEqual: Compare,
): Compare {
  const placeOf = (row: number) => {
    const key = keyOf(row);
    if (key < 0) return Number.POSITIVE_INFINITY;
    return isDescending ? -key : key;
  };
  return (a, b) => {
    const [first, second] = [placeOf(a), placeOf(b)];
    if (first === second) return compareEqual(a, b);
    return first < second ? -1 : 1;
  };
}

/** Copies the rows in the order of their digits. */
function distribute(from: Uint32Array, to: Uint32Array, digitOf: (row: number) => number): void {
  const starts = new Uint32Array(base + 1);
  for (const row of from) {
    const next = digitOf(row) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let digit = 0; digit < base; digit += 1) {
    starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
  }
  for (const row of from) {
    const digit = digitOf(row);
    const at = starts[digit] as number;
    to[at] = row;
    starts[digit] = at + 1;
  }
}
