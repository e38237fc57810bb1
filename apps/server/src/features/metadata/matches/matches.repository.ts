// Which match each game has, and the queue of those that are searched for.
import { type Selectable, sql, type Updateable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { Lease } from '#platform/lease.ts';
import type { GameMatchesTable } from '../metadata.table.ts';

export type MatchRow = Selectable<GameMatchesTable>;
type State = MatchRow['state'];

/** Nobody searches for it, and it is not due. */
export const settled = { dueAt: null, holder: null, leaseUntil: null, attempts: 0 };

export function findMatchRow(db: Db, gameId: string): Promise<MatchRow | undefined> {
  return db.selectFrom('gameMatches').selectAll().where('gameId', '=', gameId).executeTakeFirst();
}

/** Makes the row where there is none. */
export async function putMatch(
  trx: Trx,
  gameId: string,
  changes: Updateable<GameMatchesTable> & { state: State; updatedAt: string },
): Promise<void> {
  const blank = { fileName: null, reason: '', ...settled, matchId: null, confidence: null, brought: null };
  await trx
    .insertInto('gameMatches')
    .values({ ...blank, candidates: '[]', scannedAt: null, stateBefore: null, ...changes, gameId })
    .onConflict((conflict) => conflict.column('gameId').doUpdateSet(changes))
    .execute();
}

/** Of a game that is searched for, or has no match. */
export async function settleUnmatched(
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

/** Leaves a row that is there alone. */
export async function queueAdded(
  trx: Trx,
  { gameId, fileName, now }: { gameId: string; fileName: string | null; now: string },
): Promise<void> {
  const blank = { holder: null, leaseUntil: null, matchId: null, confidence: null, brought: null };
  await trx
    .insertInto('gameMatches')
    .values({
      ...{ gameId, fileName, state: 'queued', reason: '', dueAt: now, attempts: 0, ...blank },
      ...{ candidates: '[]', scannedAt: null, stateBefore: null, updatedAt: now },
    })
    .onConflict((conflict) => conflict.column('gameId').doNothing())
    .execute();
}

/** As the index has it: 0 what was added by hand, 1 what a scan has found, null what nobody is to search for. */
const queueOf = sql<number>`(case when state in ('queued', 'failed')
  then case when "scannedAt" is null then 0 else 1 end end)`;

/** Those whose time has come, and those whose holder has died; what was added by hand before what a scan has found. */
export async function listDue(db: Db, now: string, limit: number): Promise<string[]> {
  const abandoned = await db
    .selectFrom('gameMatches')
    .select('gameId')
    .where('state', '=', 'searching')
    .where('leaseUntil', '<=', now)
    .limit(limit)
    .execute();
  const due = abandoned.map(({ gameId }) => gameId);
  for (const queue of [0, 1]) {
    if (due.length < limit) due.push(...(await listQueued(db, { queue, now, limit: limit - due.length })));
  }
  return due;
}

/** By the index alone: as quick from a queue of a hundred thousand games as from one of ten. */
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

export type ClaimedMatch = MatchRow & { holder: string };

/** The condition and the write are one statement, so only one of several nodes succeeds. */
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
        eb('state', '=', 'searching').and('leaseUntil', '<=', now),
      ]),
    )
    .returningAll()
    .$narrowType<{ holder: string }>()
    .executeTakeFirst();
}

/** Returns false when the claim was lost. */
export async function updateClaimed(
  db: Db,
  { gameId, holder }: { gameId: string; holder: string },
  changes: Updateable<GameMatchesTable>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('gameMatches')
    .set(changes)
    .where('gameId', '=', gameId)
    .where('holder', '=', holder)
    .where('state', '=', 'searching')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Whether anything is to be done to a game that has been added: it has no file yet, and nobody has said not to. */
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

export type ListedRow = MatchRow & { title: string; boxArt: string | null; thumbhash: string | null };

export function listMatches(
  db: Db,
  { state, page, pageSize }: { state: State; page: number; pageSize: number },
): Promise<ListedRow[]> {
  return db
    .selectFrom('gameMatches')
    .innerJoin('games', 'games.id', 'gameMatches.gameId')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .selectAll('gameMatches')
    .select(['games.title', 'games.boxArt', 'artworks.thumbhash'])
    .where('gameMatches.state', '=', state)
    .orderBy('gameMatches.updatedAt', 'desc')
    .orderBy('gameMatches.gameId')
    .limit(pageSize)
    .offset((page - 1) * pageSize)
    .execute();
}

/** Some of those that failed. Returns how many. */
export async function queueFailed(db: Db, { now, limit }: { now: string; limit: number }): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('gameMatches')
    .set({ state: 'queued', reason: '', dueAt: now, attempts: 0, updatedAt: now })
    .where('gameId', 'in', (eb) =>
      eb.selectFrom('gameMatches').select('gameId').where('state', '=', 'failed').limit(limit),
    )
    .executeTakeFirst();
  return Number(numUpdatedRows);
}
