// Creates and checks the secret links of account emails. The email contains the secret; the database stores only its hash.

import type { Language } from '@cellar/contract/people/accounts.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, hourMs, isoAt } from '#platform/clock.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import type { User } from '../members/users.service.ts';
import type { AccountLink } from './account-links.repository.ts';
import * as repository from './account-links.repository.ts';

const lifetimes = { verify: 24 * hourMs, email: 24 * hourMs, reset: hourMs } as const;

export type AccountLinks = ReturnType<typeof createAccountLinks>;

export function createAccountLinks({ db, clock, publicUrl }: { db: Db; clock: Clock; publicUrl: string }) {
  return {
    /** Creates a link without storing it, so that the email can be prepared before the transaction. */
    draft(kind: AccountLink['kind']) {
      const token = newToken();
      const page = kind === 'reset' ? 'reset-password' : 'verify-email';
      return { kind, token, url: `${publicUrl}/${page}?token=${token}` };
    },

    async record(
      trx: Trx,
      draft: { kind: AccountLink['kind']; token: string },
      userId: string,
      proven: { email?: string; passwordHash?: string } = {},
    ) {
      await repository.insertLink(trx, {
        tokenHash: hashToken(draft.token),
        userId,
        kind: draft.kind,
        usedAt: null,
        email: proven.email ?? null,
        passwordHash: proven.passwordHash ?? null,
        createdAt: isoAt(clock),
        expiresAt: isoAt(clock, lifetimes[draft.kind]),
      });
    },

    /** @throws AppError link_invalid if the link is unknown or has expired */
    async open(db: Db, token: string, kinds: AccountLink['kind'][]): Promise<AccountLink> {
      const link = await repository.findLink(db, hashToken(token), kinds, clock);
      if (link) return link;
      throw linkInvalid(kinds);
    },

    /** @throws AppError link_invalid if the link was used before */
    async useOnce(trx: Trx, link: AccountLink): Promise<void> {
      if (!(await repository.useLink(trx, link.tokenHash, isoAt(clock)))) throw linkInvalid([link.kind]);
    },

    /** Returns false if the link was used before. */
    use: (trx: Trx, link: AccountLink) => repository.useLink(trx, link.tokenHash, isoAt(clock)),

    /** Whether the unexpired verification links of this account have different passwords. */
    isContested: async (userId: string) => (await repository.countPasswords(db, userId, clock)) > 1,
    pendingEmail: async (userId: string) =>
      (await repository.findPendingEmail(db, userId, clock))?.email ?? null,
    remove: (trx: Trx, userId: string, kind: AccountLink['kind']) =>
      repository.deleteLinksOf(trx, userId, kind),
    removeExpired: () => repository.deleteExpiredLinks(db, isoAt(clock)),
  };
}

function linkInvalid(kinds: AccountLink['kind'][]): AppError {
  return new AppError(
    'link_invalid',
    kinds.includes('reset')
      ? 'Invalid reset link. Please request a new password reset.'
      : 'The verification link is invalid or has expired.',
  );
}

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
