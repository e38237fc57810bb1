// Platform files, and the stored files to remove, in the database. Only this feature writes these tables.

import type { Insertable, Selectable } from 'kysely';
import { isPostgres, lockRows } from '#db/database.ts';
import { hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { GameFilesTable } from '../tables.ts';
import { type DigestedTable, revokeDigestClaims } from './digests.repository.ts';
import { selectWithItem } from './select-with-item.ts';

export type GameFileRow = Selectable<GameFilesTable>;

/** Moves all platform files and extras of a game. @throws a unique violation if the other game has one of them */
export async function moveToGame(trx: Trx, { from, to }: { from: string; to: string }): Promise<void> {
  await trx.updateTable('gameFiles').set({ gameId: to }).where('gameId', '=', from).execute();
  await trx.updateTable('gameExtras').set({ gameId: to }).where('gameId', '=', from).execute();
}

export async function insertFile(trx: Trx, file: Insertable<GameFilesTable>): Promise<void> {
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

/** A column of `downloads` that refers to what is about to be deleted. */
export type DownloadReference = 'fileId' | 'extraId' | 'gameId';

interface ContentChange {
  contentTag: string;
  contentChangedAt: string;
  extension: string;
  /** Omitted if it is not known yet. */
  fileSize?: number;
}

/** The file or extra of an item of a library folder has other bytes now. */
export async function renewContent(trx: Trx, itemId: string, change: ContentChange): Promise<void> {
  await renewFileName(trx, itemId, change.extension);
  for (const table of ['gameFiles', 'gameExtras'] as const) {
    // Both tables have these columns.
    await trx
      .updateTable(table as 'gameFiles')
      .set({ ...change, sha256: null, hasPieces: 0 })
      .where('libraryItemId', '=', itemId)
      .execute();
  }
}

/** A file may have become a set, which is downloaded as a ZIP, or the reverse. */
async function renewFileName(trx: Trx, itemId: string, extension: string): Promise<void> {
  const extra = await trx
    .selectFrom('gameExtras')
    .select(['id', 'fileName', 'extension'])
    .where('libraryItemId', '=', itemId)
    .executeTakeFirst();
  if (!extra?.fileName.toLowerCase().endsWith(extra.extension) || extra.extension === extension) return;
  const fileName = extra.fileName.slice(0, extra.fileName.length - extra.extension.length) + extension;
  await trx.updateTable('gameExtras').set({ fileName }).where('id', '=', extra.id).execute();
}

export async function updateFileSize(
  db: Db,
  table: DigestedTable,
  { id, fileSize }: { id: string; fileSize: number },
): Promise<void> {
  await db
    .updateTable(table as 'gameFiles')
    .set({ fileSize })
    .where('id', '=', id)
    .execute();
}

export function findItem(trx: Trx, itemId: string) {
  return trx
    .selectFrom('libraryItems')
    .select(['kind', 'extension', 'size'])
    .where('id', '=', itemId)
    .executeTakeFirst();
}

/**
 * Locks the downloads of files, extras or games that are about to be deleted, because foreign keys then change their rows. Uses the order
 * of ids, as saving download progress does, to avoid a deadlock.
 */
export async function lockDownloads(
  trx: Trx,
  column: DownloadReference,
  ids: readonly string[],
): Promise<void> {
  if (!isPostgres(trx)) return;
  const query = trx.selectFrom('downloads').select('id').where(column, 'in', ids).orderBy('id');
  await lockRows(trx, query).execute();
}

/** Keeps the stored bytes of files that are about to be deleted for downloads with a connection that was open after `connectedSince`. */
export async function holdSending(
  trx: Trx,
  column: DownloadReference,
  ids: readonly string[],
  connectedSince: string,
): Promise<void> {
  const sending = trx
    .selectFrom('downloads')
    .leftJoin('gameFiles', 'gameFiles.id', 'downloads.fileId')
    .leftJoin('gameExtras', 'gameExtras.id', 'downloads.extraId')
    .select((eb) => [
      eb.fn.coalesce('gameFiles.storageKey', 'gameExtras.storageKey').as('storageKey'),
      'downloads.id as downloadId',
    ])
    .where((eb) => eb.or([eb('gameFiles.id', 'is not', null), eb('gameExtras.id', 'is not', null)]))
    .where(`downloads.${column}`, 'in', ids)
    .where('gameFiles.libraryItemId', 'is', null)
    .where('gameExtras.libraryItemId', 'is', null)
    .where('downloads.status', '=', 'in_progress')
    .where('downloads.connectedAt', '>', connectedSince);
  await trx.insertInto('removalHolds').columns(['storageKey', 'downloadId']).expression(sending).execute();
}

/** Returns the files of a game with what is known about them in library folders. */
export function listFilesOf(db: Db, gameId: string) {
  return selectWithItem(db, 'gameFiles').where('gameId', '=', gameId).orderBy('platform').execute();
}

/** Like `listFilesOf`, for at most a few hundred games. */
export function listFilesOfGames(db: Db, gameIds: readonly string[]) {
  return selectWithItem(db, 'gameFiles').where('gameId', 'in', gameIds).orderBy('platform').execute();
}

/** Returns where the bytes of the games' platform files and extras are. */
export function listBytesOf(db: Db, gameIds: readonly string[]) {
  const listOf = (table: DigestedTable) =>
    // Both tables have these columns.
    db
      .selectFrom(table as 'gameFiles')
      .select(['storageKey', 'libraryItemId'])
      .where('gameId', 'in', gameIds);
  return listOf('gameFiles').unionAll(listOf('gameExtras')).execute();
}

interface PlatformPage {
  platform: string;
  after: string;
  limit: number;
}

/** Returns up to `limit` ids of files or extras after `after`, sorted. */
export async function listIdsOnPlatform(
  db: Db,
  table: DigestedTable,
  { platform, after, limit }: PlatformPage,
): Promise<string[]> {
  // Both tables have these columns.
  const query = db
    .selectFrom(table as 'gameFiles')
    .select('id')
    .where('platform', '=', platform)
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit);
  return (await query.execute()).map(({ id }) => id);
}

export async function updatePlatforms(
  trx: Trx,
  table: DigestedTable,
  ids: string[],
  platform: string,
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .updateTable(table as 'gameFiles')
    .set({ platform })
    .where('id', 'in', ids)
    .execute();
}

export async function insertStoredAhead(db: Db, storageKey: string, createdAt: string): Promise<void> {
  await db.insertInto('storedAhead').values({ storageKey, createdAt }).execute();
}

/** Returns whether the row existed. */
export function deleteStoredAhead(trx: Trx, storageKey: string): Promise<boolean> {
  return hasChanged(trx.deleteFrom('storedAhead').where('storageKey', '=', storageKey));
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
  await revokeDigestClaims(trx, storageKeys);
}

interface RemovalsPage {
  /** All if omitted. */
  storageKeys?: readonly string[];
  after: string;
  limit: number;
  connectedSince: string;
}

/** Returns up to `limit` keys after `after`, sorted, without files that a node is sending. */
export async function listRemovals(
  db: Db,
  { storageKeys, after, limit, connectedSince }: RemovalsPage,
): Promise<string[]> {
  const rows = await db
    .selectFrom('removals')
    .select('storageKey')
    .where('storageKey', '>', after)
    .$if(storageKeys !== undefined, (query) => query.where('storageKey', 'in', storageKeys ?? []))
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
