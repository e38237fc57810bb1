// Brings a database to the newest schema: one set of migrations for both dialects, named, in order, each once.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { type Columns, columnsOf, type Dialect } from './columns.ts';
import { createLibrary } from './migrations/0001-library.ts';
import { createMembership } from './migrations/0002-membership.ts';
import { createGameFacts } from './migrations/0003-game-facts.ts';
import { createGameChanges } from './migrations/0004-game-changes.ts';
import { createCheatFiles } from './migrations/0005-cheat-files.ts';
import { createSanitizationRules } from './migrations/0006-sanitization-rules.ts';
import { createStorageChecks } from './migrations/0007-storage-checks.ts';
import { createGameEditing } from './migrations/0008-game-editing.ts';
import { createMetadata } from './migrations/0009-metadata.ts';
import { createMetadataMatches } from './migrations/0010-metadata-matches.ts';
import { createDownloadHistory } from './migrations/0011-download-history.ts';
import type { Db } from './schema.ts';

const migrations: Record<string, (db: Kysely<unknown>, columns: Columns, dialect: Dialect) => Promise<void>> =
  {
    '0001-library': createLibrary,
    '0002-membership': createMembership,
    '0003-game-facts': createGameFacts,
    '0004-game-changes': createGameChanges,
    '0005-cheat-files': createCheatFiles,
    '0006-sanitization-rules': createSanitizationRules,
    '0007-storage-checks': createStorageChecks,
    '0008-game-editing': createGameEditing,
    '0009-metadata': createMetadata,
    '0010-metadata-matches': createMetadataMatches,
    '0011-download-history': createDownloadHistory,
  };

/** On SQLite nothing holds two processes apart that start at once: who comes second tries again, and finds it done. */
const tries = 5;
const pauseMs = 200;

/** Several nodes may call it at once: Kysely holds a lock in PostgreSQL while it migrates. Gives what it applied. */
export async function migrate(db: Db, dialect: Dialect): Promise<string[]> {
  const columns = columnsOf(dialect);
  const set = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (trx) => up(trx, columns, dialect) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(set) } });
  for (let left = dialect === 'sqlite' ? tries : 1; ; left -= 1) {
    const { error, results } = await migrator.migrateToLatest();
    if (!error) return (results ?? []).map(({ migrationName }) => migrationName);
    if (left === 1) throw error;
    await sleep(pauseMs);
  }
}
