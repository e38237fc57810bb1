// The metadata providers as an admin sees and sets them.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';

export const metadataSettingsKey = ['metadata-settings'] as const;

export const metadataSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: metadataSettingsKey,
    queryFn: ({ signal }) => client.call(api.getMetadataSettings, { signal }),
    // How a provider is changes while it is asked in the background.
    staleTime: 0,
  });
