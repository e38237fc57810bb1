// Redeems a verification link once. Keeps the result in this tab for five minutes, so that a reload shows it without
// another request (specification section 4, "Verification").
import { memberApi } from '@cellar/contract/member-api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { queryOptions } from '@tanstack/react-query';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { queryKeys } from '#lib/query-keys.ts';
import { inTab, type OpenStorage, stored } from '#lib/stored.ts';

export type VerificationFlag = 'attempting' | 'success' | 'error';

export interface VerificationFlags {
  read(token: string): VerificationFlag | undefined;
  write(token: string, flag: VerificationFlag): void;
  clear(token: string): void;
}

const known: readonly VerificationFlag[] = ['attempting', 'success', 'error'];

/** Stores a flag and its time for each link. Without storage, every page load asks the server. */
export function createVerificationFlags(
  openStorage: OpenStorage = inTab,
  now: () => number = Date.now,
): VerificationFlags {
  const entriesOf = (token: string) => ({
    flag: stored(`verifyEmail:${token}`, openStorage),
    since: stored(`verifyEmail:${token}:since`, openStorage),
  });
  const clear = (token: string) => {
    const { flag, since } = entriesOf(token);
    flag.set(undefined);
    since.set(undefined);
  };
  return {
    clear,
    read(token) {
      const { flag, since } = entriesOf(token);
      const value = flag.get();
      if (now() - Number(since.get()) < limits.verificationFlagMs) return known.find((one) => one === value);
      clear(token);
      return undefined;
    },
    write(token, value) {
      const { flag, since } = entriesOf(token);
      flag.set(value);
      since.set(String(now()));
      setTimeout(() => clear(token), limits.verificationFlagMs);
    },
  };
}

/** The query cache prevents a second request from this page; the flags prevent one after a reload. */
export const verificationQuery = (client: ApiClient, token: string) =>
  queryOptions({
    queryKey: queryKeys.verification(token),
    queryFn: () => verifyEmail(client, token, createVerificationFlags()),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnReconnect: false,
  });

/** Throws if the server gave no definite result, so that the user can try again. */
export async function verifyEmail(
  client: Pick<ApiClient, 'call'>,
  token: string,
  flags: VerificationFlags,
): Promise<'success' | 'error'> {
  const earlier = flags.read(token);
  // `attempting` means that the page was closed before the response. Another request is safe, because the server
  // returns the same result for a link that was already redeemed.
  if (earlier && earlier !== 'attempting') return earlier;
  flags.write(token, 'attempting');
  try {
    await client.call(memberApi.verifyEmail, { params: { token } });
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
