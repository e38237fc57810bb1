// Decides when to request pages: not at every scroll step, and not for games that the user only scrolls past.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useMemo, useState } from 'react';
import { type IndexRange, type Loaded, pagesToRequest } from './page-window.ts';

export interface PageRequestOptions {
  /** Identifies the list; a new key starts a new list. */
  list: string;
  /** The delay before the first request is longer for a new sort order than for a new filter. */
  sort: string;
  /** The index of the game at which the list starts. */
  firstIndex: number;
  isReady: boolean;
  loaded: Loaded;
}

export interface PageRequests {
  pages: number[];
  /** Reports the range of games that is visible. */
  setInView(inView: IndexRange): void;
}

interface RequestedPages {
  list: string;
  pages: number[];
}

export function usePageRequests(options: PageRequestOptions): PageRequests {
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
