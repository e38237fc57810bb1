// Copies all rows from one database to another, of either kind. Both have the newest schema.
import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { isPostgres } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { BackupError } from '../backup-error.ts';
import { tableKeys } from './table-keys.ts';

type Row = Record<string, unknown>;

/** Fewer than either database can bind in one statement. */
const maxValues = 5000;
const readAtOnce = 500;

export interface CopiedTable {
  table: string;
  rows: number;
}

/**
 * Replaces all rows of `to`, and compares what it then contains with what was read. The rows become visible when the
 * transaction ends.
 * @throws BackupError
 */
export async function copyTables(from: Db, to: Trx, onTable: (copied: CopiedTable) => void): Promise<void> {
  const enableTriggers = await disableTriggers(to);
  const tables = Object.entries(tableKeys);
  for (const [table] of tables.toReversed()) await sql`delete from ${sql.table(table)}`.execute(to);
  for (const [table, key] of tables) {
    if (!key) continue;
    const read = await digestRows(readRows(from, table, key), (rows) => insertRows(to, table, rows));
    const written = await digestRows(readRows(to, table, key));
    if (read.sha256 !== written.sha256)
      throw new BackupError(
        `The table ${table} differs after the copy: ${written.rows} rows instead of ${read.rows}, or other values.`,
      );
    onTable({ table, rows: read.rows });
  }
  await startLogOfChanges(to);
  await enableTriggers();
}

/** Triggers would change the rows. Returns a function that enables them again; so does the end of a failed transaction. */
async function disableTriggers(to: Trx): Promise<() => Promise<void>> {
  if (isPostgres(to)) {
    const all = async (word: 'disable' | 'enable') => {
      for (const table of Object.keys(tableKeys))
        await sql`alter table ${sql.table(table)} ${sql.raw(word)} trigger user`.execute(to);
    };
    await all('disable');
    return () => all('enable');
  }
  const { rows } = await sql<{ name: string; sql: string }>`
    select name, sql from sqlite_schema where type = 'trigger'`.execute(to);
  for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(to);
  return async () => {
    for (const trigger of rows) await sql.raw(trigger.sql).execute(to);
  };
}

/** @throws BackupError if a table differs */
export async function requireEqualTables(one: Db, other: Db): Promise<void> {
  for (const [table, key] of Object.entries(tableKeys)) {
    if (!key) continue;
    const [a, b] = [
      await digestRows(readRows(one, table, key)),
      await digestRows(readRows(other, table, key)),
    ];
    if (a.sha256 !== b.sha256)
      throw new BackupError(`The new database already holds this library, but its table ${table} differs.`);
  }
}

/** The log of changes must not be empty. Readers that find only its newest entry read all games again. */
async function startLogOfChanges(to: Trx): Promise<void> {
  await to.deleteFrom('gameChanges').execute();
  await sql`insert into ${sql.table('gameChanges')} (${sql.ref('gameId')}) values (null)`.execute(to);
}

async function* readRows(db: Db, table: string, key: string[]): AsyncGenerator<Row[]> {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  let rows: Row[] = [];
  do {
    const last = rows.at(-1);
    const after = last ? sql`where (${columns}) > (${sql.join(key.map((name) => last[name]))})` : sql``;
    const query = sql<Row>`select * from ${sql.table(table)} ${after} order by ${columns} limit ${sql.lit(readAtOnce)}`;
    rows = (await query.execute(db)).rows;
    yield rows;
  } while (rows.length === readAtOnce);
}

async function digestRows(batches: AsyncIterable<Row[]>, use?: (rows: Row[]) => Promise<void>) {
  const hash = createHash('sha256');
  let rows = 0;
  for await (const batch of batches) {
    for (const row of batch) hash.update(textOf(row));
    rows += batch.length;
    await use?.(batch);
  }
  return { rows, sha256: hash.digest('hex') };
}

/** Both databases must result in the same text, whatever the order of their columns. */
function textOf(row: Row): string {
  const names = Object.keys(row).sort();
  return `${JSON.stringify(names.map((name) => [name, row[name]]))}\n`;
}

async function insertRows(to: Trx, table: string, rows: Row[]): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const names = Object.keys(first);
  const atOnce = Math.max(1, Math.floor(maxValues / names.length));
  for (let at = 0; at < rows.length; at += atOnce) {
    const values = rows
      .slice(at, at + atOnce)
      .map((row) => sql`(${sql.join(names.map((name) => row[name]))})`);
    const columns = sql.join(names.map((name) => sql.ref(name)));
    await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(values)}`.execute(to);
  }
}
