// Creates a database for a test: SQLite in the app's folder, or a PostgreSQL database if TEST_DATABASE_URL is set. Copies the
// template of database-template.ts, which is much faster than running the migrations.
import { constants, copyFileSync, existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import pg from 'pg';
import { newId } from '#platform/tokens.ts';
import type { DatabaseConfig } from '#start/config.ts';

export interface TestDatabase {
  /** Environment variables that make an app use this database. */
  env: Record<string, string>;
  drop(): Promise<void>;
}

/** The last drop. Only the next creation waits for it, so that drops do not pile up. */
let dropping: Promise<unknown> = Promise.resolve();

/** `empty`: creates the database without the schema. */
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
      // If the database cannot be dropped now, it is dropped with the template.
      dropping = administer(server, `drop database "${name}" with (force)`).catch(() => undefined);
    },
  };
}

/** Copies files. The default since PostgreSQL 15 copies through the write-ahead log, which takes four times as long. */
function copyOf(template: string): string {
  return ` template "${template}" strategy file_copy`;
}

/** Copies the SQLite template into the folder of an app, unless it already has a database. */
export function placeTemplate(config: DatabaseConfig): void {
  // When the tests run on PostgreSQL, the template is a database there.
  const template = process.env.TEST_DATABASE_URL ? undefined : process.env.TEST_DATABASE_TEMPLATE;
  if (config.dialect !== 'sqlite' || !template || existsSync(config.path)) return;
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
