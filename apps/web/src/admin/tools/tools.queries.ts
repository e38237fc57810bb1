import { adminApi } from '@cellar/contract/admin-api.ts';
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
    queryKey: queryKeys.audit.list(page),
    queryFn: ({ signal }) => client.call(adminApi.listAudit, { query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
