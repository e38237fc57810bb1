// Metadata: the providers' keys, and how each provider is.
import { providerIds } from '@cellar/contract/games/metadata.ts';
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createMetadata(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  await db.schema
    .createTable('metadataKeys')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('sealed', text, (c) => c.notNull())
    .addColumn('updatedAt', text, (c) => c.notNull())
    .execute();

  await db.schema
    .createTable('metadataProviders')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('lastSuccessAt', text)
    .addColumn('lastErrorAt', text)
    .addColumn('lastErrorKind', text)
    .addColumn('lastError', text)
    .addColumn('failures', 'integer', (c) => c.notNull())
    .addColumn('pausedUntil', text)
    .execute();
  for (const id of providerIds) {
    await sql`insert into "metadataProviders" ("id", "failures") values (${id}, 0)`.execute(db);
  }
}
