// To whom a mail about an account goes. Used by the services of accounts.
import type { Language } from '@cellar/contract/accounts.ts';
import type { User } from '#features/users/users.service.ts';

interface Addressed {
  to: string | undefined;
  userId: string | undefined;
  name: string;
  language: Language;
}

/** Without an account: a decoy. */
export function addressed(user: User | undefined): Addressed {
  return {
    to: user?.email,
    userId: user?.id,
    name: user?.name ?? 'Nobody',
    language: user?.language ?? 'en',
  };
}
