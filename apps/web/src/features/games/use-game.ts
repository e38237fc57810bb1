// Fetches a game, and refetches it while the digests of its files are being computed.
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/api-context.ts';
import { gameQuery } from './games.queries.ts';

const digestPollMs = 5000;

/** Fetches nothing if `id` is undefined. */
export function useGame(id: string | undefined) {
  return useQuery({
    ...gameQuery(useApi(), id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state }) =>
      state.data?.gameFiles.some(({ sha256 }) => sha256 === null) && digestPollMs,
  });
}
