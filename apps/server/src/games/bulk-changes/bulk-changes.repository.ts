// Bulk changes, and what they did to each game.

import type { Insertable, Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { BulkChangedGamesTable, BulkChangesTable } from '../tables.ts';

export type ChangeRow = Selectable<BulkChangesTable>;

export async function insertChange(trx: Trx, change: ChangeRow): Promise<void> {
  await trx.insertInto('bulkChanges').values(change).execute();
}

/** Adds to the number of games of a change. */
export async function addGames(trx: Trx, id: string, games: number): Promise<void> {
  await trx
    .updateTable('bulkChanges')
    .set((eb) => ({ games: eb('games', '+', games) }))
    .where('id', '=', id)
    .execute();
}

/** Takes at most a few hundred rows. */
export async function insertChangedGames(
  trx: Trx,
  rows: readonly Insertable<BulkChangedGamesTable>[],
): Promise<void> {
  if (rows.length > 0) await trx.insertInto('bulkChangedGames').values(rows).execute();
}

/** Returns the last changes, newest first. */
export function listChanges(db: Db, limit: number): Promise<ChangeRow[]> {
  return db
    .selectFrom('bulkChanges')
    .selectAll()
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** Locks the change until the transaction ends. */
export function lockChange(trx: Trx, id: string): Promise<ChangeRow | undefined> {
  return lockRows(trx, trx.selectFrom('bulkChanges').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** Returns the next games of a change after the id `after`, in the order of their ids. */
export function listChangedGames(
  db: Db,
  changeId: string,
  { after, limit }: { after: string; limit: number },
): Promise<{ gameId: string; undo: string }[]> {
  return db
    .selectFrom('bulkChangedGames')
    .select(['gameId', 'undo'])
    .where('changeId', '=', changeId)
    .where('gameId', '>', after)
    .orderBy('gameId')
    .limit(limit)
    .execute();
}

export async function markUndone(
  trx: Trx,
  id: string,
  undone: Pick<ChangeRow, 'undoneAt' | 'undoneBy'>,
): Promise<void> {
  await trx.updateTable('bulkChanges').set(undone).where('id', '=', id).execute();
}

export async function listChangesBefore(db: Db, before: string, limit: number): Promise<string[]> {
  const query = db.selectFrom('bulkChanges').select('id').where('at', '<', before).orderBy('at').limit(limit);
  return (await query.execute()).map(({ id }) => id);
}

/** Deletes up to `limit` games of a change. Returns their number. */
export function deleteChangedGames(db: Db, changeId: string, limit: number): Promise<number> {
  return countChanged(
    db
      .deleteFrom('bulkChangedGames')
      .where('changeId', '=', changeId)
      .where('gameId', 'in', (eb) =>
        eb.selectFrom('bulkChangedGames').select('gameId').where('changeId', '=', changeId).limit(limit),
      ),
  );
}

export async function deleteChange(db: Db, id: string): Promise<void> {
  await db.deleteFrom('bulkChanges').where('id', '=', id).execute();
}
