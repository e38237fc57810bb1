// What several nodes of a library must know of each other: which of them run and with which secret key, and who reads which new
// file for its digest, and which deleted files a node is still sending.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createNodes({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('nodes')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('secretCheck', text)
    .addColumn('startedAt', text, (c) => c.notNull())
    .addColumn('seenUntil', text, (c) => c.notNull())
    .execute();
  await schema
    .createTable('digestClaims')
    .addColumn('fileId', text, (c) => c.primaryKey().references('gameFiles.id').onDelete('cascade'))
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .execute();
  await schema
    .createTable('removalHolds')
    .addColumn('storageKey', text, (c) => c.notNull())
    .addColumn('downloadId', text, (c) => c.notNull().references('downloads.id').onDelete('cascade'))
    .addPrimaryKeyConstraint('removalHoldsKey', ['storageKey', 'downloadId'])
    .execute();
  await schema.createIndex('removalHoldsOfDownload').on('removalHolds').column('downloadId').execute();
}
