// Backups of the library and their verifications: when each ran, where to, and how it ended.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createBackups({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('backups')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('place', text, (c) => c.notNull())
    .addColumn('startedAt', text, (c) => c.notNull())
    .addColumn('endedAt', text)
    // 1 while it runs, else null. Unique, so that only one runs at a time on all nodes.
    .addColumn('running', 'integer', (c) => c.unique())
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .addColumn('doneFiles', 'integer', (c) => c.notNull())
    .addColumn('totalFiles', 'integer', (c) => c.notNull())
    .addColumn('doneBytes', bigint, (c) => c.notNull())
    .addColumn('totalBytes', bigint, (c) => c.notNull())
    .addColumn('copiedBytes', bigint, (c) => c.notNull())
    .addColumn('error', text)
    .execute();
  await schema.createIndex('backupsByStart').on('backups').column('startedAt').execute();
}
