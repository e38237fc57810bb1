// Queries for requests, their comments, and what is found before a game is requested.

import type { RequestFilter, RequestSort } from '@cellar/contract/club/rules/requests.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export interface RequestList {
  page: number;
  show: RequestFilter;
  sort: RequestSort;
  search: string;
}

export const requestsQuery = (client: ApiClient, list: RequestList) =>
  queryOptions({
    queryKey: queryKeys.requests.list(list),
    queryFn: ({ signal }) => client.call(deferredApi.listRequests, { query: { ...list }, signal }),
    // Keeps the previous rows until the new ones arrive, so that the layout does not jump.
    placeholderData: keepPreviousData,
    // Other members vote at any time.
    staleTime: 0,
  });

export const requestQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: queryKeys.requests.one(id),
    queryFn: ({ signal }) => client.call(deferredApi.getRequest, { params: { id }, signal }),
    staleTime: 0,
  });

/** Newest first. */
export const commentsQuery = (client: ApiClient, id: string) =>
  infiniteQueryOptions({
    queryKey: queryKeys.requests.comments(id),
    queryFn: ({ signal, pageParam }) =>
      client.call(deferredApi.listRequestComments, {
        params: { id },
        query: pageParam === undefined ? {} : { before: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ comments, hasMore }) => (hasMore ? comments.at(-1)?._id : undefined),
    staleTime: 0,
  });

const shownGames = 4;

/** Games of the library whose title contains the text. */
export const sameGamesQuery = (client: ApiClient, title: string) =>
  queryOptions({
    queryKey: queryKeys.requests.games(title),
    queryFn: ({ signal }) =>
      client.call(memberApi.listGames, {
        query: { search: title, limit: shownGames, sort: 'titleAsc' },
        signal,
      }),
  });

/** Each new title is a search at the providers, which the server limits. So the answer is kept. */
export const candidatesQuery = (client: ApiClient, title: string) =>
  queryOptions({
    queryKey: queryKeys.requests.candidates(title),
    queryFn: ({ signal }) => client.call(deferredApi.findRequestCandidates, { query: { title }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
