import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { openDatabase } from '#db/database.ts';
import { markAsRestored, markAsRestoring, restoringTable } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError } from '../backup-error.ts';
import type { Manifest } from '../manifest.ts';
import { tableKeys } from '../move/table-keys.ts';
import { requireProgram, startProgram } from '../snapshot/postgres-programs.ts';
import { cleanRestored, readCopy, serverIsRunning } from './restored-database.ts';

/** What a server creates. Only this may be dropped. */
const ownTables = [...Object.keys(tableKeys), DEFAULT_MIGRATION_TABLE, DEFAULT_MIGRATION_LOCK_TABLE];
const shownTables = 5;
const triesUntilAlone = 10;
const pauseMs = 100;

/**
 * Returns false if the database has accounts or games.
 * @throws BackupError if another process uses it, or it contains tables of another program
 */
export async function requireEmptyPostgres(url: string): Promise<boolean> {
  const { db, close } = openDatabase({ dialect: 'postgres', url });
  try {
    await requireProgram('pg_restore', db);
    await requireAlone(db);
    const tables = await listTables(db);
    requireOwn(tables);
    if (tables.includes(restoringTable)) return true;
    for (const table of ['users', 'games'] as const) {
      if (!tables.includes(table)) continue;
      if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
    }
    return true;
  } finally {
    await close();
  }
}

function requireOwn(tables: string[]): void {
  const others = tables.filter((name) => name !== restoringTable && !ownTables.includes(name));
  if (others.length === 0) return;
  throw new BackupError(
    `The database contains tables of another program: ${others.slice(0, shownTables).join(', ')}${others.length > shownTables ? ' and others' : ''}. Restore into a database of its own.`,
  );
}

/** @throws BackupError if another process is connected to the database */
export async function requireAlone(db: Db): Promise<void> {
  // The connections of a server that has just stopped end a moment later.
  for (let left = triesUntilAlone; await hasOthers(db); left -= 1) {
    if (left === 0) throw serverIsRunning();
    await sleep(pauseMs);
  }
}

async function hasOthers(db: Db): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()
      and backend_type = 'client backend'`.execute(db);
  return rows.length > 0;
}

async function listTables(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema()`.execute(db);
  return rows.map(({ name }) => name);
}

/** pg_restore works in one transaction. @throws BackupError if it fails, or the copy is damaged */
export async function restorePostgres(
  url: string,
  files: Storage,
  copy: Manifest['database'],
): Promise<void> {
  const { db, close } = openDatabase({ dialect: 'postgres', url });
  try {
    await markAsRestoring(db);
    await dropOwn(db);
    await runRestore(url, readCopy(files, copy));
    await cleanRestored(db, 'postgres', markAsRestored);
  } finally {
    await close();
  }
}

/**
 * Drops what the first start of a server has created, or an interrupted restore. Fails if another program has made something
 * that depends on it, such as a view.
 */
async function dropOwn(db: Db): Promise<void> {
  const tables = (await listTables(db)).filter((name) => ownTables.includes(name));
  if (tables.length === 0) return;
  const functions = await sql<{ name: string }>`
    select distinct proname as name from pg_trigger
      join pg_class on pg_class.oid = tgrelid and relnamespace = current_schema()::regnamespace
      join pg_proc on pg_proc.oid = tgfoid and pronamespace = current_schema()::regnamespace
      where relname in (${sql.join(tables)})`.execute(db);
  await db.transaction().execute(async (trx) => {
    await sql`drop table ${sql.join(tables.map((name) => sql.table(name)))}`.execute(trx);
    for (const { name } of functions.rows) await sql`drop function ${sql.ref(name)}()`.execute(trx);
  });
}

async function runRestore(url: string, copy: Readable): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const { child, ended } = startProgram('pg_restore', url, args);
  child.stdout.resume();
  const [fed, end] = await Promise.allSettled([pipeline(copy, child.stdin), ended]);
  // The program fails, too, when a changed copy ends early. When it fails alone, its own message says more than the broken pipe.
  if (fed.status === 'rejected' && fed.reason instanceof BackupError) throw fed.reason;
  if (end.status === 'rejected') throw end.reason;
  if (fed.status === 'rejected') throw fed.reason;
}
