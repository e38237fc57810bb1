// The days and the games of the admin's log of downloads, added up in the database.
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

export async function addUpDays(db: Db, since: string): Promise<DayRow[]> {
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
    .where('startedAt', '>=', since)
    .groupBy(day)
    .execute();
  return rows.map(({ day: name, downloads, completed, handedOver, bytes }) => ({
    ...{ day: name, downloads: Number(downloads), completed: Number(completed) },
    ...{ handedOver: Number(handedOver), bytes: Number(bytes) },
  }));
}

export type TopGameRow = GameColumns & {
  gameId: string | null;
  gameTitle: string;
  downloads: number;
  bytes: number;
};

/** A deleted game counts by the title it had. */
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
