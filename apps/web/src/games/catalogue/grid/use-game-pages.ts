// Provides the games of a list by index. Loads the visible pages, and drops those far away.
import type { GameListItem } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type GameList, gamesPageQuery, listKey } from '#games/games.queries.ts';
import { useApi } from '#lib/services-context.ts';
import {
  type IndexRange,
  type Loaded,
  pageOf,
  pagesToDrop,
  pagesToRequest,
  useLoadedList,
} from './loaded-list.ts';

/** About 1,400 games: many screens in both directions, but bounded memory. */
const maxPages = 60;

export interface GamePages {
  /** Undefined until the first answer. */
  total: number | undefined;
  /** How many games match the search exactly; those after them have similar titles. Undefined until the first answer. */
  exact: number | undefined;
  /** The number of cells to show: all games of the list, or those known before the first response. */
  count: number;
  gameAt(index: number): GameListItem | undefined;
  /** The loaded games in list order. */
  loaded: readonly GameListItem[];
  /** Whether the last game of the list is loaded. */
  hasEnd: boolean;
  isLoading: boolean;
  hasFailed: boolean;
  retry(): void;
  /** Reports the range of games that is visible. */
  setInView(inView: IndexRange): void;
}

interface ListedPages extends GamePages {
  /** Returns the ids of the games by index, undefined where none is loaded. As long as the list, so only for what a member does. */
  listIds(): readonly (string | undefined)[];
}

export function useGamePages(list: GameList, firstIndex: number, isReady: boolean): ListedPages {
  const client = useApi();
  const loaded = useLoadedList(list);
  const key = JSON.stringify(listKey(list));
  const { pages, setInView } = usePageRequests({ list: key, sort: list.sort, firstIndex, isReady, loaded });
  const queries = useMemo(
    () => pages.map((page) => gamesPageQuery(client, list, page)),
    [client, list, pages],
  );
  const results = useQueries({ queries });
  useDroppedPages(list, pages);
  useReloadOnNewTotal(list, loaded.total);
  const missing = results.filter(({ data }) => !data);
  const failed = missing.filter(({ isError, isFetching }) => isError && !isFetching);
  const isFirst = loaded.total === undefined;
  return {
    total: loaded.total,
    exact: loaded.exact,
    // If the first request fails, only the matching cached games can be shown.
    count: isFirst && failed.length > 0 ? loaded.games.length : loaded.count,
    gameAt: loaded.gameAt,
    loaded: loaded.games,
    listIds: loaded.listIds,
    hasEnd: !isFirst && loaded.has(pageOf(Math.max(0, loaded.count - 1))),
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
  /** Identifies the list; a new key starts a new list. */
  list: string;
  /** The delay before the first request is longer for a new sort order than for a new filter. */
  sort: string;
  /** The index of the game at which the list starts. */
  firstIndex: number;
  isReady: boolean;
  loaded: Loaded;
}

interface PageRequests {
  pages: number[];
  /** Reports the range of games that is visible. */
  setInView(inView: IndexRange): void;
}

interface RequestedPages {
  list: string;
  pages: number[];
}

/** Decides when to request pages: not at every scroll step, and not for games that the user only scrolls past. */
function usePageRequests(options: PageRequestOptions): PageRequests {
  const { list, sort, firstIndex, isReady, loaded } = options;
  const [requested, setRequested] = useState<RequestedPages>({ list: '', pages: none });
  const requester = useMemo(() => new PageRequester(setRequested), []);
  useEffect(() => requester.startList({ list, sort, firstIndex }), [requester, list, sort, firstIndex]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new list
  useEffect(() => requester.update(loaded, isReady), [requester, list, loaded, isReady]);
  useEffect(() => () => requester.stop(), [requester]);
  return { pages: requested.list === list ? requested.pages : none, setInView: requester.setInView };
}

const none: number[] = [];

class PageRequester {
  #request: (requested: RequestedPages) => void;
  #list = '';
  #sort = '';
  #inView: IndexRange = { first: 0, last: 0 };
  #loaded: Loaded = { total: undefined, has: () => false };
  #isReady = false;
  /** The page numbers of the last request, joined. */
  #lastPages = '';
  /** The time (`performance.now()`) before which nothing is requested. */
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(request: (requested: RequestedPages) => void) {
    this.#request = request;
  }

  startList({ list, sort, firstIndex }: Pick<PageRequestOptions, 'list' | 'sort' | 'firstIndex'>): void {
    const delay = sort === this.#sort ? limits.fetchDebounceMs : limits.firstFetchDebounceMs;
    this.stop();
    this.#list = list;
    this.#sort = sort;
    this.#lastPages = '';
    this.#inView = { first: firstIndex, last: firstIndex };
    this.#notBefore = performance.now() + delay;
  }

  update(loaded: Loaded, isReady: boolean): void {
    this.#loaded = loaded;
    this.#isReady = isReady;
    this.#schedule();
  }

  setInView = (inView: IndexRange): void => {
    this.#inView = inView;
    this.#schedule();
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    if (!this.#isReady || this.#timer !== undefined) return;
    const pages = pagesToRequest(this.#inView, this.#loaded);
    if (pages.join() === this.#lastPages) return;
    const delay = Math.max(limits.fetchDebounceMs, this.#notBefore - performance.now());
    this.#timer = setTimeout(() => this.#requestUnlessPassed(pages), delay);
  }

  #requestUnlessPassed(expected: number[]): void {
    this.#timer = undefined;
    const pages = pagesToRequest(this.#inView, this.#loaded);
    if (!pages.some((page) => expected.includes(page))) {
      // The user has scrolled on in the meantime. Waits until the scrolling ends.
      this.#schedule();
      return;
    }
    this.#lastPages = pages.join();
    this.#notBefore = performance.now() + limits.scrollThrottleMs;
    this.#request({ list: this.#list, pages });
  }
}
