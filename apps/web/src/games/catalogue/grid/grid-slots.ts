// Decides which cells of the grid are mounted, and which of them show a skeleton.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { IndexRange } from './page-window.ts';

/** The number of rows that are mounted above and below the visible ones. */
const rowsAhead = 2;

export interface SlotsInput {
  columns: number;
  count: number;
  firstRow: number;
  lastRow: number;
  /** The index of the game that last had the focus. It stays mounted when it is scrolled out of view. */
  active: number | undefined;
  /** Whether nothing is known about the list yet, not even its length. */
  isFirstLoad: boolean;
  isLoaded(index: number): boolean;
}

export interface Slots {
  inView: IndexRange;
  /** The games that are visible or almost visible. */
  around: IndexRange;
  /** The range whose pages are requested, without the rows below the visible ones. */
  wanted: IndexRange;
  indices: number[];
}

export function slotsOf(input: SlotsInput): Slots {
  const { columns, count, firstRow, lastRow, active, isFirstLoad, isLoaded } = input;
  const upTo = (row: number) => Math.max(0, Math.min(count, (row + 1) * columns) - 1);
  const inView = isFirstLoad
    ? { first: 0, last: count - 1 }
    : { first: firstRow * columns, last: upTo(lastRow) };
  const around = isFirstLoad
    ? inView
    : { first: Math.max(0, firstRow - rowsAhead) * columns, last: upTo(lastRow + rowsAhead) };
  let skeletons: number = isFirstLoad ? limits.firstSkeletons : limits.moreSkeletons;
  const firstWaiting = firstWaitingOf(inView, { columns, skeletons, isLoaded });
  const isShown = (index: number) => {
    if (isLoaded(index) || index === active) return true;
    const mayWait = index >= firstWaiting && index <= inView.last && skeletons > 0;
    if (mayWait) skeletons -= 1;
    return mayWait;
  };
  const length = count === 0 ? 0 : around.last - around.first + 1;
  const indices = Array.from({ length }, (_, index) => around.first + index).filter(isShown);
  if (active !== undefined && active < around.first) indices.unshift(active);
  if (active !== undefined && active > around.last) indices.push(active);
  return { inView, around, wanted: { first: around.first, last: inView.last }, indices };
}

interface Waiting {
  columns: number;
  skeletons: number;
  isLoaded(index: number): boolean;
}

/**
 * Returns the index of the first skeleton. After a jump to games that are not loaded, the skeletons start in the
 * middle, because a bar may cover the first row.
 */
function firstWaitingOf({ first, last }: IndexRange, { columns, skeletons, isLoaded }: Waiting): number {
  for (let index = first; index <= last; index += 1) if (isLoaded(index)) return first;
  const without = Math.max(0, last - first + 1 - skeletons);
  return first + Math.floor(without / 2 / columns) * columns;
}
