// Opens the database of either dialect, and tells its errors apart. Used by services.ts and the command line.
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import SQLite from 'better-sqlite3';
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type QueryResult,
  type SqliteDatabase,
  SqliteDialect,
  sql,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import pg from 'pg';
import type { DatabaseConfig } from '#src/config.ts';
import { type Ballast, createBallast } from './ballast.ts';
import type { Dialect } from './columns.ts';
import { createReadingDb } from './reading-thread.ts';
import type { Db, Schema, Trx } from './schema.ts';

export interface Database {
  db: Db;
  /** For reads that may go through much of a large library: on SQLite they run on a thread of their own. No transactions. */
  longReads: Db;
  dialect: Dialect;
  stamp: Stamp;
  unflushed: Unflushed;
  /** Keeps some room on the disk for the writes by which an admin makes room. A job, for as long as the server runs. */
  keepRoom(): Promise<void>;
  close(): Promise<void>;
}

/**
 * As long as two stamps are equal, nothing was written between them, by whatever process. Undefined where that can't be
 * told for less than a query: on PostgreSQL.
 */
export type Stamp = () => string | undefined;

/**
 * A transaction that is not waited for until it lies on the disk: a power cut may take it away, the end of the process may
 * not, and whatever is committed later never lies there without it. For what is written all the time and is promised to nobody:
 * on SQLite everybody waits while a commit is flushed.
 */
export type Unflushed = <T>(work: (trx: Trx) => Promise<T>) => Promise<T>;

type Opened = Pick<Database, 'db' | 'longReads' | 'stamp' | 'unflushed' | 'keepRoom'>;

export function openDatabase(config: DatabaseConfig): Database {
  const opened = config.dialect === 'sqlite' ? openSqlite(config.path) : openPostgres(config.url);
  async function close(): Promise<void> {
    if (opened.longReads !== opened.db) await opened.longReads.destroy();
    await opened.db.destroy();
  }
  return { ...opened, dialect: config.dialect, close };
}

function openSqlite(path: string): Opened {
  mkdirSync(dirname(path), { recursive: true });
  const database = new SQLite(path);
  database.pragma('journal_mode = WAL');
  // What was acknowledged survives a power cut: every commit is flushed.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
  // Milliseconds in which nobody else has a turn; `retryWhenBusy` waits longer without that.
  database.pragma('busy_timeout = 20');
  // KiB. This build's default of 16 MB is memory that the system's own cache of the file gives as well.
  database.pragma('cache_size = -4000');
  const ballast = createBallast(path);
  const { stamp, forget } = stampsOf(database);
  const statements = rememberStatements(database, (isWrite) => {
    forget();
    if (isWrite) makeRoom(database, ballast);
  });
  const db = new Kysely<Schema>({ dialect: sqliteDialect(database, statements) });
  const keepRoom = async () => {
    await ballast.keep();
    database.pragma(`wal_autocheckpoint = ${ballast.isHeld() ? ordinaryPages : fewPages}`);
  };
  const longReads = createReadingDb(path);
  return { db, longReads, stamp, unflushed: unflushedOn(database, db), keepRoom };
}

/** Pages that the log of a SQLite database has before they are put into the database and it begins anew. */
const ordinaryPages = 1000;
const fewPages = 50;

function makeRoom(database: SQLite.Database, ballast: Ballast): void {
  // With a log that stays short the room lasts longer.
  if (!database.inTransaction && ballast.release()) database.pragma(`wal_autocheckpoint = ${fewPages}`);
}

/** The connection is held meanwhile, so that what others commit is flushed. */
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

function sqliteDialect(database: SQLite.Database, statements: SqliteDatabase): SqliteDialect {
  const dialect = new SqliteDialect({ database: statements });
  const createDriver = dialect.createDriver.bind(dialect);
  dialect.createDriver = () => {
    const driver = createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    const rollBack = driver.rollbackTransaction.bind(driver);
    driver.acquireConnection = async (options) => retryingWhenBusy(database, await acquire(options));
    // It takes its turn to write at its beginning, where it can be waited for: one that has read cannot begin again.
    driver.beginTransaction = async (connection) => {
      await connection.executeQuery(CompiledQuery.raw('begin immediate'));
    };
    // When the disk is full SQLite has rolled back already; to do it again is an error, which would hide what has happened.
    driver.rollbackTransaction = async (connection) => {
      if (database.inTransaction) await rollBack(connection);
    };
    return driver;
  };
  return dialect;
}

const busyMs = 5000;
const busyPauseMs = 20;

