// Which games were announced, and how far that has come. Writes those columns of the games and no other.
import type { Selectable, Updateable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import type { DigestStateTable } from './digest-state.table.ts';

type State = Omit<Selectable<DigestStateTable>, 'id'>;

export function getState(db: Db): Promise<State> {
  return db.selectFrom('digestState').selectAll().executeTakeFirstOrThrow();
}

/** Held until the transaction ends. By a write, so that on SQLite too nobody comes between. */
export function holdState(trx: Trx): Promise<State> {
  return trx.updateTable('digestState').set({ id: 1 }).returningAll().executeTakeFirstOrThrow();
}

export async function updateState(db: Db, changes: Updateable<DigestStateTable>): Promise<void> {
  await db.updateTable('digestState').set(changes).execute();
}

interface Ready {
  now: string;
  /** Whoever was added before then is waited for no longer. */
  searchedSince: string;
  /** Whether there is anybody to search at. */
  isSearched: boolean;
  limit: number;
}

/** Games that have a file, and whose facts and pictures have been searched for; those that came first before others. */
export async function listUnannounced(
  db: Db,
  { now, searchedSince, isSearched, limit }: Ready,
): Promise<string[]> {
  const rows = await db
    .selectFrom('games')
    .leftJoin('gameMatches', 'gameMatches.gameId', 'games.id')
    .select('games.id')
    .where('games.announcedAt', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('gameFiles').select('id').whereRef('gameFiles.gameId', '=', 'games.id')),
    )
    .where((eb) =>
      eb.or([
        eb('gameMatches.gameId', 'is', null),
        eb('gameMatches.state', 'not in', isSearched ? ['queued', 'searching', 'failed'] : ['searching']),
        eb('gameMatches.state', '=', 'failed').and('gameMatches.dueAt', 'is', null),
        eb('games.createdAt', '<=', searchedSince),
        // The clock was set back since.
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

/** What was announced in the future is announced now. */
export async function bringForward(trx: Trx, now: string): Promise<void> {
  await trx
    .updateTable('games')
    .set({ announcedAt: now })
    .where('announcedNumber', 'is not', null)
    .where('announcedAt', '>', now)
    .execute();
}
