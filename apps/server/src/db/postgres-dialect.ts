// Kysely's dialect for PostgreSQL. Here, too, nothing is in an empty list: PostgreSQL refuses `in ()`, which SQLite accepts.
import {
  type BinaryOperationNode,
  type Kysely,
  OperatorNode,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  PostgresQueryCompiler,
  type PostgresQueryResult,
  PrimitiveValueListNode,
  ValueListNode,
} from 'kysely';
import pg from 'pg';
import { createSingleFlight, type SingleFlight } from '#platform/shared-work.ts';

class Compiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { operator, rightOperand } = node;
    const isEmpty =
      (PrimitiveValueListNode.is(rightOperand) || ValueListNode.is(rightOperand)) &&
      rightOperand.values.length === 0;
    if (!isEmpty) super.visitBinaryOperation(node);
    else this.append(OperatorNode.is(operator) && operator.operator === 'not in' ? 'true' : 'false');
  }
}

class Dialect extends PostgresDialect {
  override createQueryCompiler(): PostgresQueryCompiler {
    return new Compiler();
  }
}

export function createPostgresDialect(url: string): PostgresDialect {
  return new Dialect({ pool: createPostgresPool(url) });
}

/**
 * Repeats a transaction, or a single statement, once if PostgreSQL has ended it because of a deadlock. Nothing of it was stored. So
 * the work of a transaction may run twice.
 */
export function repeatAfterDeadlock<DB>(db: Kysely<DB>): void {
  const executor = db.getExecutor();
  const provide = executor.provideConnection.bind(executor);
  executor.provideConnection = (work, options) =>
    provide(work, options).catch((error) => {
      if (error.code !== '40P01') throw error;
      return provide(work, options);
    });
}

const maxConnections = 10;
const answerMs = 5000;
const checkMs = 8000;
/** For each of the two steps of a check, so that a check ends before the next one. */
const lookMs = 3500;
/**
 * A connection is closed after this many checks in a row in which the database was not working for it. One is not enough: an answer
 * may be on its way, or the database too busy for another connection.
 */
const maxMisses = 2;
/**
 * The server ends transactions in which nothing happens for this long. Otherwise their locks would stay after the client is gone, if
 * the server does not learn of that.
 */
const idleSeconds = 30;

// Values of bigint columns are below 2^53, but pg returns them as text by default.
const types = {
  getTypeParser: ((oid: number, format?: 'text' | 'binary') =>
    oid === pg.types.builtins.INT8
      ? Number
      : pg.types.getTypeParser(oid, format as 'text')) as typeof pg.types.getTypeParser,
};

/**
 * The connections to PostgreSQL. The database, or something between it and Cellar, may accept what is sent and never answer. A time limit
 * can't tell that from a statement that takes long, so the database is asked, over a new connection, whether it still works on it.
 */
function createPostgresPool(url: string): PostgresPool {
  const options = { connectionString: url, max: maxConnections, connectionTimeoutMillis: answerMs, types };
  const pool = new pg.Pool(options);
  // Without a listener, a broken idle connection would end the process. The next query replaces the connection.
  pool.on('error', () => undefined);
  const fresh = new WeakSet<pg.PoolClient>();
  pool.on('connect', (client) => {
    fresh.add(client);
    // The same applies to connections in use when the database restarts. Their queries fail and are handled.
    client.on('error', () => undefined);
  });
  const look: Look = { url, asking: createSingleFlight() };
  return {
    options,
    async connect() {
      const client = await pool.connect();
      const watched = watch(client, look);
      if (!fresh.delete(client)) return watched;
      try {
        // Not as a parameter of the connection: PgBouncer refuses those it does not know.
        await watched.query(`set idle_in_transaction_session_timeout = '${idleSeconds}s'`, []);
        return watched;
      } catch (error) {
        watched.release(true);
        throw error;
      }
    },
    end: () => pool.end(),
  };
}

function watch(client: pg.PoolClient, look: Look): PostgresPoolClient {
  const query = async <R>(text: string, values: unknown[]) => {
    let misses = 0;
    const timer = setInterval(async () => {
      const isMissed = await isGone(client, look);
      misses = isMissed ? misses + 1 : 0;
      // Closes the socket at once, so that the query fails and the pool drops the connection.
      if (misses === maxMisses) void (client as pg.ClientBase as pg.Client).end();
    }, checkMs);
    try {
      return (await client.query(text, values)) as unknown as PostgresQueryResult<R>;
    } finally {
      misses = Number.NEGATIVE_INFINITY;
      clearInterval(timer);
    }
  };
  return { query: query as PostgresPoolClient['query'], release: (isBroken) => client.release(isBroken) };
}

interface Look {
  url: string;
  asking: SingleFlight<number[] | undefined>;
}

/** Returns whether the database does not work on the query of this client, or does not answer at all. */
async function isGone(client: pg.PoolClient, { url, asking }: Look): Promise<boolean> {
  try {
    const processes = await asking.run(() => listWorking(url));
    const { processID } = client as pg.PoolClient & { processID: number };
    return processes?.includes(processID) === false;
  } catch (error) {
    // The database refuses, for example because it has too many connections, so it is there.
    return !(error instanceof pg.DatabaseError);
  }
}

/**
 * Returns the processes of the database that are executing a statement or waiting for a lock. Undefined behind a proxy such as PgBouncer,
 * which gives connections other numbers than their processes have.
 */
async function listWorking(url: string): Promise<number[] | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: lookMs,
    query_timeout: lookMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; own: number }>(
      `select pid, pg_backend_pid() as own from pg_stat_activity where state not like 'idle%'`,
    );
    const { processID } = client as pg.Client & { processID: number };
    return rows[0]?.own === processID ? rows.map(({ pid }) => pid) : undefined;
  } finally {
    void client.end();
  }
}
