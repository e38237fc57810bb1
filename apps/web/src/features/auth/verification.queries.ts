// Redeems a verification link, once however often the page asks. Used by the page `/verify-email`.
import { api } from '@cellar/contract/api.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { createVerificationFlags, type VerificationFlags } from './verification-flags.ts';

/** The cache sees to one request while the page lives, the flags to what an earlier load of it has done. */
export const verificationQuery = (client: ApiClient, token: string) =>
  queryOptions({
    queryKey: queryKeys.verification(token),
    queryFn: () => verifyEmail(client, token, createVerificationFlags()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });

/** Throws where the server gave no verdict: the link may then be tried again. */
export async function verifyEmail(
  client: Pick<ApiClient, 'call'>,
  token: string,
  flags: VerificationFlags,
): Promise<'success' | 'error'> {
  const earlier = flags.read(token);
  // `attempting` is of a load that went away before its answer came. Nobody knows that answer, so it is asked for
  // again: the server says the same for a link it has redeemed.
  if (earlier && earlier !== 'attempting') return earlier;
  flags.write(token, 'attempting');
  try {
    await client.call(api.verifyEmail, { params: { token } });
    flags.write(token, 'success');
    return 'success';
  } catch (error) {
    if (error instanceof ApiError && (error.status === 400 || error.status === 404)) {
      flags.write(token, 'error');
      return 'error';
    }
    flags.clear(token);
    throw error;
  }
}
