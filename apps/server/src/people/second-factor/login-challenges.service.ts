// Logins that wait for the second factor. The page holds a challenge, a secret that proves that the password was correct.
import type { NeedsSecondFactor, SecondFactorMethod } from '@cellar/contract/people/second-factor.ts';
import type { Db, Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import { type Clock, isoAt, minuteMs } from '#platform/clock.ts';
import { hasNotEnded } from '#platform/lifetimes.ts';
import { hashToken, newToken } from '#platform/tokens.ts';

const lifetimeMs = 10 * minuteMs;

export interface LoginChallenge {
  tokenHash: string;
  userId: string;
}

export type LoginChallenges = ReturnType<typeof createLoginChallenges>;

export function createLoginChallenges({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** The caller must hold the lock of the user's row, so that a new password voids the challenge. */
    async create(trx: Trx, userId: string): Promise<NeedsSecondFactor> {
      const challenge = newToken();
      const row = { tokenHash: hashToken(challenge), userId, expiresAt: isoAt(clock, lifetimeMs) };
      await trx.insertInto('loginChallenges').values(row).execute();
      return {
        needsSecondFactor: true,
        message: 'Please confirm your login with a code.',
        challenge,
        methods: await methodsOf(trx, userId),
      };
    },

    /** @throws AppError login_expired */
    async find(challenge: string): Promise<LoginChallenge> {
      const row = await db
        .selectFrom('loginChallenges')
        .select(['tokenHash', 'userId'])
        .where('tokenHash', '=', hashToken(challenge))
        .where(hasNotEnded(clock, lifetimeMs))
        .executeTakeFirst();
      if (!row) throw loginExpired();
      return row;
    },

    /** Ends the challenge. @throws AppError login_expired if it has ended already */
    async use(trx: Trx, { tokenHash }: LoginChallenge): Promise<void> {
      const { numDeletedRows } = await trx
        .deleteFrom('loginChallenges')
        .where('tokenHash', '=', tokenHash)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw loginExpired();
    },

    async removeOf(trx: Trx, userId: string): Promise<void> {
      await trx.deleteFrom('loginChallenges').where('userId', '=', userId).execute();
    },

    async removeExpired(): Promise<void> {
      await db.deleteFrom('loginChallenges').where('expiresAt', '<=', isoAt(clock)).execute();
    },
  };
}

async function methodsOf(trx: Trx, userId: string): Promise<SecondFactorMethod[]> {
  const app = trx.selectFrom('authenticatorApps').select('userId').where('userId', '=', userId);
  const passkey = trx.selectFrom('passkeys').select('userId').where('userId', '=', userId).limit(1);
  const code = trx.selectFrom('recoveryCodes').select('userId').where('userId', '=', userId).limit(1);
  return [
    ...((await app.executeTakeFirst()) ? (['code'] as const) : []),
    ...((await passkey.executeTakeFirst()) ? (['passkey'] as const) : []),
    ...((await code.executeTakeFirst()) ? (['recoveryCode'] as const) : []),
  ];
}

export function loginExpired(): AppError {
  return new AppError('login_expired', 'Your login has expired. Please log in again.');
}
