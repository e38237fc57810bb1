// Which files of the catalogue's index belong to this database.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createSavedCatalogues({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('savedCatalogues')
    .addColumn('token', text, (c) => c.primaryKey())
    .addColumn('savedAt', text, (c) => c.notNull())
    .execute();
}
