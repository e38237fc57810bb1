// Opens a SQLite or PostgreSQL database, and classifies its errors.
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { codeOf } from '#platform/error-facts.ts';
import type { DatabaseConfig } from '#start/config.ts';
import { createCheckpoints } from './checkpoints.ts';
import type { Dialect } from './columns.ts';
import { type Ballast, createBallast, createForOwner, usingFile } from './database-file.ts';
import { createPostgresDialect, repeatAfterDeadlock } from './postgres-dialect.ts';
import type { Db, Schema, Trx } from './schema.ts';
import { createReadingDb, createWritingDb, type WritingDb } from './sqlite-thread.ts';

export interface Database {
  db: Db;
  /** For reads that may scan much of a large library. On SQLite they run on a separate thread, which supports no transactions. */
  longReads: Db;
  /** For transactions that change thousands of rows. On SQLite they run on a separate thread, while other writes wait. */
  longWrites: Db;
  dialect: Dialect;
  stamp: Stamp;
  unflushed: Unflushed;
  /** Reserves disk space for the writes of an admin who frees space. Runs as a job. */
  keepRoom(): Promise<void>;
  /** Returns how much of this space is left, from 0 to 1. */
  reserveLeft(): number;
  close(): Promise<void>;
}

/**
 * Returns a stamp that changes with every write, by this or any other process. Undefined on PostgreSQL, where a stamp would
 * cost a query.
 */
export type Stamp = () => string | undefined;

/**
 * Runs a transaction without waiting for the disk. A crash of the process does not lose the transaction. A power cut may, but
 * only together with all later commits. Use this for frequent, unimportant writes: on SQLite, every flush blocks all requests.
 */
export type Unflushed = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

/** @throws DatabaseFileError */
export function openDatabase(config: DatabaseConfig): Database {
  const opened =
    config.dialect === 'sqlite'
      ? usingFile(config.path, () => openSqlite(config.path))
      : openPostgres(config.url);
  return { ...opened, dialect: config.dialect };
}

function openSqlite(path: string): Omit<Database, 'dialect'> {
  createForOwner(path);
  const database = new SQLite(path);
  database.pragma('journal_mode = WAL');
  // Every commit is flushed, so that it survives a power cut.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Milliseconds, during which the event loop is blocked. `retryingWhenBusy` waits longer without blocking.
  database.pragma('busy_timeout = 20');
  // KiB. The default of 16 MB would only duplicate the system's file cache.
  database.pragma('cache_size = -4000');
  database.pragma(`wal_autocheckpoint = ${ordinaryPages}`);
  const ballast = createBallast(path);
  const checkpoints = createCheckpoints(database, path);
  const { stamp, forget } = stampsOf(database);
  const statements = cacheStatements(database, (isWrite) => {
    forget();
    if (!isWrite) return;
    freeSpace(database, ballast);
    checkpoints.countWrite();
  });
  const longWrites = createWritingDb(path, {
    before: () => freeSpace(database, ballast),
    after: forget,
  });
  const dialect = sqliteDialect(database, statements, {
    afterCommit: checkpoints.startIfDue,
    longWrite: longWrites.running,
  });
  const db = new Kysely<Schema>({ dialect });
  const keepRoom = async () => {
    await ballast.reserve();
    database.pragma(`wal_autocheckpoint = ${ballast.isReserved() ? ordinaryPages : fewPages}`);
  };
  const longReads = createReadingDb(path);
  async function close(): Promise<void> {
    await Promise.all([longReads.destroy(), longWrites.db.destroy(), checkpoints.close()]);
    await db.destroy();
  }
  const unflushed = unflushedOn(database, db);
  return {
    db,
    longReads,
    longWrites: longWrites.db,
    stamp,
    unflushed,
    keepRoom,
    reserveLeft: ballast.left,
    close,
  };
}

/**
 * The number of pages in the write-ahead log (100 MB) that triggers a checkpoint in a commit on the main thread. Ordinarily, the thread of
 * `createCheckpoints` copies them much earlier. But one commit can add thousands of pages, and must not copy them itself.
 */
