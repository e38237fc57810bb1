// The games of the admin's list. They are filtered and sorted in the browser while all are loaded, or by the server if
// the library is larger than one response.
import type { GameListItem } from '@cellar/contract/games.ts';
import { createCatalogueFilter } from '@cellar/contract/rules/catalogue-filter.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#lib/api-context.ts';
import { adminGamesQuery } from '../games.queries.ts';
import { type AdminSort, serverSort, sortAdminGames } from './admin-sort.ts';

export interface AdminGamesAsked {
  sort: AdminSort;
  filter: string;
}

export interface AdminGamesFound {
  games: GameListItem[];
  /** The number of games that match the filter, which may be larger than the number in `games`. */
  total: number;
}

const noGames: GameListItem[] = [];

const typingMs = 200;

export function useAdminGames({ sort, filter }: AdminGamesAsked) {
  const client = useApi();
  const all = useQuery(adminGamesQuery(client));
  const [settled] = useDebouncedValue(filter, typingMs);
  const isPart = all.data !== undefined && all.data.totalGames > all.data.games.length;
  const asked = useQuery({
    ...adminGamesQuery(client, { sort: serverSort[sort], search: settled }),
    enabled: isPart,
    placeholderData: keepPreviousData,
  });
  const games = all.data?.games ?? noGames;
  const here = useMemo(() => {
    const matches = createCatalogueFilter({ search: filter, platform: '', genre: '' });
    return sortAdminGames(games.filter(matches), sort);
  }, [games, filter, sort]);
  if (!isPart) return { all, found: { games: here, total: here.length } satisfies AdminGamesFound };
  // The newest thousand games are not representative, so there is no result until the server responds.
  const found = asked.data && { games: asked.data.games, total: asked.data.totalGames };
  return { all, found, failed: asked.isError ? () => void asked.refetch() : undefined };
}
