// The secrets with which this browser is a trusted device, one for each account that was used here.
import { storedJson } from '#lib/stored.ts';

const storage = storedJson('cellar-trusted-device');

const keyOf = (email: string) => email.trim().toLowerCase();

function read(): Record<string, string> {
  const stored = storage.get();
  if (typeof stored !== 'object' || stored === null) return {};
  return Object.fromEntries(Object.entries(stored).filter(([, token]) => typeof token === 'string'));
}

export const trustedDevice = {
  tokenOf: (email: string): string | undefined => read()[keyOf(email)],

  /** Without a token, the browser is no trusted device of this account. */
  remember(email: string, token: string | undefined): void {
    const { [keyOf(email)]: _, ...others } = read();
    storage.set(token === undefined ? others : { ...others, [keyOf(email)]: token });
  },
};
