// Votes for requests and deletes them. The answers replace the requests in the cache.

import type { GameRequest, GameRequests } from '@cellar/contract/club/requests.ts';
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { errorText } from '#i18n/error-text.ts';
import { useApi } from '#lib/api-context.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { toast } from '#ui/toasts/toast.tsx';

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
