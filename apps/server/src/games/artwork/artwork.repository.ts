// Stored pictures in the database, and their pending removals.

import type { Selectable } from 'kysely';
import { hasChanged } from '#db/rows.ts';
import type { Db, Trx } from '#db/schema.ts';
import { isUnleased } from '#platform/lease.ts';
import type { ArtworksTable } from '../tables.ts';

export type ArtworkRow = Selectable<ArtworksTable>;

export function findArtwork(db: Db, name: string): Promise<ArtworkRow | undefined> {
  return db.selectFrom('artworks').selectAll().where('name', '=', name).executeTakeFirst();
}

/** Does nothing if the row exists: the same name means the same picture. */
export async function insertArtwork(db: Db, row: ArtworkRow): Promise<void> {
  await db
    .insertInto('artworks')
    .values(row)
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
}

/** Protects the picture from the sweep for a day, and returns it. Returns undefined if there is none. */
export function touchArtwork(db: Db, name: string, now: string): Promise<ArtworkRow | undefined> {
  return db
    .updateTable('artworks')
    .set({ createdAt: now })
    .where('name', '=', name)
    .returningAll()
    .executeTakeFirst();
}

/** Returns up to `limit` names of stored pictures or of pending removals after `after`, in order. */
export async function listNames(
  db: Db,
  table: 'artworks' | 'artworkRemovals',
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom(table)
    .select('name')
    .where('name', '>', after)
    .orderBy('name')
    .limit(limit)
    .execute();
  return rows.map(({ name }) => name);
}

/**
 * Selects pictures that were not uploaded since `before` and that no game refers to. Every table that refers to pictures must
 * be listed here.
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
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('replacedPictures')
            .select('replacedPictures.gameId')
            .whereRef('replacedPictures.name', '=', 'artworks.name'),
        ),
      ),
    );
}

/** Returns the names, out of these, of unused pictures. */
export async function listUnused(db: Db, names: string[], before: string): Promise<string[]> {
  if (names.length === 0) return [];
  const rows = await unused(db, before).where('artworks.name', 'in', names).execute();
  return rows.map(({ name }) => name);
}

/**
 * Deletes the row of a picture that is still unused, and records that its files must be removed. A transaction that assigns
 * the picture to a game also touches this row, so the database evaluates the condition again after waiting for it.
 */
export async function deleteIfUnused(trx: Trx, name: string, before: string): Promise<void> {
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

/** Claims a removal until `leaseUntil`; uploads of the picture wait for it. Returns false if another node has claimed it. */
export function claimRemoval(
  db: Db,
  name: string,
  { leaseUntil, now }: { leaseUntil: string; now: string },
): Promise<boolean> {
  return hasChanged(
    db.updateTable('artworkRemovals').set({ leaseUntil }).where('name', '=', name).where(isUnleased(now)),
  );
}

/** Deletes the record of a removal after its files were removed, unless another node has claimed it in the meantime. */
export async function deleteRemoval(db: Db, name: string, leaseUntil: string): Promise<void> {
  await db
    .deleteFrom('artworkRemovals')
    .where('name', '=', name)
    .where('leaseUntil', '=', leaseUntil)
    .execute();
}

/** Deletes the record of a removal, so that the files stay. Returns false while a node is removing them. */
export async function cancelRemoval(trx: Trx, name: string, now: string): Promise<boolean> {
  await trx.deleteFrom('artworkRemovals').where('name', '=', name).where(isUnleased(now)).execute();
  const claimed = await trx
    .selectFrom('artworkRemovals')
    .select('name')
    .where('name', '=', name)
    .executeTakeFirst();
  return claimed === undefined;
}

/** Returns up to `limit` game ids after `after`, in order. */
export async function listGameIds(db: Db, after: string, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('games')
    .select('id')
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Returns the pictures of these games that have no row, because an older version stored them. */
export async function listWithoutRow(db: Db, gameIds: string[]): Promise<string[]> {
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
