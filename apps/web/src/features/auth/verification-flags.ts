// What became of a verification link, kept for this tab: a reload shows it again without asking the server again
// (specification section 4, "Verification"). Forgotten after five minutes.
import { limits } from '@cellar/contract/rules/limits.ts';

export type VerificationFlag = 'attempting' | 'success' | 'error';

export interface VerificationFlags {
  read(token: string): VerificationFlag | undefined;
  write(token: string, flag: VerificationFlag): void;
  clear(token: string): void;
}

const known: readonly VerificationFlag[] = ['attempting', 'success', 'error'];

/** Two entries a link: the flag, and since when. Without storage nothing is kept, and every load asks. */
export function createVerificationFlags(
  openStorage: () => Storage = () => globalThis.sessionStorage,
  now: () => number = Date.now,
): VerificationFlags {
  const within = <T>(action: (storage: Storage) => T): T | undefined => {
    try {
      return action(openStorage());
    } catch {
      return undefined;
    }
  };
  const clear = (token: string) => {
    within((storage) => {
      storage.removeItem(keyOf(token));
      storage.removeItem(timeKeyOf(token));
    });
  };
  return {
    clear,
    read(token) {
      const flag = within((storage) => storage.getItem(keyOf(token)));
      const since = Number(within((storage) => storage.getItem(timeKeyOf(token))));
      if (now() - since < limits.verificationFlagMs) return known.find((one) => one === flag);
      clear(token);
      return undefined;
    },
    write(token, flag) {
      within((storage) => {
        storage.setItem(keyOf(token), flag);
        storage.setItem(timeKeyOf(token), String(now()));
      });
      setTimeout(() => clear(token), limits.verificationFlagMs);
    },
  };
}

const keyOf = (token: string) => `verifyEmail:${token}`;
const timeKeyOf = (token: string) => `${keyOf(token)}:since`;
