// What members note about games, when they were last here, and the filters they have saved. Triggers count how many members like each
// game, and tell the catalogue.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createMarks(db: Kysely<unknown>, columns: Columns, dialect: Dialect): Promise<void> {
  await createGameMarks(db, columns);
  await createGameLikes(db, columns);
  for (const statement of dialect === 'sqlite' ? sqliteTriggers() : postgresTriggers())
    await statement.execute(db);
  await createVisits(db, columns);
  await createSavedFilters(db, columns);
}

async function createGameMarks({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('gameMarks')
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('gameId', text, (c) => c.notNull().references('games.id').onDelete('cascade'))
    .addColumn('favorite', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('playState', text)
    .addColumn('liked', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('note', text, (c) => c.notNull().defaultTo(''))
    .addColumn('changedAt', text, (c) => c.notNull())
    .addPrimaryKeyConstraint('gameMarksKey', ['userId', 'gameId'])
    .execute();
  await schema.createIndex('gameMarksByGame').on('gameMarks').column('gameId').execute();
}

async function createGameLikes({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('gameLikes')
    .addColumn('gameId', text, (c) => c.primaryKey().references('games.id').onDelete('cascade'))
    .addColumn('likes', 'integer', (c) => c.notNull())
    .execute();
}

/** A game that is being deleted has no row in `games` any more. */
const count = (difference: number, row: 'old' | 'new') => {
  const gameId = sql`${sql.raw(row)}."gameId"`;
  return sql`insert into "gameLikes" ("gameId", likes) select id, ${sql.lit(difference)} from games where id = ${gameId}
    on conflict ("gameId") do update set likes = "gameLikes".likes + ${sql.lit(difference)};`;
};
const record = (row: 'old' | 'new') =>
  sql`insert into "gameChanges" ("gameId") values (${sql.raw(row)}."gameId");`;

function sqliteTriggers(): RawBuilder<unknown>[] {
  const trigger = (name: string, event: string, condition: string, body: RawBuilder<unknown>) =>
    sql`create trigger ${sql.ref(name)} after ${sql.raw(event)} on "gameMarks" when ${sql.raw(condition)} begin ${body} end`;
  return [
    trigger('gameLikesInsert', 'insert', 'new.liked = 1', sql`${count(1, 'new')} ${record('new')}`),
    trigger('gameLikesDelete', 'delete', 'old.liked = 1', sql`${count(-1, 'old')} ${record('old')}`),
    trigger(
      'gameLikesLike',
      'update of liked',
      'new.liked = 1 and old.liked = 0',
      sql`${count(1, 'new')} ${record('new')}`,
    ),
    trigger(
      'gameLikesUnlike',
      'update of liked',
      'new.liked = 0 and old.liked = 1',
      sql`${count(-1, 'new')} ${record('new')}`,
    ),
  ];
}

function postgresTriggers(): RawBuilder<unknown>[] {
  return [
    sql`create function "gameLikes"() returns trigger language plpgsql as $$
      begin
        if tg_op <> 'INSERT' then
          if old.liked = 1 and (tg_op = 'DELETE' or new.liked = 0) then ${count(-1, 'old')} end if;
        end if;
        if tg_op <> 'DELETE' then
          if new.liked = 1 and (tg_op = 'INSERT' or old.liked = 0) then ${count(1, 'new')} end if;
        end if;
        return null;
      end $$`,
    sql`create trigger "gameLikes" after insert or delete or update of liked on "gameMarks"
      for each row execute function "gameLikes"()`,
    sql`create function "gameLikesChanges"() returns trigger language plpgsql as $$
      begin
        perform pg_advisory_xact_lock(${sql.lit(changesLock)});
        if tg_op = 'DELETE' then ${record('old')} else ${record('new')} end if;
        return null;
      end $$`,
    // Deferred, and under the lock of the other triggers, so that numbers become visible in their order (0004).
    sql`create constraint trigger "gameLikesChanges" after insert or update or delete on "gameLikes"
      deferrable initially deferred for each row execute function "gameLikesChanges"()`,
  ];
}

/** As in 0004. */
const changesLock = 20_260_004;

async function createVisits({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('visits')
    .addColumn('userId', text, (c) => c.primaryKey().references('users.id').onDelete('cascade'))
    .addColumn('seenAt', text, (c) => c.notNull())
    .addColumn('previousAt', text)
    .execute();
}

async function createSavedFilters({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('savedFilters')
    .addColumn('id', text, (c) => c.primaryKey())
    .addColumn('userId', text, (c) => c.notNull().references('users.id').onDelete('cascade'))
    .addColumn('name', text, (c) => c.notNull())
    .addColumn('filter', text, (c) => c.notNull())
    .addColumn('createdAt', text, (c) => c.notNull())
    .execute();
  await schema
    .createIndex('savedFiltersByUser')
    .on('savedFilters')
    .columns(['userId', 'createdAt', 'id'])
    .execute();
}
