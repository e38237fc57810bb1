// The worker of reading-thread.ts: runs queries on a read-only connection.
import { workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';
import { answerRequests } from '#platform/thread.ts';

export interface ReadRequest {
  sql: string;
  parameters: readonly unknown[];
}

const { path } = workerData as { path: string };
const database = new SQLite(path, { readonly: true });
database.pragma('busy_timeout = 5000');

answerRequests(({ sql, parameters }: ReadRequest): unknown[] => database.prepare(sql).all(...parameters));
