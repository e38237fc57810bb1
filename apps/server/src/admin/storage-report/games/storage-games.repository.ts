// Reads the space of the games. All of it runs on `longReads`.
import type { Db } from '#db/schema.ts';

export interface GameUsageRow {
  gameId: string;
  title: string;
  files: number;
  bytes: number;
  addedAt: string;
  lastDownloadAt: string | null;
}

/** Selects the games with files that have been idle since before `idleBefore`, or all of them. */
function games(db: Db, idleBefore: string | undefined) {
  return db
    .selectFrom('gameUsage')
    .where('bytes', '>', 0)
    .$if(idleBefore !== undefined, (query) => query.where('idleSince', '<', idleBefore ?? ''));
}

export interface GameSums {
  /** The number of games. */
  total: number;
  bytes: number;
}

export async function sumGames(db: Db, idleBefore: string | undefined): Promise<GameSums> {
  const { total, bytes } = await games(db, idleBefore)
    .select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.sum<number | null>('bytes').as('bytes')])
    .executeTakeFirstOrThrow();
  return { total: Number(total), bytes: Number(bytes ?? 0) };
}

/** Returns one page, largest first. The titles are read afterwards, because an offset reads all rows that it skips. */
export function listGames(
  db: Db,
  idleBefore: string | undefined,
  { limit, offset }: { limit: number; offset: number },
): Promise<GameUsageRow[]> {
  const page = games(db, idleBefore)
    .select('gameId')
    .orderBy('bytes', 'desc')
    .orderBy('gameId', 'desc')
    .limit(limit)
    .offset(offset);
  return db
    .selectFrom(page.as('page'))
    .innerJoin('gameUsage', 'gameUsage.gameId', 'page.gameId')
    .innerJoin('games', 'games.id', 'page.gameId')
    .select(['gameUsage.gameId', 'gameUsage.files', 'gameUsage.bytes', 'gameUsage.lastDownloadAt'])
    .select(['games.title', 'games.createdAt as addedAt'])
    .orderBy('gameUsage.bytes', 'desc')
    .orderBy('gameUsage.gameId', 'desc')
    .execute();
}

/** Counts the downloads of these games in the admin's log, which begins at `since`. */
export async function countDownloads(db: Db, gameIds: string[], since: string): Promise<Map<string, number>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('downloads')
    .select((eb) => ['gameId', eb.fn.countAll<number>().as('count')])
    .where('gameId', 'in', gameIds)
    .where('logged', '=', 1)
    .where('startedAt', '>=', since)
    .groupBy('gameId')
    .execute();
  return new Map(rows.map(({ gameId, count }) => [gameId ?? '', Number(count)]));
}
