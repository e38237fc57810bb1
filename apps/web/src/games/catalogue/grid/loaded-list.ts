// The cached games of a list by index. Until the first response for a filtered list, filters the cached unfiltered
// games by the same rules as the server.
import { hasPersonalFilter, noPersonalFilter } from '@cellar/contract/club/rules/marks.ts';
import type { GameFilters, GameListItem } from '@cellar/contract/games/games.ts';
import { createCatalogueFilter, hasFilter, noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer } from 'react';
import { type GameList, type GamesPage, listKey, loadedPages } from '#games/games.queries.ts';
import { queryKeys } from '#lib/query-keys.ts';

export interface LoadedList {
  /** Undefined until the first answer. */
  total: number | undefined;
  /** How many games match the search exactly; those after them have similar titles. Undefined until the first answer. */
  exact: number | undefined;
  /** The number of cells to show: all games of the list, or those known before the first response. */
  count: number;
  gameAt(index: number): GameListItem | undefined;
  /** The loaded games in list order. */
  games: readonly GameListItem[];
  /** Returns the ids of the games by index, undefined where none is loaded. */
  listIds(): readonly (string | undefined)[];
  has(page: number): boolean;
}

/** Renders again whenever a page of the list is loaded. */
export function useLoadedList(list: GameList): LoadedList {
  const cache = useQueryClient();
  const [version, next] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const prefix = listKey(list);
    return cache.getQueryCache().subscribe((event) => {
      const isNews = event.type === 'updated' && event.action.type === 'success';
      if (isNews && prefix.every((part, index) => event.query.queryKey[index] === part)) next();
    });
  }, [cache, list]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: reads again when a page is loaded
  return useMemo(() => readLoaded(cache, list), [cache, list, version]);
}

function readLoaded(cache: QueryClient, list: GameList): LoadedList {
  const pages = loadedPages(cache, list);
  const newest = [...pages.values()].sort((a, b) => b.at - a.at)[0];
  if (!newest) return listBeforeResponse(cache, list);
  const { totalGames, exactGames } = newest;
  return {
    total: totalGames,
    exact: exactGames,
    count: totalGames,
    gameAt: (index) => pages.get(pageOf(index))?.games[index % limits.gamesPerPage],
    games: gamesOf(pages),
    listIds: () => idsOf(pages, totalGames),
    has: (page) => pages.has(page),
  };
}

function listBeforeResponse(cache: QueryClient, list: GameList): LoadedList {
  // Only the server knows the member's marks.
  const isKnown = hasFilter(list) && !hasPersonalFilter(list);
  const matches = isKnown ? cachedMatches(cache, list) : [];
  return {
    total: undefined,
    exact: undefined,
    count: matches.length > 0 ? matches.length + limits.moreSkeletons : limits.firstSkeletons,
    gameAt: (index) => matches[index],
    games: matches,
    listIds: () => matches.map(({ _id }) => _id),
    has: () => false,
  };
}

function cachedMatches(cache: QueryClient, list: GameList): GameListItem[] {
  const all = loadedPages(cache, { ...noFilter, ...noPersonalFilter, sort: list.sort });
  const filters = cache.getQueryData<GameFilters>(queryKeys.games.filters);
  return gamesOf(all).filter(createCatalogueFilter(list, new Set(filters?.ownPlatforms)));
}

/**
 * Returns each game once. If a game was added between two requests, the last game of one page also appears on the next.
 */
function gamesOf(pages: Map<number, GamesPage>): GameListItem[] {
  const inOrder = [...pages].sort(([a], [b]) => a - b).flatMap(([, page]) => page.games);
  return [...new Map(inOrder.map((game) => [game._id, game])).values()];
}

function idsOf(pages: Map<number, GamesPage>, total: number): (string | undefined)[] {
  const ids = new Array<string | undefined>(total);
  for (const [page, { games }] of pages) {
    for (const [index, { _id }] of games.entries()) ids[(page - 1) * size + index] = _id;
  }
  return ids;
}

// Decides which pages of the list to load and which to drop during scrolling.

/** The indices of the first and last game that are visible or almost visible. */
export interface IndexRange {
  first: number;
  last: number;
}

export interface Loaded {
  /** Undefined until the first answer. */
  total: number | undefined;
  has(page: number): boolean;
}

const size = limits.gamesPerPage;

export function pageOf(index: number): number {
  return Math.floor(index / size) + 1;
}

/** Returns the visible pages, and the next page once four fifths of the consecutive loaded games are scrolled past. */
export function pagesToRequest({ first, last }: IndexRange, loaded: Loaded): number[] {
  const lastPage = loaded.total === undefined ? pageOf(first) : Math.max(1, Math.ceil(loaded.total / size));
  const to = Math.min(pageOf(last), lastPage);
  const from = Math.min(pageOf(first), to);
  const pages = Array.from({ length: to - from + 1 }, (_, index) => from + index);
  const next = loaded.has(to) ? pageAfterRun(to, last, loaded) : undefined;
  return next === undefined || next > lastPage ? pages : [...pages, next];
}

function pageAfterRun(page: number, lastInView: number, { has }: Loaded): number | undefined {
  let begin = page;
  let end = page;
  while (has(begin - 1)) begin -= 1;
  while (has(end + 1)) end += 1;
  const seen = lastInView + 1 - (begin - 1) * size;
  return seen >= limits.scrollThreshold * (end - begin + 1) * size ? end + 1 : undefined;
}

/** Returns the pages farthest from `current`, beyond the `kept` nearest ones. */
export function pagesToDrop(pages: number[], current: number, kept: number): number[] {
  const byDistance = pages.toSorted((a, b) => Math.abs(a - current) - Math.abs(b - current));
  return byDistance.slice(kept);
}
