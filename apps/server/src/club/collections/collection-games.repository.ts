// The games of a collection, and their order. Whoever changes it holds the lock of the collection's row.

import { sql } from 'kysely';
import { lockRows } from '#db/database.ts';
import { countRows, hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';

/** The gap that games are added with. It can be halved 16 times. */
const step = 2 ** 16;

/** Up to `limits.gamesPerCollection`, hidden ones included. */
export async function listGameIds(db: Db, collectionId: string, limit?: number): Promise<string[]> {
  const rows = await db
    .selectFrom('collectionGames')
    .select('gameId')
    .where('collectionId', '=', collectionId)
    .orderBy('position')
    .orderBy('gameId')
    .$if(limit !== undefined, (query) => query.limit(limit ?? 0))
    .execute();
  return rows.map(({ gameId }) => gameId);
}

export function countAll(db: Db, collectionId: string): Promise<number> {
  return countRows(db.selectFrom('collectionGames').where('collectionId', '=', collectionId));
}

/**
 * Locks games until the transaction ends, in the order of their ids, as their deletion does. So call this before the collection is
 * locked. Returns those that exist and that the member may see.
 */
export async function lockGames(
  trx: Trx,
  ids: readonly string[],
  { isAdmin }: { isAdmin: boolean },
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const query = trx
    .selectFrom('games')
    .select('id')
    .where('id', 'in', ids)
    .$if(!isAdmin, (visible) => visible.where('isHidden', '=', 0))
    .orderBy('id');
  return new Set((await lockRows(trx, query).execute()).map(({ id }) => id));
}

/** Locks all games of a collection, for changes of many rows: their deletion would delete the same rows in another order. */
export async function lockGamesOf(trx: Trx, collectionId: string): Promise<void> {
  const query = trx
    .selectFrom('games')
    .select('id')
    .where('id', 'in', (eb) =>
      eb.selectFrom('collectionGames').select('gameId').where('collectionId', '=', collectionId),
    )
    .orderBy('id');
  await lockRows(trx, query).execute();
}

/** Returns the ids that are in the collection. */
export async function listKnown(
  trx: Trx,
  collectionId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('collectionGames')
    .select('gameId')
    .where('collectionId', '=', collectionId)
    .where('gameId', 'in', ids)
    .execute();
  return new Set(rows.map(({ gameId }) => gameId));
}

/** Adds games at the end. */
export async function insertGames(trx: Trx, collectionId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const { last } = await trx
    .selectFrom('collectionGames')
    .select((eb) => eb.fn.max<number | null>('position').as('last'))
    .where('collectionId', '=', collectionId)
    .executeTakeFirstOrThrow();
  const rows = ids.map((gameId, at) => ({
    collectionId,
    gameId,
    position: Number(last ?? 0) + (at + 1) * step,
  }));
  await trx.insertInto('collectionGames').values(rows).execute();
}

/** Returns false if the game was not in the collection. */
export function deleteGame(trx: Trx, collectionId: string, gameId: string): Promise<boolean> {
  return hasChanged(
    trx.deleteFrom('collectionGames').where('collectionId', '=', collectionId).where('gameId', '=', gameId),
  );
}

/**
 * Returns a free position before a game, or at the end. `crowded`: there is none, so call `spread` first. Undefined: this game is not in
 * the collection.
 */
export async function findPlace(
  trx: Trx,
  collectionId: string,
  { gameId, before }: { gameId: string; before: string | null },
): Promise<number | 'crowded' | undefined> {
  const positions = trx
    .selectFrom('collectionGames')
    .select('position')
    .where('collectionId', '=', collectionId);
  const others = positions.where('gameId', '!=', gameId).orderBy('position', 'desc').limit(1);
  if (before === null) {
    const last = await others.executeTakeFirst();
    return Number(last?.position ?? 0) + step;
  }
  const next = await positions.where('gameId', '=', before).executeTakeFirst();
  if (!next) return undefined;
  const end = Number(next.position);
  const previous = await others.where('position', '<', end).executeTakeFirst();
  if (!previous) return end - step;
  const start = Number(previous.position);
  const middle = Math.floor((start + end) / 2);
  return middle > start ? middle : 'crowded';
}

/** Returns false if the game is not in the collection. */
export function setPosition(
  trx: Trx,
  collectionId: string,
  { gameId, position }: { gameId: string; position: number },
): Promise<boolean> {
  return hasChanged(
    trx
      .updateTable('collectionGames')
      .set({ position })
      .where('collectionId', '=', collectionId)
      .where('gameId', '=', gameId),
  );
}

/** Makes equal gaps between all games. */
export async function spread(trx: Trx, collectionId: string): Promise<void> {
  await sql`update "collectionGames" set position = placed.place * ${sql.lit(step)} from
    (select "gameId" as id, row_number() over (order by position, "gameId") as place
      from "collectionGames" where "collectionId" = ${collectionId}) as placed
    where "collectionId" = ${collectionId} and "gameId" = placed.id`.execute(trx);
}
