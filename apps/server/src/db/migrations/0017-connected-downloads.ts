// When a node last noted that a connection to a download is open, so that the other nodes know.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createConnectedDownloads(
  { schema }: Kysely<unknown>,
  { text }: Columns,
): Promise<void> {
  await schema.alterTable('downloads').addColumn('connectedAt', text).execute();
}
