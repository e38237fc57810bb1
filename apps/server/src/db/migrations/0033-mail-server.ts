// The mail server that admins set in the page. There is at most one row.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createMailServer({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('mailServer')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('host', text, (c) => c.notNull())
    .addColumn('port', 'integer', (c) => c.notNull())
    .addColumn('security', text, (c) => c.notNull())
    .addColumn('userName', text, (c) => c.notNull())
    .addColumn('sealedPassword', text)
    .addColumn('sender', text, (c) => c.notNull())
    .addColumn('updatedAt', text, (c) => c.notNull())
    .execute();
}
