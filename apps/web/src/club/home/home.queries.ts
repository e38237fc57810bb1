import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const homeQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.home,
    queryFn: ({ signal }) => client.call(deferredApi.home, { signal }),
  });

/** The choices of “What shall we play tonight?”. Empty values do not filter. */
export interface Wishes {
  genre: string;
  platform: string;
  size: string;
  isNotDownloaded: boolean;
}

/** A random game. Each `draw` is another one. */
export const tonightQuery = (client: ApiClient, { wishes, draw }: { wishes: Wishes; draw: number }) =>
  queryOptions({
    queryKey: ['tonight', draw, wishes],
    queryFn: ({ signal }) => {
      const { genre, platform, size, isNotDownloaded } = wishes;
      const query = { genre, platform, size, hide: isNotDownloaded ? 'downloaded' : '' };
      return client.call(deferredApi.randomGame, { query, signal });
    },
    // The last game stays until there is another, and is forgotten with the dialog.
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });
