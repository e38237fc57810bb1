// Moves a library to another database, another storage, or both. The source stays as it is. The files come first and the database
// last, so that an interrupted move can be run again. Until it is complete, no server starts with the new database or storage.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { type Database, isPostgres, mayIdle, openDatabase } from '#db/database.ts';
import {
  listPendingMigrations,
  markAsRestored,
  markAsRestoring,
  migrate,
  refuseInterruptedRestore,
} from '#db/migrate.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { DatabaseConfig } from '#start/config.ts';
import { BackupError, type Manifest } from '../backup-documents.ts';
import { type BackupProgress, createProgressCounter } from '../backup-progress.ts';
import { countNamed, isSmallerSize, listNamed, type NamedEntry } from '../entries.ts';
import { requireAlone } from '../postgres-copy.ts';
import { openAlone } from '../sqlite-copy.ts';
import { keepEntries } from '../stored-entries.ts';
import { tableKeys } from './table-keys.ts';

export interface Move {
  from: DatabaseConfig;
  /** Undefined if the database stays. */
  toDatabase?: DatabaseConfig | undefined;
  /** Opens both storages. Undefined if the storage stays. @throws BackupError for the storage of another library */
  openStorages?: ((library: string) => Promise<Storages>) | undefined;
  onProgress(progress: BackupProgress): void;
  onTable(copied: CopiedTable): void;
}

interface Storages {
  from: Storage;
  to: Storage;
  /** False if both use the same folder of pictures. */
  movesPictures: boolean;
  /** Call when all files have been moved. */
  complete(): Promise<void>;
}

/** @throws BackupError */
export async function moveLibrary(move: Move): Promise<void> {
  if (move.from.dialect === 'sqlite') openAlone(move.from.path).close();
  const source = openDatabase(move.from);
  try {
    if (move.from.dialect === 'postgres') await requireAlone(source.db);
    if ((await listPendingMigrations(source.db)).length > 0)
      throw new BackupError('The database has an older schema. Run `cellar migrate` without options first.');
    await source.db.transaction().execute(async (trx) => {
      await mayIdle(trx);
      const library = (await trx.selectFrom('library').select('id').executeTakeFirst())?.id;
      if (library === undefined) throw new BackupError('There is no library to move yet.');
      const { toDatabase, openStorages } = move;
      // Opened first, because it refuses another library.
      const target = toDatabase && (await openTarget(toDatabase, library));
      try {
        if (openStorages) await moveFiles(trx, await openStorages(library), move);
        if (target) await moveTables(trx, target, move);
      } finally {
        await target?.close();
      }
    });
  } finally {
    await source.close();
  }
}

/** @throws BackupError if it holds another library */
async function openTarget(config: DatabaseConfig, library: string): Promise<Database> {
  const target = openDatabase(config);
  const { db } = target;
  try {
    // Before its first table is made: a server would take it for an empty library.
    if ((await db.introspection.getTables()).length === 0) await markAsRestoring(db);
    await migrate(db, target.dialect, { isRestoring: true });
    if (await isEmpty(db)) {
      await markAsRestoring(db);
      return target;
    }
    await refuseInterruptedRestore(db);
    const id = (await db.selectFrom('library').select('id').executeTakeFirst())?.id;
    if (id !== library)
      throw new BackupError('The new database holds another library. Choose an empty database.');
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const game = await db.selectFrom('games').select('id').limit(1).executeTakeFirst();
  return user === undefined && game === undefined;
}

/** A second run finds that the first one has moved the rows, and only compares them. */
async function moveTables(source: Db, target: Database, { onTable }: Move): Promise<void> {
  if (!(await isEmpty(target.db))) return requireEqualTables(source, target.db);
  await target.db.transaction().execute(async (trx) => {
    await mayIdle(trx);
    await copyTables(source, trx, onTable);
    await markAsRestored(trx);
  });
}

const shownProblems = 10;

async function moveFiles(source: Db, storages: Storages, { onProgress }: Move): Promise<void> {
  await requireNoUploads(source);
  const counts = await countNamed(source);
  if (!storages.movesPictures) counts.pictures = 0;
  const problems: Manifest['problems'] = [];
  const moved = keepEntries(chooseEntries(source, storages), problems, {
    ...storages,
    earlier: [],
    signal: new AbortController().signal,
    progress: createProgressCounter(counts, onProgress),
  });
  for await (const _ of moved);
  const lost = problems.filter(({ name, reason }) => reason === 'damaged' || !isSmallerSize(name));
  if (lost.length === 0) return storages.complete();
  const shown = lost.slice(0, shownProblems).map(({ name, reason }) => `${name} (${reason})`);
  throw new BackupError(
    `${lost.length} files of the library are missing or damaged, so it was not moved: ${shown.join(', ')}. ` +
      '`cellar check --full` names their games.',
  );
}

async function* chooseEntries(source: Db, { movesPictures }: Storages): AsyncGenerator<NamedEntry> {
  for await (const entry of listNamed(source)) if (movesPictures || entry.kind === 'file') yield entry;
}

/** @throws BackupError */
async function requireNoUploads(db: Db): Promise<void> {
  const uploads = await db.selectFrom('uploads').select('id').where('state', '=', 'open').execute();
  if (uploads.length === 0) return;
  throw new BackupError(
    `Uploads are unfinished (${uploads.length}), and their bytes can't be moved. Complete them, or discard them in Admin → Tools.`,
  );
}

// Copies all rows from one database to another, of either kind. Both have the newest schema.

type Row = Record<string, unknown>;

/** Fewer than either database can bind in one statement. */
const maxValues = 5000;
const readAtOnce = 500;

interface CopiedTable {
  table: string;
  rows: number;
}

/**
 * Replaces all rows of `to`, and compares what it then contains with what was read. The rows become visible when the
 * transaction ends.
 * @throws BackupError
 */
async function copyTables(from: Db, to: Trx, onTable: (copied: CopiedTable) => void): Promise<void> {
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
async function requireEqualTables(one: Db, other: Db): Promise<void> {
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
