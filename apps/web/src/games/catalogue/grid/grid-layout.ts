// Computes the width and position of each cover. All rows have the same height, so a division finds the row at a
// position.
export const coverSizes = ['tiny', 'small', 'medium', 'large', 'huge'] as const;

/** How the games are shown: as a list, or as a grid of covers of some size. */
export const gridViews = ['list', ...coverSizes] as const;

export type GridViewName = (typeof gridViews)[number];

export interface GridLayout {
  columns: number;
  /** In CSS pixels, like all lengths here. */
  cardWidth: number;
  columnStep: number;
  rowHeight: number;
}

/** The minimum width of a cover in rem, which allows four to one per row on a phone. */
const narrowest = {
  phone: { tiny: 4.5, small: 6.25, medium: 8.25, large: 14, huge: 20 },
  desk: { tiny: 6.5, small: 8, medium: 11, large: 17, huge: 24 },
};
const phoneBelow = 36;
/** The height in rem of the two-line title below a cover, including the gap (game-card.module.css). */
const titleHeight = 3.25;
/** The height in rem of a row of the list (game-row.module.css). */
const listRowHeight = 4.25;

/** Where cards would be higher than `tallest`, there are more columns. */
export function layoutOf(
  width: number,
  rem: number,
  view: GridViewName,
  tallest = Number.POSITIVE_INFINITY,
): GridLayout {
  if (view === 'list') {
    return { columns: 1, cardWidth: width, columnStep: width, rowHeight: Math.ceil(listRowHeight * rem) };
  }
  const columnGap = Math.round(between(0.75 * rem, width * 0.018, 1.5 * rem));
  const rowGap = Math.round(between(rem, width * 0.02, 1.75 * rem));
  const min = narrowest[width < phoneBelow * rem ? 'phone' : 'desk'];
  const max = Math.max(min.tiny * rem, (tallest - titleHeight * rem) / 1.5);
  const columns = Math.max(
    1,
    Math.floor((width + columnGap) / (min[view] * rem + columnGap)),
    Math.ceil((width + columnGap) / (max + columnGap)),
  );
  const cardWidth = (width - columnGap * (columns - 1)) / columns;
  return {
    columns,
    cardWidth,
    columnStep: cardWidth + columnGap,
    rowHeight: Math.ceil(cardWidth * 1.5 + titleHeight * rem + rowGap),
  };
}

function between(low: number, value: number, high: number): number {
  return Math.min(high, Math.max(low, value));
}
