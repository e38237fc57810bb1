// Accounts, games, uploads, downloads, jobs: the first tables.
import type { Kysely } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createLibrary(db: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  const { schema } = db;

  await schema
    .createTable('users')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('email', text, (c) => c.notNull().unique())
    .addColumn('passwordHash', text, (c) => c.notNull())
    .addColumn('role', text, (c) => c.notNull())
    .addColumn('verifiedAt', text)
    .addColumn('approvedAt', text)
    .addColumn('suspendedAt', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();

  await schema
    .createTable('sessions')
    .addColumn('tokenHash', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('sessionsByUser').on('sessions').column('userId').execute();

  await schema
    .createTable('settings')
    .addColumn('key', text, (c) => c.primaryKey())
    .addColumn('value', text, (c) => c.notNull())
    .execute();

  await schema
    .createTable('jobs')
    .addColumn('name', text, (c) => c.primaryKey())
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .addColumn('lastRunAt', text)
    .addColumn('lastSuccessAt', text)
    .addColumn('lastError', text)
    .execute();

  await createGames(db, { text, bigint });
  await createUploads(db, { text, bigint });
  await createDownloads(db, { text, bigint });
}

async function createGames({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('games')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('titleKey', text, (c) => c.notNull().unique())
    .addColumn('titleFold', text, (c) => c.notNull())
    .addColumn('description', text, (c) => c.notNull())
    .addColumn('boxArt', text)
    .addColumn('releaseDate', text)
    .addColumn('developer', text)
    .addColumn('publisher', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  // The id ends every order, so that pages never overlap where the rest is equal.
  await schema.createIndex('gamesByCreated').on('games').columns(['createdAt', 'id']).execute();
  await schema.createIndex('gamesByTitle').on('games').columns(['titleFold', 'id']).execute();
  await schema.createIndex('gamesByRelease').on('games').columns(['releaseDate', 'id']).execute();

  await schema
    .createTable('gameGenres')
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('genre', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('gameGenresKey', ['gameId', 'genre'])
    .execute();

  await schema
    .createTable('gameMedia')
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('value', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('gameMediaKey', ['gameId', 'kind', 'position'])
    .execute();

  await schema
    .createTable('gameFiles')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('platform', text, (c) => c.notNull())
    .addColumn('extension', text, (c) => c.notNull())
    .addColumn('fileSize', bigint, (c) => c.notNull())
    .addColumn('storageKey', text, (c) => c.notNull().unique())
    .addColumn('sha256', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .addUniqueConstraint('gameFilesOnePerPlatform', ['gameId', 'platform'])
    .execute();

  await schema
    .createTable('removals')
    .addColumn('storageKey', text, (c) => c.primaryKey())
    .execute();
}

async function createUploads({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('uploads')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('clientId', text, (c) => c.notNull().unique())
    .addColumn('userId', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('gameId', text, (c) => c.references('games.id').onDelete('cascade'))
    .addColumn('title', text, (c) => c.notNull())
    .addColumn('titleKey', text, (c) => c.notNull())
    .addColumn('platform', text, (c) => c.notNull())
    .addColumn('extension', text, (c) => c.notNull())
    .addColumn('fileName', text)
    .addColumn('fileSize', bigint)
    .addColumn('chunkSize', bigint)
    .addColumn('totalChunks', 'integer', (c) => c.notNull())
    .addColumn('state', text, (c) => c.notNull())
    .addColumn('resultGameId', text, (c) => c.references('games.id').onDelete('cascade'))
    .addColumn('createdAt', text, (c) => c.notNull())
    .addColumn('touchedAt', text, (c) => c.notNull())
    .execute();
  // Two uploads of one title and platform can't be under way at once, on any node.
  await schema
    .createIndex('uploadsOneOpen')
    .on('uploads')
    .columns(['titleKey', 'platform'])
    .unique()
    .where('state' as never, '=', 'open' as never)
    .execute();
  await schema.createIndex('uploadsByGame').on('uploads').column('gameId').execute();
  await schema.createIndex('uploadsByResult').on('uploads').column('resultGameId').execute();

  await schema
    .createTable('uploadChunks')
    .addColumn('uploadId', text, (c) => c.notNull().references('uploads.id').onDelete('cascade'))
    .addColumn('chunkNumber', 'integer', (c) => c.notNull())
    .addColumn('size', bigint, (c) => c.notNull())
    .addColumn('sha256', text)
    .addPrimaryKeyConstraint('uploadChunksKey', ['uploadId', 'chunkNumber'])
    .execute();
}

async function createDownloads({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('downloads')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('clientId', text, (c) => c.notNull())
    .addColumn('userId', text, (c) => c.references('users.id').onDelete('set null'))
    .addColumn('gameId', text, (c) => c.references('games.id').onDelete('set null'))
    .addColumn('fileId', text, (c) => c.references('gameFiles.id').onDelete('set null'))
    .addColumn('gameTitle', text, (c) => c.notNull())
    .addColumn('platform', text, (c) => c.notNull())
    .addColumn('fileSize', bigint, (c) => c.notNull())
    .addColumn('status', text, (c) => c.notNull())
    .addColumn('sentRanges', text, (c) => c.notNull())
    .addColumn('bytesSent', bigint, (c) => c.notNull())
    .addColumn('startedAt', text, (c) => c.notNull())
    .addColumn('lastByteAt', text)
    .addColumn('endedAt', text)
    .addColumn('cancelledAt', text)
    .addUniqueConstraint('downloadsOnePerClientId', ['userId', 'clientId'])
    .execute();
  await schema.createIndex('downloadsByGame').on('downloads').column('gameId').execute();
  await schema.createIndex('downloadsByFile').on('downloads').column('fileId').execute();
  await schema.createIndex('downloadsByStatus').on('downloads').columns(['status', 'startedAt']).execute();

  await schema
    .createTable('tickets')
    .addColumn('tokenHash', text, (c) => c.primaryKey())
    .addColumn('downloadId', text, (c) => c.notNull().references('downloads.id').onDelete('cascade'))
    .addColumn('expiresAt', text, (c) => c.notNull())
    .execute();
  await schema.createIndex('ticketsByDownload').on('tickets').column('downloadId').execute();
}
