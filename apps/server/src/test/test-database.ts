// A database of its own for a test: SQLite in the app's folder, or a fresh PostgreSQL database with TEST_DATABASE_URL.
// Either is a copy of the one that database-template.ts has brought to the newest schema, which takes far less time.
import { constants, copyFileSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { newId } from '#platform/tokens.ts';
import type { DatabaseConfig } from '#src/config.ts';

export interface TestDatabase {
  /** The variables that lead an app or a server process to it. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** The dropping of the last one, which nobody waits for but who makes the next: else they would pile up. */
let dropping: Promise<unknown> = Promise.resolve();

/** `empty`: without the schema. */
export async function createTestDatabase({ empty = false } = {}): Promise<TestDatabase> {
  const server = process.env.TEST_DATABASE_URL;
  if (!server) return { env: {}, drop: async () => undefined };
  const template = process.env.TEST_DATABASE_TEMPLATE;
  const name = `${template ?? 'test'}_${newId().replace(/\W/g, '').toLowerCase()}`;
  await dropping;
  await administer(server, `create database "${name}"${template && !empty ? copyOf(template) : ''}`);
  return {
    env: { DATABASE_URL: databaseUrl(server, name) },
    async drop() {
      // What can't be dropped now is dropped at the end, with the template.
      dropping = administer(server, `drop database "${name}" with (force)`).catch(() => undefined);
    },
  };
}

/** Files are copied as they are: by the log, as is usual from PostgreSQL 15 on, it takes four times as long. */
function copyOf(template: string): string {
  return ` template "${template}" strategy file_copy`;
}

/** On SQLite: what lies in the folder of a new app. One that is there already is left as it is. */
export function placeTemplate(config: DatabaseConfig): void {
  const template = process.env.TEST_DATABASE_TEMPLATE;
  if (config.dialect !== 'sqlite' || !template) return;
  mkdirSync(dirname(config.path), { recursive: true });
  try {
    copyFileSync(template, config.path, constants.COPYFILE_EXCL);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

export function databaseUrl(server: string, name: string): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

export async function administer(server: string, statement: string): Promise<pg.QueryResult> {
  const client = new pg.Client(server);
  await client.connect();
  try {
    return await client.query(statement);
  } finally {
    await client.end();
  }
}
