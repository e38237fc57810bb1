// The members' own download histories in the database: which downloads they are told of, and what nobody is told of any more.
import { type Expression, sql } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import { unindexed } from '#db/unindexed.ts';
import type { GameColumns } from './download-log.repository.ts';
import { type DownloadRow, holdInOrder } from './downloads.repository.ts';

/** Newest first. */
export function listHistory(db: Db, userId: string, limit: number): Promise<(DownloadRow & GameColumns)[]> {
  return db
    .selectFrom('downloads')
    .leftJoin('games', 'games.id', 'downloads.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .selectAll('downloads')
    .select(['games.title', 'games.boxArt', 'artworks.thumbhash'])
    .where('downloads.userId', '=', userId)
    .where('downloads.hiddenAt', 'is', null)
    .orderBy('downloads.startedAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
}

/** Of all members, in order, from `after` on. */
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

/** False for one that the member does not have, or has hidden before. */
export async function hideOne(db: Db, userId: string, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('downloads')
    .set({ hiddenAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
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
  await holdInOrder(trx, ids);
  await trx
    .updateTable('downloads')
    .set({ hiddenAt: now })
    .where('status', '!=', 'in_progress')
    .where('id', 'in', ids)
    .execute();
}

/** Of these members: what has ended and is older than the newest ones that are kept. */
export async function hideBeyond(
  trx: Trx,
  { most, now, userIds }: { most: number; now: string; userIds: string[] },
): Promise<void> {
  const placed = trx
    .selectFrom('downloads')
    .innerJoin('users', 'users.id', 'downloads.userId')
    .select([
      'downloads.id',
      'users.downloadHistoryRetention as kept',
      sql<number>`row_number() over
        (partition by "userId" order by "startedAt" desc, downloads.id desc)`.as('place'),
    ])
    .where('downloads.hiddenAt', 'is', null)
    .where('downloads.userId', 'in', userIds)
    .as('placed');
  const beyond = trx
    .selectFrom(placed)
    .select('placed.id')
    .where((eb) => eb.or([eb('placed.place', '>', most), eb('placed.place', '>', eb.ref('placed.kept'))]));
  await hideAll(trx, beyond.$asScalar(), now);
}

const isUnused = sql<boolean>`not exists (select 1 from tickets where tickets."downloadId" = downloads.id)`;

/** The last one that was looked at: what ended, or began, later follows it. */
export interface Place {
  at: string;
  id: string;
}

interface Step {
  before: string;
  after: Place;
  limit: number;
}

/** Undefined after the last one. */
function placeAfter(rows: { at: string | null; id: string }[], limit: number): Place | undefined {
  const last = rows.length < limit ? undefined : rows.at(-1);
  return last && { at: last.at ?? '', id: last.id };
}

/** Of the next ones that admins are not told of, those that ended before `before` and are shown to nobody go. */
export async function forgetSome(db: Db, { before, after, limit }: Step): Promise<Place | undefined> {
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
    .where(isUnused)
    .execute();
  return placeAfter(rows, limit);
}

/** Of the next ones that admins see without their member, those that ended before `before` lose it once the member has hidden them. */
export async function unnameSome(db: Db, { before, after, limit }: Step): Promise<Place | undefined> {
  const rows = await db
    .selectFrom('downloads')
    .select(['endedAt as at', 'id'])
    // As the index has it, which has no parameters.
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
    .where(isUnused)
    .execute();
  return placeAfter(rows, limit);
}

function idsOf(rows: { id: string }[]): string[] {
  return rows.map(({ id }) => id);
}
