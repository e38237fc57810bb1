// Chance that repeats itself: one seed, one picture. Used by every scene of the demo's covers.

export interface Random {
  /** From 0, below 1. */
  next(): number;
  between(low: number, high: number): number;
  /** Both ends included. */
  whole(low: number, high: number): number;
  chance(probability: number): boolean;
  pick<T>(values: readonly T[]): T;
}

/** A title gives its seed (FNV-1a), the seed the numbers (mulberry32). */
export function createRandom(seed: string): Random {
  let state = 0x811c9dc5;
  for (const character of seed) state = Math.imul(state ^ (character.codePointAt(0) ?? 0), 0x01000193);

  function next(): number {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  const between = (low: number, high: number) => low + next() * (high - low);
  return {
    next,
    between,
    whole: (low, high) => Math.floor(between(low, high + 1)),
    chance: (probability) => next() < probability,
    pick: <T>(values: readonly T[]) => values[Math.floor(next() * values.length)] as T,
  };
}

/** A line of `count` heights from 0 to 1 by midpoint displacement: 0.4 is soft, 0.65 is rugged. */
export function createRidge(random: Random, count: number, roughness: number): number[] {
  let heights = [random.next(), random.next()];
  let spread = 0.5;
  while (heights.length < count) {
    heights = heights.flatMap((height, index) => {
      const following = heights[index + 1];
      if (following === undefined) return [height];
      return [height, (height + following) / 2 + random.between(-spread, spread)];
    });
    spread *= roughness;
  }
  const cut = heights.slice(0, count);
  const lowest = Math.min(...cut);
  const highest = Math.max(...cut);
  return cut.map((height) => (height - lowest) / (highest - lowest || 1));
}

/** Soft hills over a plane, from 0 to 1: values on a lattice, blended smoothly. */
export function createField(random: Random): (x: number, y: number) => number {
  const size = 32;
  const lattice = Array.from({ length: size * size }, () => random.next());
  const at = (x: number, y: number) => lattice[(x & (size - 1)) + (y & (size - 1)) * size] ?? 0;
  const soften = (t: number) => t * t * (3 - 2 * t);
  return (x, y) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const right = soften(x - column);
    const down = soften(y - row);
    const top = at(column, row) * (1 - right) + at(column + 1, row) * right;
    const bottom = at(column, row + 1) * (1 - right) + at(column + 1, row + 1) * right;
    return top * (1 - down) + bottom * down;
  };
}
