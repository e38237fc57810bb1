// The outcome of a verification link, kept for five minutes in this tab, so that a reload shows it without asking the
// server again (specification section 4, "Verification").
import { limits } from '@cellar/contract/rules/limits.ts';
import { inTab, type OpenStorage, stored } from '#lib/stored.ts';

export type VerificationFlag = 'attempting' | 'success' | 'error';

export interface VerificationFlags {
  read(token: string): VerificationFlag | undefined;
  write(token: string, flag: VerificationFlag): void;
  clear(token: string): void;
}

const known: readonly VerificationFlag[] = ['attempting', 'success', 'error'];

/** Keeps two entries for each link: the flag, and the time it was set. Without storage, every load asks the server. */
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
