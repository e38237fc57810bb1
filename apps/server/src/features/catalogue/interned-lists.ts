// Lists of names that many games share (their platforms, their genres), each kept once under a number. Used by the index:
// a filter is asked once for each list, not once for each game.

export type Names = readonly string[];

export class InternedLists {
  readonly #numbers = new Map<string, number>();
  readonly #lists: (Names | undefined)[] = [];
  readonly #holders: number[] = [];
  readonly #free: number[] = [];

  /** The number of this list; whoever takes it gives it back by `release`. */
  hold(names: Names): number {
    const key = JSON.stringify(names);
    const known = this.#numbers.get(key);
    const number = known ?? this.#add(key, names);
    this.#holders[number] = (this.#holders[number] ?? 0) + 1;
    return number;
  }

  #add(key: string, names: Names): number {
    const number = this.#free.pop() ?? this.#lists.length;
    this.#numbers.set(key, number);
    this.#lists[number] = names;
    this.#holders[number] = 0;
    return number;
  }

  release(number: number): void {
    const left = (this.#holders[number] ?? 0) - 1;
    this.#holders[number] = left;
    if (left > 0) return;
    this.#numbers.delete(JSON.stringify(this.at(number)));
    this.#lists[number] = undefined;
    this.#free.push(number);
  }

  at(number: number): Names {
    return this.#lists[number] ?? [];
  }

  /** For each number 1 where its list passes, until the next `hold` or `release`. */
  test(passes: (names: Names) => boolean): Uint8Array {
    return Uint8Array.from(this.#lists, (names) => (names && passes(names) ? 1 : 0));
  }

  /** Every name of every list that somebody holds, each once. */
  names(): Set<string> {
    return new Set(this.#lists.flatMap((names) => names ?? []));
  }
}
