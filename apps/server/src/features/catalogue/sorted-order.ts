// One order of the games, as an array of their ordinals that is kept sorted. Used by the index, once for each order.
// Changes are gathered and worked in together when the order is next asked for: one or ten thousand, it is one pass.

export type Compare = (a: number, b: number) => number;

interface Options {
  /** Total: two ordinals are never equal. */
  compare: Compare;
  isListed(ordinal: number): boolean;
}

export class SortedOrder {
  readonly #compare: Compare;
  readonly #isListed: (ordinal: number) => boolean;
  #sorted = new Uint32Array(0);
  /** Where each ordinal stands in `#sorted`; made when it is first asked for. */
  #ranks: Uint32Array | undefined;
  /** Some more than once. */
  #touched: number[] = [];

  constructor({ compare, isListed }: Options) {
    this.#compare = compare;
    this.#isListed = isListed;
  }

  /** What this ordinal is sorted by has changed, or it came or went. */
  touch(ordinal: number): void {
    this.#touched.push(ordinal);
  }

  /** Not to be written to; stays as it is when the order changes. */
  get sorted(): Uint32Array {
    if (this.#touched.length > 0) this.#settle();
    return this.#sorted;
  }

  /** These ordinals in this order. */
  arrange(ordinals: number[]): Uint32Array {
    const sorted = this.sorted;
    this.#ranks ??= invert(sorted);
    const places = new Uint32Array(ordinals.length);
    for (let at = 0; at < places.length; at += 1) places[at] = this.#ranks[ordinals[at] as number] as number;
    // A typed array sorts numbers without a comparison in JavaScript, ten times as fast as by one.
    places.sort();
    for (let at = 0; at < places.length; at += 1) places[at] = sorted[places[at] as number] as number;
    return places;
  }

  #settle(): void {
    const touched = Uint32Array.from(this.#touched).sort();
    this.#touched = [];
    const kept = without(this.#sorted, touched);
    const fresh = touched.filter((ordinal, at) => ordinal !== touched[at - 1] && this.#isListed(ordinal));
    this.#sorted = merge(kept, fresh.sort(this.#compare), this.#compare);
    this.#ranks = undefined;
  }
}

/** The place of each ordinal. */
function invert(sorted: Uint32Array): Uint32Array {
  let most = -1;
  for (const ordinal of sorted) if (ordinal > most) most = ordinal;
  const places = new Uint32Array(most + 1);
  for (let place = 0; place < sorted.length; place += 1) places[sorted[place] as number] = place;
  return places;
}

/** In the same order. `left` rises. */
function without(sorted: Uint32Array, left: Uint32Array): Uint32Array {
  if (sorted.length === 0) return sorted;
  const isLeft = new Uint8Array(1 + (left.at(-1) ?? 0));
  for (const ordinal of left) isLeft[ordinal] = 1;
  const kept = new Uint32Array(sorted.length);
  let length = 0;
  for (const ordinal of sorted) {
    if (isLeft[ordinal] === 1) continue;
    kept[length] = ordinal;
    length += 1;
  }
  return kept.subarray(0, length);
}

/** Looks for the place of each in `fresh`: for a few among many that is far less than comparing them all. */
function merge(kept: Uint32Array, fresh: Uint32Array, compare: Compare): Uint32Array<ArrayBuffer> {
  const merged = new Uint32Array(kept.length + fresh.length);
  let taken = 0;
  for (let at = 0; at < fresh.length; at += 1) {
    const ordinal = fresh[at] as number;
    const place = firstPlace(kept, taken, (one) => compare(one, ordinal) > 0);
    merged.set(kept.subarray(taken, place), taken + at);
    merged[place + at] = ordinal;
    taken = place;
  }
  merged.set(kept.subarray(taken), taken + fresh.length);
  return merged;
}

/** The first place from `start` on whose ordinal passes, where all behind it pass too. */
export function firstPlace(sorted: Uint32Array, start: number, passes: (ordinal: number) => boolean): number {
  let [low, high] = [start, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (passes(sorted[middle] as number)) high = middle;
    else low = middle + 1;
  }
  return low;
}
