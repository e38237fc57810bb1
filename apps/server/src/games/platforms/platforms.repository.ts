// Own platforms in the database, and how many games and uploads use them.

import type { Selectable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { OwnPlatformsTable } from '../tables.ts';

export type PlatformRow = Selectable<OwnPlatformsTable>;

/** Returns the platforms in their order. */
export function listPlatforms(db: Db): Promise<PlatformRow[]> {
  return db.selectFrom('ownPlatforms').selectAll().orderBy('position').orderBy('id').execute();
}

/** Locks all platforms until the transaction ends, and returns them in their order. */
export async function lockPlatforms(trx: Trx): Promise<PlatformRow[]> {
  await lockRows(trx, trx.selectFrom('ownPlatforms').select('id').orderBy('id')).execute();
  // Read again: platforms added while this waited for the lock are not among the locked rows.
  return listPlatforms(trx);
}

/** Locks a platform until the transaction ends. Returns whether it exists. */
export async function lockPlatform(trx: Trx, name: string): Promise<boolean> {
  const query = trx.selectFrom('ownPlatforms').select('id').where('name', '=', name);
  return (await lockRows(trx, query).executeTakeFirst()) !== undefined;
}

export async function insertPlatform(trx: Trx, platform: PlatformRow): Promise<void> {
  await trx.insertInto('ownPlatforms').values(platform).execute();
}

export async function updatePlatform(trx: Trx, id: string, changes: Partial<PlatformRow>): Promise<void> {
  await trx.updateTable('ownPlatforms').set(changes).where('id', '=', id).execute();
}

export async function deletePlatform(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('ownPlatforms').where('id', '=', id).execute();
}

/** Returns the number of games with a file, for each of these platforms that has any. */
export async function countGames(db: Db, names: string[]): Promise<Map<string, number>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('gameFiles')
    .select((eb) => ['platform', eb.fn.countAll<number>().as('count')])
    .where('platform', 'in', names)
    .groupBy('platform')
    .execute();
  return new Map(rows.map(({ platform, count }) => [platform, Number(count)]));
}

/** Returns the number of updates and extras for a platform. */
export function countExtras(db: Db, name: string): Promise<number> {
  return countRows(db.selectFrom('gameExtras').where('platform', '=', name));
}

export function countUnfinishedUploads(db: Db, name: string): Promise<number> {
  return countRows(db.selectFrom('uploads').where('platform', '=', name).where('state', '=', 'open'));
}
