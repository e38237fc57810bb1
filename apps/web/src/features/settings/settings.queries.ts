// What an admin set for the whole site.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const settingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.settings,
    queryFn: ({ signal }) => client.call(api.getSettings, { signal }),
    // Coming back to the tab shows what another admin saved; a form with changes of its own keeps them.
    staleTime: 0,
  });
