import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const metadataSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.metadataSettings,
    queryFn: ({ signal }) => client.call(api.getMetadataSettings, { signal }),
    // A provider's state changes with each background search.
    staleTime: 0,
  });
