import type { Insertable, Selectable } from 'kysely';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GameMarksTable, VisitsTable } from './tables.ts';

export type MarkRow = Selectable<GameMarksTable>;

export function findMarks(db: Db, userId: string, gameId: string): Promise<MarkRow | undefined> {
  return db
    .selectFrom('gameMarks')
    .selectAll()
    .where('userId', '=', userId)
    .where('gameId', '=', gameId)
    .executeTakeFirst();
}

export async function findLikes(db: Db, gameId: string): Promise<number> {
  const row = await db
    .selectFrom('gameLikes')
    .select('likes')
    .where('gameId', '=', gameId)
    .executeTakeFirst();
  return row?.likes ?? 0;
}

/** Up to `limits.marksPerMember` rows: call this with `longReads`. */
export function listMarks(db: Db, userId: string) {
  return db
    .selectFrom('gameMarks')
    .select(['gameId', 'favorite', 'playState', 'liked'])
    .select((eb) => eb('note', '!=', '').as('isNoted'))
    .where('userId', '=', userId)
    .execute();
}

export function countMarks(db: Db, userId: string): Promise<number> {
  return countRows(db.selectFrom('gameMarks').where('userId', '=', userId));
}

export async function saveMarks(trx: Trx, row: Insertable<GameMarksTable>): Promise<void> {
  await trx
    .insertInto('gameMarks')
    .values(row)
    .onConflict((conflict) => conflict.columns(['userId', 'gameId']).doUpdateSet(row))
    .execute();
}

export async function deleteMarks(trx: Trx, userId: string, gameId: string): Promise<void> {
  await trx.deleteFrom('gameMarks').where('userId', '=', userId).where('gameId', '=', gameId).execute();
}

export function findVisit(db: Db, userId: string): Promise<VisitsTable | undefined> {
  return db.selectFrom('visits').selectAll().where('userId', '=', userId).executeTakeFirst();
}

export async function saveVisit(db: Db, visit: VisitsTable): Promise<void> {
  const { seenAt, previousAt } = visit;
  await db
    .insertInto('visits')
    .values(visit)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ seenAt, previousAt }))
    .execute();
}
