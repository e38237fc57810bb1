// Reads the games of the library, page by page, with everything that an export contains.
import type { Db } from '#db/schema.ts';

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
