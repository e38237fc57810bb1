/** The bytes of a file that were sent, as sorted, disjoint ranges. */
export type SentRanges = [start: number, endExclusive: number][];

/** Returns the union of two sets. */
export function mergeRanges(a: SentRanges, b: SentRanges): SentRanges {
  const all = [...a, ...b].sort(([x], [y]) => x - y);
  const merged: SentRanges = [];
  for (const [start, end] of all) {
    const last = merged.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else merged.push([start, end]);
  }
  return merged;
}

/** Returns the number of bytes in the set. */
export function coveredBytes(ranges: SentRanges): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** More than any download manager requests. Without a limit, a client that requests single bytes could grow the row endlessly. */
const maxRanges = 1000;

/** Keeps the longest ranges. The bytes of dropped ranges count again only when they are sent again. */
export function boundRanges(ranges: SentRanges): SentRanges {
  if (ranges.length <= maxRanges) return ranges;
  const longest = ranges.toSorted(([a, b], [c, d]) => d - c - (b - a)).slice(0, maxRanges);
  return longest.sort(([a], [b]) => a - b);
}
