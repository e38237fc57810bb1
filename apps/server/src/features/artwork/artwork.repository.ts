// What is known of each kept picture, and which pictures games have that nothing is known of.
import type { Selectable } from 'kysely';
import type { ArtworksTable, Db, Trx } from '#db/schema.ts';

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

/** Gives it if it is there, kept from the sweep from now on. */
export function touchArtwork(db: Db, name: string, now: string): Promise<ArtworkRow | undefined> {
  return db
    .updateTable('artworks')
    .set({ createdAt: now })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst();
}

/**
 * Pictures that nobody has sent in since `before`, and no game refers to. A table that comes to refer to pictures has to be
 * named here.
 */
function unused(db: Db, before: string) {
  return db
    .selectFrom('artworks')
    .select('artworks.name')
    .where('artworks.createdAt', '<', before)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('games').select('games.id').whereRef('games.boxArt', '=', 'artworks.name'))),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('gameMedia')
            .select('gameMedia.gameId')
            .whereRef('gameMedia.value', '=', 'artworks.name')
            .where('gameMedia.kind', '=', 'image'),
        ),
      ),
    );
}

export async function listUnused(db: Db, before: string, most: number): Promise<string[]> {
  const rows = await unused(db, before).orderBy('artworks.name').limit(most).execute();
  return rows.map(({ name }) => name);
}

/**
 * Only while it is still unused. Who gives it to a game touches it within the same transaction, and this deletion looks at
 * it again then; without the touch it would go by what it saw before.
 */
export async function condemnUnused(trx: Trx, name: string, before: string): Promise<void> {
  const { numDeletedRows } = await trx
    .deleteFrom('artworks')
    .where('name', 'in', unused(trx, before).where('artworks.name', '=', name))
    .where('createdAt', '<', before)
    .executeTakeFirst();
  if (numDeletedRows > 0n) await insertRemoval(trx, name);
}

async function insertRemoval(trx: Trx, name: string): Promise<void> {
  await trx
    .insertInto('artworkRemovals')
    .values({ name })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

export async function listRemovals(db: Db, most: number): Promise<string[]> {
  const rows = await db.selectFrom('artworkRemovals').select('name').orderBy('name').limit(most).execute();
  return rows.map(({ name }) => name);
}

/** Who deletes it holds it until the end of its transaction. False when another was first. */
export async function deleteRemoval(trx: Trx, name: string): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('artworkRemovals')
    .where('name', '=', name)
    .executeTakeFirst();
  return numDeletedRows > 0n;
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
