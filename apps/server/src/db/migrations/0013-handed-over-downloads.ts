// Downloads that a proxy sends: when a piece was last handed to it, and which bytes were.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createHandedOverDownloads(
  { schema }: Kysely<unknown>,
  { text }: Columns,
): Promise<void> {
  const downloads = schema.alterTable('downloads');
  await downloads.addColumn('handedOverAt', text).execute();
  await downloads.addColumn('handedOverRanges', text, (c) => c.notNull().defaultTo('[]')).execute();
}
