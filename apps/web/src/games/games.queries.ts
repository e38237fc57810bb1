// Queries for the catalogue: pages of the list, filters and single games.
import { hasPersonalFilter, type PersonalFilter } from '@cellar/contract/club/rules/marks.ts';
import type { ResponseOf } from '@cellar/contract/endpoint.ts';
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { type CatalogueFilter, hasFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type CatalogueSort, foldText, isSortKey, type SortKey } from '@cellar/contract/rules/sort.ts';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { sleep } from '#lib/sleep.ts';
import { stored } from '#lib/stored.ts';

/** A list of games, defined by filter and sort order. */
export interface GameList extends CatalogueFilter, PersonalFilter {
  sort: CatalogueSort;
}

export function isFiltered(list: GameList): boolean {
  return hasFilter(list) || hasPersonalFilter(list);
}

export type GamesPage = ResponseOf<typeof memberApi.listGames>;

export const listKey = (list: GameList) => queryKeys.games.list(...partsOf(list));

function partsOf({ sort, search, ...filter }: GameList): string[] {
  const { genre, platform, decade, size, players, mine, hide, added } = filter;
  return [
    sort,
    foldText(search),
    JSON.stringify([genre, platform, decade, size, players, mine, hide, added]),
  ];
}

export const gamesPageQuery = (client: ApiClient, list: GameList, page: number) =>
  queryOptions({
    queryKey: [...listKey(list), page],
    queryFn: async ({ signal, client: cache }): Promise<GamesPage> => {
      const answer = await client.call(memberApi.listGames, { query: { ...queryOf(list), page }, signal });
      if (loadedPages(cache, list).size > 0) await sleep(limits.appendDelayMs, signal);
      return answer;
    },
  });

/** The list as the parameters of a request. */
export function queryOf({ genre, platform, decade, size, players, mine, hide, ...rest }: GameList) {
  const lists = {
    genre: [...genre],
    platform: [...platform],
    size: [...size],
    players: [...players],
    mine: [...mine],
    hide: [...hide],
  };
  return { ...rest, ...lists, decade: decade.map(String) };
}

export const gameFiltersQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.games.filters,
    queryFn: async ({ signal }) => {
      try {
        return await client.call(memberApi.gameFilters, { signal });
      } catch (error) {
        if (!signal.aborted) console.warn('The filters could not be loaded.', error);
        throw error;
      }
    },
    retry: false,
  });

export const gameLettersQuery = (client: ApiClient, list: GameList) =>
  queryOptions({
    queryKey: [...queryKeys.games.lists, 'letters', ...partsOf(list)],
    queryFn: ({ signal }) => {
      const sort = list.sort === 'titleDesc' ? 'titleDesc' : 'titleAsc';
      return client.call(memberApi.gameLetters, { query: { ...queryOf(list), sort }, signal });
    },
  });

export const gameQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.games.one(id),
    queryFn: ({ signal }) => client.call(memberApi.getGame, { params: { id }, signal }),
  });

/** Returns the cached pages of a list by page number, each with the time when it was loaded. */
export function loadedPages(cache: QueryClient, list: GameList): Map<number, GamesPage & { at: number }> {
  const pages = new Map<number, GamesPage & { at: number }>();
  for (const { queryKey, state } of cache.getQueryCache().findAll({ queryKey: listKey(list) })) {
    const page = state.data as GamesPage | undefined;
    if (page) pages.set(queryKey.at(-1) as number, { ...page, at: state.dataUpdatedAt });
  }
  return pages;
}

/** Returns a game from any cached list, to show until the game itself is loaded. */
export function loadedGame(cache: QueryClient, id: string): GameListItem | undefined {
  for (const [, page] of cache.getQueriesData<GamesPage>({ queryKey: queryKeys.games.list() })) {
    const game = page?.games.find(({ _id }) => _id === id);
    if (game) return game;
  }
  return undefined;
}

// Requests the first games as soon as the code of the page runs, while the page is still being drawn.

const storage = stored('cellar-games-sort');

/** Returns the member's preferred order, if this browser knows it. */
export function knownSort(): SortKey | undefined {
  const kept = storage.get() ?? '';
  return isSortKey(kept) ? kept : undefined;
}

/** Undefined: another member may use this browser next. */
export function rememberSort(sort: SortKey | undefined): void {
  storage.set(sort);
}

/**
 * Requests the first page of a list, but not earlier than 300 ms after the page was opened (specification section 9). Never rejects.
 */
export async function requestEarly(cache: QueryClient, client: ApiClient, list: GameList): Promise<void> {
  // What is new is known only after the visit was recorded.
  if (list.added !== '') return;
  const remainingMs = limits.firstFetchDebounceMs - performance.now();
  if (remainingMs > 0) await new Promise((resolve) => setTimeout(resolve, remainingMs));
  await cache.prefetchQuery(gamesPageQuery(client, list, 1));
}
