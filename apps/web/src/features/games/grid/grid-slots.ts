// Which places of the grid are there, and which of them show a skeleton. Pure; used by the grid.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { View } from './page-window.ts';

/** Rows above and below the view that are there before they are seen. */
const rowsAhead = 2;

export interface SlotsInput {
  columns: number;
  count: number;
  firstRow: number;
  lastRow: number;
  /** The game that has the focus, or had it last: it stays, wherever the view goes. */
  active: number | undefined;
  /** Nothing of the list is known yet, not even its length. */
  isFirstLoad: boolean;
  isLoaded(index: number): boolean;
}

export interface Slots {
  inView: View;
  /** In view or near it. */
  around: View;
  /** Whose pages are asked for: below the view nothing counts as seen yet. */
  wanted: View;
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

/** Where nothing in view has come, after a leap, the skeletons stand in its middle: its first row may lie under a bar. */
function firstWaitingOf({ first, last }: View, { columns, skeletons, isLoaded }: Waiting): number {
  for (let index = first; index <= last; index += 1) if (isLoaded(index)) return first;
  const without = Math.max(0, last - first + 1 - skeletons);
  return first + Math.floor(without / 2 / columns) * columns;
}
