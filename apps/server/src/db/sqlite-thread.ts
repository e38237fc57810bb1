// Runs long statements of SQLite on threads with connections of their own. SQLite runs a statement on the thread that calls it, so on
// the main thread a long one would block every request.
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createThread, type Thread } from '#platform/thread.ts';
import type { Db, Schema } from './schema.ts';
import type { StatementRequest, StatementResult } from './sqlite-worker.ts';

const idleMs = 60_000;

/** Reads see all earlier commits. Transactions are not supported. The first query starts the thread. */
export function createReadingDb(path: string): Db {
  const thread = startThread('reading', path);
  const connection = connectionTo(thread);
  return createDb({
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: async () => refuse(),
    commitTransaction: async () => refuse(),
    rollbackTransaction: async () => refuse(),
    destroy: () => thread.stop(),
  });
}

export interface WritingDb {
  db: Db;
  /** Resolves when no transaction is running. Undefined: none is. */
  running(): Promise<unknown> | undefined;
}

/** For transactions that change thousands of rows, one at a time. `before` and `after` run around each. The first one starts the thread. */
export function createWritingDb(
  path: string,
  { before, after }: { before(): void; after(): void },
): WritingDb {
  let running: PromiseWithResolvers<void> | undefined;
  const thread = startThread('writing', path, () => running === undefined);
  const connection = connectionTo(thread);
  const run = (sql: string) => connection.executeQuery(CompiledQuery.raw(sql));
  const db = createDb({
    init: async () => undefined,
    // Kysely gives the only connection to one caller at a time.
    async acquireConnection() {
      running = Promise.withResolvers();
      return connection;
    },
    async releaseConnection() {
      running?.resolve();
      running = undefined;
    },
    async beginTransaction() {
      before();
      await run('begin immediate');
    },
    async commitTransaction() {
      await run('commit');
      after();
    },
    rollbackTransaction: async () => void (await run('rollback')),
    destroy: () => thread.stop(),
  });
  return { db, running: () => running?.promise };
}

type SqliteThread = Thread<StatementRequest, StatementResult>;

function startThread(name: 'reading' | 'writing', path: string, mayEnd?: () => boolean): SqliteThread {
  const worker = new URL('./sqlite-worker.ts', import.meta.url);
  const data = { path, readonly: name === 'reading' };
  return createThread({ name, worker, data, idleMs, ...(mayEnd && { mayEnd }) });
}

function connectionTo(thread: SqliteThread): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, changes } = await thread.ask({ sql, parameters });
      return {
        rows: rows as Row[],
        ...(changes !== undefined && { numAffectedRows: BigInt(changes) }),
      };
    },
    streamQuery: refuse,
  };
}

function createDb(driver: Driver): Db {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Schema>({ dialect });
}

function refuse(): never {
  throw new Error('this thread does not support that');
}
