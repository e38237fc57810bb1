import type { Period } from '@cellar/contract/transfer/rules/download-limits.ts';
import { type Selectable, sql } from 'kysely';
import { lockRowsButKeys } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { MemberLimitsTable, MemberUse, Use } from '../tables.ts';

export type MemberLimitsRow = Selectable<MemberLimitsTable>;

export function findLimits(db: Db, userId: string): Promise<MemberLimitsRow | undefined> {
  return db.selectFrom('memberLimits').selectAll().where('userId', '=', userId).executeTakeFirst();
}

export function listLimits(db: Db, userIds: string[]): Promise<MemberLimitsRow[]> {
  return db.selectFrom('memberLimits').selectAll().where('userId', 'in', userIds).execute();
}

/** `changes` without fields changes nothing. */
export async function changeLimits(
  trx: Trx,
  userId: string,
  changes: Partial<Omit<MemberLimitsRow, 'userId'>>,
): Promise<void> {
  const defaults = {
    period: null as Period | null,
    bytesPerPeriod: null,
    filesPerPeriod: null,
    downloadsAtOnce: null,
    bytesPerSecond: null,
  };
  await trx
    .insertInto('memberLimits')
    .values({ userId, ...defaults, ...changes })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ userId, ...changes }))
    .execute();
}

/**
 * Locks a member until the transaction ends, so that only one download at a time is admitted. Returns undefined if the account was
 * deleted. The lock permits others to insert rows that refer to the member.
 */
export function lockMember(trx: Trx, userId: string): Promise<{ id: string } | undefined> {
  const member = trx.selectFrom('users').select('id').where('id', '=', userId);
  return lockRowsButKeys(trx, member).executeTakeFirst();
}

/** Adds up what the member has used on these days, `YYYY-MM-DD`. Later days were recorded while the clock was ahead. */
export async function sumUse(
  db: Db,
  userId: string,
  { firstDay, lastDay }: { firstDay: string; lastDay: string },
): Promise<Use> {
  const days = await db
    .selectFrom('downloadUse')
    .select(['bytes', 'files'])
    .where('userId', '=', userId)
    .where('day', '>=', firstDay)
    .where('day', '<=', lastDay)
    .execute();
  return days.reduce(
    (sum, { bytes, files }) => ({ bytes: sum.bytes + bytes, files: sum.files + files }),
    nothingUsed,
  );
}

export const nothingUsed: Use = { bytes: 0, files: 0 };

/** Adds to the members' use on this day. Each member must be listed once. */
export async function addUse(trx: Trx, day: string, uses: MemberUse[]): Promise<void> {
  if (uses.length === 0) return;
  await trx
    .insertInto('downloadUse')
    .values(uses.map((use) => ({ ...use, day })))
    .onConflict((conflict) =>
      conflict.columns(['userId', 'day']).doUpdateSet({
        bytes: sql`"downloadUse".bytes + excluded.bytes`,
        files: sql`"downloadUse".files + excluded.files`,
      }),
    )
    .execute();
}

export async function removeUseSince(trx: Trx, userId: string, firstDay: string): Promise<void> {
  await trx.deleteFrom('downloadUse').where('userId', '=', userId).where('day', '>=', firstDay).execute();
}

export async function removeUseBefore(db: Db, day: string): Promise<void> {
  await db.deleteFrom('downloadUse').where('day', '<', day).execute();
}
