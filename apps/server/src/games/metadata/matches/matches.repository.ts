// The match of each game, and the queue of games to search for.

import { type Selectable, sql, type Updateable } from 'kysely';
import { countChanged, countRows } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GameMatchesTable } from '#games/tables.ts';
import { isUnleased, type Lease, leasesOf } from '#platform/lease.ts';

export type MatchRow = Selectable<GameMatchesTable>;
type State = MatchRow['state'];

/** The values of a game that is not in the queue. */
export const notQueued = { dueAt: null, holder: null, leaseUntil: null, attempts: 0 };

export function findMatchRow(db: Db, gameId: string): Promise<MatchRow | undefined> {
  return db.selectFrom('gameMatches').selectAll().where('gameId', '=', gameId).executeTakeFirst();
}

/** Inserts or updates the game's row. */
export async function putMatch(
  trx: Trx,
  gameId: string,
  changes: Updateable<GameMatchesTable> & { state: State; updatedAt: string },
): Promise<void> {
  await trx
    .insertInto('gameMatches')
    .values({ ...blankRow, ...changes, gameId })
    .onConflict((conflict) => conflict.column('gameId').doUpdateSet(changes))
    .execute();
}

export async function deleteMatch(trx: Trx, gameId: string): Promise<void> {
  await trx.deleteFrom('replacedPictures').where('gameId', '=', gameId).execute();
  await trx.deleteFrom('gameMatches').where('gameId', '=', gameId).execute();
}

/** Protects exactly these of the game's replaced pictures from the sweep. */
export async function keepPictures(trx: Trx, gameId: string, names: string[]): Promise<void> {
  await trx.deleteFrom('replacedPictures').where('gameId', '=', gameId).execute();
  const rows = [...new Set(names)].map((name) => ({ gameId, name }));
  if (rows.length > 0) await trx.insertInto('replacedPictures').values(rows).execute();
}

/** Updates the game's row unless the game is matched. */
export async function updateUnmatched(
  db: Db,
  gameId: string,
  changes: Updateable<GameMatchesTable>,
): Promise<void> {
  await db
    .updateTable('gameMatches')
    .set(changes)
    .where('gameId', '=', gameId)
    .where('state', '!=', 'matched')
    .execute();
}

const blankRow = {
  ...notQueued,
  fileName: null,
  reason: '',
  matchId: null,
  confidence: null,
  brought: null,
  previous: null,
  candidates: '[]',
  searchedAs: null,
  scannedAt: null,
  stateBefore: null,
};

/** Queues a game that was added. Does nothing if the game has a row. */
export async function queueAdded(
  trx: Trx,
  { gameId, fileName, now }: { gameId: string; fileName: string | null; now: string },
): Promise<void> {
  await trx
    .insertInto('gameMatches')
    .values({ ...blankRow, gameId, fileName, state: 'queued', dueAt: now, updatedAt: now })
    .onConflict((conflict) => conflict.column('gameId').doNothing())
    .execute();
}

/** Repeats the expression of the index: 0 for added games, 1 for games of a scan, null for games not to search for. */
const queueOf = sql<number>`(case when state in ('queued', 'failed')
  then case when "scannedAt" is null then 0 else 1 end end)`;

/** Returns the games to search for: first those of a node that died, then added games that are due, then games of a scan. */
export async function listDue(db: Db, now: string, limit: number): Promise<string[]> {
  const abandoned = await db
    .selectFrom('gameMatches')
    .select('gameId')
    .where('state', '=', 'searching')
    .where(isUnleased(now))
    .limit(limit)
    .execute();
  const due = abandoned.map(({ gameId }) => gameId);
  for (const queue of [0, 1]) {
    if (due.length < limit) due.push(...(await listQueued(db, { queue, now, limit: limit - due.length })));
  }
  return due;
}

/** Reads only the index, so a queue of 100,000 games is as fast as one of ten. */
async function listQueued(
  db: Db,
  { queue, now, limit }: { queue: number; now: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('gameMatches')
    .select('gameId')
    .where(queueOf, '=', queue)
    .where('dueAt', '<=', now)
    .orderBy('dueAt')
    .orderBy('gameId')
    .limit(limit)
    .execute();
  return rows.map(({ gameId }) => gameId);
}

/** Makes games due whose next search is after `latest`: the clock was ahead when it was set. */
export async function rescheduleFarFuture(
  db: Db,
  { now, latest }: { now: string; latest: string },
): Promise<void> {
  for (const queue of [0, 1]) {
    await db
      .updateTable('gameMatches')
      .set({ dueAt: now })
      .where(queueOf, '=', queue)
      .where('dueAt', '>', latest)
      .execute();
  }
}

/** The leases of the nodes that search. */
export const matchLeases = leasesOf('gameMatches', 'gameId', 90_000);

export type ClaimedMatch = MatchRow & { holder: string };

/** Claims a game in one statement, so that only one of several nodes succeeds. */
export function claimMatch(
  db: Db,
  gameId: string,
  { now, ...lease }: Lease & { now: string },
): Promise<ClaimedMatch | undefined> {
  return db
    .updateTable('gameMatches')
    .set({ state: 'searching', ...lease })
    .where('gameId', '=', gameId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['queued', 'failed']).and('dueAt', '<=', now),
        eb('state', '=', 'searching').and(isUnleased(now)),
      ]),
    )
    .returningAll()
    .$narrowType<{ holder: string }>()
    .executeTakeFirst();
}

