// Challenges: random values that a browser signs with a passkey, each for one purpose and once. They are in the database, so any node
// can check the answer.
import { randomBytes } from 'node:crypto';
import type { Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { minuteMs } from '#platform/durations.ts';
import { hasNotEnded } from '#platform/lifetimes.ts';
import { hashToken } from '#platform/tokens.ts';
import type { PasskeyChallengesTable } from '../tables.ts';

export const challengeMs = 5 * minuteMs;

/** What a challenge may be used for, and the hash of the secret that must come with the answer. */
export type ChallengeUse = Pick<PasskeyChallengesTable, 'purpose' | 'boundTo'>;

interface Deps {
  db: Db;
  unflushed: Unflushed;
  clock: Clock;
}

export type Challenges = ReturnType<typeof createChallenges>;

export function createChallenges({ db, unflushed, clock }: Deps) {
  return {
    /** Returns base64url. A power failure may lose the challenge, and the browser then asks for another one. */
    async create(use: ChallengeUse): Promise<string> {
      const challenge = randomBytes(32).toString('base64url');
      const row = { ...use, challengeHash: hashToken(challenge), expiresAt: isoAt(clock, challengeMs) };
      await unflushed((trx) => trx.insertInto('passkeyChallenges').values(row).execute());
      return challenge;
    },

    /** Returns false if there is no such challenge for this use. Of two concurrent calls, only one gets true. */
    async use(challenge: string, { purpose, boundTo }: ChallengeUse): Promise<boolean> {
      const { numDeletedRows } = await db
        .deleteFrom('passkeyChallenges')
        .where('challengeHash', '=', hashToken(challenge))
        .where('purpose', '=', purpose)
        .where('boundTo', '=', boundTo)
        .where(hasNotEnded(clock, challengeMs))
        .executeTakeFirst();
      return numDeletedRows === 1n;
    },

    async removeExpired(): Promise<void> {
      await db.deleteFrom('passkeyChallenges').where('expiresAt', '<=', isoAt(clock)).execute();
    },
  };
}
