// The member's passkeys, for the account page and for the question whether it is the member.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ApiClient } from '../api-client.ts';
import { queryKeys } from '../query-keys.ts';
import { useApi } from '../services-context.ts';

export const passkeysQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.account.passkeys,
    queryFn: ({ signal }) => client.call(deferredApi.listPasskeys, { signal }),
  });

/** Whether the member has a passkey for the address of this page. */
export function useHasPasskey(): boolean {
  const { data } = useQuery(passkeysQuery(useApi()));
  return data?.passkeys.some(({ host }) => host === data.host) ?? false;
}
