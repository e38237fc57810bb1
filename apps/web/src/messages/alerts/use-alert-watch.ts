import { memberApi } from '@cellar/contract/member-api.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#lib/api-context.ts';
import { loadWithRetries } from '#lib/lazy-code.ts';
import { showUnread, unreadQuery } from './alerts.queries.ts';

/** The page itself comes first. */
const startMs = 4000;

/** Keeps the number of unread alerts up to date while the bell is shown. */
export function useAlertWatch(): void {
  const client = useApi();
  const cache = useQueryClient();
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const start = async () => {
      const { watchAlerts } = await loadWithRetries(() => import('./watch-alerts.ts'));
      const source = {
        open: (ended: AbortSignal) => client.open(memberApi.followAlerts, ended),
        ask: () => cache.fetchQuery({ ...unreadQuery(client), staleTime: 0, retry: false }),
        onUnread: (unread: { unread: number }) => showUnread(cache, unread),
      };
      await watchAlerts(source, signal);
    };
    const timer = setTimeout(() => void start(), startMs);
    return () => {
      clearTimeout(timer);
      ending.abort();
    };
  }, [client, cache]);
}
