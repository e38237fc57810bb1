// Platforms that admins add to the fixed list. The log of catalogue changes gets an entry without a game when their names change.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createOwnPlatforms(
  db: Kysely<unknown>,
  { text }: Columns,
  dialect: Dialect,
): Promise<void> {
  await db.schema
    .createTable('ownPlatforms')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('name', text, (c) => c.notNull())
    // The same for names that differ only in case or spacing.
    .addColumn('nameKey', text, (c) => c.notNull().unique())
    .addColumn('aliases', text, (c) => c.notNull())
    .addColumn('icon', text, (c) => c.notNull())
    .addColumn('position', 'integer', (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  // For counting and renaming the files of a platform.
  await db.schema.createIndex('gameFilesByPlatform').on('gameFiles').columns(['platform', 'id']).execute();
  const statements = dialect === 'sqlite' ? sqliteTriggers() : postgresTrigger();
  for (const statement of statements) await statement.execute(db);
}

const recordChange = sql`insert into "gameChanges" ("gameId") values (null);`;

function sqliteTriggers(): RawBuilder<unknown>[] {
  const create = (name: string, event: RawBuilder<unknown>) =>
    sql`create trigger ${sql.ref(`ownPlatformsChanges${name}`)} after ${event} on "ownPlatforms" begin ${recordChange} end`;
  return [
    create('Insert', sql`insert`),
    create('Delete', sql`delete`),
    create('Update', sql`update of "name"`),
  ];
}

/** Deferred, and under the lock of the other triggers, so that numbers become visible in their order (0004). */
function postgresTrigger(): RawBuilder<unknown>[] {
  return [
    sql`create function "ownPlatformsChanges"() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${sql.lit(changesLock)});
        ${recordChange}
        return null;
      end $$`,
    sql`create constraint trigger "ownPlatformsChanges" after insert or delete or update of "name" on "ownPlatforms"
      deferrable initially deferred for each row execute function "ownPlatformsChanges"()`,
  ];
}

/** As in 0004. */
const changesLock = 20_260_004;
