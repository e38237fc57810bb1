// Provides the games of the table by index. Loads the pages around the visible rows.
import type { AdminGame } from '@cellar/contract/games/admin-games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { useThrottledValue } from '@mantine/hooks';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useApi } from '#lib/api-context.ts';
import type { IndexRange } from '../catalogue/grid/page-window.ts';
import { adminGamesPageQuery, adminListKey } from './admin-games.queries.ts';
import type { AdminFilter } from './admin-list.ts';

/** Pages that are only scrolled past are not asked for. */
const scrollMs = 150;
/** The number of rows around the visible ones that are loaded, too. */
const rowsAhead = 20;
const size = limits.adminGamesPerPage;

export interface TableGames {
  /** Undefined until the first answer. */
  total: number | undefined;
  gameAt(index: number): AdminGame | undefined;
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
  const pages = new Map(results.map(({ data }) => [data?.currentPage, data?.games]));
  if (head.data) pages.set(1, head.data.games);
  const failed = [head, ...results].filter(
    ({ data, isError, isFetching }) => !data && isError && !isFetching,
  );
  return {
    total,
    gameAt: (index) => pages.get(Math.floor(index / size) + 1)?.[index % size],
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
