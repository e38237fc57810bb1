// Brings a database to the newest schema: one set of migrations for both dialects, named, in order, each once.
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Columns, columnsOf, type Dialect } from './columns.ts';
import { createLibrary } from './migrations/0001-library.ts';
import type { Db } from './schema.ts';

const migrations: Record<string, (db: Kysely<unknown>, columns: Columns) => Promise<void>> = {
  '0001-library': createLibrary,
};

/** Several nodes may call it at once: Kysely holds a lock while it migrates. Gives the names of what it applied. */
export async function migrate(db: Db, dialect: Dialect): Promise<string[]> {
  const columns = columnsOf(dialect);
  const set = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (trx) => up(trx, columns) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(set) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
