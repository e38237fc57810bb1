// Creates an empty database with the newest schema, once per test run. test-database.ts copies it.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '#db/database.ts';
import { migrate } from '#db/migrate.ts';
import { newId } from '#platform/tokens.ts';
import type { DatabaseConfig } from '#start/config.ts';
import { administer, databaseUrl } from './test-database.ts';

/** Vitest calls this function before the first test file, and the returned function after the last one. */
export function setup(): Promise<() => Promise<void>> {
  const server = process.env.TEST_DATABASE_URL;
  return server ? makeOnPostgres(server) : makeFile();
}

async function makeFile() {
  const folder = await mkdtemp(join(tmpdir(), 'cellar-template-'));
  const path = join(folder, 'template.db');
  await fill({ dialect: 'sqlite', path });
  process.env.TEST_DATABASE_TEMPLATE = path;
  return () => rm(folder, { recursive: true });
}

/** The names of all copies start with the template's name, so that copies from an aborted test are dropped too. */
async function makeOnPostgres(server: string) {
  const name = `test_${newId().replace(/\W/g, '').toLowerCase()}`;
  await administer(server, `create database "${name}"`);
  await fill({ dialect: 'postgres', url: databaseUrl(server, name) });
  // PostgreSQL cannot copy a database that has connections.
  await administer(server, `alter database "${name}" allow_connections false`);
  process.env.TEST_DATABASE_TEMPLATE = name;
  return async () => {
    const { rows } = await administer(server, 'select datname from pg_database');
    const ours = rows.map(({ datname }) => String(datname)).filter((other) => other.startsWith(name));
    for (const database of ours) await drop(server, database);
  };
}

/** Ignores errors: a test may be dropping its database at the same time, and a leftover database is not a test failure. */
async function drop(server: string, database: string): Promise<void> {
  await administer(server, `drop database if exists "${database}" with (force)`).catch(() => undefined);
}

async function fill(config: DatabaseConfig): Promise<void> {
  const { db, dialect, close } = openDatabase(config);
  await migrate(db, dialect);
  await close();
}
