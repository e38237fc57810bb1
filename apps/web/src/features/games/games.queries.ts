// The catalogue: one page after another, one game, and the admin's whole list.
import { api } from '@cellar/contract/api.ts';
import type { GameListItem } from '@cellar/contract/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';

export const gamesKey = ['games'] as const;

export const gamesQuery = (client: ApiClient, sort: SortKey) =>
  infiniteQueryOptions({
    queryKey: [...gamesKey, 'list', sort],
    queryFn: ({ pageParam, signal }) =>
      client.call(api.listGames, { query: { page: pageParam, sort }, signal }),
    initialPageParam: 1,
    getNextPageParam: (last) => (last.currentPage < last.totalPages ? last.currentPage + 1 : undefined),
  });

export const gameQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...gamesKey, 'one', id],
    queryFn: ({ signal }) => client.call(api.getGame, { params: { id }, signal }),
  });

export const adminGamesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...gamesKey, 'admin'],
    queryFn: ({ signal }) => client.call(api.listGames, { query: { limit: limits.gamesPerPageMax }, signal }),
  });

/** Every game once: a game added meanwhile pushes the last one of a page onto the next. */
export function gamesOfPages(pages: { games: GameListItem[] }[]): GameListItem[] {
  const games = new Map<string, GameListItem>();
  for (const page of pages)
    for (const game of page.games) if (!games.has(game._id)) games.set(game._id, game);
  return [...games.values()];
}
