// A database of its own for a test: SQLite in the app's folder, or a fresh PostgreSQL database with TEST_DATABASE_URL.
import pg from 'pg';
import { newId } from '#platform/tokens.ts';

export interface TestDatabase {
  /** The variables that lead an app or a server process to it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

export async function createTestDatabase(): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { env: {}, drop: async () => undefined };
  const name = `test_${newId().replace(/\W/g, '').toLowerCase()}`;
  await administer(server, `create database "${name}"`);
  const url = new URL(server);
  url.pathname = `/${name}`;
  return {
    env: { DATABASE_URL: url.href },
    drop: () => administer(server, `drop database "${name}" with (force)`),
  };
}

async function administer(server: string, statement: string): Promise<void> {
  const client = new pg.Client(server);
  await client.connect();
  await client.query(statement);
  await client.end();
}
