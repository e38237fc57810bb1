import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { CheatFilesTable } from '../tables.ts';

export type CheatRow = Selectable<CheatFilesTable>;

export async function insertCheat(trx: Trx, cheat: CheatRow): Promise<void> {
  await trx.insertInto('cheatFiles').values(cheat).execute();
}

/** Returns the cheat files of a game with what a virus scan has found in those that are quarantined, newest first. */
export function listCheats(db: Db, gameId: string): Promise<(CheatRow & { threat: string | null })[]> {
  return db
    .selectFrom('cheatFiles')
    .leftJoin('virusScans as scan', (join) =>
      join
        .onRef('scan.storageKey', '=', 'cheatFiles.storageKey')
        .on('scan.result', '=', 'infected')
        .on('scan.allowedAt', 'is', null),
    )
    .selectAll('cheatFiles')
    .select('scan.threat')
    .where('gameId', '=', gameId)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .execute();
}

export function findCheat(db: Db, gameId: string, id: string): Promise<CheatRow | undefined> {
  return db
    .selectFrom('cheatFiles')
    .selectAll()
    .where('gameId', '=', gameId)
    .where('id', '=', id)
    .executeTakeFirst();
}

/** Returns the deleted row. Of two simultaneous deletions only one returns it. */
export function deleteCheat(trx: Trx, gameId: string, id: string): Promise<CheatRow | undefined> {
  return trx
    .deleteFrom('cheatFiles')
    .where('gameId', '=', gameId)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirst();
}

export async function countDownload(db: Db, id: string): Promise<void> {
  await db
    .updateTable('cheatFiles')
    .set((eb) => ({ downloadCount: eb('downloadCount', '+', 1) }))
    .where('id', '=', id)
    .execute();
}

export function findGameTitle(db: Db, gameId: string): Promise<{ title: string } | undefined> {
  return db.selectFrom('games').select('title').where('id', '=', gameId).executeTakeFirst();
}

export async function moveToGame(trx: Trx, { from, to }: { from: string; to: string }): Promise<void> {
  await trx.updateTable('cheatFiles').set({ gameId: to }).where('gameId', '=', from).execute();
}
