// Computes the width and position of each cover. All rows have the same height, so a division finds the row at a
// position.
export const coverSizes = ['small', 'medium', 'large'] as const;

export type CoverSize = (typeof coverSizes)[number];

export interface GridLayout {
  columns: number;
  /** In CSS pixels, like all lengths here. */
  cardWidth: number;
  columnStep: number;
  rowHeight: number;
}

/** The minimum width of a cover in rem, which allows three, two or one per row on a phone. */
const narrowest = {
  phone: { small: 6.25, medium: 8.25, large: 14 },
  desk: { small: 8, medium: 11, large: 17 },
};
const phoneBelow = 36;
/** The height in rem of the two-line title below a cover, including the gap (game-card.module.css). */
const titleHeight = 3.25;

export function layoutOf(width: number, rem: number, size: CoverSize): GridLayout {
  const columnGap = Math.round(between(0.75 * rem, width * 0.018, 1.5 * rem));
  const rowGap = Math.round(between(rem, width * 0.02, 1.75 * rem));
  const min = narrowest[width < phoneBelow * rem ? 'phone' : 'desk'][size] * rem;
  const columns = Math.max(1, Math.floor((width + columnGap) / (min + columnGap)));
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
