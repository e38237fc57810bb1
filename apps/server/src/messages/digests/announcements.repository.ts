// Stores which games have been announced. Writes only the announcement columns of games and the digest state.

import type { Selectable, Updateable } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import { countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { DigestStateTable } from '../tables.ts';

type State = Omit<Selectable<DigestStateTable>, 'id'>;

export function getState(db: Db): Promise<State> {
  return db.selectFrom('digestState').selectAll().executeTakeFirstOrThrow();
}

/** Locks the state until the transaction ends. Uses an update, because on SQLite only a write keeps other writers out. */
export function lockState(trx: Trx): Promise<State> {
  return trx.updateTable('digestState').set({ id: 1 }).returningAll().executeTakeFirstOrThrow();
}

export async function updateState(db: Db, changes: Updateable<DigestStateTable>): Promise<void> {
  await db.updateTable('digestState').set(changes).execute();
}

interface ReadyFilter {
  now: string;
  /** Games added before this time no longer wait for their metadata. */
  addedBefore: string;
  /** Whether any metadata provider is enabled. */
  hasProviders: boolean;
  limit: number;
}

/** Lists games that members see, that have a file and whose metadata search is over, oldest first. */
export async function listReadyGames(
  db: Db,
  { now, addedBefore, hasProviders, limit }: ReadyFilter,
): Promise<string[]> {
  const rows = await db
    .selectFrom('games')
    .leftJoin('gameMatches', 'gameMatches.gameId', 'games.id')
    .select('games.id')
    .where('games.announcedAt', 'is', null)
    // Few games are not announced yet, but most are not hidden.
    .where(unindexed<number>('games.isHidden'), '=', 0)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('gameFiles').select('id').whereRef('gameFiles.gameId', '=', 'games.id')),
    )
    .where((eb) =>
      eb.or([
        eb('gameMatches.gameId', 'is', null),
        eb('gameMatches.state', 'not in', hasProviders ? ['queued', 'searching', 'failed'] : ['searching']),
        eb('gameMatches.state', '=', 'failed').and('gameMatches.dueAt', 'is', null),
        eb('games.createdAt', '<=', addedBefore),
        // The clock was set back after the game had been added.
        eb('games.createdAt', '>', now),
      ]),
    )
    .orderBy('games.createdAt')
    .orderBy('games.id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

export async function announceGame(trx: Trx, id: string, number: number, now: string): Promise<void> {
  await trx
    .updateTable('games')
    .set({ announcedNumber: number, announcedAt: now })
    .where('id', '=', id)
    .where('announcedAt', 'is', null)
    .execute();
}

/** Moves announcements with a time in the future to `now`. */
export async function moveFutureAnnouncements(trx: Trx, now: string): Promise<void> {
  await trx
    .updateTable('games')
    .set({ announcedAt: now })
    .where('announcedNumber', 'is not', null)
    .where('announcedAt', '>', now)
    .execute();
}

// Reads the games that digests list: the games in a range of announcement numbers that still exist and that members see.

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

export function countAnnounced(db: Db, { after, through }: AnnouncedRange): Promise<number> {
  return countRows(
    db
      .selectFrom('games')
      .where('announcedNumber', '>', after)
      .where('announcedNumber', '<=', through)
      .where('isHidden', '=', 0),
  );
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
