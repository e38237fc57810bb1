// The games of a collection by index, for the grid and the open game. Loads the visible pages, and keeps the last ones.
import { limits } from '@cellar/contract/rules/limits.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { useQueries } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { useApi } from '#lib/services-context.ts';
import { collectionGamesQuery } from './collections.queries.ts';

interface IndexRange {
  first: number;
  last: number;
}

const pageSize = limits.collectionGamesPerPage;
const keptPages = 40;
const pageOf = (index: number) => Math.floor(index / pageSize) + 1;

/** `openId`: a game that may be anywhere in the collection, and whose neighbors are needed. */
export function useCollectionPages(id: string, openId: string | undefined) {
  const client = useApi();
  const [range, setRange] = useState<IndexRange>({ first: 0, last: 0 });
  const [settled] = useDebouncedValue(range, limits.fetchDebounceMs);
  const [pages, setPages] = useState(() => pagesIn(settled));
  const queries = useMemo(
    () => pages.map((page) => collectionGamesQuery(client, id, page)),
    [client, id, pages],
  );
  const results = useQueries({ queries });
  const loaded = new Map(results.flatMap(({ data }) => (data ? [[data.currentPage, data.games]] : [])));
  const total = results.find(({ data }) => data)?.data?.totalGames;
  const failed = results.filter(({ data, isError }) => isError && !data);
  /** Of a loaded game. */
  const indexOf = (gameId: string): number | undefined => {
    for (const [page, games] of loaded) {
      const place = games.findIndex(({ _id }) => _id === gameId);
      if (place >= 0) return (page - 1) * pageSize + place;
    }
    return undefined;
  };
  const isSought = openId !== undefined && total !== undefined && indexOf(openId) === undefined;
  const sought = isSought ? pagesIn({ first: 0, last: Math.min(total, limits.gamesPerCollection) - 1 }) : [];
  const wanted = [...new Set([...pagesIn(settled), ...sought])];
  if (wanted.some((page) => !pages.includes(page))) {
    setPages([...wanted, ...pages.filter((page) => !wanted.includes(page))].slice(0, keptPages));
  }
  const setInView = useCallback(
    ({ first, last }: IndexRange) =>
      setRange((before) => (before.first === first && before.last === last ? before : { first, last })),
    [],
  );
  return {
    total,
    count: total ?? limits.firstSkeletons,
    indexOf,
    gameAt: (index: number) => loaded.get(pageOf(index))?.[index % pageSize],
    hasFailed: failed.length > 0,
    retry: () => void Promise.all(failed.map(({ refetch }) => refetch())),
    setInView,
  };
}

function pagesIn({ first, last }: IndexRange): number[] {
  const [from, to] = [pageOf(first), pageOf(last)];
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}
