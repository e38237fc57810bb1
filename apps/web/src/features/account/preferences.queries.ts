// What the member has chosen. Read by the games page and for the language, changed on the account page.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Read once a visit: an order that changes while one looks at the list would be worse than one that is a little old. */
export const preferencesQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.preferences,
    queryFn: async ({ signal }) => {
      try {
        return await client.call(api.getPreferences, { signal });
      } catch (error) {
        if (!signal.aborted) console.warn('The preferences could not be loaded.', error);
        throw error;
      }
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
  });
