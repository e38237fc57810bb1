import type { Language } from '@cellar/contract/people/accounts.ts';
import type { User } from '../members/users.service.ts';

interface Recipient {
  to: string | undefined;
  userId: string | undefined;
  name: string;
  language: Language;
}

/** Returns the recipient of an account email, or a decoy if there is no user (see `enqueue` in the mails service). */
export function recipientOf(user: User | undefined): Recipient {
  return {
    to: user?.email,
    userId: user?.id,
    name: user?.name ?? 'Nobody',
    language: user?.language ?? 'en',
  };
}
