// Finds files with the same SHA-256 digest. All of it runs on `longReads`, because it reads an entry of an index for every file.
import type { DuplicateFile } from '@cellar/contract/admin/storage.endpoints.ts';
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';

export interface GroupRow {
  sha256: string;
  fileSize: number;
  count: number;
  wastedBytes: number;
}

/** Groups all files by their content. Files without bytes are equal, but waste nothing. */
function contents(db: Db) {
  const digests = (table: 'gameFiles' | 'gameExtras' | 'cheatFiles') =>
    db.selectFrom(table).select(['sha256', 'fileSize']).where('sha256', 'is not', null);
  return db
    .selectFrom(
      digests('gameFiles').unionAll(digests('gameExtras')).unionAll(digests('cheatFiles')).as('every'),
    )
    .select((eb) => [
      'sha256',
      'fileSize',
      eb.fn.countAll<number>().as('count'),
      sql<number>`(count(*) - 1) * "fileSize"`.as('wastedBytes'),
    ])
    .where('fileSize', '>', 0)
    .groupBy(['sha256', 'fileSize']);
}

export interface DuplicateSums {
  /** The number of groups. */
  total: number;
  wastedBytes: number;
  /** The number of all files, also of those that are stored once. */
  files: number;
}

export async function sumGroups(db: Db): Promise<DuplicateSums> {
  const { total, wasted, files } = await db
    .selectFrom(contents(db).as('contents'))
    .select((eb) => [
      sql<number | null>`sum(case when count > 1 then 1 else 0 end)`.as('total'),
      eb.fn.sum<number | null>('wastedBytes').as('wasted'),
      eb.fn.sum<number | null>('count').as('files'),
    ])
    .executeTakeFirstOrThrow();
  return { total: Number(total ?? 0), wastedBytes: Number(wasted ?? 0), files: Number(files ?? 0) };
}

export async function listGroups(db: Db, limit: number, offset: number): Promise<GroupRow[]> {
  const rows = await contents(db)
    .having((eb) => eb.fn.countAll(), '>', 1)
    .orderBy('wastedBytes', 'desc')
    .orderBy('sha256')
    .limit(limit)
    .offset(offset)
    .execute();
  return rows.map(({ sha256, fileSize, count, wastedBytes }) => ({
    sha256: sha256 ?? '',
    fileSize: Number(fileSize),
    count: Number(count),
    wastedBytes: Number(wastedBytes),
  }));
}

/** Returns up to `limit` files with this content. Without an order, because a group may hold most of the library. */
export async function listCopies(db: Db, sha256: string, limit: number): Promise<DuplicateFile[]> {
  const files = db
    .selectFrom('gameFiles')
    .innerJoin('games', 'games.id', 'gameFiles.gameId')
    .select(['gameId', 'title', 'platform', 'libraryItemId'])
    .select([sql<string>`''`.as('name'), sql<DuplicateFile['kind']>`'file'`.as('kind')])
    .where('sha256', '=', sha256)
    .limit(limit);
  const extras = db
    .selectFrom('gameExtras')
    .innerJoin('games', 'games.id', 'gameExtras.gameId')
    .select((eb) => ['gameId', 'title', eb.fn.coalesce('platform', eb.val('')).as('platform')])
    .select(['libraryItemId', 'name', sql<DuplicateFile['kind']>`'extra'`.as('kind')])
    .where('sha256', '=', sha256)
    .limit(limit);
  const cheats = db
    .selectFrom('cheatFiles')
    .innerJoin('games', 'games.id', 'cheatFiles.gameId')
    .select(['gameId', 'title', 'platform', sql<null>`null`.as('libraryItemId')])
    .select(['name', sql<DuplicateFile['kind']>`'cheat'`.as('kind')])
    .where('sha256', '=', sha256)
    .limit(limit);
  const found = [...(await files.execute()), ...(await extras.execute()), ...(await cheats.execute())];
  return found
    .slice(0, limit)
    .map(({ libraryItemId, ...file }) => ({ ...file, isInPlace: libraryItemId !== null }));
}
