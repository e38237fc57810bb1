// What is known of each kept picture, and which pictures games have that nothing is known of.
import type { Selectable } from 'kysely';
import type { ArtworksTable, Db } from '#db/schema.ts';

export type ArtworkRow = Selectable<ArtworksTable>;

export function findArtwork(db: Db, name: string): Promise<ArtworkRow | undefined> {
  return db.selectFrom('artworks').selectAll().where('name', '=', name).executeTakeFirst();
}

/** The name says what the picture is: who comes second has nothing to add. */
export async function insertArtwork(db: Db, row: ArtworkRow): Promise<void> {
  await db
    .insertInto('artworks')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Names that games refer to, in order, from `after` on: pictures older than the table of what is known. */
export async function listUnknown(db: Db, after: string, most: number): Promise<string[]> {
  const covers = db
    .selectFrom('games')
    .select('boxArt as name')
    .where('boxArt', 'is not', null)
    .$narrowType<{ name: string }>();
  const images = db.selectFrom('gameMedia').select('value as name').where('kind', '=', 'image');
  const rows = await db
    .selectFrom(covers.union(images).as('used'))
    .select('used.name')
    .where('used.name', '>', after)
    .where('used.name', 'not in', (query) => query.selectFrom('artworks').select('artworks.name'))
    .orderBy('used.name')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
}
