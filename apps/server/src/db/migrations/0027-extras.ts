// Updates and extras of games: their files, their uploads and their downloads.
import { type Kysely, sql } from 'kysely';
import type { Columns } from '../columns.ts';

export async function createExtras(db: Kysely<unknown>, columns: Columns): Promise<void> {
  await createTable(db, columns);
  await extendUploads(db, columns);
  await extendDownloads(db, columns);
  await claimDigestsByKey(db, columns);
}

async function createTable(db: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await db.schema
    .createTable('gameExtras')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('version', text, (c) => c.notNull())
    .addColumn('platform', text)
    .addColumn('note', text, (c) => c.notNull())
    .addColumn('fileName', text, (c) => c.notNull())
    .addColumn('extension', text, (c) => c.notNull())
    .addColumn('fileSize', bigint, (c) => c.notNull())
    .addColumn('storageKey', text, (c) => c.notNull().unique())
    .addColumn('sha256', text)
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  // Unique values are distinct if one of them is null, so null becomes an empty text here.
  await sql`create unique index "gameExtrasOnce"
    on "gameExtras" ("gameId", kind, name, version, (coalesce(platform, '')))`.execute(db);
  await db.schema
    .createIndex('gameExtrasUndigested')
    .on('gameExtras')
    .column('createdAt')
    .where('sha256' as never, 'is', null)
    .execute();
}

async function extendUploads(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  for (const column of ['extraKind', 'extraName', 'extraVersion', 'extraNote']) {
    await db.schema.alterTable('uploads').addColumn(column, text).execute();
  }
  // Several extras of a game may be uploaded at once, but each of them only once.
  await db.schema.dropIndex('uploadsOneOpen').execute();
  await sql`create unique index "uploadsOneOpen" on uploads ("titleKey", platform,
    (coalesce("extraKind", '')), (coalesce("extraName", '')), (coalesce("extraVersion", '')))
    where state = 'open'`.execute(db);
}

async function extendDownloads(db: Kysely<unknown>, { text }: Columns): Promise<void> {
  const { schema } = db;
  const downloads = schema.alterTable('downloads');
  await downloads
    .addColumn('extraId', text, (c) => c.references('gameExtras.id').onDelete('set null'))
    .execute();
  await downloads.addColumn('extraName', text).execute();
  await downloads.addColumn('fileName', text).execute();
  await schema
    .createIndex('downloadsByExtra')
    .on('downloads')
    .column('extraId')
    .where('extraId' as never, 'is not', null)
    .execute();
  // When a member last completed a download of a game: the last entry, however many there are.
  await sql`create index "downloadsOfGame" on downloads ("userId", "gameId", "endedAt")
    where status = 'completed' and "extraName" is null`.execute(db);
}

/** Platform files and extras both have a storage key. The old claims are dropped: each lasts for a minute. */
async function claimDigestsByKey({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema.dropTable('digestClaims').execute();
  await schema
    .createTable('digestClaims')
    .addColumn('storageKey', text, (c) => c.primaryKey())
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .execute();
}
