// The query for the site's public data.
import { memberApi } from '@cellar/contract/member-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

/** Shorter than the default, because nothing is shown before this response arrives. */
const timeoutMs = 10_000;

export const siteQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.site,
    queryFn: ({ signal }) => client.call(memberApi.site, { signal, timeoutMs }),
    staleTime: 5 * 60_000,
  });
