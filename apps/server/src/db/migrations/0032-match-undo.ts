// What undoing a match needs that an admin has chosen: what the game's row said before, and the pictures that the match replaced.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createMatchUndo({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema.alterTable('gameMatches').addColumn('previous', text).execute();
  await schema
    .createTable('replacedPictures')
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('replacedPicturesKey', ['gameId', 'name'])
    .execute();
  // The removal of unused pictures asks for each picture.
  await schema.createIndex('replacedPicturesByName').on('replacedPictures').column('name').execute();
}
