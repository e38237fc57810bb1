// One order of the games: a sorted array of their rows. All changes since the last use are merged in one pass.
import type { Part, SavedParts } from './index-parts.ts';

export type Compare = (a: number, b: number) => number;

interface Options {
  /** A total order: two different rows are never equal. */
  compare: Compare;
  isListed(row: number): boolean;
  /** The number of all rows, listed or not. */
  countRows(): number;
}

/** Sorting this many rows takes a few milliseconds. */
const rowsInAStep = 8192;

export class SortedOrder {
  readonly #options: Options;
  #sorted = new Uint32Array(0);
  /** The position of each row in `#sorted`, computed on first use. */
  #ranks: Uint32Array | undefined;
  /** The number of rows at the last sort. */
  #known = 0;
  #isStale = false;

  constructor(options: Options) {
    this.#options = options;
  }

  parts(): Part[] {
    return [this.sorted];
  }

  /** Call this when all rows exist. */
  restore(parts: SavedParts): void {
    this.#sorted = parts.numbers(Uint32Array);
    this.#known = this.#options.countRows();
    this.#isStale = false;
  }

  /** Sorts all rows in steps, so that the event loop can run in between. */
  *build(): Generator<void> {
    const { compare, countRows } = this.#options;
    this.#known = countRows();
    this.#sorted = yield* sortInSteps(rowsFrom(0, this.#known), compare);
  }

  /** Call this after adding or unlisting a row. */
  markStale(): void {
    this.#isStale = true;
  }

  /** Must not be written to. A later change of the order does not change this array. */
  get sorted(): Uint32Array {
    if (this.#isStale) this.#update();
    return this.#sorted;
  }

  /** The position of each listed row in `sorted`. Must not be written to. */
  get ranks(): Uint32Array {
    const { sorted } = this;
    this.#ranks ??= invert(sorted, this.#known);
    return this.#ranks;
  }

  /** Returns these rows, sorted. */
  arrange(rows: Uint32Array): Uint32Array {
    const { sorted, ranks } = this;
    const places = new Uint32Array(rows.length);
    for (let at = 0; at < places.length; at += 1) places[at] = ranks[rows[at] as number] as number;
    // Sorting numbers is ten times as fast as sorting with a comparison function.
    places.sort();
    for (let at = 0; at < places.length; at += 1) places[at] = sorted[places[at] as number] as number;
    return places;
  }

  #update(): void {
    const { compare, isListed, countRows } = this.#options;
    const fresh = filterRows(rowsFrom(this.#known, countRows()), isListed).sort(compare);
    this.#sorted = merge(filterRows(this.#sorted, isListed), fresh, compare);
    this.#known = countRows();
    this.#ranks = undefined;
    this.#isStale = false;
  }
}

export function rowsFrom(first: number, end: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(end - first).map((_, at) => first + at);
}

/** Returns the position of each row. */
function invert(sorted: Uint32Array, rows: number): Uint32Array {
  const places = new Uint32Array(rows);
  for (let place = 0; place < sorted.length; place += 1) places[sorted[place] as number] = place;
  return places;
}

/** Like `Uint32Array.filter`, but five times as fast. */
export function filterRows(rows: Uint32Array, passes: (row: number) => boolean): Uint32Array<ArrayBuffer> {
  const kept = new Uint32Array(rows.length);
  let length = 0;
  for (let at = 0; at < rows.length; at += 1) {
    const row = rows[at] as number;
    if (!passes(row)) continue;
    kept[length] = row;
    length += 1;
  }
  return kept.slice(0, length);
}

/**
 * Merges two sorted arrays. Finds the place of each fresh row by binary search, which takes few comparisons when `fresh` is
 * short.
 */
function merge(kept: Uint32Array, fresh: Uint32Array, compare: Compare): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(kept.length + fresh.length);
  let copied = 0;
  for (let at = 0; at < fresh.length; at += 1) {
    const row = fresh[at] as number;
    const place = firstPlace(kept, copied, (one) => compare(one, row) > 0);
    merged.set(kept.subarray(copied, place), copied + at);
    merged[place + at] = row;
    copied = place;
  }
  merged.set(kept.subarray(copied), copied + fresh.length);
  return merged;
}

/** Binary search for the first place from `start` on whose row passes. All rows after it must pass too. */
export function firstPlace(sorted: Uint32Array, start: number, passes: (row: number) => boolean): number {
  let [low, high] = [start, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Bottom-up merge sort: merges runs of 1, 2, 4 … rows. */
function* sortInSteps(
  rows: Uint32Array<ArrayBuffer>,
  compare: Compare,
): Generator<void, Uint32Array<ArrayBuffer>> {
  let [from, to] = [rows, new Uint32Array(rows.length)];
  for (let run = 1; run < rows.length; run *= 2) {
    for (let at = 0, left = 0, right = 0, leftEnd = 0, rightEnd = 0; at < rows.length; at += 1) {
      if (at === rightEnd) {
        [left, right] = [at, Math.min(at + run, rows.length)];
        [leftEnd, rightEnd] = [right, Math.min(right + run, rows.length)];
      }
      const isLeft =
        right === rightEnd || (left < leftEnd && compare(from[left] as number, from[right] as number) < 0);
      to[at] = from[isLeft ? left : right] as number;
      if (isLeft) left += 1;
      else right += 1;
      if (at % rowsInAStep === rowsInAStep - 1) yield;
    }
    [from, to] = [to, from];
  }
  return from;
}

export function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

// The games in the order of one column of the admin's table. Values may change in place: at the next use, the rows whose values have
// changed are moved to their new places in one pass. The whole order is sorted only once.

/** When a larger part of the rows has changed, sorting all of them again is faster. */
const mostMovedPart = 1 / 16;

interface ColumnOrderOptions {
  /** Sorts all listed rows. */
  sortAll(): Uint32Array;
  /** Returns a function that compares rows in the order of `sortAll`. Two different rows are never equal. */
  createCompare(): Compare;
  isListed(row: number): boolean;
}

export class ColumnOrder {
  readonly #options: ColumnOrderOptions;
  #sorted: Uint32Array | undefined;
  readonly #moved = new Set<number>();

  constructor(options: ColumnOrderOptions) {
    this.#options = options;
  }

  /** Call this when a row is added or unlisted, or when its value has changed. */
  move(row: number): void {
    if (!this.#sorted) return;
    this.#moved.add(row);
    if (this.#moved.size <= this.#sorted.length * mostMovedPart) return;
    this.#sorted = undefined;
    this.#moved.clear();
  }

  /** Must not be written to. A later change does not change this array. */
  get sorted(): Uint32Array {
    const { sortAll, createCompare, isListed } = this.#options;
    if (!this.#sorted) {
      this.#sorted = sortAll();
    } else if (this.#moved.size > 0) {
      const kept = filterRows(this.#sorted, (row) => !this.#moved.has(row));
      const compare = createCompare();
      const moved = Uint32Array.from([...this.#moved].filter(isListed)).sort(compare);
      this.#sorted = merge(kept, moved, compare);
      this.#moved.clear();
    }
    return this.#sorted;
  }
}

// Sorts rows by a number of each row, in linear time.

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
