// Measures all sides in turns, several times, so that a temporary disturbance of the machine affects every side.

/** Calls each side once per round. Returns the results of each side in the order of the rounds. */
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

/** Returns the median of the values that `pick` reads. */
export function median<T>(items: T[], pick: (item: T) => number): number {
  const sorted = items.map(pick).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** Returns the median of the ratios of the rounds: on a busy machine, the sides of one round resemble each other most. */
export function medianRatio<T>(ours: T[], yardstick: T[], pick: (item: T) => number): number {
  return median(
    ours.map((figures, round) => pick(figures) / pick(yardstick[round] as T)),
    (ratio) => ratio,
  );
}
