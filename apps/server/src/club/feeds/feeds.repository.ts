import type { Selectable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { FeedsTable } from '../tables.ts';

type FeedRow = Selectable<FeedsTable>;

export function findFeedOf(db: Db, userId: string): Promise<FeedRow | undefined> {
  return db.selectFrom('feeds').selectAll().where('userId', '=', userId).executeTakeFirst();
}

/** Replaces the member's feed, if there is one. */
export async function putFeed(db: Db, feed: FeedRow): Promise<void> {
  const { id, createdAt } = feed;
  await db
    .insertInto('feeds')
    .values(feed)
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ id, createdAt }))
    .execute();
}

export async function deleteFeedOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('feeds').where('userId', '=', userId).execute();
}

/** Returns the member and the language of a feed, if the member has access to the library. */
export function findReader(db: Db, id: string) {
  return db
    .selectFrom('feeds')
    .innerJoin('users', 'users.id', 'feeds.userId')
    .select(['users.id', 'users.language'])
    .where('feeds.id', '=', id)
    .where('users.suspendedAt', 'is', null)
    .where('users.verifiedAt', 'is not', null)
    .where('users.approvedAt', 'is not', null)
    .executeTakeFirst();
}

/** Returns the newest announced games that members see, the newest first. */
export function listNewest(db: Db, limit: number) {
  return db
    .selectFrom('games')
    .select(['id', 'title', 'description', 'boxArt', 'releaseDate', 'developer', 'announcedAt'])
    .where('isHidden', '=', 0)
    .where('announcedAt', 'is not', null)
    .$narrowType<{ announcedAt: string }>()
    .orderBy('announcedAt', 'desc')
    .orderBy('announcedNumber', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the genres of each game, in their order, keyed by the game's id. */
export async function listGenres(db: Db, gameIds: readonly string[]): Promise<Map<string, string[]>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('gameGenres')
    .select(['gameId', 'genre'])
    .where('gameId', 'in', gameIds)
    .orderBy('position')
    .execute();
  return valuesByGame(rows.map(({ gameId, genre }) => [gameId, genre]));
}

/** Returns the sorted platforms of each game, keyed by the game's id. */
export async function listPlatforms(db: Db, gameIds: readonly string[]): Promise<Map<string, string[]>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('gameFiles')
    .select(['gameId', 'platform'])
    .where('gameId', 'in', gameIds)
    .orderBy('platform')
    .execute();
  return valuesByGame(rows.map(({ gameId, platform }) => [gameId, platform]));
}

function valuesByGame(pairs: [gameId: string, value: string][]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const [gameId, value] of pairs) values.set(gameId, [...(values.get(gameId) ?? []), value]);
  return values;
}
