// Checkpoints copy the pages of SQLite's write-ahead log into the database file and flush it. SQLite does that in the commit that makes
// the log too long. On the main thread, this would delay all requests, on a slow disk for seconds, so another thread does it earlier.
import type SQLite from 'better-sqlite3';
import { createThread } from '#platform/thread.ts';

/** In pages of the database. */
export interface LogState {
  log: number;
  checkpointed: number;
}

/** The pages that a checkpoint copies. */
const pagesInCheckpoint = 1000;
const writesBetweenLooks = 25;
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
  const worker = new URL('./checkpoint-worker.ts', import.meta.url);
  const thread = createThread<'checkpoint', void>({
    name: 'checkpoint',
    worker,
    data: { path },
    idleMs,
  });
  let isRunning = false;
  let isClosed = false;
  let writes = 0;

  async function checkpoint(): Promise<void> {
    isRunning = true;
    try {
      await thread.ask('checkpoint');
    } catch {
      // If the disk fails, the main thread does the checkpoint later.
    } finally {
      isRunning = false;
    }
  }

  /** Starts a checkpoint if the log has become long. */
  function startIfDue(): void {
    if (writes < writesBetweenLooks || isRunning || isClosed || database.inTransaction) return;
    writes = 0;
    if (pagesToCopy(database) >= pagesInCheckpoint) void checkpoint();
  }

  return {
    /** Call this before each write. */
    countWrite(): void {
      writes += 1;
      startIfDue();
    },

    /** Call this after each commit, because no write may follow a large transaction for a long time. */
    startIfDue,

    close(): Promise<void> {
      isClosed = true;
      return thread.stop();
    },
  };
}
