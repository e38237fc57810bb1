// Statistics of the admin's download log, by day and by game. Downloads of extras and of single files
// are not downloads of a game and do not count.
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { GameColumns } from './download-log.repository.ts';

export interface DayRow {
  day: string;
  downloads: number;
  completed: number;
  handedOver: number;
  bytes: number;
}

/** Sums up the logged downloads since `since` by day (UTC). Days without downloads are missing. */
export async function sumDays(db: Db, since: string): Promise<DayRow[]> {
  const day = sql<string>`substr("startedAt", 1, 10)`;
  const rows = await db
    .selectFrom('downloads')
    .select((eb) => [
      day.as('day'),
      eb.fn.countAll<number>().as('downloads'),
      sql<number>`sum(case when status = 'completed' then 1 else 0 end)`.as('completed'),
      eb.fn.count<number>('handedOverAt').as('handedOver'),
      eb.fn.sum<number>('bytesSent').as('bytes'),
    ])
    .where('logged', '=', 1)
    .where('extraName', 'is', null)
    .where('singleFileId', 'is', null)
    .where('startedAt', '>=', since)
    .groupBy(day)
    .execute();
  return rows.map((row) => ({
    day: row.day,
    downloads: Number(row.downloads),
    completed: Number(row.completed),
    handedOver: Number(row.handedOver),
    bytes: Number(row.bytes),
  }));
}

export type TopGameRow = GameColumns & {
  gameId: string | null;
  gameTitle: string;
  downloads: number;
  bytes: number;
};

/** Returns the most downloaded games. A deleted game counts under its last title. */
export async function listTopGames(db: Db, since: string, limit: number): Promise<TopGameRow[]> {
  const rows = await db
    .selectFrom((eb) =>
      eb
        .selectFrom('downloads')
        .select(({ fn }) => [
          fn.max('gameId').as('gameId'),
          fn.max('gameTitle').as('gameTitle'),
          fn.countAll<number>().as('downloads'),
          fn.sum<number>('bytesSent').as('bytes'),
        ])
        .where('logged', '=', 1)
        .where('extraName', 'is', null)
        .where('singleFileId', 'is', null)
        .where('startedAt', '>=', since)
        .groupBy(({ fn }) => fn.coalesce('gameId', 'gameTitle'))
        .orderBy('downloads', 'desc')
        .orderBy('gameTitle')
        .limit(limit)
        .as('top'),
    )
    .leftJoin('games', 'games.id', 'top.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .selectAll('top')
    .select(['games.title', 'games.boxArt', 'artworks.thumbhash'])
    .orderBy('top.downloads', 'desc')
    .orderBy('top.gameTitle')
    .execute();
  return rows.map((row) => ({ ...row, downloads: Number(row.downloads), bytes: Number(row.bytes) }));
}
