// Which library the storage belongs to, and bytes that are stored before a row points at them.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createStorage({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('library')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('id', text, (c) => c.notNull())
    .execute();
  await schema
    .createTable('storedAhead')
    .addColumn('storageKey', text, (c) => c.primaryKey())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
}
