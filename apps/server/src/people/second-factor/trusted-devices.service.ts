// Devices on which a member has chosen to be asked for the password only, for 30 days. The device keeps a secret.

import type { TrustedDevice } from '@cellar/contract/people/second-factor.ts';
import { hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { notFound } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import { type Clock, dayMs, isoAt } from '#platform/clock.ts';
import { limitLifetimes } from '#platform/lifetimes.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';

const lifetimeMs = 30 * dayMs;
/** Of one member. A further one replaces the oldest. */
const maxDevices = 20;

export type TrustedDevices = ReturnType<typeof createTrustedDevices>;

export function createTrustedDevices({ db, clock }: { db: Db; clock: Clock }) {
  return {
    /** Returns the device's secret. The caller must hold the lock of the user's row. */
    async add(trx: Trx, userId: string, { userAgent }: Origin): Promise<string> {
      const token = newToken();
      const now = isoAt(clock);
      await removeOldest(trx, userId);
      await trx
        .insertInto('trustedDevices')
        .values({
          id: newId(),
          tokenHash: hashToken(token),
          userId,
          userAgent: userAgent?.slice(0, 300) ?? null,
          createdAt: now,
          lastUsedAt: now,
          expiresAt: isoAt(clock, lifetimeMs),
        })
        .execute();
      return token;
    },

    /** Whether the member trusts the device with this secret. Records its use. */
    async accept(trx: Trx, userId: string, token: string | undefined): Promise<boolean> {
      if (!token) return false;
      return hasChanged(
        trx
          .updateTable('trustedDevices')
          .set({ lastUsedAt: isoAt(clock) })
          .where('tokenHash', '=', hashToken(token))
          .where('userId', '=', userId)
          .where('expiresAt', '>', isoAt(clock)),
      );
    },

    /** The most recently used first. */
    async list(userId: string): Promise<TrustedDevice[]> {
      const rows = await db
        .selectFrom('trustedDevices')
        .select(['id', 'userAgent', 'createdAt', 'lastUsedAt', 'expiresAt'])
        .where('userId', '=', userId)
        .where('expiresAt', '>', isoAt(clock))
        .orderBy('lastUsedAt', 'desc')
        .execute();
      return rows.map(({ id, ...device }) => ({ _id: id, ...device }));
    },

    /** @throws AppError not_found */
    async remove(userId: string, id: string): Promise<void> {
      const { numDeletedRows } = await db
        .deleteFrom('trustedDevices')
        .where('userId', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      if (numDeletedRows === 0n) throw notFound('Device');
    },

    removeOf,
    removeAll: (userId: string) => removeOf(db, userId),

    async removeExpired(): Promise<void> {
      await db.deleteFrom('trustedDevices').where('expiresAt', '<=', isoAt(clock)).execute();
      await limitLifetimes(db, 'trustedDevices', isoAt(clock, lifetimeMs));
    },
  };
}

async function removeOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('trustedDevices').where('userId', '=', userId).execute();
}

/** Leaves room for one more. */
async function removeOldest(trx: Trx, userId: string): Promise<void> {
  const kept = trx
    .selectFrom('trustedDevices')
    .select('id')
    .where('userId', '=', userId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .limit(maxDevices - 1);
  await trx.deleteFrom('trustedDevices').where('userId', '=', userId).where('id', 'not in', kept).execute();
}
