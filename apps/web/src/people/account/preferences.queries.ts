// Apart from the other queries of the account, because the way to the games needs only this one.
import { memberApi } from '@cellar/contract/member-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Loaded once per visit: a sort order that changed while the member reads the list would confuse. */
export const preferencesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.preferences,
    queryFn: async ({ signal }) => {
      try {
        return await client.call(memberApi.getPreferences, { signal });
      } catch (error) {
        if (!signal.aborted) console.warn('The preferences could not be loaded.', error);
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
