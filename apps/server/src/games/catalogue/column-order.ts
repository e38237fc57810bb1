// The games in the order of one column of the admin's table. Values may change in place: at the next use, the rows whose values have
// changed are moved to their new places in one pass. The whole order is sorted only once.
import { type Compare, filterRows, merge } from './sorted-order.ts';

/** When a larger part of the rows has changed, sorting all of them again is faster. */
const mostMovedPart = 1 / 16;

interface Options {
  /** Sorts all listed rows. */
  sortAll(): Uint32Array;
  /** Returns a function that compares rows in the order of `sortAll`. Two different rows are never equal. */
  createCompare(): Compare;
  isListed(row: number): boolean;
}

export class ColumnOrder {
  readonly #options: Options;
  #sorted: Uint32Array | undefined;
  readonly #moved = new Set<number>();

  constructor(options: Options) {
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
