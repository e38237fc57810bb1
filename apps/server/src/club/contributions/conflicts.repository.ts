// Finds what keeps the files of a waiting game from moving to a game of the library.
import type { Db } from '#db/schema.ts';

export interface Move {
  from: string;
  to: string;
}

/** Returns a platform for which both games have a file. */
export async function findSamePlatform(db: Db, { from, to }: Move): Promise<string | undefined> {
  const row = await db
    .selectFrom('gameFiles as own')
    .innerJoin('gameFiles as other', 'other.platform', 'own.platform')
    .select('own.platform')
    .where('own.gameId', '=', from)
    .where('other.gameId', '=', to)
    .executeTakeFirst();
  return row?.platform;
}

/** Returns an extra that both games have. */
export function findSameExtra(db: Db, { from, to }: Move) {
  return db
    .selectFrom('gameExtras as own')
    .innerJoin('gameExtras as other', (join) =>
      join
        .onRef('other.kind', '=', 'own.kind')
        .onRef('other.name', '=', 'own.name')
        .onRef('other.version', '=', 'own.version')
        .on((eb) => eb('other.platform', 'is not distinct from', eb.ref('own.platform'))),
    )
    .select(['own.kind', 'own.name', 'own.version', 'own.platform', 'own.note'])
    .where('own.gameId', '=', from)
    .where('other.gameId', '=', to)
    .executeTakeFirst();
}

export async function hasPlatformFile(db: Db, gameId: string): Promise<boolean> {
  const query = db.selectFrom('gameFiles').select('id').where('gameId', '=', gameId);
  return (await query.limit(1).executeTakeFirst()) !== undefined;
}
