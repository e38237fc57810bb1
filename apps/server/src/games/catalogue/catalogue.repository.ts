// Reads games for the catalogue index, and the log of changes.

import type { Mark } from '@cellar/contract/club/rules/marks.ts';
import { sql } from 'kysely';
import { countChanged, hasRow } from '#db/rows.ts';
import type { Db } from '#db/schema.ts';
import type { Entry } from './game-rows.ts';

const savedCataloguesKept = 100;

export interface Change {
  version: number;
  gameId: string | null;
}

/** Returns 0 for an empty log. */
export async function newestVersion(db: Db): Promise<number> {
  const row = await db
    .selectFrom('gameChanges')
    .select((eb) => eb.fn.max<number | null>('version').as('version'))
    .executeTakeFirst();
  return row?.version ?? 0;
}

/** Every request for the catalogue runs this statement, so it is built once. */
export function prepareListChanges(db: Db) {
  const statement = db
    .selectFrom('gameChanges')
    .select(['version', 'gameId'])
    .where('version', '>=', 0)
    .orderBy('version')
    .limit(0)
    .compile();

  /** Returns up to `limit` changes, beginning with `version` itself. */
  return async function listChanges(version: number, limit: number): Promise<Change[]> {
    const { rows } = await db.executeQuery<Change>({ ...statement, parameters: [version, limit] });
    return rows;
  };
}

/** Deletes up to `limit` changes older than the newest `kept`. Returns the number deleted. */
export function trimChanges(db: Db, { kept, limit }: { kept: number; limit: number }): Promise<number> {
  return countChanged(
    db.deleteFrom('gameChanges').where('version', 'in', (eb) =>
      eb
        .selectFrom('gameChanges')
        .select('version')
        .where('version', '<=', (newest) =>
          newest.selectFrom('gameChanges').select(sql<number>`max("version") - ${sql.lit(kept)}`.as('last')),
        )
        .orderBy('version')
        .limit(limit),
    ),
  );
}

/** Returns whether an index with this token was saved for this database. */
export function isSavedCatalogue(db: Db, token: string): Promise<boolean> {
  return hasRow(db.selectFrom('savedCatalogues').select('token').where('token', '=', token));
}

/** Forgets all but the newest ones: each node may have one. */
export async function addSavedCatalogue(db: Db, token: string, savedAt: string): Promise<void> {
  await db.insertInto('savedCatalogues').values({ token, savedAt }).execute();
  await db
    .deleteFrom('savedCatalogues')
    .where('token', 'not in', (eb) =>
      eb.selectFrom('savedCatalogues').select('token').orderBy('savedAt', 'desc').limit(savedCataloguesKept),
    )
    .execute();
}

/** Returns up to `limit` games with greater ids, sorted by id. */
export async function listEntriesAfter(db: Db, id: string, limit: number): Promise<Iterable<Entry>> {
  const games = await gamesQuery(db).where('id', '>', id).orderBy('id').limit(limit).execute();
  const last = games.at(-1)?.id;
  if (last === undefined) return [];
  const [files, genres] = await Promise.all([
    filesQuery(db).where('gameId', '>', id).where('gameId', '<=', last).execute(),
    genresQuery(db).where('gameId', '>', id).where('gameId', '<=', last).execute(),
  ]);
  return entries(games, files, genres);
}

/** Returns the games with these ids that still exist. */
export async function listEntries(db: Db, ids: string[]): Promise<Iterable<Entry>> {
  const [games, files, genres] = await Promise.all([
    gamesQuery(db).where('id', 'in', ids).orderBy('id').execute(),
    filesQuery(db).where('gameId', 'in', ids).execute(),
    genresQuery(db).where('gameId', 'in', ids).execute(),
  ]);
  return entries(games, files, genres);
}

export async function listOwnPlatforms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ownPlatforms').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

/** Omits games that wait for review. Admins find them in the list of contributions. */
function gamesQuery(db: Db) {
  return db
    .selectFrom('games')
    .where('games.isWaiting', '=', 0)
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .leftJoin('gameMatches', 'gameMatches.gameId', 'games.id')
    .leftJoin('gameLikes', 'gameLikes.gameId', 'games.id')
    .select(['games.id', 'games.title', 'games.createdAt', 'games.releaseDate', 'games.developer'])
    .select(['games.modes', 'games.maxPlayers'])
    .select(['games.boxArt', 'games.isHidden', 'artworks.thumbhash', 'gameMatches.state as matchState'])
    .select(sql<number>`case when "games"."description" = '' then 0 else 1 end`.as('hasDescription'))
    .select((eb) => eb.fn.coalesce('gameLikes.likes', sql.lit(0)).as('likes'));
}

function filesQuery(db: Db) {
  return db
    .selectFrom('gameFiles')
    .leftJoin('libraryItems', 'libraryItems.id', 'gameFiles.libraryItemId')
    .select(['gameFiles.gameId', 'gameFiles.platform as name', 'gameFiles.fileSize'])
    .select('libraryItems.missingSince')
    .orderBy('gameFiles.gameId')
    .orderBy('gameFiles.platform');
}

function genresQuery(db: Db) {
  return db
    .selectFrom('gameGenres')
    .select(['gameId', 'genre as name'])
    .orderBy('gameId')
    .orderBy('position');
}

