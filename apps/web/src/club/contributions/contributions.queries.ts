// Queries for contributions: those that wait for an admin, those that were answered, and a contributor's own.
import { adminApi } from '@cellar/contract/admin-api.ts';
import { contributorApi } from '@cellar/contract/contributor-api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export type ShownContributions = 'waiting' | 'answered';

/** Contributors and other admins change the lists at any time. */
const pollMs = 60_000;

const shared = { staleTime: 0, placeholderData: keepPreviousData, refetchInterval: pollMs } as const;

export const contributionsQuery = (client: ApiClient, show: ShownContributions, page: number) =>
  queryOptions({
    ...shared,
    queryKey: queryKeys.contributions.list(show, page),
    queryFn: ({ signal }) => client.call(adminApi.listContributions, { query: { show, page }, signal }),
  });

export const ownContributionsQuery = (client: ApiClient, page: number) =>
  queryOptions({
    ...shared,
    queryKey: queryKeys.contributions.own(page),
    queryFn: ({ signal }) => client.call(contributorApi.listMyContributions, { query: { page }, signal }),
  });

/** How many contributions wait for an admin. */
export const waitingContributionsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.contributions.waiting,
    queryFn: async ({ signal }) => (await client.call(adminApi.listContributions, { signal })).waiting,
    refetchInterval: pollMs,
  });
