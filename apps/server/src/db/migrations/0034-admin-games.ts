// For the admin's table of games: the log of catalogue changes also names games whose size, developer, description or match has
// changed, or whose file went missing on the disk or came back; and an index counts the completed downloads of a game.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

interface Watched {
  table: string;
  columns: readonly string[];
  events: readonly ('insert' | 'delete' | 'update')[];
  /** A statement that records the games of a row. */
  record(row: Row): RawBuilder<unknown>;
}

type Row = 'old' | 'new';

const recordGame = (column: string) => (row: Row) =>
  sql`insert into "gameChanges" ("gameId") values (${sql.raw(row)}.${sql.ref(column)});`;

const watched: Watched[] = [
  { table: 'games', columns: ['developer', 'description'], events: ['update'], record: recordGame('id') },
  {
    table: 'gameFiles',
    columns: ['fileSize', 'libraryItemId'],
    events: ['update'],
    record: recordGame('gameId'),
  },
  {
    table: 'gameMatches',
    columns: ['state'],
    events: ['insert', 'delete', 'update'],
    record: recordGame('gameId'),
  },
  {
    table: 'libraryItems',
    columns: ['missingSince'],
    events: ['update'],
    record: (row) =>
      sql`insert into "gameChanges" ("gameId")
        select "gameId" from "gameFiles" where "libraryItemId" = ${sql.raw(row)}."id";`,
  },
];

export async function watchAdminGames(
  db: Kysely<unknown>,
  _columns: Columns,
  dialect: Dialect,
): Promise<void> {
  // As the download log counts them. The conditions are those of `completedDownloads` (catalogue.repository.ts). `logged` is always 1
  // here, but SQLite would otherwise prefer an index that has it.
  await sql`create index "downloadsCompleted" on downloads ("gameId", "logged", "startedAt")
    where status = 'completed' and logged = 1 and "extraName" is null and "singleFileId" is null`.execute(db);
  for (const one of watched) {
    const statements = dialect === 'sqlite' ? sqliteTriggers(one) : postgresTriggers(one);
    for (const statement of statements) await statement.execute(db);
  }
}

const rowOf = { insert: 'new', delete: 'old', update: 'new' } as const;

function sqliteTriggers({ table, columns, events, record }: Watched): RawBuilder<unknown>[] {
  return events.map(
    (
      event,
    ) => sql`create trigger ${sql.ref(`${table}Admin${event}`)} after ${when(event, columns)} on ${sql.table(table)}
      ${event === 'update' ? sql`when ${haveChanged(columns, sql`is not`)}` : sql``}
      begin ${record(rowOf[event])} end`,
  );
}

/** Deferred, and under the lock of the other triggers, so that numbers become visible in their order (0004). */
function postgresTriggers({ table, columns, events, record }: Watched): RawBuilder<unknown>[] {
  return events.flatMap((event) => {
    const name = sql.ref(`${table}Admin${event}`);
    return [
      sql`create function ${name}() returns trigger language plpgsql as $$
        begin
          perform pg_advisory_xact_lock(${sql.lit(changesLock)});
          ${record(rowOf[event])}
          return null;
        end $$`,
      sql`create constraint trigger ${name} after ${when(event, columns)} on ${sql.table(table)}
        deferrable initially deferred for each row
        ${event === 'update' ? sql`when (${haveChanged(columns, sql`is distinct from`)})` : sql``}
        execute function ${name}()`,
    ];
  });
}

function when(event: Watched['events'][number], columns: readonly string[]): RawBuilder<unknown> {
  const names = sql.join(columns.map((column) => sql.ref(column)));
  return event === 'update' ? sql`update of ${names}` : sql`${sql.raw(event)}`;
}

function haveChanged(columns: readonly string[], isNot: RawBuilder<unknown>): RawBuilder<unknown> {
  const each = columns.map((column) => sql`old.${sql.ref(column)} ${isNot} new.${sql.ref(column)}`);
  return sql.join(each, sql` or `);
}

/** As in 0004. */
const changesLock = 20_260_004;
