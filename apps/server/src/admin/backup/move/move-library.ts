// Moves a library to another database, another storage, or both. The source stays as it is. The files come first and the database
// last, so that an interrupted move can be run again. Until it is complete, no server starts with the new database or storage.
import { type Database, mayIdle, openDatabase } from '#db/database.ts';
import {
  listPendingMigrations,
  markAsRestored,
  markAsRestoring,
  migrate,
  refuseInterruptedRestore,
} from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { DatabaseConfig } from '#start/config.ts';
import { BackupError } from '../backup-error.ts';
import { type BackupProgress, createProgressCounter } from '../backup-progress.ts';
import { isSmallerSize, type NamedEntry } from '../entries.ts';
import { keepEntries } from '../keep-entries.ts';
import type { Manifest } from '../manifest.ts';
import { countNamed, listNamed } from '../named-entries.ts';
import { requireAlone } from '../restore/restore-postgres.ts';
import { openAlone } from '../restore/restore-sqlite.ts';
import { type CopiedTable, copyTables, requireEqualTables } from './copy-tables.ts';

export interface Move {
  from: DatabaseConfig;
  /** Undefined if the database stays. */
  toDatabase?: DatabaseConfig | undefined;
  /** Opens both storages. Undefined if the storage stays. @throws BackupError for the storage of another library */
  openStorages?: ((library: string) => Promise<Storages>) | undefined;
  onProgress(progress: BackupProgress): void;
  onTable(copied: CopiedTable): void;
}

interface Storages {
  from: Storage;
  to: Storage;
  /** False if both use the same folder of pictures. */
  movesPictures: boolean;
  /** Call when all files have been moved. */
  complete(): Promise<void>;
}

/** @throws BackupError */
export async function moveLibrary(move: Move): Promise<void> {
  if (move.from.dialect === 'sqlite') openAlone(move.from.path).close();
  const source = openDatabase(move.from);
  try {
    if (move.from.dialect === 'postgres') await requireAlone(source.db);
    if ((await listPendingMigrations(source.db)).length > 0)
      throw new BackupError('The database has an older schema. Run `cellar migrate` without options first.');
    await source.db.transaction().execute(async (trx) => {
      await mayIdle(trx);
      const library = (await trx.selectFrom('library').select('id').executeTakeFirst())?.id;
      if (library === undefined) throw new BackupError('There is no library to move yet.');
      const { toDatabase, openStorages } = move;
      // Opened first, because it refuses another library.
      const target = toDatabase && (await openTarget(toDatabase, library));
      try {
        if (openStorages) await moveFiles(trx, await openStorages(library), move);
        if (target) await moveTables(trx, target, move);
      } finally {
        await target?.close();
      }
    });
  } finally {
    await source.close();
  }
}

/** @throws BackupError if it holds another library */
async function openTarget(config: DatabaseConfig, library: string): Promise<Database> {
  const target = openDatabase(config);
  const { db } = target;
  try {
    // Before its first table is made: a server would take it for an empty library.
    if ((await db.introspection.getTables()).length === 0) await markAsRestoring(db);
    await migrate(db, target.dialect, { isRestoring: true });
    if (await isEmpty(db)) {
      await markAsRestoring(db);
      return target;
    }
    await refuseInterruptedRestore(db);
    const id = (await db.selectFrom('library').select('id').executeTakeFirst())?.id;
    if (id !== library)
      throw new BackupError('The new database holds another library. Choose an empty database.');
    return target;
  } catch (error) {
    await target.close();
    throw error;
  }
}

async function isEmpty(db: Db): Promise<boolean> {
  const user = await db.selectFrom('users').select('id').limit(1).executeTakeFirst();
  const game = await db.selectFrom('games').select('id').limit(1).executeTakeFirst();
  return user === undefined && game === undefined;
}

/** A second run finds that the first one has moved the rows, and only compares them. */
async function moveTables(source: Db, target: Database, { onTable }: Move): Promise<void> {
  if (!(await isEmpty(target.db))) return requireEqualTables(source, target.db);
  await target.db.transaction().execute(async (trx) => {
    await mayIdle(trx);
    await copyTables(source, trx, onTable);
    await markAsRestored(trx);
  });
}

const shownProblems = 10;

async function moveFiles(source: Db, storages: Storages, { onProgress }: Move): Promise<void> {
  await requireNoUploads(source);
  const counts = await countNamed(source);
  if (!storages.movesPictures) counts.pictures = 0;
  const problems: Manifest['problems'] = [];
  const moved = keepEntries(chooseEntries(source, storages), problems, {
    ...storages,
    earlier: [],
    signal: new AbortController().signal,
    progress: createProgressCounter(counts, onProgress),
  });
  for await (const _ of moved);
  const lost = problems.filter(({ name, reason }) => reason === 'damaged' || !isSmallerSize(name));
  if (lost.length === 0) return storages.complete();
  const shown = lost.slice(0, shownProblems).map(({ name, reason }) => `${name} (${reason})`);
  throw new BackupError(
    `${lost.length} files of the library are missing or damaged, so it was not moved: ${shown.join(', ')}. ` +
      '`cellar check --full` names their games.',
  );
}

async function* chooseEntries(source: Db, { movesPictures }: Storages): AsyncGenerator<NamedEntry> {
  for await (const entry of listNamed(source)) if (movesPictures || entry.kind === 'file') yield entry;
}

/** @throws BackupError */
async function requireNoUploads(db: Db): Promise<void> {
  const uploads = await db.selectFrom('uploads').select('id').where('state', '=', 'open').execute();
  if (uploads.length === 0) return;
  throw new BackupError(
    `Uploads are unfinished (${uploads.length}), and their bytes can't be moved. Complete them, or discard them in Admin → Tools.`,
  );
}
