// Reads games for the catalogue index, and the log of changes.
import { sql } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { Entry } from './catalogue-index.ts';

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
export async function trimChanges(db: Db, { kept, limit }: { kept: number; limit: number }): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('gameChanges')
    .where('version', 'in', (eb) =>
      eb
        .selectFrom('gameChanges')
        .select('version')
        .where('version', '<=', (newest) =>
          newest.selectFrom('gameChanges').select(sql<number>`max("version") - ${sql.lit(kept)}`.as('last')),
        )
        .orderBy('version')
        .limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

/** Returns up to `limit` games with greater ids, sorted by id. */
export async function listEntriesAfter(db: Db, id: string, limit: number): Promise<Iterable<Entry>> {
  const games = await gamesQuery(db).where('id', '>', id).orderBy('id').limit(limit).execute();
  const last = games.at(-1)?.id;
  if (last === undefined) return [];
  const [platforms, genres] = await Promise.all([
    platformsQuery(db).where('gameId', '>', id).where('gameId', '<=', last).execute(),
    genresQuery(db).where('gameId', '>', id).where('gameId', '<=', last).execute(),
  ]);
  return entries(games, platforms, genres);
}

/** Returns the games with these ids that still exist. */
export async function listEntries(db: Db, ids: string[]): Promise<Iterable<Entry>> {
  const [games, platforms, genres] = await Promise.all([
    gamesQuery(db).where('id', 'in', ids).orderBy('id').execute(),
    platformsQuery(db).where('gameId', 'in', ids).execute(),
    genresQuery(db).where('gameId', 'in', ids).execute(),
  ]);
  return entries(games, platforms, genres);
}

export async function listOwnPlatforms(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('ownPlatforms').select('name').orderBy('name').execute();
  return rows.map(({ name }) => name);
}

function gamesQuery(db: Db) {
  return db
    .selectFrom('games')
    .leftJoin('artworks', 'artworks.name', 'games.boxArt')
    .select(['games.id', 'games.title', 'games.createdAt', 'games.releaseDate'])
    .select(['games.boxArt', 'artworks.thumbhash']);
}

function platformsQuery(db: Db) {
  return db
    .selectFrom('gameFiles')
    .select(['gameId', 'platform as name'])
    .orderBy('gameId')
    .orderBy('platform');
}

function genresQuery(db: Db) {
  return db
    .selectFrom('gameGenres')
    .select(['gameId', 'genre as name'])
    .orderBy('gameId')
    .orderBy('position');
}

interface NameOfGame {
  gameId: string;
  name: string;
}

/** All arguments are sorted by game id. Yields entries one by one, so that a whole library is never in memory. */
function* entries(
  games: Omit<Entry, 'platforms' | 'genres'>[],
  platforms: NameOfGame[],
  genres: NameOfGame[],
): Generator<Entry> {
  const platformsOf = groupsOf(platforms);
  const genresOf = groupsOf(genres);
  for (const game of games) yield { ...game, platforms: platformsOf(game.id), genres: genresOf(game.id) };
}

/** Returns a function that returns the names of a game. Call it in the order of game ids. */
function groupsOf(rows: NameOfGame[]): (gameId: string) => string[] {
  let at = 0;
  return (gameId) => {
    // Skips names of games that were added or deleted between the statements.
    while (at < rows.length && (rows[at] as NameOfGame).gameId < gameId) at += 1;
    const first = at;
    while (rows[at]?.gameId === gameId) at += 1;
    return rows.slice(first, at).map(({ name }) => name);
  };
}
