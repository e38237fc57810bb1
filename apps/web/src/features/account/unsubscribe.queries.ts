// What the link of a mail about new games switches, and how it stands. Used by unsubscribe.tsx.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Looking changes nothing. */
export const subscriptionQuery = (client: ApiClient, token: string) =>
  queryOptions({
    queryKey: queryKeys.subscription(token),
    queryFn: ({ signal }) => client.call(api.getUnsubscribe, { params: { token }, signal }),
    // The page says what was done here, not what happens elsewhere meanwhile.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
