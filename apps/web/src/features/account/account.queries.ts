// The own account and where it is logged in. Used by the account page.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';

export const accountKey = ['account'] as const;

export const profileQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...accountKey, 'profile'],
    queryFn: ({ signal }) => client.call(api.getProfile, { signal }),
  });

export const sessionsQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: [...accountKey, 'sessions'],
    queryFn: ({ signal }) => client.call(api.listSessions, { signal }),
  });
