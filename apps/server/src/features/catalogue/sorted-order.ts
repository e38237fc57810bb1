// One order of the games, as an array of their rows that is kept sorted. Used by the index, once for each order.
// Changes are worked in together when the order is next asked for: one or a thousand, it is one pass.

export type Compare = (a: number, b: number) => number;

interface Options {
  /** Total: two rows are never equal. */
  compare: Compare;
  isListed(row: number): boolean;
  /** How many rows there are, listed or not. */
  countRows(): number;
}

/** A step of a long sort takes a few milliseconds. */
const rowsInAStep = 8192;

export class SortedOrder {
  readonly #options: Options;
  #sorted = new Uint32Array(0);
  /** Where each row stands in `#sorted`; made when it is first asked for. */
  #ranks: Uint32Array | undefined;
  /** How many rows there were when it was last sorted. */
  #known = 0;
  #isStale = false;

  constructor(options: Options) {
    this.#options = options;
  }

  /** Sorts all rows, in steps that others can go between. */
  *build(): Generator<void> {
    const { compare, countRows } = this.#options;
    this.#known = countRows();
    this.#sorted = yield* sortInSteps(rowsFrom(0, this.#known), compare);
  }

  /** A row was added, or is no longer listed. */
  touch(): void {
    this.#isStale = true;
  }

  /** Not to be written to; stays as it is when the order changes. */
  get sorted(): Uint32Array {
    if (this.#isStale) this.#update();
    return this.#sorted;
  }

  /** These rows in this order. */
  arrange(rows: Uint32Array): Uint32Array {
    const sorted = this.sorted;
    this.#ranks ??= invert(sorted, this.#known);
    const places = new Uint32Array(rows.length);
    for (let at = 0; at < places.length; at += 1) places[at] = this.#ranks[rows[at] as number] as number;
    // A typed array sorts numbers without a comparison in JavaScript, ten times as fast as by one.
    places.sort();
    for (let at = 0; at < places.length; at += 1) places[at] = sorted[places[at] as number] as number;
    return places;
  }

  #update(): void {
    const { compare, isListed, countRows } = this.#options;
    const fresh = keep(rowsFrom(this.#known, countRows()), isListed).sort(compare);
    this.#sorted = merge(keep(this.#sorted, isListed), fresh, compare);
    this.#known = countRows();
    this.#ranks = undefined;
    this.#isStale = false;
  }
}

export function rowsFrom(first: number, end: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(end - first).map((_, at) => first + at);
}

/** The place of each row. */
function invert(sorted: Uint32Array, rows: number): Uint32Array {
  const places = new Uint32Array(rows);
  for (let place = 0; place < sorted.length; place += 1) places[sorted[place] as number] = place;
  return places;
}

/** As the array's own `filter`, at a fifth of its time. */
export function keep(rows: Uint32Array, passes: (row: number) => boolean): Uint32Array<ArrayBuffer> {
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

/** Looks for the place of each in `fresh`: for a few among many that is far less than comparing them all. */
function merge(kept: Uint32Array, fresh: Uint32Array, compare: Compare): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(kept.length + fresh.length);
  let taken = 0;
  for (let at = 0; at < fresh.length; at += 1) {
    const row = fresh[at] as number;
    const place = firstPlace(kept, taken, (one) => compare(one, row) > 0);
    merged.set(kept.subarray(taken, place), taken + at);
    merged[place + at] = row;
    taken = place;
  }
  merged.set(kept.subarray(taken), taken + fresh.length);
  return merged;
}

/** The first place from `start` on whose row passes, where all behind it pass too. */
export function firstPlace(sorted: Uint32Array, start: number, passes: (row: number) => boolean): number {
  let [low, high] = [start, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** Merges runs of 1, 2, 4 … rows. */
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
