// Whether an invitation still holds. Used by the login page.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { queryKeys } from '#lib/query-keys.ts';

export const invitationQuery = (client: ApiClient, invite: string) =>
  queryOptions({
    queryKey: queryKeys.invitation(invite),
    queryFn: ({ signal }) => client.call(api.checkInvitation, { query: { invite }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
