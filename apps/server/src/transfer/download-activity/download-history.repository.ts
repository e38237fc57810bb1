// The members' download histories in the database: listing, hiding, and removing entries that nobody can see.

import { type Expression, sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { type DownloadRow, lockInOrder } from '../downloads/downloads.repository.ts';
import type { GameColumns } from './download-log.repository.ts';

/** `currentPlatform`: the file's platform, or null if the file is deleted or replaced. */
export type HistoryRow = DownloadRow & GameColumns & { currentPlatform: string | null };

/** Returns the newest downloads that the member has not hidden, newest first. A hidden game appears like a deleted one. */
export function listHistory(db: Db, userId: string, limit: number): Promise<HistoryRow[]> {
  return db
    .selectFrom('downloads')
    .leftJoin('games', (join) => join.onRef('games.id', '=', 'downloads.gameId').on('games.isHidden', '=', 0))
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .leftJoin('gameFiles', 'gameFiles.id', 'downloads.fileId')
    .selectAll('downloads')
    .select(['games.title', 'games.boxArt', 'artworks.thumbhash', 'gameFiles.platform as currentPlatform'])
    .where('downloads.userId', '=', userId)
    .where('downloads.hiddenAt', 'is', null)
    .orderBy('downloads.startedAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the number of entries that the member keeps, 0 for an unknown member. */
export async function findRetention(db: Db, userId: string): Promise<number> {
  const query = db.selectFrom('users').select('downloadHistoryRetention as kept').where('id', '=', userId);
  return (await query.executeTakeFirst())?.kept ?? 0;
}

/** Returns up to `limit` user ids after `after`, in order. */
export async function listUserIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns false if the member has no such download or has already hidden it. */
export function hideOne(db: Db, userId: string, id: string, now: string): Promise<boolean> {
  return hasChanged(
    db
      .updateTable('downloads')
      .set({ hiddenAt: now })
      .where('id', '=', id)
      .where('userId', '=', userId)
      .where('hiddenAt', 'is', null),
  );
}

export async function hideEnded(trx: Trx, userId: string, now: string): Promise<void> {
  const ended = trx
    .selectFrom('downloads')
    .select('id')
    .where('userId', '=', userId)
    .where('status', '!=', 'in_progress')
    .where('hiddenAt', 'is', null);
  await hideAll(trx, ended.$asScalar(), now);
}

async function hideAll(trx: Trx, ids: Expression<string>, now: string): Promise<void> {
  await lockInOrder(trx, ids);
  await trx
    .updateTable('downloads')
    .set({ hiddenAt: now })
    .where('status', '!=', 'in_progress')
    .where('id', 'in', ids)
    .execute();
}

interface Kept {
  maxKept: number;
  userIds: string[];
}

/** Returns those of these members who have more downloads than they keep, or than `maxKept`. */
export async function listBeyond(db: Db, { maxKept, userIds }: Kept): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .innerJoin('users', 'users.id', 'downloads.userId')
    .select('users.id')
    .where('downloads.hiddenAt', 'is', null)
    .where('downloads.userId', 'in', userIds)
    .groupBy(['users.id', 'users.downloadHistoryRetention'])
    .having((eb) =>
      eb.or([
        eb(eb.fn.countAll<number>(), '>', maxKept),
        eb(eb.fn.countAll<number>(), '>', eb.ref('users.downloadHistoryRetention')),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** Hides the ended downloads of these members beyond the number that each member keeps, and beyond `maxKept`. */
export async function hideBeyond(trx: Trx, { maxKept, now, userIds }: Kept & { now: string }): Promise<void> {
  const ranked = trx
    .selectFrom('downloads')
    .innerJoin('users', 'users.id', 'downloads.userId')
    .select([
      'downloads.id',
      'users.downloadHistoryRetention as kept',
      sql<number>`row_number() over
        (partition by "userId" order by "startedAt" desc, downloads.id desc)`.as('rank'),
    ])
    .where('downloads.hiddenAt', 'is', null)
    .where('downloads.userId', 'in', userIds)
    .as('ranked');
  const beyond = trx
    .selectFrom(ranked)
    .select('ranked.id')
    .where((eb) => eb.or([eb('ranked.rank', '>', maxKept), eb('ranked.rank', '>', eb.ref('ranked.kept'))]));
  await hideAll(trx, beyond.$asScalar(), now);
}

const hasNoTicket = sql<boolean>`not exists (select 1 from tickets where tickets."downloadId" = downloads.id)`;

/** The last row that was examined. The next step continues after it, in the order of time and id. */
export interface Position {
  at: string;
  id: string;
}

interface Step {
  before: string;
  after: Position;
  limit: number;
}

/** Returns undefined if these were the last rows. */
function positionAfter(rows: { at: string | null; id: string }[], limit: number): Position | undefined {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return last && { at: last.at ?? '', id: last.id };
}

/**
 * Examines the next `limit` downloads outside the log, and deletes those that ended before `before` and that no member can see.
 * Returns the position to continue from, or undefined at the end.
 */
export async function deleteInvisible(db: Db, { before, after, limit }: Step): Promise<Position | undefined> {
  const rows = await db
    .selectFrom('downloads')
    .select(['startedAt as at', 'id'])
    .where('logged', '=', 0)
    .where('startedAt', '>=', after.at)
    .where((eb) => eb.or([eb('startedAt', '>', after.at), eb('id', '>', after.id)]))
    .orderBy('startedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return undefined;
  await db
    .deleteFrom('downloads')
    .where('id', 'in', idsOf(rows))
    .where(unindexed<number>('logged'), '=', 0)
    .where('status', '!=', 'in_progress')
    .where(unindexed<string>('endedAt'), '<', before)
    .where((one) => one.or([one('hiddenAt', 'is not', null), one('userId', 'is', null)]))
    .where(hasNoTicket)
    .execute();
  return positionAfter(rows, limit);
}

/**
 * Examines the next `limit` anonymous downloads that ended before `before`, and clears `userId` on those that the member has
 * hidden. Returns the position to continue from, or undefined at the end.
 */
export async function clearHiddenMembers(
  db: Db,
  { before, after, limit }: Step,
): Promise<Position | undefined> {
  const rows = await db
    .selectFrom('downloads')
    .select(['endedAt as at', 'id'])
    // A literal, because the condition of the partial index has no parameters.
    .where('anonymous', '=', (one) => one.lit(1))
    .where('userId', 'is not', null)
    .where('endedAt', '<', before)
    .where('endedAt', '>=', after.at)
    .where((eb) => eb.or([eb('endedAt', '>', after.at), eb('id', '>', after.id)]))
    .orderBy('endedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  if (rows.length === 0) return undefined;
  await db
    .updateTable('downloads')
    .set({ userId: null })
    .where('id', 'in', idsOf(rows))
    .where('hiddenAt', 'is not', null)
    .where('status', '!=', 'in_progress')
    .where(unindexed<string>('endedAt'), '<', before)
    .where(hasNoTicket)
    .execute();
  return positionAfter(rows, limit);
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
