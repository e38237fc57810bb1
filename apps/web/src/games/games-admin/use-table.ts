// The visible rows of the table, its keys and its games.

import type { AdminGame } from '@cellar/contract/games/admin-games.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useMediaQuery, useThrottledValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { adminGamePath } from '#lib/paths.ts';
import { useApi } from '#lib/services-context.ts';
import { rem } from '#ui/covered-height.ts';
import type { Position } from '#ui/lists/grid-scroller.ts';
import { rowOf, type TableRows, useTableRows } from '#ui/lists/use-table-rows.ts';
import type { IndexRange } from '../catalogue/grid/game-list.ts';
import { type GridShape, indexAfter } from '../catalogue/grid/grid-layout.ts';
import { type AdminFilter, adminGamesPageQuery, adminListKey } from './admin-list.ts';
import type { AdminSelection } from './use-admin-selection.ts';

/** In rem. On a phone, a row has a second line with the platforms. */
const rowHeights = { phone: 3.75, desk: 2.375 };

export interface TableView extends TableRows {
  isPhone: boolean;
  rowHeight: number;
}

/** `onScrollEnd` is called with the position, or undefined at the top. */
export function useTableView(
  count: number,
  onScrollEnd: (position: Position | undefined) => void,
): TableView {
  const isPhone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false });
  const rowHeight = Math.round(rowHeights[isPhone ? 'phone' : 'desk'] * rem());
  return { isPhone, rowHeight, ...useTableRows({ count, rowHeight, onScrollEnd }) };
}

// The keys of the table. It is a single Tab stop: the arrow keys move between rows, and Tab goes through the current row.

interface TableKeysOptions {
  view: TableView;
  shape: GridShape;
  selection: AdminSelection;
  idAt(index: number): string | undefined;
}

export function useTableKeys({ view, shape, selection, idAt }: TableKeysOptions) {
  const navigate = useNavigate();

  function moveTo(index: number): void {
    view.reveal(index);
    view.body.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
  }

  function handleKeyDown(event: KeyboardEvent<HTMLElement>): void {
    const row = rowOf(event.target);
    if (!row || event.defaultPrevented) return;
    const index = Number(row.dataset.index);
    if (act(event, index, event.target === row)) event.preventDefault();
  }

  /** Returns whether the key does anything here. */
  function act(event: KeyboardEvent, index: number, isRow: boolean): boolean {
    const { key, shiftKey } = event;
    if (event.altKey) return false;
    if (event.ctrlKey || event.metaKey) {
      if (key !== 'a') return false;
      selection.selectAll();
      return true;
    }
    const next = key === 'ArrowLeft' || key === 'ArrowRight' ? undefined : indexAfter(key, index, shape);
    if (next !== undefined) {
      if (shiftKey) selection.addRows(index, next);
      moveTo(next);
      return true;
    }
    if (key === 'Escape' && selection.ids.length > 0) {
      selection.clear();
      return true;
    }
    const id = idAt(index);
    if (!isRow || id === undefined) return false;
    if (key === ' ') {
      if (shiftKey) selection.extendTo(id);
      else selection.toggle(id);
      return true;
    }
    if (key !== 'Enter') return false;
    void navigate(adminGamePath(id), { state: { isFromList: true } });
    return true;
  }

  return handleKeyDown;
}

// Provides the games of the table by index. Loads the pages around the visible rows.

/** Pages that are only scrolled past are not asked for. */
const scrollMs = 150;
/** The number of rows around the visible ones that are loaded, too. */
const rowsAhead = 20;
const size = limits.adminGamesPerPage;

export interface TableGames {
  /** Undefined until the first answer. */
  total: number | undefined;
  gameAt(index: number): AdminGame | undefined;
  /** Returns the ids of the games by index, undefined where none is loaded. As long as the list, so only for what an admin does. */
  listIds(): (string | undefined)[];
  hasFailed: boolean;
  retry(): void;
}

export function useTableGames(filter: AdminFilter, { first, last }: IndexRange): TableGames {
  const client = useApi();
  const list = adminListKey(filter);
  const from = Math.floor(Math.max(0, first - rowsAhead) / size) + 1;
  const wanted = useThrottledValue(`${from}-${Math.floor((last + rowsAhead) / size) + 1}`, scrollMs);
  const head = useQuery(adminGamesPageQuery(client, filter, 1));
  const total = head.data?.total;
  const lastPage = Math.max(1, Math.ceil((total ?? 0) / size));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `list` stands for `filter`
  const queries = useMemo(() => {
    const [low = 1, high = 1] = wanted.split('-').map((page) => Math.min(Number(page), lastPage));
    const pages = Array.from({ length: high - low + 1 }, (_, at) => low + at);
    return pages.map((page) => adminGamesPageQuery(client, filter, page));
  }, [client, list, wanted, lastPage]);
  const results = useQueries({ queries });
  const games = new Map<number, AdminGame>();
  for (const page of [head, ...results].flatMap(({ data }) => data ?? [])) {
    for (const [at, game] of page.games.entries()) games.set((page.currentPage - 1) * size + at, game);
  }
  const failed = [head, ...results].filter(
    ({ data, isError, isFetching }) => !data && isError && !isFetching,
  );
  return {
    total,
    gameAt: (index) => games.get(index),
    listIds: () => Array.from({ length: total ?? 0 }, (_, index) => games.get(index)?._id),
    hasFailed: failed.length > 0,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
  };
}

/** The size of the library and what the listed games lack. Keeps the last numbers until new ones arrive. */
export function useTableCounts(filter: AdminFilter) {
  const { data, isPending, refetch } = useQuery(adminGamesPageQuery(useApi(), filter, 1));
  const [known, setKnown] = useState(data);
  if (data && data !== known) setKnown(data);
  return { counts: data ?? known, isPending: isPending && !known, retry: () => void refetch() };
}
