// Queries for matches: the search, a single match's offer, the match of a game, and the list for review.
import { adminApi } from '@cellar/contract/admin-api.ts';
import type { GameMatch, MatchCounts, MatchState } from '@cellar/contract/games/matches.ts';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const pollSearchMs = 2000;
const pollQueueMs = 5000;
const pollMs = 30_000;
const pollBadgeMs = 60_000;

// Runs once each time the picker opens or the title changes. Returning to the browser tab must not query the providers
// again.
const fetchOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** Searches for matches. An empty title searches for the game's own title. */
export const matchSearchQuery = (client: ApiClient, gameId: string, title: string) =>
  queryOptions({
    queryKey: ['match-search', gameId, title],
    queryFn: ({ signal }) =>
      client.call(adminApi.rescrape, { params: { id: gameId }, body: title ? { title } : {}, signal }),
    ...fetchOnce,
  });

export const matchOfferQuery = (client: ApiClient, gameId: string, matchId: string) =>
  queryOptions({
    queryKey: ['match-offer', gameId, matchId],
    queryFn: ({ signal }) =>
      client.call(adminApi.metadataOffer, { params: { id: gameId }, query: { id: matchId }, signal }),
    ...fetchOnce,
  });

export const gameMatchQuery = (client: ApiClient, gameId: string) =>
  queryOptions({
    queryKey: queryKeys.matches.one(gameId),
    queryFn: ({ signal }) => client.call(adminApi.gameMatch, { params: { id: gameId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => gamePollMs(state.data?.match ?? null),
  });

/** The list grows at its end, and decisions take entries out of it, so it is not loaded again while an admin reviews it. */
export const matchPagesQuery = (client: ApiClient, state: MatchState) =>
  infiniteQueryOptions({
    queryKey: [...queryKeys.matches.lists, state],
    queryFn: ({ pageParam, signal }) =>
      client.call(adminApi.listMatches, { query: { state, ...(pageParam && { after: pageParam }) }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next ?? undefined,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });

export const matchCountsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.matches.counts,
    queryFn: ({ signal }) => client.call(adminApi.matchCounts, { signal }),
    staleTime: 0,
    // Searches run in the background, and another admin may decide in the meantime.
    refetchInterval: ({ state: { data } }) => countsPollMs(data),
  });

export const waitingMatchesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.matches.waiting,
    queryFn: async ({ signal }) => (await client.call(adminApi.waitingMatches, { signal })).waiting,
    refetchInterval: pollBadgeMs,
  });

/**
 * Returns the refetch interval for a game's match. A queued game with a reason is waiting for an admin to set up a
 * provider.
 */
function gamePollMs(match: GameMatch['match']): number | false {
  if (match?.state === 'searching') return pollSearchMs;
  return match?.state === 'queued' && (match.reason ? pollQueueMs : pollSearchMs);
}

/** Returns the refetch interval for the counts. Games may stay queued for a long time while a provider is paused. */
function countsPollMs(data: MatchCounts | undefined): number {
  if (!data) return pollMs;
  const { queued, searching } = data.counts;
  if (searching > 0) return pollSearchMs;
  return queued > 0 ? pollQueueMs : pollMs;
}
