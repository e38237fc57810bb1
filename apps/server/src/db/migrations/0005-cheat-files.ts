// Cheat files of games.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createCheatFiles(
  { schema }: Kysely<unknown>,
  { text, bigint }: Columns,
): Promise<void> {
  await schema
    .createTable('cheatFiles')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('platform', text, (c) => c.notNull())
    .addColumn('type', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('author', text, (c) => c.notNull())
    .addColumn('instructions', text, (c) => c.notNull())
    .addColumn('originalFileName', text, (c) => c.notNull())
    .addColumn('fileSize', bigint, (c) => c.notNull())
    .addColumn('storageKey', text, (c) => c.notNull().unique())
    .addColumn('sha256', text, (c) => c.notNull())
    .addColumn('downloadCount', 'integer', (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('cheatFilesByGame').on('cheatFiles').column('gameId').execute();
}
