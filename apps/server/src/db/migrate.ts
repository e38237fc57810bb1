// Migrates a database to the newest schema. Both dialects share one set of migrations.
import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import { DEFAULT_MIGRATION_TABLE, type Migration, Migrator } from 'kysely/migration';
import { type Columns, columnsOf, type Dialect } from './columns.ts';
import { isDatabaseUnavailable, isPostgres } from './database.ts';
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
import { createNotifications } from './migrations/0012-notifications.ts';
import { createHandedOverDownloads } from './migrations/0013-handed-over-downloads.ts';
import { createLoadIndexes } from './migrations/0014-load.ts';
import { createStorage } from './migrations/0015-storage.ts';
import { createAccess } from './migrations/0016-access.ts';
import { createConnectedDownloads } from './migrations/0017-connected-downloads.ts';
import { nameGamesOfPictures } from './migrations/0020-games-of-pictures.ts';
import { prepareObjectStorage } from './migrations/0021-object-storage.ts';
import { createNodes } from './migrations/0022-nodes.ts';
import { createBackups } from './migrations/0023-backups.ts';
import { createChunkRequests } from './migrations/0024-chunk-requests.ts';
import { createLibraryFolders } from './migrations/0025-library-folders.ts';
import { createOwnPlatforms } from './migrations/0026-own-platforms.ts';
import { createExtras } from './migrations/0027-extras.ts';
import { createExportedGames } from './migrations/0028-exported-games.ts';
import { createFoundExtras } from './migrations/0029-found-extras.ts';
import { createSingleFiles } from './migrations/0030-single-files.ts';
import { addDownloadContent } from './migrations/0031-download-content.ts';
import { createMatchUndo } from './migrations/0032-match-undo.ts';
import { createMailServer } from './migrations/0033-mail-server.ts';
import { watchAdminGames } from './migrations/0034-admin-games.ts';
import { createBulkChanges } from './migrations/0035-bulk-changes.ts';
import { createLearnedNames } from './migrations/0036-learned-names.ts';
import { createWebhooks } from './migrations/0037-webhooks.ts';
import { createVirusScans } from './migrations/0038-virus-scans.ts';
import { createStorageReport } from './migrations/0039-storage-report.ts';
import { addHiddenGames } from './migrations/0040-hidden-games.ts';
import { createMarks } from './migrations/0041-marks.ts';
import { createFilePieces } from './migrations/0042-file-pieces.ts';
import { createRequests } from './migrations/0043-requests.ts';
import { createDownloadLists } from './migrations/0044-download-lists.ts';
import { addPlayers } from './migrations/0046-players.ts';
import { createAlerts } from './migrations/0047-alerts.ts';
import { createCollections } from './migrations/0048-collections.ts';
import { createPush } from './migrations/0049-push.ts';
import { prepareSignIn } from './migrations/0050-sign-in.ts';
import { createSecondFactor } from './migrations/0051-second-factor.ts';
import { createPasskeys } from './migrations/0052-passkeys.ts';
import { createDownloadLimits } from './migrations/0053-download-limits.ts';
import { createApiTokens } from './migrations/0054-api-tokens.ts';
import { createKnownDevices } from './migrations/0055-known-devices.ts';
import { createOidc } from './migrations/0056-oidc.ts';
import { createContributions } from './migrations/0057-contributions.ts';
import { keepContributedFiles } from './migrations/0058-contributed-files.ts';
import { createSavedCatalogues } from './migrations/0059-saved-catalogues.ts';
import { indexTicketEnds } from './migrations/0060-ticket-ends.ts';
import { describeItemsAsTheyAre } from './migrations/0061-items-as-they-are.ts';
import { addNodeHosts } from './migrations/0062-node-hosts.ts';
import { addFolderRemovals } from './migrations/0063-folder-removals.ts';
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
    '0012-notifications': createNotifications,
    '0013-handed-over-downloads': createHandedOverDownloads,
    '0014-load': createLoadIndexes,
    '0015-storage': createStorage,
    '0016-access': createAccess,
    '0017-connected-downloads': createConnectedDownloads,
    '0020-games-of-pictures': nameGamesOfPictures,
    '0021-object-storage': prepareObjectStorage,
    '0022-nodes': createNodes,
    '0023-backups': createBackups,
    '0024-chunk-requests': createChunkRequests,
    '0025-library-folders': createLibraryFolders,
    '0026-own-platforms': createOwnPlatforms,
    '0027-extras': createExtras,
    '0028-exported-games': createExportedGames,
    '0029-found-extras': createFoundExtras,
    '0030-single-files': createSingleFiles,
    '0031-download-content': addDownloadContent,
    '0032-match-undo': createMatchUndo,
    '0033-mail-server': createMailServer,
    '0034-admin-games': watchAdminGames,
    '0035-bulk-changes': createBulkChanges,
    '0036-learned-names': createLearnedNames,
    '0037-webhooks': createWebhooks,
    '0038-virus-scans': createVirusScans,
    '0039-storage-report': createStorageReport,
    '0040-hidden-games': addHiddenGames,
    '0041-marks': createMarks,
    '0042-file-pieces': createFilePieces,
    '0043-requests': createRequests,
    '0044-download-lists': createDownloadLists,
    '0046-players': addPlayers,
    '0047-alerts': createAlerts,
    '0048-collections': createCollections,
    '0049-push': createPush,
    '0050-sign-in': prepareSignIn,
    '0051-second-factor': createSecondFactor,
    '0052-passkeys': createPasskeys,
    '0053-download-limits': createDownloadLimits,
    '0054-api-tokens': createApiTokens,
    '0055-known-devices': createKnownDevices,
    '0056-oidc': createOidc,
    '0057-contributions': createContributions,
    '0058-contributed-files': keepContributedFiles,
    '0059-saved-catalogues': createSavedCatalogues,
    '0060-ticket-ends': indexTicketEnds,
    '0061-items-as-they-are': describeItemsAsTheyAre,
    '0062-node-hosts': addNodeHosts,
    '0063-folder-removals': addFolderRemovals,
  };

