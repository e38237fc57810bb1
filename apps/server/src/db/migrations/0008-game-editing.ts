// Games that are edited by several admins, platform files that are replaced, pictures that nobody uses any more.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createGameEditing({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  const games = schema.alterTable('games');
  await games.addColumn('revision', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await games.addColumn('editedFields', text, (c) => c.notNull().defaultTo('[]')).execute();

  await schema
    .alterTable('uploads')
    .addColumn('replacesFile', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();

  await schema
    .createTable('artworkRemovals')
    .addColumn('name', text, (c) => c.primaryKey())
    .execute();
  // Whether any game uses a picture is asked for every picture there is.
  await schema.createIndex('gamesByBoxArt').on('games').column('boxArt').execute();
  await schema.createIndex('gameMediaByValue').on('gameMedia').columns(['value', 'kind']).execute();
}
