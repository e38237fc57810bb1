import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '#db/database.ts';
import { restoringTable } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { Manifest } from '../manifest.ts';
import { requireProgram, startProgram } from '../snapshot/postgres-programs.ts';
import { cleanRestored, readCopy, serverIsRunning } from './restored-database.ts';

const triesUntilAlone = 10;
const pauseMs = 100;

/** Returns false if the database has accounts or games. @throws BackupError if another process uses it */
export async function requireEmptyPostgres(url: string): Promise<boolean> {
  const { db, close } = openDatabase({ dialect: 'postgres', url });
  try {
    await requireProgram('pg_restore', db);
    await requireAlone(db);
    if (await hasTable(db, restoringTable)) return true;
    for (const table of ['users', 'games'] as const) {
      if (!(await hasTable(db, table))) continue;
      if (await db.selectFrom(table).select('id').limit(1).executeTakeFirst()) return false;
    }
    return true;
  } finally {
    await close();
  }
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

async function hasTable(db: Db, name: string): Promise<boolean> {
  const { rows } = await sql`
    select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`.execute(db);
  return rows.length > 0;
}

/** pg_restore works in one transaction. @throws BackupError if it fails, or the copy is damaged */
export async function restorePostgres(
  url: string,
  files: Storage,
  copy: Manifest['database'],
): Promise<void> {
  const { db, close } = openDatabase({ dialect: 'postgres', url });
  try {
    // Kysely does not list tables without columns.
    await sql`create table if not exists ${sql.table(restoringTable)} (id text)`.execute(db);
    await dropOthers(db);
    await runRestore(url, readCopy(files, copy));
    await cleanRestored(db, 'postgres', async (trx) => {
      await sql`drop table ${sql.table(restoringTable)}`.execute(trx);
    });
  } finally {
    await close();
  }
}

/** Drops what the first start of a server has created, or an interrupted restore. */
async function dropOthers(db: Db): Promise<void> {
  const tables = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = current_schema() and tablename <> ${restoringTable}`.execute(
    db,
  );
  const functions = await sql<{ name: string }>`
    select proname as name from pg_proc where pronamespace = current_schema()::regnamespace`.execute(db);
  await db.transaction().execute(async (trx) => {
    for (const { name } of tables.rows) await sql`drop table ${sql.table(name)} cascade`.execute(trx);
    for (const { name } of functions.rows) await sql`drop function ${sql.ref(name)}() cascade`.execute(trx);
  });
}

async function runRestore(url: string, copy: Readable): Promise<void> {
  const args = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges'];
  const { child, ended } = startProgram('pg_restore', url, args);
  child.stdout.resume();
  // If the program fails, its own message says more than the broken pipe.
  const [fed, end] = await Promise.allSettled([pipeline(copy, child.stdin), ended]);
  if (end.status === 'rejected') throw end.reason;
  if (fed.status === 'rejected') throw fed.reason;
}
