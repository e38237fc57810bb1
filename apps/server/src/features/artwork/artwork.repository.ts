// What is known of each kept picture, and which pictures games have that nothing is known of.
import type { Selectable } from 'kysely';
import type { Db, Trx } from '#db/schema.ts';
import { isUnleased } from '#platform/lease.ts';
import type { ArtworksTable } from './artwork.table.ts';

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

/** Names of kept pictures, or of those that are to be removed, in their order: up to `most` behind `after`. */
export async function listNames(
  db: Db,
  table: 'artworks' | 'artworkRemovals',
  { after, most }: { after: string; most: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('name')
    .where('name', '>', after)
    .orderBy('name')
    .limit(most)
    .execute();
  return rows.map(({ name }) => name);
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

/** Of these. */
export async function listUnused(db: Db, names: string[], before: string): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await unused(db, before).where('artworks.name', 'in', names).execute();
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
    .values({ name, leaseUntil: null })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Until the lease ends, only the caller removes the files, and no request keeps the picture. Returns false when another node came first. */
export async function claimRemoval(
  db: Db,
  name: string,
  { leaseUntil, now }: { leaseUntil: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('artworkRemovals')
    .set({ leaseUntil })
    .where('name', '=', name)
    .where(isUnleased(now))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Call this once the files are removed. Keeps the note if another node has claimed it since. */
export async function deleteRemoval(db: Db, name: string, leaseUntil: string): Promise<void> {
  await db
    .deleteFrom('artworkRemovals')
    .where('name', '=', name)
    .where('leaseUntil', '=', leaseUntil)
    .execute();
}

/** False while somebody removes the files. */
export async function cancelRemoval(trx: Trx, name: string, now: string): Promise<boolean> {
  await trx.deleteFrom('artworkRemovals').where('name', '=', name).where(isUnleased(now)).execute();
  const claimed = await trx
    .selectFrom('artworkRemovals')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return claimed === undefined;
}

/** Of all games, in order, from `after` on. */
export async function listGameIds(db: Db, after: string, most: number): Promise<string[]> {
  const rows = await db
    .selectFrom('games')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(most)
    .execute();
  return rows.map(({ id }) => id);
}

/** Pictures of these games that are older than the table of what is known. */
export async function listUnknown(db: Db, gameIds: string[]): Promise<string[]> {
  if (gameIds.length === 0) return [];
  const covers = db
    .selectFrom('games')
    .select('boxArt as name')
    .where('id', 'in', gameIds)
    .where('boxArt', 'is not', null)
    .$narrowType<{ name: string }>();
  const images = db
    .selectFrom('gameMedia')
    .select('value as name')
    .where('gameId', 'in', gameIds)
    .where('kind', '=', 'image');
  const rows = await db
    .selectFrom(covers.union(images).as('used'))
    .select('used.name')
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('artworks').select('artworks.name').whereRef('artworks.name', '=', 'used.name'))),
    )
    .execute();
  return rows.map(({ name }) => name);
}
