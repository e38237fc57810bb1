// The own account and where it is logged in. Used by the account page.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const profileQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.account.profile,
    queryFn: ({ signal }) => client.call(api.getProfile, { signal }),
  });

export const sessionsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.account.sessions,
    queryFn: ({ signal }) => client.call(api.listSessions, { signal }),
  });
