// Finds the way from a game's own page back to the list in its previous state. Links to the page store the list's URL
// in the router state.
import type { Location } from 'react-router';
import { paths } from '#lib/paths.ts';
import { searchWith } from '../catalogue/catalogue-url.ts';

export interface ReturnToList {
  /** The URL of the list with its filters and order. */
  list: string;
  /** The number of history entries back to the list; undefined if the list is not in the history. */
  steps?: number | undefined;
}

/**
 * Returns the router state for links in the overlay. In the history, the list directly precedes an overlay opened from
 * it.
 */
export function returnToListState({ search, state }: Location): { returnToList: ReturnToList } {
  const list = paths.games + searchWith(new URLSearchParams(search), { game: '' });
  return { returnToList: { list, steps: state?.isFromList === true ? 2 : undefined } };
}

export function returnToListOf({ state }: Location): ReturnToList {
  const { list, steps }: Partial<ReturnToList> = state?.returnToList ?? {};
  const isList = typeof list === 'string' && list.split('?')[0] === paths.games;
  return { list: isList ? list : paths.games, steps: isList && steps === 2 ? steps : undefined };
}
