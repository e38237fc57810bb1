// Queries for the table of games: its pages, the ids that a filter yields, and the neighbors of a game.
import { adminApi } from '@cellar/contract/admin-api.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import type { AdminFilter } from './admin-list.ts';

/** Identifies a list: equal for filters that yield the same games. */
export const adminListKey = (filter: AdminFilter): string => JSON.stringify(queryOf(filter));

function queryOf({ lacks, ...filter }: AdminFilter) {
  return { ...filter, search: foldText(filter.search), lacks: lacks.join() };
}

export const adminGamesPageQuery = (client: ApiClient, filter: AdminFilter, page: number) =>
  queryOptions({
    queryKey: queryKeys.games.admin('page', queryOf(filter), page),
    queryFn: ({ signal }) =>
      client.call(adminApi.listAdminGames, { query: { ...queryOf(filter), page }, signal }),
    // A long scroll loads many pages.
    gcTime: 60_000,
  });

export const adminGameIdsQuery = (client: ApiClient, filter: AdminFilter) =>
  queryOptions({
    queryKey: queryKeys.games.admin('ids', queryOf(filter)),
    queryFn: ({ signal }) => client.call(adminApi.listAdminGameIds, { query: queryOf(filter), signal }),
    staleTime: 0,
  });

export const neighborsQuery = (client: ApiClient, filter: AdminFilter, id: string) =>
  queryOptions({
    queryKey: queryKeys.games.admin('neighbors', queryOf(filter), id),
    queryFn: ({ signal }) =>
      client.call(adminApi.adminGameNeighbors, { params: { id }, query: queryOf(filter), signal }),
  });
