// Platform files in the database. This feature alone writes the table; others read it.
import type { Selectable } from 'kysely';
import type { Db, GameFilesTable } from '#db/schema.ts';

export type GameFileRow = Selectable<GameFilesTable>;

export async function insertFile(db: Db, file: GameFileRow): Promise<void> {
  await db.insertInto('gameFiles').values(file).execute();
}

export function findFile(db: Db, gameId: string, platform: string): Promise<GameFileRow | undefined> {
  return db
    .selectFrom('gameFiles')
    .selectAll()
    .where('gameId', '=', gameId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

export function listFilesOf(db: Db, gameId: string): Promise<GameFileRow[]> {
  return db.selectFrom('gameFiles').selectAll().where('gameId', '=', gameId).orderBy('platform').execute();
}

export function listFilesWithoutDigest(db: Db, limit: number): Promise<GameFileRow[]> {
  return db
    .selectFrom('gameFiles')
    .selectAll()
    .where('sha256', 'is', null)
    .orderBy('createdAt')
    .limit(limit)
    .execute();
}

export async function updateDigest(db: Db, id: string, sha256: string): Promise<void> {
  await db.updateTable('gameFiles').set({ sha256 }).where('id', '=', id).execute();
}

/**
 * Every storage key that a file or an upload stands for, in one statement: an upload that completes at this moment is
 * seen either as an upload or as a file, never as neither.
 */
export async function listKeysInUse(db: Db): Promise<Set<string>> {
  const rows = await db
    .selectFrom('gameFiles')
    .select('storageKey as key')
    .union(db.selectFrom('uploads').select('id as key').where('state', '=', 'open'))
    .execute();
  return new Set(rows.map(({ key }) => key));
}
