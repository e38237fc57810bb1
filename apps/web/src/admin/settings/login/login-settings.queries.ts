import { adminApi } from '@cellar/contract/admin-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const loginSettingsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.loginSettings,
    queryFn: ({ signal }) => client.call(adminApi.getLoginSettings, { signal }),
    // Another admin may have changed them.
    staleTime: 0,
  });

/** The admins who can be chosen for emergencies. */
export const adminsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.users.admins,
    queryFn: async ({ signal }) =>
      (await client.call(adminApi.listUsers, { query: { state: 'admin', limit: 100 }, signal })).users,
    staleTime: 0,
  });
