// The games that a digest tells of: those of a range of numbers that are still there.
import type { Db } from '#db/schema.ts';

/** The highest number announced by then: numbers are given in the order of time (see `bringForward` for a clock that was set). */
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

/** When the first and the last one after this number were announced; undefined where there is none. */
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

export interface NewsRange {
  after: number;
  through: number;
}

export async function countNews(db: Db, { after, through }: NewsRange): Promise<number> {
  const { count } = await db
    .selectFrom('games')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('announcedNumber', '>', after)
    .where('announcedNumber', '<=', through)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** The newest first. */
export function listNews(db: Db, { after, through }: NewsRange, limit: number) {
  return db
    .selectFrom('games')
    .select(['id', 'title', 'boxArt', 'releaseDate', 'developer', 'description'])
    .where('announcedNumber', '>', after)
    .where('announcedNumber', '<=', through)
    .orderBy('announcedNumber', 'desc')
    .limit(limit)
    .execute();
}

/** By game, sorted. */
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
