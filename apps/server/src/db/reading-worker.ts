// The worker of reading-thread.ts: runs queries on a read-only connection.
import { parentPort, workerData } from 'node:worker_threads';
import SQLite from 'better-sqlite3';

export interface ReadRequest {
  id: number;
  sql: string;
  parameters: readonly unknown[];
}

export type ReadResponse =
  | { id: number; rows: unknown[] }
  | { id: number; error: { message: string; code: string } };

const { path } = workerData as { path: string };
const database = new SQLite(path, { readonly: true });
database.pragma('busy_timeout = 5000');

function read({ id, sql, parameters }: ReadRequest): ReadResponse {
  try {
    return { id, rows: database.prepare(sql).all(...parameters) };
  } catch (error) {
    const { message, code = '' } = error as NodeJS.ErrnoException;
    return { id, error: { message, code } };
  }
}

parentPort?.on('message', (request: ReadRequest) => parentPort?.postMessage(read(request)));
