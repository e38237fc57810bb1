// What many games have together. Every function takes at most a few hundred games.

import { sql } from 'kysely';
import { countRows } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';

export function listTitles(db: Db, ids: readonly string[]) {
  return db.selectFrom('games').select(['title', 'titleFold', 'isHidden']).where('id', 'in', ids).execute();
}

interface Files {
  storedFiles: number;
  storedBytes: number;
  filesInPlace: number;
  cheatFiles: number;
}

export async function sumFiles(db: Db, ids: readonly string[]): Promise<Files> {
  const files = await sumTable(db, 'gameFiles', ids);
  const extras = await sumTable(db, 'gameExtras', ids);
  const cheats = await db
    .selectFrom('cheatFiles')
    .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('fileSize').as('bytes')])
    .where('gameId', 'in', ids)
    .executeTakeFirstOrThrow();
  const cheatFiles = Number(cheats.count);
  return {
    storedFiles: files.stored + extras.stored + cheatFiles,
    storedBytes: files.bytes + extras.bytes + Number(cheats.bytes ?? 0),
    filesInPlace: files.inPlace + extras.inPlace,
    cheatFiles,
  };
}

async function sumTable(db: Db, table: 'gameFiles' | 'gameExtras', ids: readonly string[]) {
  // Both tables have these columns.
  const sums = await db
    .selectFrom(table as 'gameFiles')
    .select(({ fn }) => [
      fn.countAll<number>().as('all'),
      fn.count<number>('libraryItemId').as('inPlace'),
      sql<number | null>`sum(case when "libraryItemId" is null then "fileSize" end)`.as('bytes'),
    ])
    .where('gameId', 'in', ids)
    .executeTakeFirstOrThrow();
  const inPlace = Number(sums.inPlace);
  return { inPlace, stored: Number(sums.all) - inPlace, bytes: Number(sums.bytes ?? 0) };
}

export async function countOthers(
  db: Db,
  ids: readonly string[],
): Promise<{ openUploads: number; matched: number }> {
  const openUploads = await countRows(
    db.selectFrom('uploads').where('gameId', 'in', ids).where('state', '=', 'open'),
  );
  const matches = await db.selectFrom('gameMatches').select('state').where('gameId', 'in', ids).execute();
  return { openUploads, matched: matches.filter(({ state }) => state === 'matched').length };
}

type Counted = { name: string; games: number }[];

export async function countPlatforms(db: Db, ids: readonly string[]): Promise<Counted> {
  const rows = await db
    .selectFrom('gameFiles')
    .select(({ fn }) => ['platform as name', fn.countAll<number>().as('games')])
    .where('gameId', 'in', ids)
    .groupBy('platform')
    .execute();
  return rows.map(({ name, games }) => ({ name, games: Number(games) }));
}

export async function countGenres(db: Db, ids: readonly string[]): Promise<Counted> {
  const rows = await db
    .selectFrom('gameGenres')
    .select(({ fn }) => ['genre as name', fn.countAll<number>().as('games')])
    .where('gameId', 'in', ids)
    .groupBy('genre')
    .execute();
  return rows.map(({ name, games }) => ({ name, games: Number(games) }));
}
