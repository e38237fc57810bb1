// Which bytes of a file have gone out: sorted, disjoint [start, endExclusive] pairs. Used by the downloads feature.
export type SentRanges = [start: number, endExclusive: number][];

/** The union of two sets; neither is changed. */
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

/** Bytes in the set, each counted once. */
export function coveredBytes(ranges: SentRanges): number {
  return ranges.reduce((sum, [start, end]) => sum + end - start, 0);
}

/** More separate pieces than any download manager fetches; a client that asks for single bytes does not grow the row. */
const maxRanges = 1000;

/** The longest pieces; the shortest are forgotten, and count once they are sent again. */
export function boundRanges(ranges: SentRanges): SentRanges {
  if (ranges.length <= maxRanges) return ranges;
  const longest = ranges.toSorted(([a, b], [c, d]) => d - c - (b - a)).slice(0, maxRanges);
  return longest.sort(([a], [b]) => a - b);
}
