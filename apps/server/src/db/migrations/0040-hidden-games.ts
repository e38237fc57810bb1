// Games that only admins see. The log of catalogue changes also names games that were hidden or shown.
import { type Kysely, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function addHiddenGames(
  db: Kysely<unknown>,
  _columns: Columns,
  dialect: Dialect,
): Promise<void> {
  await db.schema
    .alterTable('games')
    .addColumn('isHidden', 'integer', (c) => c.notNull().defaultTo(0))
    .execute();
  if (dialect === 'sqlite') {
    await sql`create trigger "gamesHidden" after update of "isHidden" on games
      when old."isHidden" is not new."isHidden"
      begin insert into "gameChanges" ("gameId") values (new.id); end`.execute(db);
    return;
  }
  await sql`create function "gamesHidden"() returns trigger language plpgsql as $$
    begin
      perform pg_advisory_xact_lock(${sql.lit(changesLock)});
      insert into "gameChanges" ("gameId") values (new.id);
      return null;
    end $$`.execute(db);
  // Deferred, and under the lock of the other triggers, so that numbers become visible in their order (0004).
  await sql`create constraint trigger "gamesHidden" after update of "isHidden" on games
    deferrable initially deferred for each row
    when (old."isHidden" is distinct from new."isHidden")
    execute function "gamesHidden"()`.execute(db);
}

/** As in 0004. */
const changesLock = 20_260_004;