/** While another process writes, a statement waits for it here: within SQLite it would hold up every request and download. */
function retryingWhenBusy(database: SQLite.Database, connection: DatabaseConnection): DatabaseConnection {
  return {
    streamQuery: connection.streamQuery.bind(connection),
    async executeQuery<R>(...query: Parameters<DatabaseConnection['executeQuery']>): Promise<QueryResult<R>> {
      for (const until = performance.now() + busyMs; ; ) {
        try {
          return await connection.executeQuery<R>(...query);
        } catch (error) {
          const isBusy = codeOf(error).startsWith('SQLITE_BUSY') && !database.inTransaction;
          if (!isBusy || performance.now() > until) throw error;
          await sleep(busyPauseMs);
        }
      }
    },
  };
}

/**
 * The first number changes with what other processes commit, the second with what is written here, committed or not. Read once for
 * all requests of one turn of the event loop: each of them had begun before anything that is committed later.
 */
function stampsOf(database: SQLite.Database): { stamp: Stamp; forget(): void } {
  const byOthers = database.prepare('pragma data_version').pluck();
  const byUs = database.prepare('select total_changes()').pluck();
  let known: string | undefined;
  const forget = () => {
    known = undefined;
  };
  const stamp = () => {
    if (known === undefined) {
      known = `${byOthers.get()} ${byUs.get()}`;
      setImmediate(forget);
    }
    return known;
  };
  return { stamp, forget };
}

const rememberedStatements = 200;
/** A longer one carries many rows, and is not asked again. */
const longestRemembered = 4000;

/** Kysely prepares every statement anew, which takes several times as long as a short one runs. */
function rememberStatements(database: SQLite.Database, before: (isWrite: boolean) => void): SqliteDatabase {
  const statements = new LRUCache<string, SQLite.Statement>({ max: rememberedStatements });
  return {
    prepare(text) {
      before(/^(begin|insert|update|delete)/i.test(text));
      if (text.length > longestRemembered) return database.prepare(text);
      const statement = statements.get(text) ?? database.prepare(text);
      statements.set(text, statement);
      return statement;
    },
    close: () => void database.close(),
  };
}

function openPostgres(url: string): Opened {
  // bigint columns hold sizes below 2^53; pg gives them as text unless told otherwise.
  const types = {
    getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
      oid === pg.types.builtins.INT8
        ? Number
        : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
  };
  const pool = new pg.Pool({ connectionString: url, max: 10, connectionTimeoutMillis: 5000, types });
  // An idle connection that breaks is replaced on the next query; without a listener it would end the process.
  pool.on('error', () => undefined);
  // Nor may one in use, when the database restarts: its query fails, and that is answered.
  pool.on('connect', (client) => client.on('error', () => undefined));
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  const unflushed: Unflushed = (work) =>
    db.transaction().execute(async (trx) => {
      await sql`set local synchronous_commit = off`.execute(trx);
      return work(trx);
    });
  return { db, longReads: db, stamp: () => undefined, unflushed, keepRoom: async () => undefined };
}

/**
 * Holds the rows that a query reads until its transaction ends. SQLite needs it not: it has one writer at a time.
 * Not by an update that changes nothing: a second update of the row would then check its references, and lock them too.
 */
export function holdRows<Q extends { forUpdate(): Q }>(trx: Trx, query: Q): Q {
  return canHoldRows(trx) ? query.forUpdate() : query;
}

/** False on SQLite: to read rows only to hold them would be for nothing. */
export function canHoldRows(trx: Trx): boolean {
  return trx.getExecutor().adapter instanceof PostgresAdapter;
}

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

/** A row would have broken a unique constraint or a primary key. */
export function isUniqueViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_UNIQUE', 'SQLITE_CONSTRAINT_PRIMARYKEY', '23505'].includes(codeOf(error));
}

/** A row points at another that is gone. */
export function isForeignKeyViolation(error: unknown): boolean {
  return ['SQLITE_CONSTRAINT_FOREIGNKEY', '23503'].includes(codeOf(error));
}

/** The database can't be reached, or is shutting down or starting: worth trying again. */
export function isDatabaseAway(error: unknown): boolean {
  const code = codeOf(error);
  if (/^SQLITE_(BUSY|LOCKED|CANTOPEN|IOERR)/.test(code)) return true;
  // SQLSTATE classes 08 (connection), 40 (rolled back for another), 53 (resources) and 57P (operator intervention).
  if (/^(08...|40...|53...|57P..)$/.test(code)) return true;
  // The driver's socket errors; ENOENT is a missing Unix socket when it comes from connect, else some file.
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
    /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  );
}

/** The disk under the database, or a quota on it, is full. */
export function isDatabaseFull(error: unknown): boolean {
  return ['SQLITE_FULL', '53100'].includes(codeOf(error));
}

/** For `catch`, behind a write that can be done without: when there is no room for it, the rest goes on. */
export function unlessFull(error: unknown): undefined {
  if (!isDatabaseFull(error)) throw error;
}
