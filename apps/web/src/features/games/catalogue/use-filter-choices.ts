// The genres and platforms to filter by: those the server lists, and those of the loaded games.
import type { GameListItem } from '@cellar/contract/games.ts';
import { listedPlatforms } from '@cellar/contract/rules/catalogue-filter.ts';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useApi } from '#lib/api-context.ts';
import { gameFiltersQuery } from '../games.queries.ts';

export function useFilterChoices(games: readonly GameListItem[]) {
  const { data } = useQuery(gameFiltersQuery(useApi()));
  return useMemo(() => {
    const genres = new Set([...(data?.genres ?? []), ...games.flatMap((game) => game.genres)]);
    const platforms = new Set([...(data?.platforms ?? []), ...games.flatMap((game) => game.platforms)]);
    return {
      genres: [...genres].sort((a, b) => a.localeCompare(b, 'en')),
      platforms: listedPlatforms(platforms),
    };
  }, [data, games]);
}
