// Games in the database, one at a time; the pages of the catalogue are read by features/catalogue.
import type { Insertable, Selectable, Updateable } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GamesTable } from './games.table.ts';

export type GameRow = Selectable<GamesTable>;

export async function listGenres(db: Db, gameIds: string[]): Promise<Map<string, string[]>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('gameGenres')
    .select(['gameId', 'genre as value'])
    .where('gameId', 'in', gameIds)
    .orderBy('position')
    .execute();
  return grouped(rows);
}

function grouped(rows: { gameId: string; value: string }[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { gameId, value } of rows) {
    const group = groups.get(gameId);
    if (group) group.push(value);
    else groups.set(gameId, [value]);
  }
  return groups;
}

/** ThumbHashes by the picture's name, as far as they are known. */
export async function listThumbhashes(db: Db, names: string[]): Promise<Map<string, string>> {
  if (names.length === 0) return new Map();
  const rows = await db
    .selectFrom('artworks')
    .select(['name', 'thumbhash'])
    .where('name', 'in', names)
    .execute();
  return new Map(rows.map(({ name, thumbhash }) => [name, thumbhash]));
}

export function findGame(db: Db, id: string): Promise<GameRow | undefined> {
  return db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Until the transaction ends nothing new can be added to the game. */
export function holdGame(trx: Trx, id: string): Promise<GameRow | undefined> {
  return lockRows(trx, trx.selectFrom('games').selectAll().where('id', '=', id)).executeTakeFirst();
}

/** `titleKey` as the contract's rule makes it. */
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

/** Leaves an equal title alone: two uploads of one new title make one game. */
export async function insertGame(db: Db, game: Insertable<GamesTable>): Promise<void> {
  await db
    .insertInto('games')
    .values(game)
    .onConflict((conflict) => conflict.column('titleKey').doNothing())
    .execute();
}

export async function insertGenres(db: Db, gameId: string, genres: string[]): Promise<void> {
  if (genres.length === 0) return;
  const rows = genres.map((genre, position) => ({ gameId, genre, position }));
  await db.insertInto('gameGenres').values(rows).execute();
}

export async function updateGame(trx: Trx, id: string, changes: Updateable<GamesTable>): Promise<void> {
  await trx.updateTable('games').set(changes).where('id', '=', id).execute();
}

export async function replaceGenres(trx: Trx, gameId: string, genres: string[]): Promise<void> {
  await trx.deleteFrom('gameGenres').where('gameId', '=', gameId).execute();
  await insertGenres(trx, gameId, genres);
}

/** Names of pictures, or links of videos. */
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

/** Of its files and cheat files, and of uploads to it that are under way: what is to be removed with it. */
export async function listStorageKeys(db: Db, gameId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gameFiles')
    .select('storageKey as key')
    .where('gameId', '=', gameId)
    .union(db.selectFrom('cheatFiles').select('storageKey as key').where('gameId', '=', gameId))
    .union(
      db.selectFrom('uploads').select('id as key').where('gameId', '=', gameId).where('state', '=', 'open'),
    )
    .execute();
  return rows.map(({ key }) => key);
}

/** Its genres and media go with it, and by their own references its files, uploads and tickets. */
export async function deleteGame(db: Db, id: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('games').where('id', '=', id).executeTakeFirst();
  return numDeletedRows > 0n;
}
