// Lists of names that many games share (their platforms, their genres), each kept once under a number. Used by the index:
// a filter is asked once for each list, not once for each game.

import { LRUCache } from 'lru-cache';

export type Names = readonly string[];

/** Whether a list has what was chosen. */
type Matches = (names: Names, chosen: string) => boolean;

const rememberedTests = 50;

export class InternedLists {
  readonly #matches: Matches;
  /** By the list as JSON, which takes less room than the list. Lists are numbered in their order here. */
  readonly #numbers = new Map<string, number>();
  readonly #tests = new LRUCache<string, Uint8Array>({ max: rememberedTests });

  constructor(matches: Matches) {
    this.#matches = matches;
  }

  /** The same number for the same list. */
  numberOf(names: Names): number {
    const list = JSON.stringify(names);
    const known = this.#numbers.get(list);
    if (known !== undefined) return known;
    this.#tests.clear();
    this.#numbers.set(list, this.#numbers.size);
    return this.#numbers.size - 1;
  }

  /** For each number 1 where its list has what was chosen. */
  test(chosen: string): Uint8Array {
    const known = this.#tests.get(chosen);
    if (known) return known;
    const test = Uint8Array.from(this.#numbers.keys(), (list) =>
      Number(this.#matches(JSON.parse(list), chosen)),
    );
    this.#tests.set(chosen, test);
    return test;
  }

  /** The names of those lists that the column mentions in one of these rows, each once. */
  names(column: Uint32Array, rows: Uint32Array): Set<string> {
    const isMentioned = new Uint8Array(this.#numbers.size);
    for (const row of rows) isMentioned[column[row] as number] = 1;
    const names = new Set<string>();
    for (const [list, number] of this.#numbers) {
      if (isMentioned[number] === 1) for (const name of JSON.parse(list)) names.add(name);
    }
    return names;
  }
}
