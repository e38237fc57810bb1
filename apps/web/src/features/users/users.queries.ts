import { api } from '@cellar/contract/api.ts';
import type { QueryInputOf } from '@cellar/contract/endpoint.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const usersPerPage = 25;

export type AccountState = NonNullable<QueryInputOf<typeof api.listUsers>['state']>;

export interface UsersFilter {
  page: number;
  search: string;
  state: AccountState | undefined;
}

export function usersQuery(client: ApiClient, filter: UsersFilter) {
  const trimmed = { ...filter, search: filter.search.trim() };
  return queryOptions({
    queryKey: queryKeys.users.list(trimmed),
    queryFn: ({ signal }) =>
      client.call(api.listUsers, { query: { ...trimmed, limit: usersPerPage }, signal }),
    // Keeps the old rows until the new ones arrive, so that nothing jumps while the admin types.
    placeholderData: keepPreviousData,
    // People ask for access at any time.
    staleTime: 0,
  });
}

/** The number of verified accounts that wait for approval. */
export const waitingQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.users.waiting,
    queryFn: async ({ signal }) =>
      (await client.call(api.listUsers, { query: { limit: 1 }, signal })).waiting,
    refetchInterval: 60_000,
  });

export const invitationsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.invitations,
    queryFn: async ({ signal }) => (await client.call(api.listInvitations, { signal })).invitations,
    staleTime: 0,
  });
