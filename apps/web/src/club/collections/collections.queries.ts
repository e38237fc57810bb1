// Queries for collections, their games and LAN nights. Others change them at any time, so answers are never fresh for long.
import type { CollectionFilter } from '@cellar/contract/club/collections.endpoints.ts';
import type { CollectionGroup } from '@cellar/contract/club/rules/collections.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const collectionsQuery = (client: ApiClient, show: CollectionGroup, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.collections.all, 'list', show, page],
    queryFn: ({ signal }) => client.call(deferredApi.listCollections, { query: { show, page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const homeCollectionsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.collections.all, 'home'],
    queryFn: ({ signal }) => client.call(deferredApi.homeCollections, { signal }),
  });

export const collectionQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.collections.one(id),
    queryFn: ({ signal }) => client.call(deferredApi.getCollection, { params: { id }, signal }),
    staleTime: 0,
  });

/** One page of `limits.collectionGamesPerPage` games. */
export const collectionGamesQuery = (client: ApiClient, id: string, page: number) =>
  queryOptions({
    queryKey: queryKeys.collections.gamesPage(id, page),
    queryFn: ({ signal }) =>
      client.call(deferredApi.listCollectionGames, { params: { id }, query: { page }, signal }),
    staleTime: 0,
  });

/** All games of a list, to arrange them. */
export const gameOrderQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.collections.order(id),
    queryFn: async ({ signal }) => {
      const query = { limit: limits.gamesPerCollection };
      return (await client.call(deferredApi.listCollectionGames, { params: { id }, query, signal })).games;
    },
    staleTime: 0,
  });

const foundGames = 6;

/** Games of the library to add. */
export const gamesToAddQuery = (client: ApiClient, search: string) =>
  queryOptions({
    queryKey: [...queryKeys.games.lists, 'to-collect', search],
    queryFn: async ({ signal }) => {
      const query = { search, limit: foundGames, sort: 'titleAsc' as const };
      return (await client.call(memberApi.listGames, { query, signal })).games;
    },
  });

export const editableCollectionsQuery = (client: ApiClient, game: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.collections.all, 'editable', game],
    queryFn: async ({ signal }) =>
      (await client.call(deferredApi.editableCollections, { query: { game }, signal })).collections,
    staleTime: 0,
  });

export const nightQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.collections.night(id),
    queryFn: ({ signal }) => client.call(deferredApi.getNight, { params: { id }, signal }),
    staleTime: 0,
  });

export const nightGamesQuery = (client: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.collections.all, 'night-games', id],
    queryFn: ({ signal, pageParam }) =>
      client.call(deferredApi.listNightGames, { params: { id }, query: { page: pageParam }, signal }),
    initialPageParam: 1,
    getNextPageParam: ({ currentPage, totalPages }) =>
      currentPage < totalPages ? currentPage + 1 : undefined,
    staleTime: 0,
  });

export interface SharableFilter {
  _id: string;
  name: string;
  filter: CollectionFilter;
}

/** The member's saved filters, without those that depend on the member. */
export const sharableFiltersQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.savedFilters,
    queryFn: ({ signal }) => client.call(deferredApi.listSavedFilters, { signal }),
    select: ({ filters }): SharableFilter[] =>
      filters.flatMap(({ filter: { mine, hide, added, ...filter }, ...saved }) =>
        mine.length + hide.length + added.length > 0 ? [] : [{ ...saved, filter }],
      ),
  });
