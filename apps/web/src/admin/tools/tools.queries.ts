import { adminApi } from '@cellar/contract/admin-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const watchHealthMs = 30_000;

export const healthQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.health,
    queryFn: ({ signal }) => client.call(adminApi.getHealth, { signal }),
    staleTime: 0,
    refetchInterval: watchHealthMs,
  });

export const auditQuery = (client: ApiClient, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.audit, page],
    queryFn: ({ signal }) => client.call(adminApi.listAudit, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

const watchRunningMs = 2000;
const watchMs = 60_000;

export const tempStatusQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.tempStatus,
    queryFn: ({ signal }) => client.call(adminApi.getTempStatus, { signal }),
    staleTime: 0,
    refetchInterval: limits.tempRefreshMs,
  });

/** `since` is the time of the last completed check, because the usage includes files that the check has counted. */
export const storageQuery = (client: ApiClient, since: string | undefined) =>
  queryOptions({
    queryKey: [...queryKeys.storage, 'usage', since],
    queryFn: ({ signal }) => client.call(adminApi.getStorage, { signal }),
    placeholderData: keepPreviousData,
  });

export interface GamesFilter {
  page: number;
  idleDays: number;
}

export const storageGamesQuery = (client: ApiClient, filter: GamesFilter) =>
  queryOptions({
    queryKey: [...queryKeys.storage, 'games', filter],
    queryFn: ({ signal }) => client.call(adminApi.listStorageGames, { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const duplicatesQuery = (client: ApiClient, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.storage, 'duplicates', page],
    queryFn: ({ signal }) => client.call(adminApi.listDuplicates, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });

export const storageCheckQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.storage, 'check'],
    queryFn: ({ signal }) => client.call(adminApi.getStorageCheck, { signal }),
    staleTime: 0,
    // Another admin may have started a check.
    refetchInterval: ({ state }) => (state.data?.running ? watchRunningMs : watchMs),
  });
