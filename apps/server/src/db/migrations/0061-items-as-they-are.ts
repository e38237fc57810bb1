// Items of library folders as they are on the disk: incomplete sets, links, programs, empty folders, and the name of an `.app`.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function describeItemsAsTheyAre({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  const items = () => schema.alterTable('libraryItems');
  await items().addColumn('defect', text).execute();
  await items()
    .addColumn('leftOutLinks', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  // All that the review list counts and orders by, so that it reads only this index for each of its items.
  await schema.dropIndex('libraryItemsByTitle').execute();
  await schema
    .createIndex('libraryItemsByTitle')
    .on('libraryItems')
    .columns(['state', 'titleKey', 'platformKey', 'id', 'extraKind', 'missingSince', 'modifiedAt', 'problem'])
    .columns(['folderId', 'defect', 'size'])
    .execute();
  const files = () => schema.alterTable('libraryItemFiles');
  await files().addColumn('isExecutable', 'integer').execute();
  await files().addColumn('target', text).execute();
  await schema
    .alterTable('libraryItemZips')
    .addColumn('topFolder', text, (c) => c.notNull().defaultTo(''))
    .execute();
}
