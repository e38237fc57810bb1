import { adminApi } from '@cellar/contract/admin-api.ts';
import type { QueryInputOf } from '@cellar/contract/endpoint.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const usersPerPage = 25;

export type AccountState = NonNullable<QueryInputOf<typeof adminApi.listUsers>['state']>;

export interface UsersFilter {
  page: number;
  search: string;
  state: AccountState | undefined;
}

export function usersQuery(client: ApiClient, filter: UsersFilter) {
  const trimmed = { ...filter, search: filter.search.trim() };
  return queryOptions({
    queryKey: [...queryKeys.users, 'list', trimmed],
    queryFn: ({ signal }) =>
      client.call(adminApi.listUsers, { query: { ...trimmed, limit: usersPerPage }, signal }),
    // Keeps the previous rows until the new ones arrive, so that the layout does not jump while the admin types.
    placeholderData: keepPreviousData,
    // New access requests may arrive at any time.
    staleTime: 0,
  });
}

/** Loads how many accounts wait for an admin. */
export const waitingQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.users, 'waiting'],
    queryFn: async ({ signal }) =>
      (await client.call(adminApi.listUsers, { query: { limit: 1 }, signal })).waiting,
    refetchInterval: 60_000,
  });

export const invitationsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.invitations,
    queryFn: async ({ signal }) => (await client.call(adminApi.listInvitations, { signal })).invitations,
    staleTime: 0,
  });
