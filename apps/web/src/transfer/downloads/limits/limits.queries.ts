import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Loads the member's limits and their use, which changes with each download. */
export const ownLimitsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.limits.own,
    queryFn: ({ signal }) => client.call(deferredApi.myLimits, { signal }),
    staleTime: 10_000,
  });
