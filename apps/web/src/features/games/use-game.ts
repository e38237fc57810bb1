// One game from the server, kept fresh while the digests of its files are still being computed. Used by overlay and page.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';
import { gameQuery } from './games.queries.ts';

const digestPollMs = 5000;

/** Undefined: no game to ask for. */
export function useGame(id: string | undefined) {
  return useQuery({
    ...gameQuery(useApi(), id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.gameFiles.some(({ sha256 }) => sha256 === null) && digestPollMs,
  });
}
