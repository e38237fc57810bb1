// Queries for requests, their comments, and what is found before a game is requested.

import type { GameRequest, GameRequests } from '@cellar/contract/club/requests.endpoints.ts';
import type { RequestFilter, RequestSort } from '@cellar/contract/club/rules/requests.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { memberApi } from '@cellar/contract/member-api.ts';
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';

export interface RequestList {
  page: number;
  show: RequestFilter;
  sort: RequestSort;
  search: string;
}

export const requestsQuery = (client: ApiClient, list: RequestList) =>
  queryOptions({
    queryKey: [...queryKeys.requests.lists, list],
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
    queryKey: [...queryKeys.games.lists, 'of-request', title],
    queryFn: ({ signal }) =>
      client.call(memberApi.listGames, {
        query: { search: title, limit: shownGames, sort: 'titleAsc' },
        signal,
      }),
  });

/** Each new title is a search at the providers, which the server limits. So the answer is kept. */
export const candidatesQuery = (client: ApiClient, title: string) =>
  queryOptions({
    queryKey: ['requests', 'candidates', title],
    queryFn: ({ signal }) => client.call(deferredApi.findRequestCandidates, { query: { title }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

// Votes for requests and deletes them. The answers replace the requests in the cache.

/** Returns a function that replaces a request wherever it is shown. Lists keep their order, so that nothing moves. */
export function usePutRequest(): (request: GameRequest) => void {
  const cache = useQueryClient();
  return (request) => {
    cache.setQueryData<GameRequest>(queryKeys.requests.one(request._id), request);
    cache.setQueriesData<GameRequests>({ queryKey: queryKeys.requests.lists }, (list) =>
      list === undefined ? undefined : { ...list, requests: list.requests.map(replaceWith(request)) },
    );
  };
}

function replaceWith(request: GameRequest) {
  return (other: GameRequest) => (other._id === request._id ? request : other);
}

/** Shows the vote at once, and takes it back if the server refuses it. */
export function useVote(request: GameRequest) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const cache = useQueryClient();
  const put = usePutRequest();
  return useMutation({
    mutationFn: (hasVoted: boolean) =>
      client.call(hasVoted ? deferredApi.voteForRequest : deferredApi.unvoteRequest, {
        params: { id: request._id },
      }),
    onMutate: async (hasVoted) => {
      // An answer that is already on the way would show the old vote again.
      await cache.cancelQueries({ queryKey: queryKeys.requests.one(request._id) });
      await cache.cancelQueries({ queryKey: queryKeys.requests.lists });
      put({ ...request, hasVoted, votes: request.votes + (hasVoted ? 1 : -1) });
    },
    onSuccess: put,
    onError: (error) => {
      put(request);
      toast.error(errorText(error, t('failed.vote')));
    },
  });
}

export function useDeleteRequest(request: GameRequest, onDeleted: () => void) {
  const { t } = useTranslation('requests');
  const client = useApi();
  const cache = useQueryClient();
  return useMutation({
    mutationFn: () => client.call(deferredApi.deleteRequest, { params: { id: request._id } }),
    onSuccess: async () => {
      toast.success(t('done.deleted', { title: request.title }));
      onDeleted();
      await cache.invalidateQueries({ queryKey: queryKeys.requests.lists });
    },
    onError: (error) => toast.error(errorText(error, t('failed.delete'))),
  });
}
