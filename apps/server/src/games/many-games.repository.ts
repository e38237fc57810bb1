// The facts of many games at once. Every function takes at most a few hundred games, so that no statement is slow.
import { type RawBuilder, sql } from 'kysely';
import { lockRows } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';

/** The facts that can be changed in many games at once. */
export interface Facts {
  genres: string[];
  developer: string | null;
  publisher: string | null;
  isHidden: boolean;
}

export interface GameWithFacts extends Facts {
  id: string;
  title: string;
  /** It waits for review, so it stays hidden. */
  isWaiting: boolean;
  editedFields: string[];
}

/** Locks the games until the transaction ends, in the order of their ids, to avoid a deadlock. Omits games that do not exist. */
export async function lockFacts(trx: Trx, ids: readonly string[]): Promise<GameWithFacts[]> {
  const games = await lockRows(
    trx,
    trx
      .selectFrom('games')
      .select(['id', 'title', 'developer', 'publisher', 'isHidden', 'isWaiting', 'editedFields'])
      .where('id', 'in', ids)
      .orderBy('id'),
  ).execute();
  const genres = await listGenresOf(trx, ids);
  return games.map((game) => ({
    ...game,
    isHidden: game.isHidden === 1,
    isWaiting: game.isWaiting === 1,
    genres: genres.get(game.id) ?? [],
    editedFields: JSON.parse(game.editedFields),
  }));
}

async function listGenresOf(db: Db, ids: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await db
    .selectFrom('gameGenres')
    .select(['gameId', 'genre'])
    .where('gameId', 'in', ids)
    .orderBy('gameId')
    .orderBy('position')
    .execute();
  const found = new Map<string, string[]>();
  for (const { gameId, genre } of rows) {
    const genres = found.get(gameId);
    if (genres) genres.push(genre);
    else found.set(gameId, [genre]);
  }
  return found;
}

/** Writes the facts of games that are locked, with their next revisions. */
export async function writeFacts(trx: Trx, games: readonly GameWithFacts[]): Promise<void> {
  if (games.length === 0) return;
  const rows = games.map(({ id, developer, publisher, isHidden, editedFields }) =>
    row([id, developer, publisher, JSON.stringify(editedFields), isHidden ? '1' : '0']),
  );
  // Both dialects name the columns of a list of values like this.
  await sql`update games set
      developer = written.column2,
      publisher = written.column3,
      "editedFields" = written.column4,
      "isHidden" = cast(written.column5 as integer),
      revision = revision + 1
    from (values ${sql.join(rows)}) as written
    where games.id = written.column1`.execute(trx);
}

function row(values: readonly (string | null)[]): RawBuilder<unknown> {
  return sql`(${sql.join(values.map((value) => sql`cast(${value} as text)`))})`;
}

export async function replaceGenresOf(trx: Trx, games: readonly GameWithFacts[]): Promise<void> {
  if (games.length === 0) return;
  const ids = games.map(({ id }) => id);
  await trx.deleteFrom('gameGenres').where('gameId', 'in', ids).execute();
  const rows = games.flatMap(({ id, genres }) =>
    genres.map((genre, position) => ({ gameId: id, genre, position })),
  );
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    await trx
      .insertInto('gameGenres')
      .values(rows.slice(at, at + rowsAtOnce))
      .execute();
  }
}

const rowsAtOnce = 500;
