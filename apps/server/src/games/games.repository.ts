// Single games in the database. games/catalogue reads the games for the catalogue's pages.

import type { PlatformIcon } from '@cellar/contract/games/rules/platform-presets.ts';
import { type DeleteResult, type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { lockRows } from '#db/database.ts';
import { hasRow } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GamesTable } from './tables.ts';

export type GameRow = Selectable<GamesTable>;

export async function listGenres(db: Db, gameId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gameGenres')
    .select('genre')
    .where('gameId', '=', gameId)
    .orderBy('position')
    .execute();
  return rows.map(({ genre }) => genre);
}

export async function findThumbhash(db: Db, pictureName: string): Promise<string | undefined> {
  const query = db.selectFrom('artworks').select('thumbhash').where('name', '=', pictureName);
  return (await query.executeTakeFirst())?.thumbhash;
}

/** Returns the icons of the game's own platforms, by their names. */
export async function listPlatformIcons(db: Db, gameId: string): Promise<Map<string, PlatformIcon>> {
  const rows = await db
    .selectFrom('gameFiles')
    .innerJoin('ownPlatforms', 'ownPlatforms.name', 'gameFiles.platform')
    .select(['ownPlatforms.name', 'ownPlatforms.icon'])
    .where('gameFiles.gameId', '=', gameId)
    .execute();
  return new Map(rows.map(({ name, icon }) => [name, icon]));
}

export function findGame(db: Db, id: string): Promise<GameRow | undefined> {
  return db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirst();
}

export async function isHidden(db: Db, id: string): Promise<boolean> {
  const row = await db.selectFrom('games').select('isHidden').where('id', '=', id).executeTakeFirst();
  return row?.isHidden === 1;
}

/** Whether the member has contributed the game, and it waits for an admin. */
export function isOwnContribution(db: Db, gameId: string, userId: string): Promise<boolean> {
  return hasRow(
    db
      .selectFrom('contributions')
      .select('id')
      .where('gameId', '=', gameId)
      .where('userId', '=', userId)
      .where('state', '=', 'waiting'),
  );
}

