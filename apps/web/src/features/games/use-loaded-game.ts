// A game of the list, as far as it has been loaded: what the overlay can show before its own answer comes.
import type { GameListItem } from '@cellar/contract/games.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';
import { gamesQuery } from './games.queries.ts';

export function useLoadedGame(sort: SortKey, id: string | undefined): GameListItem | undefined {
  const { data } = useInfiniteQuery({ ...gamesQuery(useApi(), sort), enabled: false });
  return id === undefined
    ? undefined
    : data?.pages.flatMap(({ games }) => games).find(({ _id }) => _id === id);
}
