// The games of an export that lies in a library folder, until their files are found.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createExportedGames(
  { schema }: Kysely<unknown>,
  { text, bigint }: Columns,
): Promise<void> {
  await schema
    .createTable('exportedGames')
    .addColumn('folderId', text, (c) => c.notNull().references('libraryFolders.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('game', text, (c) => c.notNull())
    .addColumn('appliedAt', text)
    .addPrimaryKeyConstraint('exportedGamesKey', ['folderId', 'position'])
    .execute();
  await schema
    .createTable('exportedFiles')
    .addColumn('folderId', text, (c) => c.notNull().references('libraryFolders.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('platform', text, (c) => c.notNull())
    .addColumn('fileName', text, (c) => c.notNull())
    .addColumn('fileSize', bigint, (c) => c.notNull())
    .addColumn('sha256', text)
    .addColumn('libraryPath', text)
    .addPrimaryKeyConstraint('exportedFilesKey', ['folderId', 'position', 'platform'])
    .execute();
  await schema.createIndex('exportedFilesBySize').on('exportedFiles').column('fileSize').execute();
  await schema
    .createIndex('exportedFilesByPath')
    .on('exportedFiles')
    .columns(['libraryPath', 'folderId'])
    .execute();
  await schema.createIndex('gameFilesByDigest').on('gameFiles').column('sha256').execute();
  await schema.alterTable('libraryFolders').addColumn('exportTag', text).execute();
}
