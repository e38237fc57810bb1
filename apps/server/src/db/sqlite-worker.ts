// The worker of sqlite-thread.ts: runs statements on a connection of its own.
import { workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { answerRequests } from '#platform/thread.ts';

export interface StatementRequest {
  sql: string;
  parameters: readonly unknown[];
}

export interface StatementResult {
  rows: unknown[];
  /** Of a statement that returns no rows: how many it has changed. */
  changes?: number;
}

const { path, readonly } = workerData as { path: string; readonly: boolean };
const database = new SQLite(path, { readonly });
database.pragma('busy_timeout = 5000');
if (!readonly) {
  // As in database.ts, but a commit also does the checkpoint that it makes due.
  database.pragma('synchronous = FULL');
  database.pragma('foreign_keys = ON');
}

answerRequests(({ sql, parameters }: StatementRequest): StatementResult => {
  // SQLite has already rolled back after some errors, and with a thread that has ended.
  if (!readonly && !database.inTransaction && sql !== 'begin immediate') {
    if (sql === 'rollback') return { rows: [] };
    throw new Error('the transaction has ended');
  }
  const statement = database.prepare(sql);
  if (statement.reader) return { rows: statement.all(...parameters) };
  return { rows: [], changes: statement.run(...parameters).changes };
});
