// What the site says of itself to everybody.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';

export const siteKey = ['site'] as const;

export const siteQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: siteKey,
    queryFn: ({ signal }) => client.call(api.site, { signal }),
    staleTime: 5 * 60_000,
  });
