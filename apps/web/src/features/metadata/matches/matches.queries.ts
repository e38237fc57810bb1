// Queries for matches: the search, a single match's offer, the match of a game, and the list for review.
import { api } from '@cellar/contract/api.ts';
import type { GameMatch, MatchesResponse, MatchState } from '@cellar/contract/matches.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const pollSearchMs = 2000;
const pollQueueMs = 5000;
const pollMs = 30_000;

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
    queryKey: queryKeys.matchSearch(gameId, title),
    queryFn: ({ signal }) =>
      client.call(api.rescrape, { params: { id: gameId }, body: title ? { title } : {}, signal }),
    ...fetchOnce,
  });

export const matchOfferQuery = (client: ApiClient, gameId: string, matchId: string) =>
  queryOptions({
    queryKey: queryKeys.matchOffer(gameId, matchId),
    queryFn: ({ signal }) =>
      client.call(api.metadataOffer, { params: { id: gameId }, query: { id: matchId }, signal }),
    ...fetchOnce,
  });

export const gameMatchQuery = (client: ApiClient, gameId: string) =>
  queryOptions({
    queryKey: queryKeys.matches.one(gameId),
    queryFn: ({ signal }) => client.call(api.gameMatch, { params: { id: gameId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => gamePollMs(state.data?.match ?? null),
  });

export const matchListQuery = (client: ApiClient, state: MatchState, page: number) =>
  queryOptions({
    queryKey: queryKeys.matches.list(state, page),
    queryFn: ({ signal }) => client.call(api.listMatches, { query: { state, page }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // Searches run in the background, and another admin may decide in the meantime.
    refetchInterval: ({ state: { data } }) => listPollMs(data),
  });

/**
 * Returns the refetch interval for a game's match. A queued game with a reason is waiting for an admin to set up a
 * provider.
 */
function gamePollMs(match: GameMatch['match']): number | false {
  if (match?.state === 'searching') return pollSearchMs;
  return match?.state === 'queued' && (match.reason ? pollQueueMs : pollSearchMs);
}

/** Returns the refetch interval for the list. Games may stay queued for a long time while a provider is paused. */
function listPollMs(data: MatchesResponse | undefined): number {
  if (!data) return pollMs;
  const { queued, searching } = data.counts;
  if (searching > 0) return pollSearchMs;
  return queued > 0 ? pollQueueMs : pollMs;
}
