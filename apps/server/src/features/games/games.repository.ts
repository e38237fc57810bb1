// Games in the database: the catalogue's pages, and one game whole.
import type { SortKey } from '@cellar/contract/rules/sort.ts';
import { type Selectable, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, GamesTable, Schema } from '#db/schema.ts';

export type GameRow = Selectable<GamesTable>;

export interface ListedGame {
  id: string;
  title: string;
  boxArt: string | null;
  createdAt: string;
}

export interface GamesPage {
  page: number;
  limit: number;
  sort: SortKey;
}

type GamesQuery<O> = SelectQueryBuilder<Schema, 'games', O>;

/** Games without a release date come last in both directions. The id makes every order total. */
function inOrder<O>(query: GamesQuery<O>, sort: SortKey): GamesQuery<O> {
  switch (sort) {
    case 'recentlyAddedDesc':
      return query.orderBy('createdAt', 'desc').orderBy('id', 'desc');
    case 'recentlyAddedAsc':
      return query.orderBy('createdAt').orderBy('id');
    case 'titleAsc':
      return query.orderBy('titleFold').orderBy('id');
    case 'titleDesc':
      return query.orderBy('titleFold', 'desc').orderBy('id', 'desc');
    case 'releaseDateDesc':
      return query.orderBy(sql`"releaseDate" is null`).orderBy('releaseDate', 'desc').orderBy('id', 'desc');
    case 'releaseDateAsc':
      return query.orderBy(sql`"releaseDate" is null`).orderBy('releaseDate').orderBy('id');
  }
}

export function listGames(db: Db, { page, limit, sort }: GamesPage): Promise<ListedGame[]> {
  return inOrder(db.selectFrom('games').select(['id', 'title', 'boxArt', 'createdAt']), sort)
    .limit(limit)
    .offset((page - 1) * limit)
    .execute();
}

export async function countGames(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Stored platform names by game. */
export async function listPlatforms(db: Db, gameIds: string[]): Promise<Map<string, string[]>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('gameFiles')
    .select(['gameId', 'platform as value'])
    .where('gameId', 'in', gameIds)
    .orderBy('platform')
    .execute();
  return grouped(rows);
}

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

export function findGame(db: Db, id: string): Promise<GameRow | undefined> {
  return db.selectFrom('games').selectAll().where('id', '=', id).executeTakeFirst();
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
export async function insertGame(db: Db, game: GameRow): Promise<void> {
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

/** Of its files, and of uploads to it that are under way: what is to be removed with it. */
export async function listStorageKeys(db: Db, gameId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('gameFiles')
    .select('storageKey as key')
    .where('gameId', '=', gameId)
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
