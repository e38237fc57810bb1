// Library folders are removed in the background.
import type { Kysely } from 'kysely';

export async function addFolderRemovals({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('libraryFolders')
    .addColumn('deletesGames', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}
