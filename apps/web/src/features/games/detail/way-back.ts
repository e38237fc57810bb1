// From a game's own page back to the list as it was left. The link there takes along where the list is in the history;
// the page reads it. Used by game-links.tsx and pages/game.tsx.
import type { Location } from 'react-router';
import { paths } from '#app/paths.ts';
import { searchWith } from '../catalogue/catalogue-url.ts';

export interface WayBack {
  /** The list with its filters and its order. */
  list: string;
  /** How many entries of the history back it stands; undefined: it is none of them. */
  steps?: number | undefined;
}

/** The history's state for a link out of the overlay. One opened from the list has the list right behind it. */
export function wayBackState({ search, state }: Location): { wayBack: WayBack } {
  const list = paths.games + searchWith(new URLSearchParams(search), { game: '' });
  return { wayBack: { list, steps: state?.isFromList === true ? 2 : undefined } };
}

export function wayBackOf({ state }: Location): WayBack {
  const { list, steps }: Partial<WayBack> = state?.wayBack ?? {};
  const isList = typeof list === 'string' && list.split('?')[0] === paths.games;
  return { list: isList ? list : paths.games, steps: isList && steps === 2 ? steps : undefined };
}