/** Returns whether a game has no file yet and automatic matching is on. */
export async function isNewAndWanted(trx: Trx, gameId: string): Promise<boolean> {
  const file = await trx
    .selectFrom('gameFiles')
    .select('id')
    .where('gameId', '=', gameId)
    .limit(1)
    .executeTakeFirst();
  const setting = await trx
    .selectFrom('settings')
    .select('value')
    .where('key', '=', 'autoMatch')
    .executeTakeFirst();
  return !file && setting?.value !== 'false';
}

export async function countStates(db: Db): Promise<Map<State, number>> {
  const rows = await db
    .selectFrom('gameMatches')
    .select(['state', (eb) => eb.fn.countAll<number>().as('count')])
    .groupBy('state')
    .execute();
  return new Map(rows.map(({ state, count }) => [state, Number(count)]));
}

export function countState(db: Db, state: State): Promise<number> {
  return countRows(db.selectFrom('gameMatches').where('state', '=', state));
}

export type ListedRow = MatchRow & {
  title: string;
  revision: number;
  boxArt: string | null;
  thumbhash: string | null;
};

export interface ListPlace {
  state: State;
  isNewestFirst: boolean;
  /** The last row of the page before. */
  after: Pick<MatchRow, 'updatedAt' | 'gameId'> | undefined;
  limit: number;
}

export function listMatches(db: Db, { state, isNewestFirst, after, limit }: ListPlace): Promise<ListedRow[]> {
  const direction = isNewestFirst ? 'desc' : 'asc';
  return db
    .selectFrom('gameMatches')
    .innerJoin('games', 'games.id', 'gameMatches.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .selectAll('gameMatches')
    .select(['games.title', 'games.revision', 'games.boxArt', 'artworks.thumbhash'])
    .where('gameMatches.state', '=', state)
    .$if(after !== undefined, (query) =>
      query.where((eb) =>
        eb(
          eb.refTuple('gameMatches.updatedAt', 'gameMatches.gameId'),
          isNewestFirst ? '<' : '>',
          eb.tuple(after?.updatedAt ?? '', after?.gameId ?? ''),
        ),
      ),
    )
    .orderBy('gameMatches.updatedAt', direction)
    .orderBy('gameMatches.gameId', direction)
    .limit(limit)
    .execute();
}

/** Returns the platforms of the files of these games. */
export async function listPlatforms(db: Db, gameIds: string[]): Promise<Map<string, string[]>> {
  if (gameIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('gameFiles')
    .select(['gameId', 'platform'])
    .where('gameId', 'in', gameIds)
    .orderBy('platform')
    .execute();
  const platforms = new Map<string, string[]>();
  for (const { gameId, platform } of rows)
    platforms.set(gameId, [...(platforms.get(gameId) ?? []), platform]);
  return platforms;
}

/** Queues up to `limit` games whose search failed. Returns their number. */
export function queueFailed(db: Db, { now, limit }: { now: string; limit: number }): Promise<number> {
  return countChanged(
    db
      .updateTable('gameMatches')
      .set({ state: 'queued', reason: '', dueAt: now, attempts: 0, updatedAt: now })
      .where('gameId', 'in', (eb) =>
        eb.selectFrom('gameMatches').select('gameId').where('state', '=', 'failed').limit(limit),
      ),
  );
}

/** Returns the states of the games that have a row. */
export async function listStates(db: Db, gameIds: readonly string[]): Promise<Map<string, State>> {
  const query = db.selectFrom('gameMatches').select(['gameId', 'state']).where('gameId', 'in', gameIds);
  return new Map((await query.execute()).map(({ gameId, state }) => [gameId, state]));
}

/** Queues games that are locked and not matched, with or without a row. */
export async function queueGames(trx: Trx, gameIds: readonly string[], now: string): Promise<void> {
  if (gameIds.length === 0) return;
  const queued = {
    ...notQueued,
    state: 'queued',
    reason: '',
    scannedAt: null,
    dueAt: now,
    updatedAt: now,
  } as const;
  await trx
    .insertInto('gameMatches')
    .values(gameIds.map((gameId) => ({ ...blankRow, ...queued, gameId })))
    .onConflict((conflict) => conflict.column('gameId').doUpdateSet(queued))
    .execute();
}
