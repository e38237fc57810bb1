// Stores lists of names that many games share (platforms, genres) once, under a number. A filter is evaluated once for each
// list instead of once for each game.

import { foldText } from '@cellar/contract/rules/sort.ts';
import { LRUCache } from 'lru-cache';
import { jsonPart, type Part, type SavedParts } from './index-parts.ts';
import { SortedOrder } from './sorted-order.ts';

export type Names = readonly string[];

/** Returns whether a list matches a chosen name. */
type Matches = (names: Names, chosen: string) => boolean;

const cachedTests = 50;

export class InternedLists {
  readonly #matches: Matches;
  /** The number of each list, by its JSON, which takes less memory than an array. */
  readonly #numbers = new Map<string, number>();
  readonly #tests = new LRUCache<string, Uint8Array>({ max: cachedTests });

  constructor(matches: Matches) {
    this.#matches = matches;
  }

  parts(): Part[] {
    return [jsonPart([...this.#numbers.keys()])];
  }

  /** Call this on a new object. */
  restore(parts: SavedParts): void {
    for (const list of parts.json<string[]>()) this.#numbers.set(list, this.#numbers.size);
  }

  /** Returns the same number for equal lists. */
  numberOf(names: Names): number {
    const list = JSON.stringify(names);
    const known = this.#numbers.get(list);
    if (known !== undefined) return known;
    this.#tests.clear();
    this.#numbers.set(list, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** Returns an array with 1 at the number of each list that matches one of the chosen names, or all lists if none is chosen. */
  test(chosen: Names): Uint8Array {
    const key = JSON.stringify(chosen);
    const known = this.#tests.get(key);
    if (known) return known;
    const test = Uint8Array.from(this.#numbers.keys(), (list) =>
      Number(this.#passes(JSON.parse(list), chosen)),
    );
    this.#tests.set(key, test);
    return test;
  }

  #passes(names: Names, chosen: Names): boolean {
    return chosen.length === 0 || chosen.some((name) => this.#matches(names, name));
  }

  /** Call this when `matches` may return something else than before. */
  forgetTests(): void {
    this.#tests.clear();
  }

  /** Returns the distinct names of all lists that these rows of the column refer to, each with the number of rows. */
  countNames(column: Uint32Array, rows: Uint32Array): Map<string, number> {
    const uses = new Uint32Array(this.#numbers.size);
    for (const row of rows) uses[column[row] as number] = (uses[column[row] as number] as number) + 1;
    const counts = new Map<string, number>();
    for (const [list, number] of this.#numbers) {
      const count = uses[number] as number;
      if (count > 0) for (const name of JSON.parse(list)) counts.set(name, (counts.get(name) ?? 0) + count);
    }
    return counts;
  }
}

// Stores names that many games share (developers, lists of platforms) once, under a number, and knows their order.

const namesInAStep = 1024;

export class SortedNames {
  readonly #numbers = new Map<string, number>();
  readonly #names: string[] = [];
  readonly #folds: string[] = [];
  readonly #order = new SortedOrder({
    compare: (a, b) => this.#compare(a, b),
    isListed: () => true,
    countRows: () => this.#names.length,
  });

  parts(): Part[] {
    return [jsonPart(this.#names), ...this.#order.parts()];
  }

  /** Call this on a new object. Works in steps, like `build`. */
  *restore(parts: SavedParts): Generator<void> {
    for (const name of parts.json<string[]>()) {
      if (this.numberOf(name) % namesInAStep === 0) yield;
    }
    this.#order.restore(parts);
  }

  /** Returns the same number for equal names. */
  numberOf(name: string): number {
    const known = this.#numbers.get(name);
    if (known !== undefined) return known;
    const number = this.#names.length;
    this.#numbers.set(name, number);
    this.#names.push(name);
    this.#folds.push(foldText(name));
    this.#order.markStale();
    return number;
  }

  nameOf(number: number): string {
    return this.#names[number] ?? '';
  }

  /** Sorts the names in steps, so that the event loop can run in between. */
  build(): Generator<void> {
    return this.#order.build();
  }

  /** The position of each name in the sorted list, by its number. */
  get ranks(): Uint32Array {
    return this.#order.ranks;
  }

  #compare(a: number, b: number): number {
    const [foldA, foldB] = [this.#folds[a] as string, this.#folds[b] as string];
    if (foldA === foldB) return a - b;
    return foldA < foldB ? -1 : 1;
  }
}
