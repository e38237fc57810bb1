// The member's passkeys, for the account page and for the question whether it is the member.
import { deferredApi } from '@cellar/contract/deferred-api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '../api-client.ts';
import { queryKeys } from '../query-keys.ts';

export const passkeysQuery = (client: ApiClient) =>
  queryOptions({
    queryKey: queryKeys.account.passkeys,
    queryFn: ({ signal }) => client.call(deferredApi.listPasskeys, { signal }),
  });
