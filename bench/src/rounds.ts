// Turns of all sides, one after the other, several times over: what disturbs the machine for a while
// disturbs every side. Used by all rows.

/** Calls each side once per round and gives what each gave, in the order of the rounds. */
export async function interleave<Side extends string, Figures>(
  rounds: number,
  sides: Record<Side, () => Promise<Figures>>,
): Promise<Record<Side, Figures[]>> {
  const results = {} as Record<Side, Figures[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const side of Object.keys(sides) as Side[]) {
      results[side] ??= [];
      results[side].push(await sides[side]());
    }
  }
  return results;
}

/** The middle one of the values that `pick` reads. */
export function median<T>(items: T[], pick: (item: T) => number): number {
  const sorted = items.map(pick).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
