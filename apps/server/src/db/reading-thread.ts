// Runs long SQLite reads on a separate thread with its own connection. SQLite runs a statement on the thread that calls it, so
// on the main thread a long read would block every other request.
import { Worker } from 'node:worker_threads';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import type { ReadRequest, ReadResponse } from './reading-worker.ts';
import type { Db, Schema } from './schema.ts';

/** The thread ends after this time without queries. */
const idleMs = 60_000;

/** Reads see all earlier commits. Transactions are not supported. The first query starts the thread. */
export function createReadingDb(path: string): Db {
  const dialect: Dialect = {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => createDriver(path),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  };
  return new Kysely<Schema>({ dialect });
}

function createDriver(path: string): Driver {
  const thread = createThread(path);
  const connection: DatabaseConnection = {
    executeQuery: (query) => thread.ask(query),
    streamQuery: refuse,
  };
  return {
    init: async () => undefined,
    acquireConnection: async () => connection,
    releaseConnection: async () => undefined,
    beginTransaction: async () => refuse(),
    commitTransaction: async () => refuse(),
    rollbackTransaction: async () => refuse(),
    destroy: () => thread.stop(),
  };
}

function refuse(): never {
  throw new Error('only single reads run on the reading thread');
}

type Waiting = PromiseWithResolvers<QueryResult<never>>;

function createThread(path: string) {
  const waiting = new Map<number, Waiting>();
  let thread: Worker | undefined;
  let lastId = 0;
  let idleTimer: NodeJS.Timeout | undefined;

  function start(): Worker {
    const started = new Worker(new URL('./reading-worker.ts', import.meta.url), { workerData: { path } });
    // The thread only reads, so it need not keep the process alive.
    started.unref();
    started.on('message', resolveQuery);
    started.on('error', (error) => failAll(started, error as Error));
    started.on('exit', () => failAll(started, new Error('the reading thread ended')));
    return started;
  }

  function resolveQuery(response: ReadResponse): void {
    const query = waiting.get(response.id);
    waiting.delete(response.id);
    if ('rows' in response) query?.resolve({ rows: response.rows as never[] });
    else query?.reject(Object.assign(new Error(response.error.message), { code: response.error.code }));
    if (waiting.size === 0) idleTimer = setTimeout(endIdle, idleMs).unref();
  }

  function endIdle(): void {
    const idle = thread;
    thread = undefined;
    void idle?.terminate();
  }

  /** Rejects all open queries. The next query starts a new thread. */
  function failAll(ended: Worker, error: Error): void {
    if (thread !== ended) return;
    thread = undefined;
    for (const { reject } of waiting.values()) reject(error);
    waiting.clear();
  }

  return {
    ask<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
      thread ??= start();
      clearTimeout(idleTimer);
      lastId += 1;
      const request: ReadRequest = { id: lastId, sql, parameters };
      const query: Waiting = Promise.withResolvers();
      waiting.set(lastId, query);
      thread.postMessage(request);
      return query.promise;
    },
    async stop(): Promise<void> {
      clearTimeout(idleTimer);
      await thread?.terminate();
    },
  };
}
