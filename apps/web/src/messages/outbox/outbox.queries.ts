import { adminApi } from '@cellar/contract/admin-api.ts';
import type { Mail } from '@cellar/contract/messages/emails.endpoints.ts';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

const watchMs = 10_000;

export interface OutboxFilter {
  page: number;
  status: Mail['status'] | undefined;
}

export const outboxQuery = (client: ApiClient, filter: OutboxFilter) =>
  queryOptions({
    queryKey: [...queryKeys.outbox, 'list', filter],
    queryFn: ({ signal }) => client.call(adminApi.listOutbox, { query: filter, signal }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    // The server sends emails in the background.
    refetchInterval: watchMs,
  });

export const mailQuery = (client: ApiClient, id: string) =>
  queryOptions({
    queryKey: [...queryKeys.outbox, 'mail', id],
    queryFn: ({ signal }) => client.call(adminApi.readMail, { params: { id }, signal }),
    staleTime: 0,
    // The email's links are secrets, so the email is dropped when the dialog closes.
    gcTime: 0,
  });
