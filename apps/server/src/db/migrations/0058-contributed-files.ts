// What an answered contribution consisted of. Its files are then in a game with others, or deleted.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function keepContributedFiles({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .alterTable('contributions')
    .addColumn('files', text, (c) => c.notNull().defaultTo('[]'))
    .execute();
}
