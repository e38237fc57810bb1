// How a game can be played, and by how many. The log of catalogue changes also names games for which this has changed.
import { type Kysely, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function addPlayers(db: Kysely<unknown>, { text }: Columns, dialect: Dialect): Promise<void> {
  const games = db.schema.alterTable('games');
  await games.addColumn('modes', text, (c) => c.notNull().defaultTo('[]')).execute();
  await games.addColumn('maxPlayers', 'integer').execute();
  if (dialect === 'sqlite') {
    await sql`create trigger "gamesPlayers" after update of "modes", "maxPlayers" on games
      when old."modes" is not new."modes" or old."maxPlayers" is not new."maxPlayers"
      begin insert into "gameChanges" ("gameId") values (new.id); end`.execute(db);
    return;
  }
  await sql`create function "gamesPlayers"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${sql.lit(changesLock)});
      insert into "gameChanges" ("gameId") values (new.id);
      return null;
    end $$`.execute(db);
  // Deferred, and under the lock of the other triggers, so that numbers become visible in their order (0004).
  await sql`create constraint trigger "gamesPlayers" after update of "modes", "maxPlayers" on games
    deferrable initially deferred for each row
    when (old."modes" is distinct from new."modes" or old."maxPlayers" is distinct from new."maxPlayers")
    execute function "gamesPlayers"()`.execute(db);
}

/** As in 0004. */
const changesLock = 20_260_004;
