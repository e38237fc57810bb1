// Library folders: games that stay where they are on a disk of the admin. What scans have found there, and platform files whose
// bytes are there.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

type Schema = Kysely<unknown>['schema'];

export async function createLibraryFolders({ schema }: Kysely<unknown>, columns: Columns): Promise<void> {
  await createFolders(schema, columns);
  await createItems(schema, columns);
  await createItemFiles(schema, columns);
  await createItemZips(schema, columns);
  await addItemsOfFiles(schema, columns);
}

async function createFolders(schema: Schema, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('libraryFolders')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('path', text, (c) => c.notNull().unique())
    .addColumn('mode', text, (c) => c.notNull())
    .addColumn('platform', text)
    .addColumn('platformFolders', text, (c) => c.notNull())
    .addColumn('extensions', text, (c) => c.notNull())
    .addColumn('frequency', text, (c) => c.notNull())
    .addColumn('isWatched', 'integer', (c) => c.notNull())
    .addColumn('addsCertain', 'integer', (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('problem', text)
    .addColumn('problemSince', text)
    .addColumn('scanRequestedAt', text)
    .addColumn('acceptsMissing', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('scanStartedAt', text)
    .addColumn('scannedEntries', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .addColumn('firstScanAt', text)
    .addColumn('lastScanAt', text)
    .addColumn('factsKey', text)
    .addColumn('lastScan', text)
    .execute();
  await schema
    .createTable('libraryTreatments')
    .addColumn('folderId', text, (c) => c.notNull().references('libraryFolders.id').onDelete('cascade'))
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('treatment', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('libraryTreatmentsKey', ['folderId', 'path'])
    .execute();
  await schema
    .createTable('libraryProblems')
    .addColumn('folderId', text, (c) => c.notNull().references('libraryFolders.id').onDelete('cascade'))
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('reason', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('libraryProblemsKey', ['folderId', 'path'])
    .execute();
}

async function createItems(schema: Schema, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('libraryItems')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('folderId', text, (c) => c.notNull().references('libraryFolders.id').onDelete('cascade'))
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('extension', text, (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('fileCount', 'integer', (c) => c.notNull())
    .addColumn('modifiedAt', bigint, (c) => c.notNull())
    .addColumn('fingerprint', text, (c) => c.notNull())
    .addColumn('sampleSha256', text)
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('titleKey', text, (c) => c.notNull())
    .addColumn('platform', text)
    .addColumn('platformKey', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('year', 'integer')
    .addColumn('ids', text, (c) => c.notNull())
    .addColumn('isEdited', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('isCertain', 'integer', (c) => c.notNull())
    .addColumn('isReturned', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('problem', text)
    .addColumn('foundAt', text, (c) => c.notNull())
    .addColumn('missingSince', text)
    .addColumn('storageKey', text)
    .addColumn('movingFingerprint', text)
    .addUniqueConstraint('libraryItemsOnePerPath', ['folderId', 'path'])
    .execute();
  // The review lists items of one state by title; the checks for duplicates look up a title and a platform.
  await schema
    .createIndex('libraryItemsByTitle')
    .on('libraryItems')
    .columns(['state', 'titleKey', 'platformKey'])
    .execute();
  // A scan compares the items with what is on the disk, in the order in which a directory tree is read.
  await schema
    .createIndex('libraryItemsInOrder')
    .on('libraryItems')
    .columns(['folderId'])
    .expression(sql`(path || case when kind = 'folder' then '/' else '' end)`)
    .execute();
  // Every folder is shown with the numbers of its items.
  await schema
    .createIndex('libraryItemsByState')
    .on('libraryItems')
    .columns(['folderId', 'state', 'missingSince'])
    .execute();
  // A moved file has the fingerprint of the one that is missing.
  await schema
    .createIndex('libraryItemsByFingerprint')
    .on('libraryItems')
    .columns(['fingerprint', 'folderId'])
    .execute();
  // Added items in place that have no sample yet.
  await schema
    .createIndex('libraryItemsToSample')
    .on('libraryItems')
    .columns(['folderId', 'id'])
    .where('state' as never, '=', 'added')
    .where('sampleSha256' as never, 'is', null)
    .where('storageKey' as never, 'is', null)
    .execute();
  // Sets and folders, whose ZIPs are prepared after they were added. Of several indexes, SQLite chooses one that holds all columns
  // of the query.
  await schema
    .createIndex('libraryItemsZipped')
    .on('libraryItems')
    .columns(['folderId', 'state', 'missingSince', 'kind', 'id'])
    .where('kind' as never, '!=', 'file')
    .execute();
  // A file that was renamed and has another time still has the size of the one that is missing.
  await schema
    .createIndex('libraryItemsMissing')
    .on('libraryItems')
    .columns(['size'])
    .where('missingSince' as never, 'is not', null)
    .execute();
  await schema
    .createIndex('libraryItemsFoundBySize')
    .on('libraryItems')
    .columns(['size', 'kind', 'fileCount'])
    .where('state' as never, '=', 'found')
    .where('missingSince' as never, 'is', null)
    .execute();
  // Each run of the job that copies items removes what earlier ones have left.
  await schema
    .createIndex('libraryItemsMoving')
    .on('libraryItems')
    .column('id')
    .where('movingFingerprint' as never, 'is not', null)
    .execute();
  // The item whose copy is deleted.
  await schema
    .createIndex('libraryItemsCopied')
    .on('libraryItems')
    .column('storageKey')
    .where('storageKey' as never, 'is not', null)
    .execute();
}

async function createItemFiles(schema: Schema, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('libraryItemFiles')
    .addColumn('itemId', text, (c) => c.notNull().references('libraryItems.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('id', text, (c) => c.notNull())
    .addColumn('path', text, (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('modifiedAt', bigint, (c) => c.notNull())
    .addColumn('crc32', bigint)
    .addColumn('sha256', text)
    .addPrimaryKeyConstraint('libraryItemFilesKey', ['itemId', 'position'])
    .addUniqueConstraint('libraryItemFilesById', ['itemId', 'id'])
    .execute();
}

async function createItemZips(schema: Schema, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('libraryItemZips')
    .addColumn('itemId', text, (c) => c.primaryKey().references('libraryItems.id').onDelete('cascade'))
    .addColumn('fingerprint', text, (c) => c.notNull())
    .addColumn('memberCount', 'integer', (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('digestedBytes', bigint, (c) => c.notNull().defaultTo(0))
    .addColumn('isComplete', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
}

async function addItemsOfFiles(schema: Schema, { text }: Columns): Promise<void> {
  await schema
    .alterTable('gameFiles')
    .addColumn('libraryItemId', text, (c) => c.references('libraryItems.id'))
    .execute();
  await schema.alterTable('gameFiles').addColumn('contentTag', text).execute();
  await schema.alterTable('gameFiles').addColumn('contentChangedAt', text).execute();
  await schema
    .createIndex('gameFilesOfItems')
    .unique()
    .on('gameFiles')
    .column('libraryItemId')
    .where('libraryItemId' as never, 'is not', null)
    .execute();
}
