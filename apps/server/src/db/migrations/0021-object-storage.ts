// What object stores and several nodes need to know of an upload: the store's own id of it, a receipt for each chunk, and which
// node is completing it.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function prepareObjectStorage({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  for (const column of ['storageState', 'holder', 'leaseUntil']) {
    await schema.alterTable('uploads').addColumn(column, text).execute();
  }
  await schema
    .alterTable('uploadChunks')
    .addColumn('receipt', text, (c) => c.notNull().defaultTo(''))
    .execute();
}
