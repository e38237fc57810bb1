// Fetches a game, and refetches it while its files are being prepared: digests, and ZIPs of library folders.
import type { Game } from '@cellar/contract/games/games.ts';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '#lib/services-context.ts';
import { gameQuery } from '../games.queries.ts';

const pollMs = 5000;

/** Fetches nothing if `id` is undefined. */
export function useGame(id: string | undefined) {
  return useQuery({
    ...gameQuery(useApi(), id ?? ''),
    enabled: id !== undefined,
    refetchInterval: ({ state: { data } }) => data && isInPreparation(data) && pollMs,
  });
}

function isInPreparation({ gameFiles, extras }: Game): boolean {
  // The digest of a file that is missing or can't be read is not being computed.
  const present = [...gameFiles, ...extras].filter(
    ({ missingSince, problem }) => missingSince === null && problem === null,
  );
  return present.some(({ preparing, sha256 }) => preparing !== null || sha256 === null);
}
