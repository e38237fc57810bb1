// Decides when to request pages: not at every scroll step, and not for games that the user only scrolls past.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useEffect, useMemo, useState } from 'react';
import { type Loaded, pagesToAsk, type View } from './page-window.ts';

export interface Asking {
  /** Identifies the list; a new key starts a new list. */
  list: string;
  /** The delay before the first request is longer for a new sort order than for a new filter. */
  sort: string;
  /** The index of the game at which the list starts. */
  firstIndex: number;
  isReady: boolean;
  loaded: Loaded;
}

export interface Asked {
  list: string;
  pages: number[];
  look(view: View): void;
}

export function useAskedPages({ list, sort, firstIndex, isReady, loaded }: Asking): Asked {
  const [asked, setAsked] = useState({ list: '', pages: [] as number[] });
  const asker = useMemo(() => new PageAsker(setAsked), []);
  useEffect(() => asker.begin({ list, sort, firstIndex }), [asker, list, sort, firstIndex]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs for each new list
  useEffect(() => asker.update(loaded, isReady), [asker, list, loaded, isReady]);
  useEffect(() => () => asker.stop(), [asker]);
  const pages = asked.list === list ? asked.pages : none;
  return { list, pages, look: asker.look };
}

const none: number[] = [];

class PageAsker {
  #ask: (asked: { list: string; pages: number[] }) => void;
  #list = '';
  #sort = '';
  #view: View = { first: 0, last: 0 };
  #loaded: Loaded = { total: undefined, has: () => false };
  #isReady = false;
  #asked = '';
  /** The time (`performance.now()`) before which nothing is requested. */
  #notBefore = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(ask: (asked: { list: string; pages: number[] }) => void) {
    this.#ask = ask;
  }

  begin({ list, sort, firstIndex }: { list: string; sort: string; firstIndex: number }): void {
    const delay = sort === this.#sort ? limits.fetchDebounceMs : limits.firstFetchDebounceMs;
    this.stop();
    this.#list = list;
    this.#sort = sort;
    this.#asked = '';
    this.#view = { first: firstIndex, last: firstIndex };
    this.#notBefore = performance.now() + delay;
  }

  update(loaded: Loaded, isReady: boolean): void {
    this.#loaded = loaded;
    this.#isReady = isReady;
    this.#schedule();
  }

  look = (view: View): void => {
    this.#view = view;
    this.#schedule();
  };

  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #schedule(): void {
    if (!this.#isReady || this.#timer !== undefined) return;
    const pages = pagesToAsk(this.#view, this.#loaded);
    if (pages.join() === this.#asked) return;
    const delay = Math.max(limits.fetchDebounceMs, this.#notBefore - performance.now());
    this.#timer = setTimeout(() => this.#settle(pages), delay);
  }

  #settle(expected: number[]): void {
    this.#timer = undefined;
    const pages = pagesToAsk(this.#view, this.#loaded);
    if (!pages.some((page) => expected.includes(page))) {
      // The user has scrolled on in the meantime. Waits until the scrolling ends.
      this.#schedule();
      return;
    }
    this.#asked = pages.join();
    this.#notBefore = performance.now() + limits.scrollThrottleMs;
    this.#ask({ list: this.#list, pages });
  }
}
