// Downloads as a member's history and as the admin's log: who is told of which, and the orders both are read in.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createDownloadHistory(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  const { schema } = db;
  const downloads = schema.alterTable('downloads');
  await downloads.addColumn('extension', text, (c) => c.notNull().defaultTo('')).execute();
  await downloads.addColumn('hiddenAt', text).execute();
  await downloads.addColumn('logged', 'integer', (c) => c.notNull().defaultTo(1)).execute();
  await downloads.addColumn('anonymous', 'integer', (c) => c.notNull().defaultTo(0)).execute();
  await sql`update downloads set extension = coalesce(
    (select extension from "gameFiles" where "gameFiles".id = downloads."fileId"), '')`.execute(db);

  // The id ends every order, so that pages never overlap where the rest is equal.
  const newestFirst = ['startedAt', 'id'];
  await schema
    .createIndex('downloadsLogged')
    .on('downloads')
    .columns(['logged', ...newestFirst])
    .execute();
  await schema
    .createIndex('downloadsByUser')
    .on('downloads')
    .columns(['userId', 'logged', 'anonymous', ...newestFirst])
    .execute();
  // What members are shown of their own: few rows, however long the log is.
  await schema
    .createIndex('downloadsShown')
    .on('downloads')
    .columns(['userId', ...newestFirst])
    .where('hiddenAt' as never, 'is', null)
    .execute();
  // What is to lose its member once that member has no more use for it.
  await schema
    .createIndex('downloadsUnnamed')
    .on('downloads')
    .column('endedAt')
    .where('anonymous' as never, '=', 1 as never)
    .where('userId' as never, 'is not', null)
    .execute();
  await schema.dropIndex('downloadsByGame').execute();
  await schema
    .createIndex('downloadsByGame')
    .on('downloads')
    .columns(['gameId', 'logged', ...newestFirst])
    .execute();
}
