// Leads from a game's own page back to the list as it was left. Links to the page carry the position of the list in the
// history.
import type { Location } from 'react-router';
import { paths } from '#app/paths.ts';
import { searchWith } from '../catalogue/catalogue-url.ts';

export interface WayBack {
  /** The URL of the list with its filters and order. */
  list: string;
  /** The number of history entries back to the list; undefined when it is not in the history. */
  steps?: number | undefined;
}

/** The router state for a link out of the overlay. An overlay opened from the list has the list right before it. */
export function wayBackState({ search, state }: Location): { wayBack: WayBack } {
  const list = paths.games + searchWith(new URLSearchParams(search), { game: '' });
  return { wayBack: { list, steps: state?.isFromList === true ? 2 : undefined } };
}

export function wayBackOf({ state }: Location): WayBack {
  const { list, steps }: Partial<WayBack> = state?.wayBack ?? {};
  const isList = typeof list === 'string' && list.split('?')[0] === paths.games;
  return { list: isList ? list : paths.games, steps: isList && steps === 2 ? steps : undefined };
}
