// What admins have decided about names of games, so that the next game with the same name is matched without asking them.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createLearnedNames({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('learnedNames')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('nameKey', text, (c) => c.notNull().unique())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('matchId', text)
    .addColumn('matchName', text)
    .addColumn('refused', text, (c) => c.notNull().defaultTo('[]'))
    .addColumn('userId', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('learnedAt', text, (c) => c.notNull())
    .addColumn('uses', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  await schema.createIndex('learnedNamesByTime').on('learnedNames').columns(['learnedAt', 'id']).execute();
  await schema.createIndex('learnedNamesByUser').on('learnedNames').column('userId').execute();
  await schema.alterTable('gameMatches').addColumn('searchedAs', text).execute();
  // The review reads on after the last entry of a page.
  await schema.dropIndex('gameMatchesByUpdate').execute();
  await schema
    .createIndex('gameMatchesByUpdate')
    .on('gameMatches')
    .columns(['state', 'updatedAt', 'gameId'])
    .execute();
}
