// Platform files in the database. Only this feature writes these tables.
import type { Selectable } from 'kysely';
import { canLockRows, lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GameFilesTable } from './files.table.ts';

export type GameFileRow = Selectable<GameFilesTable>;

export async function insertFile(trx: Trx, file: GameFileRow): Promise<void> {
  await trx.insertInto('gameFiles').values(file).execute();
}

export function findFile(db: Db, gameId: string, platform: string): Promise<GameFileRow | undefined> {
  return db
    .selectFrom('gameFiles')
    .selectAll()
    .where('gameId', '=', gameId)
    .where('platform', '=', platform)
    .executeTakeFirst();
}

export async function deleteFile(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('gameFiles').where('id', '=', id).execute();
}

/**
 * Locks the downloads of a file or game that is about to be deleted, because foreign keys then change their rows. Uses the order
 * of ids, as saving download progress does, to avoid a deadlock.
 */
export async function lockDownloads(trx: Trx, column: 'fileId' | 'gameId', id: string): Promise<void> {
  if (!canLockRows(trx)) return;
  const query = trx.selectFrom('downloads').select('id').where(column, '=', id).orderBy('id');
  await lockRows(trx, query).execute();
}

/** Keeps the bytes of files that are about to be deleted for downloads with a connection that was open after `connectedSince`. */
export async function holdSending(
  trx: Trx,
  column: 'fileId' | 'gameId',
  id: string,
  connectedSince: string,
): Promise<void> {
  const sending = trx
    .selectFrom('downloads')
    .innerJoin('gameFiles', 'gameFiles.id', 'downloads.fileId')
    .select(['gameFiles.storageKey', 'downloads.id as downloadId'])
    .where(`downloads.${column}`, '=', id)
    .where('downloads.status', '=', 'in_progress')
    .where('downloads.connectedAt', '>', connectedSince);
  await trx.insertInto('removalHolds').columns(['storageKey', 'downloadId']).expression(sending).execute();
}

export function listFilesOf(db: Db, gameId: string): Promise<GameFileRow[]> {
  return db.selectFrom('gameFiles').selectAll().where('gameId', '=', gameId).orderBy('platform').execute();
}

export async function insertStoredAhead(db: Db, storageKey: string, createdAt: string): Promise<void> {
  await db.insertInto('storedAhead').values({ storageKey, createdAt }).execute();
}

/** Returns whether the row existed. */
export async function deleteStoredAhead(trx: Trx, storageKey: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('storedAhead')
    .where('storageKey', '=', storageKey)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function listStoredAheadBefore(db: Db, before: string): Promise<string[]> {
  const query = db.selectFrom('storedAhead').select('storageKey').where('createdAt', '<', before);
  return (await query.limit(1000).execute()).map(({ storageKey }) => storageKey);
}

/** Call this in the transaction that deletes the rows of these files. */
export async function insertRemovals(trx: Trx, storageKeys: string[]): Promise<void> {
  if (storageKeys.length === 0) return;
  await trx
    .insertInto('removals')
    .values(storageKeys.map((storageKey) => ({ storageKey })))
    .onConflict((conflict) => conflict.column('storageKey').doNothing())
    .execute();
}

interface RemovalsPage {
  after: string;
  limit: number;
  connectedSince: string;
}

/** Returns up to `limit` keys after `after`, sorted, without files that a node is sending. */
export async function listRemovals(
  db: Db,
  { after, limit, connectedSince }: RemovalsPage,
): Promise<string[]> {
  const rows = await db
    .selectFrom('removals')
    .select('storageKey')
    .where('storageKey', '>', after)
    .where(({ exists, not, selectFrom }) =>
      not(
        exists(
          selectFrom('removalHolds')
            .innerJoin('downloads', 'downloads.id', 'removalHolds.downloadId')
            .select('downloadId')
            .whereRef('removalHolds.storageKey', '=', 'removals.storageKey')
            .where('connectedAt', '>', connectedSince),
        ),
      ),
    )
    .orderBy('storageKey')
    .limit(limit)
    .execute();
  return rows.map(({ storageKey }) => storageKey);
}

export async function deleteRemoval(db: Db, storageKey: string): Promise<void> {
  await db.deleteFrom('removals').where('storageKey', '=', storageKey).execute();
  await db.deleteFrom('removalHolds').where('storageKey', '=', storageKey).execute();
}
