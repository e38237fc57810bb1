// What the metadata providers know of a game, what a match would bring, and which games wait for a decision.
import { api } from '@cellar/contract/api.ts';
import type { GameMatch, MatchesResponse, MatchState } from '@cellar/contract/matches.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const watchSearchMs = 2000;
const watchQueueMs = 5000;
const watchMs = 30_000;

// Asked once each time the picker opens, and for another title: a provider is not asked again because a tab gets the focus.
const askedOnce = {
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 0,
  retry: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
} as const;

/** An empty title: the game's own. */
export const matchSearchQuery = (client: ApiClient, gameId: string, title: string) =>
  queryOptions({
    queryKey: queryKeys.matchSearch(gameId, title),
    queryFn: ({ signal }) =>
      client.call(api.rescrape, { params: { id: gameId }, body: title ? { title } : {}, signal }),
    ...askedOnce,
  });

export const matchOfferQuery = (client: ApiClient, gameId: string, matchId: string) =>
  queryOptions({
    queryKey: queryKeys.matchOffer(gameId, matchId),
    queryFn: ({ signal }) =>
      client.call(api.metadataOffer, { params: { id: gameId }, query: { id: matchId }, signal }),
    ...askedOnce,
  });

export const gameMatchQuery = (client: ApiClient, gameId: string) =>
  queryOptions({
    queryKey: queryKeys.matches.one(gameId),
    queryFn: ({ signal }) => client.call(api.gameMatch, { params: { id: gameId }, signal }),
    staleTime: 0,
    refetchInterval: ({ state }) => gameWatchMs(state.data?.match ?? null),
  });

export const matchListQuery = (client: ApiClient, state: MatchState, page: number) =>
  queryOptions({
    queryKey: queryKeys.matches.list(state, page),
    queryFn: ({ signal }) => client.call(api.listMatches, { query: { state, page }, signal }),
    staleTime: 0,
    placeholderData: keepPreviousData,
    // Searches go on in the background, and another admin may decide meanwhile.
    refetchInterval: ({ state: { data } }) => listWatchMs(data),
  });

/** A game that waits with a reason waits for an admin: no provider is set up. */
function gameWatchMs(match: GameMatch['match']): number | false {
  if (match?.state === 'searching') return watchSearchMs;
  return match?.state === 'queued' && (match.reason ? watchQueueMs : watchSearchMs);
}

/** What is queued may stay so for long, through a provider's pause. */
function listWatchMs(data: MatchesResponse | undefined): number {
  if (!data) return watchMs;
  const { queued, searching } = data.counts;
  if (searching > 0) return watchSearchMs;
  return queued > 0 ? watchQueueMs : watchMs;
}
