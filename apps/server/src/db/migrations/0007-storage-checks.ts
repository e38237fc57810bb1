// Checks of the stored files: how far each is, and what it has found.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createStorageChecks(
  { schema }: Kysely<unknown>,
  { text, bigint }: Columns,
): Promise<void> {
  await schema
    .createTable('storageChecks')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('startedAt', text, (c) => c.notNull())
    .addColumn('endedAt', text)
    // 1 while it runs, else null: unique, so that there is one at a time on all nodes.
    .addColumn('running', 'integer', (c) => c.unique())
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .addColumn('cursor', text)
    .addColumn('checkedFiles', 'integer', (c) => c.notNull())
    .addColumn('totalFiles', 'integer', (c) => c.notNull())
    .addColumn('checkedBytes', bigint, (c) => c.notNull())
    .addColumn('totalBytes', bigint, (c) => c.notNull())
    .addColumn('artworkFiles', 'integer')
    .addColumn('artworkBytes', bigint)
    .addColumn('error', text)
    .execute();

  await schema
    .createTable('storageProblems')
    .addColumn('checkId', text, (c) => c.notNull().references('storageChecks.id').onDelete('cascade'))
    .addColumn('storageKey', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('reason', text)
    .addColumn('foundSize', bigint)
    .addColumn('modifiedAt', text)
    .addPrimaryKeyConstraint('storageProblemsKey', ['checkId', 'storageKey'])
    .execute();
}
