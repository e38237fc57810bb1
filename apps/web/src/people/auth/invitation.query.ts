import { memberApi } from '@cellar/contract/member-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';

/** Checks the secret of an invitation's link. Not asked without one. */
export const invitationQuery = (client: ApiClient, invite: string | undefined) =>
  queryOptions({
    queryKey: ['invitation', invite ?? ''],
    queryFn: ({ signal }) =>
      client.call(memberApi.checkInvitation, { query: { invite: invite ?? '' }, signal }),
    staleTime: Number.POSITIVE_INFINITY,
    enabled: invite !== undefined,
  });