export const newestMigration = Object.keys(migrations).at(-1);

/** The number of tries on SQLite, where another process may be migrating. Each try also waits for the write lock. */
const tries = 12;
const pauseMs = 200;

/**
 * Applies all pending migrations in one transaction, and returns their names. Several nodes may call this at the same time:
 * one of them migrates, the others wait. `isRestoring`: the caller is a restore or a move.
 * @throws NewerLibraryError, InterruptedRestoreError
 */
export async function migrate(db: Db, dialect: Dialect, { isRestoring = false } = {}): Promise<string[]> {
  if (!isRestoring) await refuseInterruptedRestore(db);
  // Kysely takes a lock and uses a transaction.
  if (dialect === 'postgres') return migrateToLatest(db, dialect);
  for (let left = tries; ; left -= 1) {
    try {
      return await db.connection().execute(migrateAtOnce);
    } catch (error) {
      if (left === 1 || !isDatabaseUnavailable(error)) throw error;
      await sleep(pauseMs);
    }
  }
}

/** SQLite supports schema changes in transactions, but Kysely does not use that. */
async function migrateAtOnce(connection: Db): Promise<string[]> {
  await sql`begin immediate`.execute(connection);
  try {
    const applied = await migrateToLatest(connection, 'sqlite');
    await sql`commit`.execute(connection);
    return applied;
  } catch (error) {
    // On a full disk SQLite has already rolled back.
    await sql`rollback`.execute(connection).catch(() => undefined);
    throw error;
  }
}

/** Thrown if a newer version of Cellar has applied migrations that this version does not know. */
export class NewerLibraryError extends Error {}

/**
 * This table exists from the moment a move changes the new database until its end. So it does during a restore on PostgreSQL; on SQLite, a
 * restore writes another file.
 */
export const restoringTable = 'restoring';

/** Kysely does not list tables without columns. */
export async function markAsRestoring(db: Db): Promise<void> {
  await sql`create table if not exists ${sql.table(restoringTable)} (id text)`.execute(db);
}

/** Call in the transaction that completes the restore or move. */
export async function markAsRestored(trx: Db): Promise<void> {
  await sql`drop table ${sql.table(restoringTable)}`.execute(trx);
}

/** Thrown while a library is restored or moved, and after that was interrupted: the database may lack rows, or have too many. */
export class InterruptedRestoreError extends Error {}

export async function refuseInterruptedRestore(db: Db): Promise<void> {
  if (!(await hasTable(db, restoringTable))) return;
  throw new InterruptedRestoreError(
    'A restore or move into this database has not ended. If it was interrupted, run the command again, or use another database.',
  );
}

/**
 * Returns the names of the migrations that the next start will apply.
 * @throws NewerLibraryError, InterruptedRestoreError
 */
export async function listPendingMigrations(db: Db): Promise<string[]> {
  await refuseInterruptedRestore(db);
  const applied = await listAppliedMigrations(db);
  refuseNewer(applied);
  return Object.keys(migrations).filter((name) => !applied.includes(name));
}

/** Returns the names of the applied migrations in their order. Empty for a new database. */
export async function listAppliedMigrations(db: Db): Promise<string[]> {
  return (await hasTable(db, DEFAULT_MIGRATION_TABLE)) ? listNames(db) : [];
}

/** Kysely's introspection would read the columns of all tables, at each start. */
async function hasTable(db: Db, name: string): Promise<boolean> {
  const query = isPostgres(db)
    ? sql`select 1 from pg_tables where schemaname = current_schema() and tablename = ${name}`
    : sql`select 1 from sqlite_master where type = 'table' and name = ${name}`;
  return (await query.execute(db)).rows.length > 0;
}

async function listNames(db: Db): Promise<string[]> {
  const query = sql<{ name: string }>`select name from ${sql.table(DEFAULT_MIGRATION_TABLE)} order by name`;
  return (await query.execute(db)).rows.map(({ name }) => name);
}

/**
 * Call this while the server runs: another node of a newer version may have migrated the library since. Cheaper than
 * `listPendingMigrations`.
 * @throws NewerLibraryError
 */
export async function refuseNewerLibrary(db: Db): Promise<void> {
  refuseNewer(await listNames(db));
}

/** @throws NewerLibraryError if this version does not know one of these migrations */
export function refuseNewer(applied: string[]): void {
  const unknown = applied.find((name) => !(name in migrations));
  if (!unknown) return;
  throw new NewerLibraryError(
    `A newer version of Cellar has used this library (it has made the change ${unknown}). Start that version, or restore a backup from before the upgrade.`,
  );
}

async function migrateToLatest(db: Db, dialect: Dialect): Promise<string[]> {
  const done = await listAppliedMigrations(db);
  refuseNewer(done);
  if (Object.keys(migrations).every((name) => done.includes(name))) return [];
  const columns = columnsOf(dialect);
  const set = Object.entries(migrations).map(([name, up]): [string, Migration] => [
    name,
    { up: (trx) => up(trx, columns, dialect) },
  ]);
  const migrator = new Migrator({ db, provider: { getMigrations: async () => Object.fromEntries(set) } });
  const { error, results } = await migrator.migrateToLatest();
  if (error) throw error;
  return (results ?? []).map(({ migrationName }) => migrationName);
}
