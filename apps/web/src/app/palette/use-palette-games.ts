// Finds games by title while the user types into the command palette. Searches when typing pauses, and cancels outdated
// requests.
import { memberApi } from '@cellar/contract/member-api.ts';
import { useDebouncedValue } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useSession } from '#people/auth/session-context.ts';

const pauseMs = 200;
const shownGames = 8;

const foundGamesQuery = (client: ApiClient, search: string) =>
  queryOptions({
    queryKey: queryKeys.games.found(search),
    queryFn: ({ signal }) =>
      client.call(memberApi.listGames, { query: { search, limit: shownGames, sort: 'titleAsc' }, signal }),
  });

export function usePaletteGames(term: string) {
  const session = useSession();
  const search = useDebouncedValue(term, pauseMs)[0];
  const isAsked = session !== undefined && search !== '' && term !== '';
  const query = useQuery({ ...foundGamesQuery(useApi(), search), enabled: isAsked });
  const isBehind = session !== undefined && term !== '' && term !== search;
  return {
    games: isAsked && !isBehind ? (query.data?.games ?? []) : [],
    isSearching: isBehind || (isAsked && query.isPending),
    hasFailed: isAsked && query.isError,
  };
}
