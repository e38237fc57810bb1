// The requests that are sending chunks of open uploads, so that a node knows of those at other nodes.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createChunkRequests({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('chunkRequests')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('uploadId', text, (c) => c.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('isStoring', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('endsBefore', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('chunkRequestsOfUpload').on('chunkRequests').column('uploadId').execute();
}
