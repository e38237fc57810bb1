// The entries behind the bell, and how many of them are unread. The live connection (watch-alerts.ts) keeps both up to date.

import { memberApi } from '@cellar/contract/member-api.ts';
import type { UnreadAlerts } from '@cellar/contract/messages/alerts.endpoints.ts';
import {
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';
import { toast } from '#ui/toasts/toast.tsx';

export const unreadQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.alerts.unread,
    queryFn: ({ signal }) => client.call(memberApi.countAlerts, { signal }),
  });

export const alertsQuery = (client: ApiClient) =>
  infiniteQueryOptions({
    queryKey: queryKeys.alerts.list,
    queryFn: ({ pageParam, signal }) =>
      client.call(memberApi.listAlerts, { query: pageParam ? { before: pageParam } : {}, signal }),
    initialPageParam: '',
    getNextPageParam: ({ alerts, hasMore }) => (hasMore ? alerts.at(-1)?._id : undefined),
    // Each time the panel opens, it asks again.
    staleTime: 0,
  });

/** What alerts are about: it has changed as well. */
const spokenOf = [
  queryKeys.requests.lists,
  queryKeys.requests.ones,
  queryKeys.contributions.all,
  queryKeys.users,
  queryKeys.home,
];

export function showUnread(cache: QueryClient, unread: UnreadAlerts): void {
  const before = cache.getQueryData<UnreadAlerts>(queryKeys.alerts.unread);
  if (before && unread.unread > before.unread) {
    for (const queryKey of spokenOf) void cache.invalidateQueries({ queryKey });
  }
  cache.setQueryData(queryKeys.alerts.unread, unread);
  void cache.invalidateQueries({ queryKey: queryKeys.alerts.list });
}

/** Marks alerts as read: those with `ids`, or all up to `through`. */
export function useReadAlerts() {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('alerts');
  return useMutation({
    mutationFn: (body: { through: string; ids?: string[] }) => client.call(memberApi.readAlerts, { body }),
    onSuccess: (unread) => showUnread(cache, unread),
    // Here, because the panel may be closed by then.
    onError: () => toast.error(t('failed')),
  });
}

export function useClearAlerts() {
  const client = useApi();
  const cache = useQueryClient();
  const { t } = useTranslation('alerts');
  return useMutation({
    mutationFn: (through: string) => client.call(memberApi.clearAlerts, { query: { through } }),
    onSuccess: (unread) => showUnread(cache, unread),
    // Here, because the panel may be closed by then.
    onError: () => toast.error(t('failed')),
  });
}