interface OfGame {
  gameId: string;
  name: string;
}

interface FileOfGame extends OfGame {
  fileSize: number;
  missingSince: string | null;
}

type GameRow = Awaited<ReturnType<ReturnType<typeof gamesQuery>['execute']>>[number];

/** All arguments are sorted by game id. Yields entries one by one, so that a whole library is never in memory. */
function* entries(games: GameRow[], files: FileOfGame[], genres: OfGame[]): Generator<Entry> {
  const filesOf = groupsOf(files);
  const genresOf = groupsOf(genres);
  for (const { hasDescription, isHidden, ...game } of games) {
    const own = filesOf(game.id);
    yield {
      ...game,
      hasDescription: hasDescription === 1,
      isHidden: isHidden === 1,
      modes: JSON.parse(game.modes),
      platforms: own.map(({ name }) => name),
      size: own.reduce((sum, { fileSize }) => sum + fileSize, 0),
      isFileMissing: own.some(({ missingSince }) => missingSince !== null),
      genres: genresOf(game.id).map(({ name }) => name),
    };
  }
}

/** Returns a function that returns the rows of a game. Call it in the order of game ids. */
function groupsOf<T extends OfGame>(rows: T[]): (gameId: string) => T[] {
  let at = 0;
  return (gameId) => {
    // Skips rows of games that were added or deleted between the statements.
    while (at < rows.length && (rows[at] as T).gameId < gameId) at += 1;
    const first = at;
    while (rows[at]?.gameId === gameId) at += 1;
    return rows.slice(first, at);
  };
}

/** Returns when the newest download ended, or an early time. */
export async function newestDownloadEnd(db: Db): Promise<string> {
  const row = await db
    .selectFrom('downloads')
    .select((eb) => eb.fn.max<string | null>('endedAt').as('endedAt'))
    .executeTakeFirst();
  return row?.endedAt ?? '1970-01-01T00:00:00.000Z';
}

/** Removes duplicates and nulls in JavaScript: with either condition in the statement, SQLite reads the downloads of every game. */
export async function listGamesDownloadedSince(db: Db, from: string): Promise<string[]> {
  const rows = await db.selectFrom('downloads').select('gameId').where('endedAt', '>=', from).execute();
  return [...new Set(rows.flatMap(({ gameId }) => gameId ?? []))];
}

interface DownloadCount {
  id: string;
  downloads: number;
}

export function countDownloadsOf(db: Db, since: string, ids: string[]): Promise<DownloadCount[]> {
  return countsQuery(db, since).where('games.id', 'in', ids).execute();
}

/** Counts the downloads of up to `limit` games with greater ids, sorted by id. */
export function countDownloadsAfter(
  db: Db,
  since: string,
  { id, limit }: { id: string; limit: number },
): Promise<DownloadCount[]> {
  return countsQuery(db, since).where('games.id', '>', id).orderBy('games.id').limit(limit).execute();
}

function countsQuery(db: Db, since: string) {
  return db
    .selectFrom('games')
    .select('games.id')
    .select(
      sql<number>`(select count(*) from downloads where "gameId" = "games"."id" and "startedAt" >= ${since}
      and ${completedDownloads})`.as('downloads'),
    );
}

/** As in the statistics of the download log. Literal, so that SQLite uses the index `downloadsCompleted`. */
const completedDownloads = sql`status = 'completed' and logged = 1 and "extraName" is null and "singleFileId" is null`;

/** A member's marked games. Up to `limits.marksPerMember` rows: call this with `longReads`. */
export async function listMarks(db: Db, userId: string): Promise<{ gameId: string; marks: Mark[] }[]> {
  const rows = await db
    .selectFrom('gameMarks')
    .select(['gameId', 'favorite', 'liked', 'playState'])
    .where('userId', '=', userId)
    .execute();
  return rows.map(({ gameId, favorite, liked, playState }) => {
    const marks: Mark[] = playState ? [playState] : [];
    if (favorite === 1) marks.push('favorite');
    if (liked === 1) marks.push('liked');
    return { gameId, marks };
  });
}

/** The games of which a member has completed a download of a whole platform file. Call this with `longReads`. */
export async function listDownloaded(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .select('gameId')
    .where('userId', '=', userId)
    .where('status', '=', 'completed')
    .where('extraName', 'is', null)
    .where('singleFileId', 'is', null)
    .execute();
  return [...new Set(rows.flatMap(({ gameId }) => gameId ?? []))];
}

export async function findPreviousVisit(db: Db, userId: string): Promise<string | undefined> {
  const row = await db
    .selectFrom('visits')
    .select('previousAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.previousAt ?? undefined;
}

/** Returns the games with the most completed downloads since a time, most downloaded first. Reads all these downloads: call this with `longReads`. */
export async function listMostDownloaded(db: Db, since: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('downloads')
    .select('gameId')
    .where('status', '=', 'completed')
    .where('startedAt', '>=', since)
    .where('logged', '=', 1)
    .where('extraName', 'is', null)
    .where('singleFileId', 'is', null)
    .groupBy('gameId')
    .orderBy((eb) => eb.fn.countAll(), 'desc')
    .orderBy('gameId')
    .limit(limit)
    .execute();
  return rows.flatMap(({ gameId }) => gameId ?? []);
}
