import type { Period } from '@cellar/contract/transfer/rules/download-limits.ts';
import { type Selectable, sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { lockRowsButKeys } from '#db/database.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { MemberLimitsTable, MemberUse, NodeTransfersTable, Use } from '../tables.ts';
import type { RunningRow } from './download-use.ts';

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

// A literal, because SQLite uses the partial index of these downloads only for one.
const inProgress = sql.lit('in_progress' as const);

/** Returns a member's downloads that are neither completed nor failed, which are few. */
export function listRunning(db: Db, userId: string): Promise<RunningRow[]> {
  return db
    .selectFrom('downloads')
    .select(['id', 'fileSize', 'sentRanges', 'handedOverRanges'])
    .select(['startedAt', 'lastByteAt', 'connectedAt', 'handedOverAt'])
    .where('userId', '=', userId)
    .where('status', '=', inProgress)
    .execute();
}

/** Counts a member's downloads that are running, or were handed over since this moment. */
export function countRunning(db: Db, userId: string, handedOverSince: string): Promise<number> {
  return countRows(
    runningSince(db, handedOverSince)
      // As for the list of active downloads: a member may have thousands of old ones.
      .where(unindexed<string>('userId'), '=', userId),
  );
}

/** Counts the members with such downloads. */
export async function countRunningMembers(db: Db, handedOverSince: string): Promise<number> {
  const { count } = await runningSince(db, handedOverSince)
    .select((eb) => eb.fn.count<number>('userId').distinct().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

function runningSince(db: Db, handedOverSince: string) {
  return db
    .selectFrom('downloads')
    .where((eb) => eb.or([eb('status', '=', inProgress), eb('handedOverAt', '>', handedOverSince)]));
}

export type NodeTransfer = NodeTransfersTable;

/** Replaces the rows of a node. Accounts that were deleted are left out. PostgreSQL only. */
export async function replaceTransfers(trx: Trx, nodeId: string, transfers: NodeTransfer[]): Promise<void> {
  const known = await keepUsers(
    trx,
    transfers.map(({ userId }) => userId),
  );
  await trx.deleteFrom('nodeTransfers').where('nodeId', '=', nodeId).execute();
  const rows = transfers.filter(({ userId }) => known.has(userId));
  if (rows.length > 0) await trx.insertInto('nodeTransfers').values(rows).execute();
}

/** Keeps accounts from being deleted until the transaction ends. Must come first: their deletion also deletes their rows. */
async function keepUsers(trx: Trx, ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const users = trx.selectFrom('users').select('id').where('id', 'in', ids).orderBy('id').forKeyShare();
  return new Set((await users.execute()).map(({ id }) => id));
}

export function listTransfers(db: Db, now: string): Promise<NodeTransfer[]> {
  return db.selectFrom('nodeTransfers').selectAll().where('until', '>', now).execute();
}

/** Removes what nodes that were killed have left. */
export async function removeEndedTransfers(db: Db, now: string): Promise<void> {
  await db.deleteFrom('nodeTransfers').where('until', '<=', now).execute();
}
