// Runs long SQLite reads on a separate thread with its own connection. SQLite runs a statement on the thread that calls it, so
// on the main thread a long read would block every other request.
import {
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely';
import { createThread } from '#platform/thread.ts';
import type { ReadRequest } from './reading-worker.ts';
import type { Db, Schema } from './schema.ts';

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
  const worker = new URL('./reading-worker.ts', import.meta.url);
  const thread = createThread<ReadRequest, unknown[]>({
    name: 'reading',
    worker,
    data: { path },
    idleMs,
  });
  const connection: DatabaseConnection = {
    executeQuery: async ({ sql, parameters }) => ({
      rows: (await thread.ask({ sql, parameters })) as never[],
    }),
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
