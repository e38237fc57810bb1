import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE } from 'kysely/migration';
import { mayIdle, openDatabase } from '#db/database.ts';
import { markAsRestored, markAsRestoring, restoringTable } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import type { Storage } from '#platform/storage/storage.ts';
import { BackupError, type Manifest } from './backup-documents.ts';
import { cleanRestored, readCopy, type Snapshot, serverIsRunning } from './database-copy.ts';
import { tableKeys } from './move/table-keys.ts';

/** The transaction that reads the names of the files and pg_dump see the same moment. */
export async function withPostgresSnapshot<Result>(
  url: string,
  db: Db,
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  await requireProgram('pg_dump', db);
  const transaction = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only');
  return transaction.execute(async (trx) => {
    await mayIdle(trx);
    const { rows } = await sql<{ id: string }>`select pg_export_snapshot() as id`.execute(trx);
    return work({ db: trx, dump: (signal) => dumpOf(url, String(rows[0]?.id), signal) });
  });
}

function dumpOf(url: string, snapshot: string, signal?: AbortSignal): Readable {
  const args = ['--format=custom', '--no-owner', '--no-privileges', `--snapshot=${snapshot}`];
  const { child, ended } = startProgram('pg_dump', url, args, signal);
  child.stdin.end();
  return untilEnded(child.stdout, ended);
}

/** Ends the stream only after the program has succeeded, so that an incomplete archive is never taken for a whole one. */
function untilEnded(output: Readable, ended: Promise<void>): Readable {
  ended.catch(() => undefined);
  async function* pieces() {
    yield* output;
    await ended;
  }
  return Readable.from(pieces(), { objectMode: false });
}

// PostgreSQL's own programs, which must be on the PATH and should have the version of the server: an older pg_dump refuses it, and
// pg_restore from version 17 on sets parameters that servers before 17 do not know.

type Program = 'pg_dump' | 'pg_restore';

const keptErrorLength = 2000;

/** @throws BackupError */
async function requireProgram(program: Program, db: Db): Promise<void> {
  const needed = await majorOfServer(db);
  const found = await majorOf(program);
  const advice = `Install PostgreSQL's client programs (postgresql-client) in version ${needed}.`;
  if (found === undefined) throw new BackupError(`${program} is not on the PATH. ${advice}`);
  if (found < needed)
    throw new BackupError(
      `${program} is version ${found}, older than the server's version ${needed}. ${advice}`,
    );
}

async function majorOfServer(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db);
  return Math.floor(Number(rows[0]?.version) / 10_000);
}

/** Returns undefined if the program can't be run. */
async function majorOf(program: Program): Promise<number | undefined> {
  const child = spawn(program, ['--version'], { stdio: ['ignore', 'pipe', 'ignore'] });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => {
    text += piece;
  });
  try {
    await once(child, 'close');
  } catch {
    return undefined;
  }
  const major = /\) (\d+)/.exec(text)?.[1];
  return major === undefined ? undefined : Number(major);
}

/** Starts a program on a database. The password is passed in the environment, because other users can read arguments. */
function startProgram(program: Program, url: string, args: string[], signal?: AbortSignal) {
  const { address, password } = withoutPassword(url);
  const child = spawn(program, [`--dbname=${address}`, '--no-password', ...args], {
    env: { ...process.env, ...(password ? { PGPASSWORD: password } : {}) },
    stdio: ['pipe', 'pipe', 'pipe'],
    ...(signal ? { signal } : {}),
  });
  return { child, ended: endOf(program, child) };
}

/** The password can stand before the host, or in the parameter `password`, which takes precedence. */
function withoutPassword(url: string): { address: string; password: string } {
  const address = new URL(url);
  const password = address.searchParams.get('password') ?? decodeURIComponent(address.password);
  address.password = '';
  if (address.searchParams.has('password')) {
    address.searchParams.delete('password');
    // PostgreSQL does not read a plus sign as a space.
    address.search = address.search.replaceAll('+', '%20');
  }
  return { address: address.href, password };
}

/** @throws BackupError with what the program says */
async function endOf(program: Program, child: ChildProcess): Promise<void> {
  let said = '';
  child.stderr?.setEncoding('utf8').on('data', (piece) => {
    said = (said + piece).slice(0, keptErrorLength);
  });
  const [code] = await once(child, 'close');
  if (code !== 0) throw new BackupError(`${program} failed: ${said.trim() || `exit code ${code}`}`);
}

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
