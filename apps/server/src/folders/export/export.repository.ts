// The games of exports that scans have found in library folders.
import type { Insertable, Selectable } from 'kysely';
import { unindexed } from '#db/conditions.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { ExportedFilesTable, ExportedGamesTable } from '../tables.ts';
import type { ExportedGame } from './export-format.ts';

export type ExportedFileRow = Selectable<ExportedFilesTable>;

const deletedPerStep = 500;
const filesPerStatement = 500;

/** Deletes up to 500 games of a folder's export. Returns false when none is left. */
export async function deleteSome(trx: Trx, folderId: string): Promise<boolean> {
  const last = await trx
    .selectFrom('exportedGames')
    .select('position')
    .where('folderId', '=', folderId)
    .orderBy('position')
    .offset(deletedPerStep)
    .limit(1)
    .executeTakeFirst();
  for (const table of ['exportedFiles', 'exportedGames'] as const) {
    let query = trx.deleteFrom(table).where('folderId', '=', folderId);
    if (last) query = query.where('position', '<', last.position);
    await query.execute();
  }
  return last !== undefined;
}

export async function insertGames(
  trx: Trx,
  games: Insertable<ExportedGamesTable>[],
  files: Insertable<ExportedFilesTable>[],
): Promise<void> {
  await trx.insertInto('exportedGames').values(games).execute();
  // Databases limit the number of values of a statement.
  for (let at = 0; at < files.length; at += filesPerStatement) {
    await trx
      .insertInto('exportedFiles')
      .values(files.slice(at, at + filesPerStatement))
      .execute();
  }
}

export async function findExportTag(db: Db, folderId: string): Promise<string | null | undefined> {
  const query = db.selectFrom('libraryFolders').select('exportTag').where('id', '=', folderId);
  return (await query.executeTakeFirst())?.exportTag;
}

export async function setExportTag(db: Db, folderId: string, exportTag: string | null): Promise<void> {
  await db.updateTable('libraryFolders').set({ exportTag }).where('id', '=', folderId).execute();
}

export function listFilesAt(db: Db, folderId: string, path: string): Promise<ExportedFileRow[]> {
  return db
    .selectFrom('exportedFiles')
    .selectAll()
    .where('folderId', '=', folderId)
    .where('libraryPath', '=', path)
    .limit(50)
    .execute();
}

export function listFilesOfSize(db: Db, folderId: string, fileSize: number): Promise<ExportedFileRow[]> {
  return db
    .selectFrom('exportedFiles')
    .selectAll()
    .where('fileSize', '=', fileSize)
    .where('folderId', '=', folderId)
    .limit(50)
    .execute();
}

export async function findGame(
  db: Db,
  { folderId, position }: { folderId: string; position: number },
): Promise<ExportedGame | undefined> {
  const row = await db
    .selectFrom('exportedGames')
    .select('game')
    .where('folderId', '=', folderId)
    .where('position', '=', position)
    .executeTakeFirst();
  return row && JSON.parse(row.game);
}

/** Returns the items of a folder that are platform files of a game. */
export function listFoundFiles(db: Db, folderId: string, gameId: string) {
  return db
    .selectFrom('gameFiles')
    .innerJoin('libraryItems', (join) =>
      join.on(({ or, eb, ref }) =>
        or([
          eb('libraryItems.id', '=', ref('gameFiles.libraryItemId')),
          eb('libraryItems.storageKey', '=', ref('gameFiles.storageKey')),
        ]),
      ),
    )
    .select(['libraryItems.folderId', 'libraryItems.path', 'libraryItems.kind', 'libraryItems.size'])
    .where('gameFiles.gameId', '=', gameId)
    .where(unindexed<string>('libraryItems.folderId'), '=', folderId)
    .limit(50)
    .execute();
}