const ordinaryPages = 25_000;
const fewPages = 50;

function freeSpace(database: SQLite.Database, ballast: Ballast): void {
  // A short log makes the freed space last longer.
  if (!database.inTransaction && ballast.release()) database.pragma(`wal_autocheckpoint = ${fewPages}`);
}

/** Occupies the connection for the whole transaction, so that other transactions are still flushed. */
function unflushedOn(database: SQLite.Database, db: Db): Unflushed {
  return (work) =>
    db.connection().execute(async (connection) => {
      database.pragma('synchronous = NORMAL');
      try {
        return await connection.transaction().execute(work);
      } finally {
        database.pragma('synchronous = FULL');
      }
    });
}

function sqliteDialect(
  database: SQLite.Database,
  statements: SqliteDatabase,
  { afterCommit, longWrite }: { afterCommit(): void; longWrite: WritingDb['running'] },
): SqliteDialect {
  const dialect = new SqliteDialect({ database: statements });
  // Kysely would take turns itself, but a write that waits could not give its turn away.
  dialect.createAdapter = () => new ManyTurnsAdapter();
  const takeTurn = createTurns();
  const turns = new WeakMap<DatabaseConnection, { give(): void }>();
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    const commit = driver.commitTransaction.bind(driver);
    const rollBack = driver.rollbackTransaction.bind(driver);
    driver.acquireConnection = async (options) => {
      const turn = { give: await takeTurn() };
      const afterLongWrite = async () => {
        const synchronous = database.pragma('synchronous', { simple: true });
        // Whoever has the connection meanwhile flushes its commits.
        database.pragma('synchronous = FULL');
        turn.give();
        await longWrite();
        turn.give = await takeTurn();
        database.pragma(`synchronous = ${synchronous}`);
      };
      const connection = retryingWhenBusy(database, await acquire(options), { longWrite, afterLongWrite });
      turns.set(connection, turn);
      return connection;
    };
    driver.releaseConnection = async (connection) => turns.get(connection)?.give();
    // Takes the write lock at the start, where waiting for it is possible. A transaction that has read cannot be restarted.
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    driver.commitTransaction = async (connection) => {
      await commit(connection);
      afterCommit();
    };
    // On a full disk SQLite has already rolled back. A second rollback would fail and hide the original error.
    driver.rollbackTransaction = async (connection) => {
      if (database.inTransaction) await rollBack(connection);
    };
    return driver;
  };
  return dialect;
}

class ManyTurnsAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Returns a function that waits until all earlier callers have given their turns away, and returns how to give this one away. */
function createTurns(): () => Promise<() => void> {
  let last = Promise.resolve();
  return async () => {
    const before = last;
    const { promise, resolve } = Promise.withResolvers<void>();
    last = promise;
    await before;
    return resolve;
  };
}

const busyMs = 5000;
const busyPauseMs = 20;

/**
 * Waits here while another process writes, since waiting inside SQLite would block every request and download; and for a long write
 * of this process, without the connection, so that others can read.
 */
