// Nodes whose storage is a disk run on one machine.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function addNodeHosts({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema.alterTable('nodes').addColumn('host', text).execute();
}
