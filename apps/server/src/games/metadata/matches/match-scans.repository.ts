// Scans for games without metadata. `scannedAt` of each row that a scan has queued is the start time of the scan.
import { type ExpressionBuilder, sql } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import type { Db, Schema, Trx } from '#db/schema.ts';

/** The next `limit` games after the id `after`. */
export interface Slice {
  after: string;
  limit: number;
}

export interface SliceDone {
  /** The last game of the slice; undefined if there are no more games. */
  last: string | undefined;
  /** The number of changed rows. */
  changed: number;
}

/** A game lacks metadata if it has no cover or no description. */
function lacksMetadata(eb: ExpressionBuilder<Schema, 'games'>) {
  return eb.or([eb('games.boxArt', 'is', null), eb('games.description', '=', '')]);
}

/** Queues games that lack metadata, even after a search that failed or found nothing. Skips games that wait for an admin. */
export async function queueSlice(
  trx: Trx,
  { after, limit }: Slice,
  { now, startedAt }: { now: string; startedAt: string },
): Promise<SliceDone> {
  const games = await trx
    .selectFrom('games')
    .select((eb) => ['id', lacksMetadata(eb).as('isLacking')])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  const last = games.length < limit ? undefined : games.at(-1)?.id;
  const ids = games.filter(({ isLacking }) => isLacking).map(({ id }) => id);
  if (ids.length === 0) return { last, changed: 0 };
  const again = await trx
    .updateTable('gameMatches')
    .set((eb) => ({
      state: 'queued' as const,
      stateBefore: eb.ref('state'),
      dueAt: now,
      attempts: 0,
      reason: '',
      scannedAt: startedAt,
      updatedAt: now,
    }))
    .where(unindexed<string>('state'), 'in', ['none', 'failed'])
    .where('gameId', 'in', ids)
    .executeTakeFirst();
  const added = await insertQueued(trx, ids, { now, startedAt });
  return { last, changed: Number(again.numUpdatedRows) + added };
}

/** Inserts by a select, so that a game that was just deleted is omitted. */
async function insertQueued(
  trx: Trx,
  ids: string[],
  { now, startedAt }: { now: string; startedAt: string },
): Promise<number> {
  const at = (time: string) => sql<string>`cast(${time} as text)`;
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('gameMatches')
    .columns(['gameId', 'state', 'reason', 'dueAt', 'attempts', 'candidates', 'scannedAt', 'updatedAt'])
    .expression((eb) =>
      eb
        .selectFrom('games')
        .select([
          'games.id',
          sql.lit('queued').as('state'),
          sql.lit('').as('reason'),
          at(now).as('dueAt'),
          sql.lit(0).as('attempts'),
          sql.lit('[]').as('candidates'),
          at(startedAt).as('scannedAt'),
          at(now).as('updatedAt'),
        ])
        .where('games.id', 'in', ids),
    )
    .onConflict((conflict) => conflict.column('gameId').doNothing())
    .executeTakeFirst();
  return Number(numInsertedOrUpdatedRows ?? 0n);
}

/** Returns queued games to their state before the scan. */
export async function unqueueSlice(trx: Trx, { after, limit }: Slice): Promise<SliceDone> {
  const rows = await trx
    .selectFrom('gameMatches')
    .select('gameId')
    .where('gameId', '>', after)
    .orderBy('gameId')
    .limit(limit)
    .execute();
  const ids = rows.map(({ gameId }) => gameId);
  const last = ids.length < limit ? undefined : ids.at(-1);
  if (ids.length === 0) return { last, changed: 0 };
  const gone = await trx
    .deleteFrom('gameMatches')
    .where('gameId', 'in', ids)
    .where(unindexed<string>('state'), '=', 'queued')
    .where('scannedAt', 'is not', null)
    .where('stateBefore', 'is', null)
    .executeTakeFirst();
  const back = await trx
    .updateTable('gameMatches')
    .set((eb) => ({
      state: sql`${eb.ref('stateBefore')}`,
      stateBefore: null,
      scannedAt: null,
      dueAt: null,
      reason: 'The search was canceled.',
    }))
    .where('gameId', 'in', ids)
    .where(unindexed<string>('state'), '=', 'queued')
    .where('scannedAt', 'is not', null)
    .executeTakeFirst();
  return { last, changed: Number(gone.numDeletedRows) + Number(back.numUpdatedRows) };
}

export interface ScanRow {
  startedAt: string;
  total: number;
  left: number;
}

/** Returns the latest scan. */
export async function findScan(db: Db): Promise<ScanRow | undefined> {
  const last = await db
    .selectFrom('gameMatches')
    .select('scannedAt')
    .where('scannedAt', 'is not', null)
    .orderBy('scannedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!last?.scannedAt) return undefined;
  const rows = await db
    .selectFrom('gameMatches')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .where('scannedAt', '=', last.scannedAt)
    .groupBy('state')
    .execute();
  const count = (counted: typeof rows) => counted.reduce((sum, row) => sum + Number(row.count), 0);
  const left = rows.filter(({ state }) => state === 'queued' || state === 'searching');
  return { startedAt: last.scannedAt, total: count(rows), left: count(left) };
}
