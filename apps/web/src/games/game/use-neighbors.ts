// The games before and after the open game, in the order of the list behind it.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#lib/api-context.ts';
import { type LoadedList, useLoadedList } from '../catalogue/grid/loaded-list.ts';
import { pageOf } from '../catalogue/grid/page-window.ts';
import { type GameList, gamesPageQuery } from '../games.queries.ts';

export interface Neighbors {
  /** Of the open game in the list, counted from 0. */
  index: number;
  /** The number of games in the list. */
  total: number;
  /** The ids of the games, if there are any and they are loaded. */
  previous: string | undefined;
  next: string | undefined;
}

/** Loads the pages of the list beside the game, too. Returns undefined if the game is not in the loaded part of the list. */
export function useNeighbors(list: GameList, gameId: string): Neighbors | undefined {
  const client = useApi();
  const loaded = useLoadedList(list);
  const index = useMemo(() => indexOf(loaded, gameId), [loaded, gameId]);
  const { total } = loaded;
  const beside = index === undefined || total === undefined ? [] : pagesBeside(index, total);
  useQueries({ queries: beside.map((page) => gamesPageQuery(client, list, page)) });
  if (index === undefined || total === undefined) return undefined;
  return { index, total, previous: loaded.gameAt(index - 1)?._id, next: loaded.gameAt(index + 1)?._id };
}

function indexOf(
  { games, gameAt, total = 0, has }: LoadedList,
  gameId: string | undefined,
): number | undefined {
  if (!games.some(({ _id }) => _id === gameId)) return undefined;
  for (let index = 0; index < total; index += 1) {
    if (!has(pageOf(index))) index += limits.gamesPerPage - 1;
    else if (gameAt(index)?._id === gameId) return index;
  }
  return undefined;
}

/** How many steps before the end of a page of the list the next page is loaded. */
const stepsAhead = 5;

/** The page of the game, which must not be dropped while it is open, and the page that the next steps lead to. */
function pagesBeside(index: number, total: number): number[] {
  const ends = [Math.max(0, index - stepsAhead), index, Math.min(total - 1, index + stepsAhead)];
  return [...new Set(ends.map(pageOf))];
}