/** Returns the id of the contribution that waits in this game, or null. */
export async function findContribution(db: Db, gameId: string): Promise<string | null> {
  const row = await db
    .selectFrom('contributions')
    .select('id')
    .where('gameId', '=', gameId)
    .where('state', '=', 'waiting')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Locks the game until the transaction ends: nothing can be added to it in the meantime. */
export function lockGame(trx: Trx, id: string): Promise<GameRow | undefined> {
  return lockRows(trx, trx.selectFrom('games').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** `titleKey`: the result of the contract's `titleKey()`. */
export function findGameByTitleKey(db: Db, titleKey: string): Promise<GameRow | undefined> {
  return db.selectFrom('games').selectAll().where('titleKey', '=', titleKey).executeTakeFirst();
}

export function listMedia(db: Db, gameId: string): Promise<{ kind: 'image' | 'video'; value: string }[]> {
  return db
    .selectFrom('gameMedia')
    .select(['kind', 'value'])
    .where('gameId', '=', gameId)
    .orderBy('position')
    .execute();
}

/** Does nothing if the title exists, so that two uploads of one new title create only one game. */
export async function insertGame(trx: Trx, game: Insertable<GamesTable>): Promise<void> {
  await trx
    .insertInto('games')
    .values(game)
    .onConflict((conflict) => conflict.column('titleKey').doNothing())
    .execute();
}

export async function insertGenres(trx: Trx, gameId: string, genres: string[]): Promise<void> {
  if (genres.length === 0) return;
  const rows = genres.map((genre, position) => ({ gameId, genre, position }));
  await trx.insertInto('gameGenres').values(rows).execute();
}

export async function updateGame(trx: Trx, id: string, changes: Updateable<GamesTable>): Promise<void> {
  await trx.updateTable('games').set(changes).where('id', '=', id).execute();
}

export async function replaceGenres(trx: Trx, gameId: string, genres: string[]): Promise<void> {
  await trx.deleteFrom('gameGenres').where('gameId', '=', gameId).execute();
  await insertGenres(trx, gameId, genres);
}

/** `values`: names of pictures, or links to videos. */
export async function replaceMedia(
  trx: Trx,
  gameId: string,
  kind: 'image' | 'video',
  values: string[],
): Promise<void> {
  await trx.deleteFrom('gameMedia').where('gameId', '=', gameId).where('kind', '=', kind).execute();
  if (values.length === 0) return;
  const rows = values.map((value, position) => ({ gameId, kind, position, value }));
  await trx.insertInto('gameMedia').values(rows).execute();
}

/** Returns when the member last completed a download of a platform file of the game, or null. Reads one entry of an index. */
export async function findLastDownload(db: Db, userId: string, gameId: string): Promise<string | null> {
  const last = await db
    .selectFrom('downloads')
    .select('endedAt')
    .where('userId', '=', userId)
    .where('gameId', '=', gameId)
    // A literal, because the condition of the partial index has no parameters.
    .where('status', '=', sql.lit('completed'))
    .where('extraName', 'is', null)
    .where('singleFileId', 'is', null)
    .where('endedAt', 'is not', null)
    .orderBy('endedAt', 'desc')
    .limit(1)
    .executeTakeFirst();
  return last?.endedAt ?? null;
}

/** Locks the games until the transaction ends, in the order of their ids. Omits games that do not exist. */
export function lockTitles(trx: Trx, ids: readonly string[]): Promise<{ id: string; title: string }[]> {
  const query = trx.selectFrom('games').select(['id', 'title']).where('id', 'in', ids).orderBy('id');
  return lockRows(trx, query).execute();
}

/** Returns the storage keys of the games' files, extras, cheat files and open uploads. Files in place are not stored. */
export async function listStorageKeys(db: Db, gameIds: readonly string[]): Promise<string[]> {
  const rows = await db
    .selectFrom('gameFiles')
    .select('storageKey as key')
    .where('gameId', 'in', gameIds)
    .where('libraryItemId', 'is', null)
    .union(
      db
        .selectFrom('gameExtras')
        .select('storageKey as key')
        .where('gameId', 'in', gameIds)
        .where('libraryItemId', 'is', null),
    )
    .union(db.selectFrom('cheatFiles').select('storageKey as key').where('gameId', 'in', gameIds))
    .union(
      db.selectFrom('uploads').select('id as key').where('gameId', 'in', gameIds).where('state', '=', 'open'),
    )
    .execute();
  return rows.map(({ key }) => key);
}

const rowsPerStep = 100;

/** Foreign keys also delete the games' genres, media, files, extras, uploads and tickets. */
export async function deleteGames(trx: Trx, ids: readonly string[], now: string): Promise<void> {
  await declineContributions(trx, ids, now);
  await deleteMarks(trx, ids);
  await deletePlaces(trx, ids);
  await trx.deleteFrom('games').where('id', 'in', ids).execute();
}

/** What waits for an admin in these games is declined, without a reason. */
async function declineContributions(trx: Trx, gameIds: readonly string[], now: string): Promise<void> {
  await trx
    .updateTable('contributions')
    .set({ state: 'declined', answeredAt: now })
    .where('gameId', 'in', gameIds)
    .where('state', '=', 'waiting')
    .execute();
}

/** In steps, because every member may have marked a game, and the event loop waits for each statement. */
async function deleteMarks(trx: Trx, gameIds: readonly string[]): Promise<void> {
  const step = trx
    .selectFrom('gameMarks')
    .select(['userId', 'gameId'])
    .where('gameId', 'in', gameIds)
    .limit(rowsPerStep);
  await untilNothingIsDeleted(
    trx
      .deleteFrom('gameMarks')
      .where((eb) => eb(eb.refTuple('userId', 'gameId'), 'in', step.$asTuple('userId', 'gameId'))),
  );
}

/** In steps, because every collection may have a game. */
async function deletePlaces(trx: Trx, gameIds: readonly string[]): Promise<void> {
  const step = trx
    .selectFrom('collectionGames')
    .select(['collectionId', 'gameId'])
    .where('gameId', 'in', gameIds)
    .limit(rowsPerStep);
  await untilNothingIsDeleted(
    trx
      .deleteFrom('collectionGames')
      .where((eb) =>
        eb(eb.refTuple('collectionId', 'gameId'), 'in', step.$asTuple('collectionId', 'gameId')),
      ),
  );
}

async function untilNothingIsDeleted(step: { executeTakeFirst(): Promise<DeleteResult> }): Promise<void> {
  for (let deleted = 1n; deleted > 0n; ) deleted = (await step.executeTakeFirst()).numDeletedRows;
}