/** Returns up to `limit` games whose facts were not used yet, after a position. */
export function listUnapplied(db: Db, folderId: string, after: number, limit: number) {
  return db
    .selectFrom('exportedGames')
    .selectAll()
    .where('folderId', '=', folderId)
    .where('position', '>', after)
    .where('appliedAt', 'is', null)
    .orderBy('position')
    .limit(limit)
    .execute();
}

/**
 * Returns the games of this library that have a file of these exported games: with the same digest, or at the same path with the same
 * size if one of the two digests is not known yet.
 */
export async function listOwners(db: Db, folderId: string, positions: number[]) {
  const exported = db
    .selectFrom('exportedFiles')
    .where('exportedFiles.folderId', '=', folderId)
    .where('exportedFiles.position', 'in', positions);
  const byDigest = await exported
    .innerJoin('gameFiles', 'gameFiles.sha256', 'exportedFiles.sha256')
    .select(['exportedFiles.position', 'gameFiles.gameId'])
    .execute();
  const byPath = await exported
    .innerJoin('libraryItems', (join) =>
      join
        .onRef('libraryItems.folderId', '=', 'exportedFiles.folderId')
        .onRef('libraryItems.path', '=', 'exportedFiles.libraryPath'),
    )
    .innerJoin('gameFiles', 'gameFiles.libraryItemId', 'libraryItems.id')
    .select(['exportedFiles.position', 'gameFiles.gameId'])
    .whereRef('gameFiles.fileSize', '=', 'exportedFiles.fileSize')
    .where((eb) => eb.or([eb('gameFiles.sha256', 'is', null), eb('exportedFiles.sha256', 'is', null)]))
    .execute();
  return [...byDigest, ...byPath];
}

export async function markApplied(
  db: Db,
  { folderId, position }: { folderId: string; position: number },
  appliedAt: string,
): Promise<void> {
  await db
    .updateTable('exportedGames')
    .set({ appliedAt })
    .where('folderId', '=', folderId)
    .where('position', '=', position)
    .execute();
}

/** Returns the folders with an export, except for those that the last scan could not read. */
export function listExportFolders(db: Db) {
  return db
    .selectFrom('libraryFolders')
    .select(['id', 'path'])
    .where('exportTag', 'is not', null)
    .where('problem', 'is', null)
    .execute();
}

// Reads the games of the library, page by page, with everything that an export contains.

const page = 200;

/** Yields the ids of all games, 200 at a time. Games that wait for review are not part of the library yet. */
export async function* listGamePages(db: Db): AsyncGenerator<string[]> {
  let ids: string[] = [];
  do {
    const query = db
      .selectFrom('games')
      .select('id')
      .where('isWaiting', '=', 0)
      .where('id', '>', ids.at(-1) ?? '');
    ids = (await query.orderBy('id').limit(page).execute()).map(({ id }) => id);
    if (ids.length > 0) yield ids;
  } while (ids.length === page);
}

/** Returns the rows of these games in other tables. */
export async function listParts(db: Db, gameIds: string[]) {
  const [files, extras, cheats, matches] = await Promise.all([
    db
      .selectFrom('gameFiles')
      .leftJoin('libraryItems', 'libraryItems.id', 'gameFiles.libraryItemId')
      .selectAll('gameFiles')
      .select('libraryItems.path as libraryPath')
      .where('gameId', 'in', gameIds)
      .orderBy('gameFiles.platform')
      .execute(),
    db
      .selectFrom('gameExtras')
      .leftJoin('libraryItems', 'libraryItems.id', 'gameExtras.libraryItemId')
      .selectAll('gameExtras')
      .select('libraryItems.path as libraryPath')
      .where('gameId', 'in', gameIds)
      .orderBy('gameExtras.id')
      .execute(),
    db.selectFrom('cheatFiles').selectAll().where('gameId', 'in', gameIds).orderBy('id').execute(),
    db.selectFrom('gameMatches').select(['gameId', 'matchId']).where('gameId', 'in', gameIds).execute(),
  ]);
  return { files, extras, cheats, matches };
}
