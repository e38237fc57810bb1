// Takes a copy of the database at one moment, while the server continues to write.
import type { Database } from '#db/database.ts';
import type { DatabaseConfig } from '#start/config.ts';
import { withPostgresSnapshot } from './postgres-snapshot.ts';
import type { Snapshot } from './snapshot.ts';
import { withSqliteSnapshot } from './sqlite-snapshot.ts';

/** @throws BackupError if the programs of PostgreSQL are missing or too old */
export function withSnapshot<Result>(
  { config, database }: { config: DatabaseConfig; database: Database },
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return config.dialect === 'sqlite'
    ? withSqliteSnapshot(config.path, work)
    : withPostgresSnapshot(config.url, database.db, work);
}