function retryingWhenBusy(
  database: SQLite.Database,
  connection: DatabaseConnection,
  { longWrite, afterLongWrite }: { longWrite: WritingDb['running']; afterLongWrite(): Promise<void> },
): DatabaseConnection {
  return {
    streamQuery: connection.streamQuery.bind(connection),
    async executeQuery<R>(...query: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<R>> {
      for (const until = performance.now() + busyMs; ; ) {
        try {
          return await connection.executeQuery<R>(...query);
        } catch (error) {
          const isBusy = codeOf(error).startsWith('SQLITE_BUSY') && !database.inTransaction;
          const isOurs = longWrite() !== undefined;
          if (!isBusy || (!isOurs && performance.now() > until)) throw error;
          await (isOurs ? afterLongWrite() : sleep(busyPauseMs));
        }
      }
    },
  };
}

/**
 * The first number of a stamp changes with commits of other processes, the second with writes of this one. A stamp is cached
 * for one turn of the event loop: all requests of that turn began before any later commit.
 */
function stampsOf(database: SQLite.Database): { stamp: Stamp; forget(): void } {
  const externalChanges = database.prepare('pragma data_version').pluck();
  const ownChanges = database.prepare('select total_changes()').pluck();
  let known: string | undefined;
  const forget = () => {
    known = undefined;
  };
  const stamp = () => {
    if (known === undefined) {
      known = `${externalChanges.get()} ${ownChanges.get()}`;
      setImmediate(forget);
    }
    return known;
  };
  return { stamp, forget };
}

const maxCachedStatements = 200;
/** A longer statement inserts many rows and is unlikely to run again. */
const maxCachedLength = 4000;

/** Caches prepared statements. Kysely would prepare each query anew, which takes several times as long as running it. */
function cacheStatements(database: SQLite.Database, before: (isWrite: boolean) => void): SqliteDatabase {
  const statements = new LRUCache<string, SQLite.Statement>({ max: maxCachedStatements });
  return {
    prepare(text) {
      before(/^(begin|insert|update|delete)/i.test(text));
      if (text.length > maxCachedLength) return database.prepare(text);
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => void database.close(),
  };
}

function openPostgres(url: string): Omit<Database, 'dialect'> {
  const db = new Kysely<Schema>({ dialect: createPostgresDialect(url) });
  repeatAfterDeadlock(db);
  const unflushed: Unflushed = (work) =>
    db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });
  return {
    db,
    longReads: db,
    longWrites: db,
    stamp: () => undefined,
    unflushed,
    keepRoom: async () => undefined,
    reserveLeft: () => 1,
    close: () => db.destroy(),
  };
}

/**
 * Locks the rows that a query reads until the transaction ends. SQLite does not need this, since it has one writer at a time.
 * An update that changes nothing is no alternative: a second update of the row would also lock the rows it references.
 */
export function lockRows<Q extends { forUpdate(): Q }>(trx: Trx, query: Q): Q {
  return isPostgres(trx) ? query.forUpdate() : query;
}

/** Like `lockRows`, but other transactions may still insert rows that refer to the locked ones. */
export function lockRowsButKeys<Q extends { forNoKeyUpdate(): Q }>(trx: Trx, query: Q): Q {
  return isPostgres(trx) ? query.forNoKeyUpdate() : query;
}

export function isPostgres(db: Db): boolean {
  return db.getExecutor().adapter instanceof PostgresAdapter;
}

/** For a transaction that waits for other work between its statements. By default, PostgreSQL ends it after a while. */
export async function mayIdle(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
}

/** Whether a row violates a unique constraint or a primary key. */
export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** Whether a row references another one that does not exist. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

/** Whether the database is unreachable, shutting down or starting, so that a retry may succeed. */
export function isDatabaseUnavailable(error: unknown): boolean {
  const code = codeOf(error);
  if (/^SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR)/.test(code)) return true;
  // SQLSTATE classes 08 (connection), 40 (transaction rollback), 53 (resources) and 57P (operator intervention). 25P03: the database
  // has ended a transaction in which nothing happened. 55000: an administrator lets nobody connect to it at the moment.
  if (/^(08...|25P03|40...|53...|57P..|55000)$/.test(code)) return true;
  // Socket errors of the driver. ENOENT from `connect` means a missing Unix socket; any other ENOENT is about a file.
  if (
    error instanceof Error &&
    'syscall' in error &&
    ['connect', 'read', 'write'].includes(String(error.syscall))
  ) {
    if (['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(code)) return true;
    if (code === 'ENOENT') return error.syscall === 'connect';
  }
  return (
    error instanceof Error &&
    /Connection terminated|timeout exceeded when trying to connect|is not queryable/.test(error.message)
  );
}

/** Whether the disk or the quota of the database is full. */
export function isDatabaseFull(error: unknown): boolean {
  return ['SQLITE_FULL', '53100'].includes(codeOf(error));
}

/** For `catch` after an optional write: ignores a full disk, and rethrows every other error. */
export function unlessFull(error: unknown): undefined {
  if (!isDatabaseFull(error)) throw error;
}
