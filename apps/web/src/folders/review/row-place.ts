// The place of a row among neighbors with the same title, which become one game.
import type { LibraryItem } from '@cellar/contract/folders/folders.ts';

export type RowPlace = 'alone' | 'first' | 'middle' | 'last';

/** Items without a title are not neighbors of each other. */
export function placeOf(rows: readonly LibraryItem[], index: number): RowPlace {
  const key = (at: number) => rows[at]?.title.trim().toLowerCase();
  const title = key(index);
  if (!title) return 'alone';
  const isAfter = key(index - 1) === title;
  const isBefore = key(index + 1) === title;
  if (isAfter) return isBefore ? 'middle' : 'last';
  return isBefore ? 'first' : 'alone';
}
