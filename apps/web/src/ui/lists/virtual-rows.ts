// Computes which rows of a long table are mounted. All rows have the same height, so a division finds them.

export interface RowRange {
  first: number;
  /** Inclusive; less than `first` if there are no rows. */
  last: number;
}

export interface View {
  /** In CSS pixels, like all lengths here. */
  scrollTop: number;
  height: number;
  rowHeight: number;
}

/** Rows beyond the visible ones that are mounted too, so that scrolling shows no gaps. */
const extraRows = 8;

export function mountedRange({ scrollTop, height, rowHeight }: View, count: number): RowRange {
  const first = Math.floor(scrollTop / rowHeight) - extraRows;
  const last = Math.ceil((scrollTop + height) / rowHeight) + extraRows;
  return { first: Math.max(0, Math.min(first, count - 1)), last: Math.min(last, count - 1) };
}

/** A mounted row, or `gap` rows from `index` on, in whose place is one empty row of their height. */
export interface Part {
  index: number;
  gap?: number;
}

/** Returns what is mounted, from the top. `kept` is mounted even out of view, so that its field does not lose the focus. */
export function partsOf({ first, last }: RowRange, count: number, kept: number | undefined): Part[] {
  // The list may have become shorter since the range was computed.
  const end = Math.min(last, count - 1);
  const indices = Array.from({ length: Math.max(0, end - first + 1) }, (_, offset) => first + offset);
  const isKept = kept !== undefined && kept >= 0 && kept < count;
  if (isKept && kept < first) indices.unshift(kept);
  if (isKept && kept > end) indices.push(kept);
  const parts: Part[] = [];
  let next = 0;
  for (const index of indices) {
    if (index > next) parts.push({ index: next, gap: index - next });
    parts.push({ index });
    next = index + 1;
  }
  if (count > next) parts.push({ index: next, gap: count - next });
  return parts;
}

/** Returns the scroll position that shows the row with the least movement. */
export function positionShowing(index: number, { scrollTop, height, rowHeight }: View): number {
  const top = index * rowHeight;
  return Math.max(Math.min(scrollTop, top), top + rowHeight - height);
}
