// Computes the width and position of each cover. All rows have the same height, so a division finds the row at a
// position.
import { limits } from '@cellar/contract/rules/limits.ts';
import type { IndexRange } from './game-list.ts';

/** How the games are shown: as a list, or as a grid of covers of some size. */
export const gridViews = ['list', 'small', 'medium', 'large'] as const;

export type GridViewName = (typeof gridViews)[number];

export interface GridLayout {
  /** Whether each game is a row. */
  isList: boolean;
  columns: number;
  /** In CSS pixels, like all lengths here. */
  cardWidth: number;
  columnStep: number;
  rowHeight: number;
}

/** The minimum width of a cover in rem. A phone has two or three of them in a row. */
const narrowest = { phone: 8.25, small: 8, medium: 11, large: 17 };
/** The least width in rem of a cover that has to fit between the bars of a low window. */
const least = 6.5;
/** The height in rem of the two-line title below a cover, including the gap (game-card.module.css). */
const titleHeight = 3.25;
/** The gap in rem below the title, where facts and actions appear (card-peek.module.css). */
const peekHeight = 1.75;
/** The height in rem of a row of the list (game-row.module.css). */
const listRowHeight = 4.25;

/** Where cards would be higher than `tallest`, there are more columns. */
export function layoutOf(
  width: number,
  rem: number,
  view: GridViewName | 'phone',
  tallest = Number.POSITIVE_INFINITY,
): GridLayout {
  if (view === 'list') {
    const rowHeight = Math.ceil(listRowHeight * rem);
    return { isList: true, columns: 1, cardWidth: width, columnStep: width, rowHeight };
  }
  const columnGap = Math.round(between(0.75 * rem, width * 0.018, 1.5 * rem));
  const rowGap = view === 'phone' ? rem : peekHeight * rem;
  const max = Math.max(least * rem, (tallest - titleHeight * rem) / 1.5);
  const columns = Math.max(
    1,
    Math.floor((width + columnGap) / (narrowest[view] * rem + columnGap)),
    Math.ceil((width + columnGap) / (max + columnGap)),
  );
  const cardWidth = (width - columnGap * (columns - 1)) / columns;
  return {
    isList: false,
    columns,
    cardWidth,
    columnStep: cardWidth + columnGap,
    rowHeight: Math.ceil(cardWidth * 1.5 + titleHeight * rem + rowGap),
  };
}

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}

// Keyboard navigation in the grid.

export interface GridShape {
  columns: number;
  count: number;
  /** The number of rows that fit into the window. */
  rowsInView: number;
}

const steps: Record<string, (shape: GridShape) => number> = {
  ArrowLeft: () => -1,
  ArrowRight: () => 1,
  ArrowUp: ({ columns }) => -columns,
  ArrowDown: ({ columns }) => columns,
  PageUp: ({ columns, rowsInView }) => -columns * rowsInView,
  PageDown: ({ columns, rowsInView }) => columns * rowsInView,
  Home: ({ count }) => -count,
  End: ({ count }) => count,
};

/** Returns the index after a key press, or undefined if the key does not move. At an edge the index does not change. */
export function indexAfter(key: string, index: number, shape: GridShape): number | undefined {
  const step = Object.hasOwn(steps, key) ? steps[key]?.(shape) : undefined;
  if (step === undefined) return undefined;
  const target = index + step;
  if (key === 'ArrowUp' && target < 0) return index;
  const last = shape.count - 1;
  // The last row may be shorter than the one above.
  if (key === 'ArrowDown' && target > last) return isInLastRow(index, shape) ? index : last;
  return Math.min(last, Math.max(0, target));
}

function isInLastRow(index: number, { columns, count }: GridShape): boolean {
  return Math.floor(index / columns) === Math.floor((count - 1) / columns);
}

// Decides which cells of the grid are mounted, and which of them show a skeleton.

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

interface Slots {
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
