import type { OwnPlatformNames } from '@cellar/contract/games/rules/platforms.ts';
import type { Db } from '#db/schema.ts';

/** Returns the titles of the games, by id. Hidden games only for admins. */
export async function listTitles(
  db: Db,
  ids: readonly string[],
  { isAdmin }: { isAdmin: boolean },
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('games')
    .select(['id', 'title'])
    .where('id', 'in', ids)
    .$if(!isAdmin, (query) => query.where('isHidden', '=', 0))
    .execute();
  return new Map(rows.map(({ id, title }) => [id, title]));
}

export async function listOwnPlatforms(db: Db): Promise<OwnPlatformNames> {
  const rows = await db.selectFrom('ownPlatforms').select('name').execute();
  return new Set(rows.map(({ name }) => name));
}
