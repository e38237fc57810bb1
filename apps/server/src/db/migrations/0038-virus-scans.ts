// What virus scans have found. Triggers keep one row for each platform file, extra and cheat file, so no way of adding, changing or
// deleting files can be forgotten.
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Columns, Dialect } from '../columns.ts';

export async function createVirusScans(
  db: Kysely<unknown>,
  columns: Columns,
  dialect: Dialect,
): Promise<void> {
  await createTable(db, columns);
  for (const watched of allWatched) {
    await sql`insert into "virusScans" (${insertedColumns})
      select ${valuesOf(watched, watched.table)} from ${sql.table(watched.table)}`.execute(db);
    const statements = dialect === 'sqlite' ? sqliteTriggers(watched) : postgresTriggers(watched);
    for (const statement of statements) await statement.execute(db);
  }
}

async function createTable({ schema }: Kysely<unknown>, { text }: Columns): Promise<void> {
  await schema
    .createTable('virusScans')
    .addColumn('storageKey', text, (c) => c.primaryKey())
    .addColumn('kind', text, (c) => c.notNull())
    .addColumn('libraryItemId', text)
    .addColumn('changedAt', text, (c) => c.notNull())
    .addColumn('holder', text)
    .addColumn('leaseUntil', text)
    .addColumn('attempts', 'integer', (c) => c.notNull().defaultTo(0))
    .addColumn('retryAt', text)
    .addColumn('scannedAt', text)
    .addColumn('scannedWith', text)
    .addColumn('result', text)
    .addColumn('threat', text)
    .addColumn('threatPath', text)
    .addColumn('foundAt', text)
    .addColumn('toldAt', text)
    .addColumn('allowedAt', text)
    .addColumn('allowedBy', text)
    .execute();
  await schema
    .createIndex('virusScansWaiting')
    .on('virusScans')
    .columns(['changedAt', 'storageKey'])
    .where('scannedAt' as never, 'is', null)
    .execute();
  await schema.createIndex('virusScansByAge').on('virusScans').columns(['scannedAt', 'storageKey']).execute();
  await schema.createIndex('virusScansByResult').on('virusScans').columns(['result', 'foundAt']).execute();
}

interface Watched {
  table: 'gameFiles' | 'gameExtras' | 'cheatFiles';
  kind: 'platformFile' | 'extra' | 'cheat';
  /** The bytes may be in a library folder, where they may change. */
  mayBeInPlace: boolean;
}

const allWatched: Watched[] = [
  { table: 'gameFiles', kind: 'platformFile', mayBeInPlace: true },
  { table: 'gameExtras', kind: 'extra', mayBeInPlace: true },
  { table: 'cheatFiles', kind: 'cheat', mayBeInPlace: false },
];

const insertedColumns = sql`"storageKey", kind, "libraryItemId", "changedAt"`;

/** `row`: `new` in a trigger, or the name of the table. */
function valuesOf({ kind, mayBeInPlace }: Watched, row: string): RawBuilder<unknown> {
  const of = (column: string) => sql`${sql.raw(row === 'new' ? row : `"${row}"`)}.${sql.ref(column)}`;
  const item = mayBeInPlace ? of('libraryItemId') : sql`cast(null as text)`;
  return sql`${of('storageKey')}, ${sql.lit(kind)}, ${item}, ${of('createdAt')}`;
}

const onInsert = (watched: Watched) =>
  sql`insert into "virusScans" (${insertedColumns}) values (${valuesOf(watched, 'new')});`;

const onDelete = sql`delete from "virusScans" where "storageKey" = old."storageKey";`;

/** What is known about the earlier content, and a running scan of it, no longer counts. */
const onUpdate = sql`update "virusScans" set "changedAt" = coalesce(new."contentChangedAt", new."createdAt"),
  holder = null, "leaseUntil" = null, attempts = 0, "retryAt" = null, "scannedAt" = null, "scannedWith" = null, result = null,
  threat = null, "threatPath" = null, "foundAt" = null, "toldAt" = null, "allowedAt" = null, "allowedBy" = null
  where "storageKey" = new."storageKey";`;

const isOther = sql`old."contentTag" is distinct from new."contentTag"`;

const nameOf = ({ table }: Watched, event: string) => sql.ref(`${table}Scans${event}`);

function sqliteTriggers(watched: Watched): RawBuilder<unknown>[] {
  const on = sql.table(watched.table);
  const name = (event: string) => nameOf(watched, event);
  return [
    sql`create trigger ${name('Insert')} after insert on ${on} begin ${onInsert(watched)} end`,
    sql`create trigger ${name('Delete')} after delete on ${on} begin ${onDelete} end`,
    ...(watched.mayBeInPlace
      ? [
          sql`create trigger ${name('Update')} after update of "contentTag" on ${on} when ${isOther}
            begin ${onUpdate} end`,
        ]
      : []),
  ];
}

function postgresTriggers(watched: Watched): RawBuilder<unknown>[] {
  const { mayBeInPlace } = watched;
  const on = sql.table(watched.table);
  const name = (event: string) => nameOf(watched, event);
  const create = (event: string, when: RawBuilder<unknown>, action: RawBuilder<unknown>) => [
    sql`create function ${name(event)}() returns trigger language plpgsql as $$
      begin
        ${action}
        return null;
      end $$`,
    sql`create trigger ${name(event)} after ${when} execute function ${name(event)}()`,
  ];
  const update = sql`update of "contentTag" on ${on} for each row when (${isOther})`;
  return [
    ...create('Insert', sql`insert on ${on} for each row`, onInsert(watched)),
    ...create('Delete', sql`delete on ${on} for each row`, onDelete),
    ...(mayBeInPlace ? create('Update', update, onUpdate) : []),
  ];
}
