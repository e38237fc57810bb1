import { adminApi } from '@cellar/contract/admin-api.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const watchMs = 10_000;

export const webhooksQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...queryKeys.webhooks, 'list'],
    queryFn: ({ signal }) => client.call(adminApi.listWebhooks, { signal }),
    staleTime: 0,
    // The server delivers in the background.
    refetchInterval: watchMs,
  });

export const deliveriesQuery = (client: ApiClient, id: string, page: number) =>
  queryOptions({
    queryKey: [...queryKeys.webhooks, 'deliveries', id, page],
    queryFn: ({ signal }) =>
      client.call(adminApi.listWebhookDeliveries, { params: { id }, query: { page }, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: watchMs,
  });
