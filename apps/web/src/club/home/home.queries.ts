import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { queryOptions, useMutation } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { useApi } from '#lib/services-context.ts';

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

export function usePickGame() {
  const client = useApi();
  return useMutation({
    mutationFn: ({ genre, platform, size, isNotDownloaded }: Wishes) =>
      client.call(deferredApi.randomGame, {
        query: { genre, platform, size, hide: isNotDownloaded ? 'downloaded' : '' },
      }),
  });
}
