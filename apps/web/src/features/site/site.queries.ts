// What the site says of itself to everybody.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Visitors see nothing before it has answered. */
const patienceMs = 10_000;

export const siteQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.site,
    queryFn: ({ signal }) => client.call(api.site, { signal, timeoutMs: patienceMs }),
    staleTime: 5 * 60_000,
  });
