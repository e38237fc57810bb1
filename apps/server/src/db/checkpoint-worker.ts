// The worker of checkpoints.ts.
import { workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { answerRequests } from '#platform/thread.ts';
import type { LogState } from './checkpoints.ts';

const { path } = workerData as { path: string };
const database = new SQLite(path);
/** What is written during a pass needs another one. Only if all pages were copied, the log is written from its start again. */
const mostPasses = 5;

answerRequests(() => {
  for (let pass = 0; pass < mostPasses; pass += 1) {
    const [state] = database.pragma('wal_checkpoint(passive)') as LogState[];
    if (state?.log === state?.checkpointed) return;
  }
});
