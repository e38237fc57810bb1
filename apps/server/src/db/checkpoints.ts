// Checkpoints copy the pages of SQLite's write-ahead log into the database file and flush it. SQLite does that in the commit that makes
// the log too long. On the main thread, this would delay all requests, on a slow disk for seconds, so another thread does it before.
import { Worker } from 'node:worker_threads';
import type SQLite from 'better-sqlite3';

/** In pages of the database. */
export interface LogState {
  log: number;
  checkpointed: number;
}

/** The pages that a checkpoint copies. */
const pagesInCheckpoint = 1000;
const writesBetweenLooks = 25;
/** The thread ends after this time without checkpoints. */
const idleMs = 10_000;

function pagesToCopy(database: SQLite.Database): number {
  try {
    const [state] = database.pragma('wal_checkpoint(noop)') as LogState[];
    return state ? state.log - state.checkpointed : 0;
  } catch {
    // If the disk fails, the write reports it.
    return 0;
  }
}

export function createCheckpoints(database: SQLite.Database, path: string) {
  let thread: Worker | undefined;
  let isRunning = false;
  let idleTimer: NodeJS.Timeout | undefined;
  let writes = 0;

  function start(): Worker {
    const started = new Worker(new URL('./checkpoint-worker.ts', import.meta.url), { workerData: { path } });
    // A process that ends does a checkpoint when it closes the database.
    started.unref();
    started.on('message', () => {
      isRunning = false;
      idleTimer = setTimeout(endIdle, idleMs).unref();
    });
    // The next checkpoint starts another thread. If that fails as well, the main thread does checkpoints.
    started.on('error', () => undefined);
    started.on('exit', () => {
      if (thread !== started) return;
      thread = undefined;
      isRunning = false;
    });
    return started;
  }

  function endIdle(): void {
    const idle = thread;
    thread = undefined;
    void idle?.terminate();
  }

  return {
    /** Call this before each write. Starts a checkpoint if the log has become long. */
    countWrite(): void {
      writes += 1;
      if (writes < writesBetweenLooks || isRunning || database.inTransaction) return;
      writes = 0;
      if (pagesToCopy(database) < pagesInCheckpoint) return;
      clearTimeout(idleTimer);
      thread ??= start();
      isRunning = true;
      thread.postMessage('checkpoint');
    },

    async close(): Promise<void> {
      clearTimeout(idleTimer);
      await thread?.terminate();
    },
  };
}
