// Which content of a file in a library folder a download counts, because another program may replace it by one of the same size.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function addDownloadContent({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema.alterTable('downloads').addColumn('contentTag', text).execute();
}
