// Further facts of games, and what is known of each picture.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createGameFacts(db: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  const games = db.schema.alterTable('games');
  await games.addColumn('rating', 'real').execute();
  await games.addColumn('ratingCount', 'integer').execute();
  await games.addColumn('ageRating', text).execute();
  await games.addColumn('franchise', text).execute();
  await games.addColumn('collection', text).execute();

  // No reference from games: a picture may be older than this table.
  await db.schema
    .createTable('artworks')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('width', 'integer', (c) => c.notNull())
    .addColumn('height', 'integer', (c) => c.notNull())
    .addColumn('fileSize', bigint, (c) => c.notNull())
    .addColumn('thumbhash', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
}
