// Reads the games that digests list: the games in a range of announcement numbers that still exist and that members see.
import type { Db } from '#db/schema.ts';

/**
 * Returns the highest number announced by this time. Numbers rise with time (for clock changes, see `moveFutureAnnouncements`).
 */
export async function findLastNumber(db: Db, announcedBy: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('games')
    .select('announcedNumber as number')
    .where('announcedNumber', 'is not', null)
    .where('announcedAt', '<=', announcedBy)
    .orderBy('announcedAt', 'desc')
    .orderBy('announcedNumber', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.number ?? undefined;
}

/** Returns when the first and the last game after this number were announced, or undefined if there is none. */
export async function findSpan(db: Db, after: number): Promise<{ first: string; last: string } | undefined> {
  const [first, last] = [await findEnd(db, after, 'asc'), await findEnd(db, after, 'desc')];
  return first && last ? { first, last } : undefined;
}

async function findEnd(db: Db, after: number, order: 'asc' | 'desc'): Promise<string | null | undefined> {
  const row = await db
    .selectFrom('games')
    .select('announcedAt')
    .where('announcedNumber', '>', after)
    .orderBy('announcedNumber', order)
    .limit(1)
    .executeTakeFirst();
  return row?.announcedAt;
}

/** The announcement numbers from `after` (exclusive) to `through` (inclusive). */
export interface AnnouncedRange {
  after: number;
  through: number;
}

export async function countAnnounced(db: Db, { after, through }: AnnouncedRange): Promise<number> {
  const { count } = await db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('announcedNumber', '>', after)
    .where('announcedNumber', '<=', through)
    .where('isHidden', '=', 0)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Returns the newest games first. */
export function listAnnounced(db: Db, { after, through }: AnnouncedRange, limit: number) {
  return db
    .selectFrom('games')
    .select(['id', 'title', 'boxArt', 'releaseDate', 'developer', 'description'])
    .where('announcedNumber', '>', after)
    .where('announcedNumber', '<=', through)
    .where('isHidden', '=', 0)
    .orderBy('announcedNumber', 'desc')
    .limit(limit)
    .execute();
}

/** Returns the sorted platforms of each game, keyed by the game's id. */
export async function listPlatforms(db: Db, gameIds: string[]): Promise<Map<string, string[]>> {
  const platforms = new Map<string, string[]>(gameIds.map((id) => [id, []]));
  if (gameIds.length === 0) return platforms;
  const rows = await db
    .selectFrom('gameFiles')
    .select(['gameId', 'platform'])
    .where('gameId', 'in', gameIds)
    .orderBy('platform')
    .execute();
  for (const { gameId, platform } of rows) platforms.get(gameId)?.push(platform);
  return platforms;
}
