// A scan: the search for all games without metadata, as rows of the queue that carry the moment it began.
import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from '#db/schema.ts';

/** Without a cover, or without a description. */
function lacksMetadata(eb: ExpressionBuilder<Schema, 'games'>) {
  return eb.or([eb('games.boxArt', 'is', null), eb('games.description', '=', '')]);
}

/** What was found nothing for, or could not be searched for, is searched for again; what waits for a human is left. */
export async function queueAll(trx: Trx, now: string, startedAt: string): Promise<number> {
  const again = await trx
    .updateTable('gameMatches')
    .set((eb) => ({
      ...{ state: 'queued' as const, stateBefore: eb.ref('state'), dueAt: now, attempts: 0, reason: '' },
      ...{ scannedAt: startedAt, updatedAt: now },
    }))
    .where('state', 'in', ['none', 'failed'])
    .where('gameId', 'in', (eb) => eb.selectFrom('games').select('games.id').where(lacksMetadata))
    .executeTakeFirst();
  const at = (time: string) => sql<string>`cast(${time} as text)`;
  const added = await trx
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
        .where(lacksMetadata)
        .where('games.id', 'not in', (inner) => inner.selectFrom('gameMatches').select('gameMatches.gameId')),
    )
    .onConflict((conflict) => conflict.column('gameId').doNothing())
    .executeTakeFirst();
  return Number(again.numUpdatedRows) + Number(added.numInsertedOrUpdatedRows ?? 0n);
}

/** What was not searched for yet is again what it was. */
export async function unqueueAll(trx: Trx): Promise<number> {
  const gone = await trx
    .deleteFrom('gameMatches')
    .where('state', '=', 'queued')
    .where('scannedAt', 'is not', null)
    .where('stateBefore', 'is', null)
    .executeTakeFirst();
  const back = await trx
    .updateTable('gameMatches')
    .set((eb) => ({
      state: sql`${eb.ref('stateBefore')}`,
      ...{ stateBefore: null, scannedAt: null, dueAt: null, reason: 'Its search was cancelled.' },
    }))
    .where('state', '=', 'queued')
    .where('scannedAt', 'is not', null)
    .executeTakeFirst();
  return Number(gone.numDeletedRows) + Number(back.numUpdatedRows);
}

export interface ScanRow {
  startedAt: string;
  total: number;
  left: number;
}

/** The last one. */
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
