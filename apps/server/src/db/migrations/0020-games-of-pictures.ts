// The log of changes names the games that show a picture whose row comes, changes or goes, so that the catalogue knows
// their placeholder without asking again for every page; and the index that the catalogue is read from holds the pictures.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function nameGamesOfPictures(
  db: Kysely<unknown>,
  _columns: Columns,
  dialect: Dialect,
): Promise<void> {
  await db.schema.dropIndex('gamesAsCatalogued').execute();
  const columns = ['id', 'title', 'createdAt', 'releaseDate', 'boxArt'];
  await db.schema.createIndex('gamesAsCatalogued').on('games').columns(columns).execute();
  const statements = dialect === 'sqlite' ? sqliteTriggers() : [postgresFunction()];
  for (const statement of statements) await statement.execute(db);
}

function recordGames(row: 'old' | 'new'): RawBuilder<unknown> {
  return sql`insert into "gameChanges" ("gameId") select "id" from "games" where "boxArt" = ${sql.raw(row)}."name";`;
}

function sqliteTriggers(): RawBuilder<unknown>[] {
  const drop = (event: string) => sql`drop trigger ${sql.ref(`artworksChanges${event}`)}`;
  const create = (event: string, when: RawBuilder<unknown>, ...recorded: RawBuilder<unknown>[]) =>
    sql`create trigger ${sql.ref(`artworksChanges${event}`)} after ${when} on "artworks"
      begin ${sql.join(recorded, sql` `)} end`;
  return [
    ...['Insert', 'Delete', 'Update'].map(drop),
    create('Insert', sql`insert`, recordGames('new')),
    create('Delete', sql`delete`, recordGames('old')),
    create('Update', sql`update of "name", "thumbhash"`, recordGames('new'), recordGames('old')),
  ];
}

/** The trigger stays as it is: deferred, so that numbers become visible in their order (0004). */
function postgresFunction(): RawBuilder<unknown> {
  return sql`create or replace function "artworksChanges"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${sql.lit(changesLock)});
      if tg_op <> 'INSERT' then ${recordGames('old')} end if;
      if tg_op <> 'DELETE' then ${recordGames('new')} end if;
      return null;
    end $$`;
}

/** As in 0004. */
const changesLock = 20_260_004;
