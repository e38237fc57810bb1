import { adminApi } from '@cellar/contract/admin-api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const watchWaitingMs = 5000;
const watchMs = 60_000;

export const virusScansQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.virusScans.state,
    queryFn: ({ signal }) => client.call(adminApi.getVirusScans, { signal }),
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.clamd && data.waiting > 0 ? watchWaitingMs : watchMs),
  });

export const findingsQuery = (client: ApiClient, page: number) =>
  queryOptions({
    queryKey: queryKeys.virusScans.findings(page),
    queryFn: ({ signal }) =>
      client.call(adminApi.listVirusFindings, { query: { page: String(page) }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
