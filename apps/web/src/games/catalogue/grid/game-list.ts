// The games of a list by index, read from the cached pages. Loads the visible pages, and drops those far away. Until the first
// response for a filtered list, filters the cached unfiltered games by the same rules as the server.
import { hasPersonalFilter, noPersonalFilter } from '@cellar/contract/club/rules/marks.ts';
import type { GameFilters, GameListItem } from '@cellar/contract/games/games.ts';
import { createCatalogueFilter, hasFilter, noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type QueryClient, useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useReducer, useRef, useState } from 'react';
import { type GameList, type GamesPage, gamesPageQuery, listKey, loadedPages } from '#games/games.queries.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';

export interface LoadedList {
  /** Undefined until the first answer. */
  total: number | undefined;
  /** How many games match the search exactly; those after them have similar titles. Undefined until the first answer. */
  exact: number | undefined;
  /** The number of cells to show: all games of the list, or those known before the first response. */
  count: number;
  gameAt(index: number): GameListItem | undefined;
  /** The loaded games in list order. */
  loaded: readonly GameListItem[];
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
    loaded: gamesOf(pages),
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
    loaded: matches,
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

// Which pages of the list to load and which to drop during scrolling.

/** The indices of the first and last game that are visible or almost visible. */
export interface IndexRange {
  first: number;
  last: number;
}

type Loaded = Pick<LoadedList, 'total' | 'has'>;

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

/** About 1,400 games: many screens in both directions, but bounded memory. */
const maxPages = 60;

export interface GamePages extends LoadedList {
  /** Whether the last game of the list is loaded. */
  hasEnd: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  retry(): void;
  /** Reports the range of games that is visible. */
  setInView(inView: IndexRange): void;
}

export function useGamePages(list: GameList, firstIndex: number, isReady: boolean): GamePages {
  const client = useApi();
  const known = useLoadedList(list);
  const { pages, setInView } = usePageRequests({ list, firstIndex, isReady, loaded: known });
  const queries = useMemo(
    () => pages.map((page) => gamesPageQuery(client, list, page)),
    [client, list, pages],
  );
  const results = useQueries({ queries });
  useDroppedPages(list, pages);
  useReloadOnNewTotal(list, known.total);
  const missing = results.filter(({ data }) => !data);
  const failed = missing.filter(({ isError, isFetching }) => isError && !isFetching);
  const isFirst = known.total === undefined;
  return {
    ...known,
    // If the first request fails, only the matching cached games can be shown.
    count: isFirst && failed.length > 0 ? known.loaded.length : known.count,
    hasEnd: !isFirst && known.has(pageOf(Math.max(0, known.count - 1))),
    isLoading: isFirst ? failed.length === 0 : missing.length > failed.length,
    hasFailed: failed.length > 0,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    setInView,
  };
}

/** Drops pages that are far from the visible ones, and pages whose requests were canceled. */
function useDroppedPages(list: GameList, requested: number[]): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (requested.length === 0) return;
    const unused = cache.getQueryCache().findAll({ queryKey: listKey(list), type: 'inactive' });
    const numberOf = (query: (typeof unused)[number]) => query.queryKey.at(-1) as number;
    const loaded = unused.filter(({ state }) => state.data).map(numberOf);
    const tooMany = new Set(pagesToDrop(loaded, requested[0] ?? 1, maxPages - requested.length));
    for (const query of unused) {
      if (!query.state.data || tooMany.has(numberOf(query))) cache.getQueryCache().remove(query);
    }
  }, [cache, list, requested]);
}

/** Reloads the list when its total changes, because the loaded pages are then outdated. */
function useReloadOnNewTotal(list: GameList, total: number | undefined): void {
  const cache = useQueryClient();
  const last = useRef({ list, total });
  useEffect(() => {
    const before = last.current;
    last.current = { list, total };
    if (before.list !== list || before.total === undefined || before.total === total) return;
    void cache.invalidateQueries({ queryKey: listKey(list) });
  }, [cache, list, total]);
}

interface PageRequestOptions {
  list: GameList;
  /** The index of the game at which the list starts. */
  firstIndex: number;
  isReady: boolean;
  loaded: LoadedList;
}

const none: number[] = [];

/** Decides when to request pages: not at every scroll step, and not for games that the user only scrolls past. */
function usePageRequests({ list, firstIndex, isReady, loaded }: PageRequestOptions) {
  const [requested, setRequested] = useState({ list, pages: none });
  const lastSort = useRef<string>(undefined);
  const requester = useMemo(() => {
    const delay = list.sort === lastSort.current ? limits.fetchDebounceMs : limits.firstFetchDebounceMs;
    return createRequester((pages) => setRequested({ list, pages }), firstIndex, delay);
  }, [list, firstIndex]);
  useEffect(() => {
    lastSort.current = list.sort;
  }, [list]);
  useEffect(() => requester.update(loaded, isReady), [requester, loaded, isReady]);
  useEffect(() => requester.stop, [requester]);
  return { pages: requested.list === list ? requested.pages : none, setInView: requester.setInView };
}

/** For one list, whose first request waits for `delayMs`. */
function createRequester(request: (pages: number[]) => void, firstIndex: number, delayMs: number) {
  let inView: IndexRange = { first: firstIndex, last: firstIndex };
  let loaded: LoadedList | undefined;
  let lastPages = '';
  let notBefore = performance.now() + delayMs;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function schedule(): void {
    if (!loaded || timer !== undefined) return;
    const pages = pagesToRequest(inView, loaded);
    if (pages.join() === lastPages) return;
    const delay = Math.max(limits.fetchDebounceMs, notBefore - performance.now());
    timer = setTimeout(() => requestUnlessPassed(pages), delay);
  }

  function requestUnlessPassed(expected: number[]): void {
    timer = undefined;
    const pages = loaded ? pagesToRequest(inView, loaded) : none;
    // If the user has scrolled on in the meantime, waits until the scrolling ends.
    if (!pages.some((page) => expected.includes(page))) {
      schedule();
      return;
    }
    lastPages = pages.join();
    notBefore = performance.now() + limits.scrollThrottleMs;
    request(pages);
  }

  return {
    update(next: LoadedList, isReady: boolean): void {
      loaded = isReady ? next : undefined;
      schedule();
    },
    setInView(next: IndexRange): void {
      inView = next;
      schedule();
    },
    stop(): void {
      clearTimeout(timer);
      timer = undefined;
    },
  };
}
