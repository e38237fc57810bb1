// Stores which games have been announced. Writes only the announcement columns of games and the digest state.
import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import { unindexed } from '#db/unindexed.ts';
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
