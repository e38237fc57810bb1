// What the storage page shows without adding anything up: the space and the last download of each game, kept by triggers; the used
// space by day; and the order in which files with equal content are found.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createStorageReport(
  db: Kysely<unknown>,
  columns: Columns,
  dialect: Dialect,
): Promise<void> {
  await createGameUsage(db, columns);
  await fillGameUsage(db);
  for (const statement of dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers())
    await statement.execute(db);
  await createSamples(db, columns);
  await coverDigests(db);
}

const fileTables = ['gameFiles', 'gameExtras', 'cheatFiles'];

async function createGameUsage({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('gameUsage')
    .addColumn('gameId', text, (c) => c.primaryKey().references('games.id').onDelete('cascade'))
    .addColumn('files', 'integer', (c) => c.notNull())
    .addColumn('bytes', bigint, (c) => c.notNull())
    .addColumn('lastDownloadAt', text)
    .addColumn('idleSince', text, (c) => c.notNull())
    .execute();
  // Has every column that the lists filter by or sort by, so that they read nothing else.
  await schema
    .createIndex('gameUsageBySize')
    .on('gameUsage')
    .columns(['bytes', 'gameId', 'idleSince'])
    .execute();
}

async function fillGameUsage(db: Kysely<unknown>): Promise<void> {
  const files = fileTables.map((table) => sql`select "gameId", "fileSize" from ${sql.table(table)}`);
  await sql`insert into "gameUsage" ("gameId", files, bytes, "lastDownloadAt", "idleSince")
    select games.id, coalesce(stored.files, 0), coalesce(stored.bytes, 0), last.at,
      coalesce(last.at, games."createdAt")
    from games
    left join (select "gameId", count(*) as files, sum("fileSize") as bytes
      from (${sql.join(files, sql` union all `)}) as every_file group by "gameId") as stored
      on stored."gameId" = games.id
    left join (select "gameId", max("startedAt") as at from downloads where "gameId" is not null
      group by "gameId") as last on last."gameId" = games.id`.execute(db);
}

const newGame = sql`insert into "gameUsage" ("gameId", files, bytes, "idleSince")
  values (new.id, 0, 0, new."createdAt");`;
/** A download may be recorded late, for example by a restore. */
const newDownload = sql`update "gameUsage" set "lastDownloadAt" = new."startedAt", "idleSince" = new."startedAt"
  where "gameId" = new."gameId" and coalesce("lastDownloadAt", '') < new."startedAt";`;
const newFile = sql`update "gameUsage" set files = files + 1, bytes = bytes + new."fileSize"
  where "gameId" = new."gameId";`;
const oldFile = sql`update "gameUsage" set files = files - 1, bytes = bytes - old."fileSize"
  where "gameId" = old."gameId";`;

function sqliteTriggers(): RawBuilder<unknown>[] {
  const trigger = (name: string, event: string, body: RawBuilder<unknown>) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} begin ${body} end`;
  return [
    trigger('gameUsageOfGames', 'insert on games', newGame),
    trigger('gameUsageOfDownloads', 'insert on downloads', newDownload),
    ...fileTables.flatMap((table) => [
      trigger(`gameUsageOf_${table}Insert`, `insert on "${table}"`, newFile),
      trigger(`gameUsageOf_${table}Delete`, `delete on "${table}"`, oldFile),
      trigger(
        `gameUsageOf_${table}Update`,
        `update of "gameId", "fileSize" on "${table}"`,
        sql`${oldFile} ${newFile}`,
      ),
    ]),
  ];
}

function postgresTriggers(): RawBuilder<unknown>[] {
  const body = (name: string, statements: RawBuilder<unknown>) =>
    sql`create function ${sql.ref(name)}() returns trigger language plpgsql as $$
      begin ${statements} return null; end $$`;
  const trigger = (name: string, event: string, calls: string) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} for each row execute function ${sql.ref(calls)}()`;
  return [
    body('gameUsageOfGames', newGame),
    trigger('gameUsageOfGames', 'insert on games', 'gameUsageOfGames'),
    body('gameUsageOfDownloads', newDownload),
    trigger('gameUsageOfDownloads', 'insert on downloads', 'gameUsageOfDownloads'),
    body(
      'gameUsageOfFiles',
      sql`if tg_op <> 'INSERT' then ${oldFile} end if; if tg_op <> 'DELETE' then ${newFile} end if;`,
    ),
    ...fileTables.map((table) =>
      trigger(
        `gameUsageOf_${table}`,
        `insert or delete or update of "gameId", "fileSize" on "${table}"`,
        'gameUsageOfFiles',
      ),
    ),
  ];
}

async function createSamples({ schema }: Kysely<unknown>, { text, bigint }: Columns): Promise<void> {
  await schema
    .createTable('storageSamples')
    .addColumn('place', text, (c) => c.notNull())
    .addColumn('day', text, (c) => c.notNull())
    .addColumn('usedBytes', bigint, (c) => c.notNull())
    .addPrimaryKeyConstraint('storageSamplesKey', ['place', 'day'])
    .execute();
}

/** With the size, duplicates are found in the index alone. */
async function coverDigests({ schema }: Kysely<unknown>): Promise<void> {
  await schema.dropIndex('gameFilesByDigest').execute();
  for (const table of fileTables)
    await schema.createIndex(`${table}ByDigest`).on(table).columns(['sha256', 'fileSize']).execute();
}
