// The members' own download histories in the database: which downloads they are told of, and what nobody is told of any more.
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { GameColumns } from './download-log.repository.ts';
import type { DownloadRow } from './downloads.repository.ts';

/** Newest first. */
export function listHistory(db: Db, userId: string, limit: number): Promise<(DownloadRow & GameColumns)[]> {
  return db
    .selectFrom('downloads')
    .leftJoin('games', 'games.id', 'downloads.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .selectAll('downloads')
    .select(['games.title', 'games.boxArt', 'artworks.thumbhash'])
    .where('downloads.userId', '=', userId)
    .where('downloads.hiddenAt', 'is', null)
    .orderBy('downloads.startedAt', 'desc')
    .orderBy('downloads.id', 'desc')
    .limit(limit)
    .execute();
}

/** False for one that the member does not have, or has hidden before. */
export async function hideOne(db: Db, userId: string, id: string, now: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('downloads')
    .set({ hiddenAt: now })
    .where('id', '=', id)
    .where('userId', '=', userId)
    .where('hiddenAt', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function hideEnded(db: Db, userId: string, now: string): Promise<void> {
  await db
    .updateTable('downloads')
    .set({ hiddenAt: now })
    .where('userId', '=', userId)
    .where('hiddenAt', 'is', null)
    .where('status', '!=', 'in_progress')
    .execute();
}

/** Of the member, or of every member: what has ended and is older than the newest ones that are kept. */
export async function hideBeyond(
  db: Db,
  { most, now, userId }: { most: number; now: string; userId?: string },
) {
  await db
    .updateTable('downloads')
    .set({ hiddenAt: now })
    .where('status', '!=', 'in_progress')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom((from) =>
          from
            .selectFrom('downloads')
            .innerJoin('users', 'users.id', 'downloads.userId')
            .select([
              'downloads.id',
              'users.downloadHistoryRetention as kept',
              sql<number>`row_number() over
                (partition by "userId" order by "startedAt" desc, downloads.id desc)`.as('place'),
            ])
            .where('downloads.hiddenAt', 'is', null)
            .$if(userId !== undefined, (query) => query.where('downloads.userId', '=', userId ?? ''))
            .as('placed'),
        )
        .select('placed.id')
        .where((placed) =>
          placed.or([
            placed('placed.place', '>', most),
            placed('placed.place', '>', placed.ref('placed.kept')),
          ]),
        ),
    )
    .execute();
}

const isUnused = sql<boolean>`not exists (select 1 from tickets where tickets."downloadId" = downloads.id)`;

interface Some {
  before: string;
  limit: number;
}

/** Some of what ended before `before` and is shown to nobody goes. Gives how many. */
export async function forgetSome(db: Db, { before, limit }: Some): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('downloads')
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('downloads')
        .select('id')
        .where('logged', '=', 0)
        .where('status', '!=', 'in_progress')
        .where('endedAt', '<', before)
        .where((one) => one.or([one('hiddenAt', 'is not', null), one('userId', 'is', null)]))
        .where(isUnused)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Some of what ended before `before`, and admins see without its member, loses it once the member has hidden it. Gives how many. */
export async function unnameSome(db: Db, { before, limit }: Some): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('downloads')
    .set({ userId: null })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('downloads')
        .select('id')
        // As the index has it, which has no parameters.
        .where('anonymous', '=', (one) => one.lit(1))
        .where('userId', 'is not', null)
        .where('hiddenAt', 'is not', null)
        .where('status', '!=', 'in_progress')
        .where('endedAt', '<', before)
        .where(isUnused)
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
