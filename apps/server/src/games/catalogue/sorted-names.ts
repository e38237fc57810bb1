// Stores names that many games share (developers, lists of platforms) once, under a number, and knows their order.
import { foldText } from '@cellar/contract/rules/sort.ts';
import { jsonPart, type Part, type SavedParts } from './index-parts.ts';
import { SortedOrder } from './sorted-order.ts';

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
