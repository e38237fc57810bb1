// Reads the state of the games page from its URL, and writes it there.

import { noPersonalFilter } from '@cellar/contract/club/rules/marks.ts';
import { noFilter } from '@cellar/contract/games/rules/catalogue-filter.ts';
import type { CatalogueSort } from '@cellar/contract/rules/sort.ts';
import { useMemo } from 'react';
import { NavigationType, useLocation, useNavigate, useNavigationType, useSearchParams } from 'react-router';
import { isFreshLoad } from '#lib/navigation.ts';
import type { GameList } from '../games.queries.ts';
import { listOf, searchWith, type UrlChanges } from './catalogue-url.ts';

export interface CatalogueUrl {
  list: GameList;
  gameId: string | undefined;
  /** Whether the page was reached by reload, Back or Forward, so that the previous position is restored. */
  isReturn: boolean;
  /** Replaces the history entry, so that Back does not step through every typed letter. */
  setSearch(text: string): void;
  choose(changes: Partial<GameList>): void;
  clear(): void;
  hrefOf(gameId: string): string;
  open(gameId: string): void;
  /** Opens another game in place of the open one, so that Back still closes it. */
  step(gameId: string): void;
  close(): void;
}

export function useCatalogueUrl(preferredSort: CatalogueSort): CatalogueUrl {
  const [params] = useSearchParams();
  const navigate = useNavigate();
  const { pathname, state } = useLocation();
  const type = useNavigationType();
  const list = useMemo(() => listOf(params, preferredSort), [params, preferredSort]);
  const href = useMemo(() => `${pathname}${searchWith(params, { game: '' }) || '?'}`, [pathname, params]);
  // Reads the current address, because `params` may be outdated if two changes happen between two renders.
  const go = (changes: UrlChanges, options: object = {}) => {
    const now = new URLSearchParams(window.location.search);
    void navigate({ search: searchWith(now, changes) }, { preventScrollReset: true, ...options });
  };
  return {
    list,
    gameId: params.get('game') ?? undefined,
    isReturn: (type === NavigationType.Pop && !isFreshLoad()) || state?.isBack === true,
    setSearch: (search) => go({ search }, { replace: true }),
    choose: ({ sort, ...filter }) =>
      go({ ...filter, ...(sort && { sort: sort === preferredSort ? '' : sort }) }),
    clear: () => go({ ...noFilter, ...noPersonalFilter }),
    hrefOf: (gameId) => `${href}${href.endsWith('?') ? '' : '&'}game=${encodeURIComponent(gameId)}`,
    open: (game) => go({ game }, { state: { isFromList: true } }),
    step: (game) => go({ game }, { replace: true, state }),
    close: () => {
      // A game that was opened by a link may have no list before it in the history.
      if (state?.isFromList) void navigate(-1);
      else go({ game: '' }, { replace: true });
    },
  };
}
