// Games by title while one types into the command palette: asked once the typing pauses, a question that is outdated is
// taken back. Used by command-palette.tsx.
import { api } from '@cellar/contract/api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSession } from '#features/auth/session-context.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';

const pauseMs = 200;
const shownGames = 8;

const foundGamesQuery = (client: ApiClient, search: string) =>
  queryOptions({
    queryKey: queryKeys.games.found(search),
    queryFn: ({ signal }) =>
      client.call(api.listGames, { query: { search, limit: shownGames, sort: 'titleAsc' }, signal }),
  });

export function usePaletteGames(term: string) {
  const session = useSession();
  const search = useSettled(term);
  const isAsked = session !== undefined && search !== '' && term !== '';
  const query = useQuery({ ...foundGamesQuery(useApi(), search), enabled: isAsked });
  const isBehind = session !== undefined && term !== '' && term !== search;
  return {
    games: isAsked && !isBehind ? (query.data?.games ?? []) : [],
    isSearching: isBehind || (isAsked && query.isPending),
    hasFailed: isAsked && query.isError,
  };
}

function useSettled(value: string): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
