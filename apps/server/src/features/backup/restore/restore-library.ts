// Restores a backup into an empty library: files and pictures first, the database last, so that an interrupted restore shows no
// library and can be run again.
import { Readable } from 'node:stream';
import { refuseNewer } from '#db/migrate.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { DatabaseConfig } from '#src/config.ts';
import { BackupError } from '../backup-error.ts';
import { type BackupProgress, createProgressCounter } from '../backup-progress.ts';
import { type Entry, lineOf, readEntries } from '../entries.ts';
import { type Kept, keepEntries } from '../keep-entries.ts';
import { keyDocument, listBackups, type Manifest, readManifest } from '../manifest.ts';
import type { BackupPlace } from '../place/backup-place.ts';
import { readIndex, removeEntry, sizeOfEntry } from '../stored-entries.ts';
import { findProblem } from '../verify-backup.ts';
import { requireEmptyPostgres, restorePostgres } from './restore-postgres.ts';
import { requireEmptySqlite, restoreSqlite } from './restore-sqlite.ts';
import { writeSecretKey } from './secret-key.ts';

export interface Restore {
  place: BackupPlace;
  /** The id of a backup. Without it, the newest one is restored. */
  at?: string | undefined;
  config: { database: DatabaseConfig; dataDir: string; secretKey?: string };
  /** Opens the storage of the library for this id. @throws BackupError if it contains another library */
  openStorage(library: string): Promise<Storage>;
  onProgress(progress: BackupProgress): void;
}

/** @throws BackupError if the library is not empty, or the backup is damaged */
export async function restoreLibrary(restore: Restore): Promise<Manifest> {
  const { place, config } = restore;
  const manifest = await chooseBackup(restore);
  await requireEmpty(config.database);
  await requireDocuments(place, manifest);
  const storage = await restore.openStorage(manifest.library);
  await restoreFiles(restore, manifest, storage);
  if (manifest.secretKey === 'included' && !config.secretKey) {
    const key = await place.documents.read(keyDocument(manifest.id));
    if (key === undefined) throw new BackupError(`The secret key of the backup ${manifest.id} is missing.`);
    await writeSecretKey(config.dataDir, key);
  }
  await (config.database.dialect === 'sqlite'
    ? restoreSqlite(config.database.path, place.files, manifest.database)
    : restorePostgres(config.database.url, place.files, manifest.database));
  return manifest;
}

async function chooseBackup({ place, at, config }: Restore): Promise<Manifest> {
  const id = at ?? (await listBackups(place.documents))[0];
  if (id === undefined) throw new BackupError(`${place.title} holds no complete backup.`);
  const manifest = await readManifest(place.documents, id);
  refuseNewer([manifest.schema]);
  if (manifest.dialect === config.database.dialect) return manifest;
  const names = { sqlite: 'SQLite', postgres: 'PostgreSQL' };
  throw new BackupError(
    `This backup holds a ${names[manifest.dialect]} database, but DATABASE_URL names ${names[config.database.dialect]}. ` +
      `Restore it into ${names[manifest.dialect]}, and then move the library with \`cellar migrate --to-database\`.`,
  );
}

async function requireEmpty(config: DatabaseConfig): Promise<void> {
  const isEmpty =
    config.dialect === 'sqlite' ? requireEmptySqlite(config.path) : await requireEmptyPostgres(config.url);
  if (!isEmpty)
    throw new BackupError(
      'The library is not empty. Restore into a new DATA_DIR and, with PostgreSQL, a new database.',
    );
}

/** Checks the copy of the database and the list of files, which the rest depends on. */
async function requireDocuments(place: BackupPlace, { id, database, index }: Manifest): Promise<void> {
  for (const [what, { key, ...facts }] of [
    ['copy of the database', database],
    ['list of files', index],
  ] as const) {
    const reason = await findProblem(place, { kind: 'file', name: key, ...facts });
    if (reason) throw new BackupError(`The ${what} of the backup ${id} is ${reason}.`);
  }
}

const shownProblems = 10;

async function restoreFiles(restore: Restore, manifest: Manifest, storage: Storage): Promise<void> {
  const { place, onProgress } = restore;
  await requirePresent(place, manifest);
  const { counts, index } = manifest;
  const problems: Manifest['problems'] = [];
  const kept = keepEntries(untilTooMany(readIndex(place.files, index.key), problems), problems, {
    from: place.files,
    to: storage,
    earlier: [],
    signal: new AbortController().signal,
    progress: createProgressCounter(counts, onProgress),
  });
  const copied = await storage.spool(
    Readable.from(linesOfCopied(kept), { objectMode: false }),
    Number.MAX_SAFE_INTEGER,
  );
  try {
    if (problems.length === 0) return;
    for await (const entry of readEntries(copied.open())) await removeEntry(storage, entry);
  } finally {
    await copied.discard();
  }
  throw damaged(manifest, problems);
}

/** Ends after so many problems. The files before the end are still yielded by `keepEntries`. */
async function* untilTooMany(
  entries: AsyncIterable<Entry>,
  problems: Manifest['problems'],
): AsyncGenerator<Entry> {
  for await (const entry of entries) {
    if (problems.length >= shownProblems) return;
    yield entry;
  }
}

async function* linesOfCopied(kept: AsyncIterable<Kept>): AsyncGenerator<string> {
  for await (const entry of kept) if (entry.isCopied) yield lineOf(entry);
}

/** Finds missing files before any is copied, which may take hours. */
async function requirePresent(place: BackupPlace, manifest: Manifest): Promise<void> {
  const problems: Manifest['problems'] = [];
  for await (const entry of readIndex(place.files, manifest.index.key)) {
    const size = await sizeOfEntry(place.files, entry);
    if (size === entry.size) continue;
    problems.push({ name: entry.name, reason: size === undefined ? 'missing' : 'damaged' });
    if (problems.length >= shownProblems) break;
  }
  if (problems.length > 0) throw damaged(manifest, problems);
}

function damaged({ id }: Manifest, problems: Manifest['problems']): BackupError {
  const first = problems.slice(0, shownProblems).map(({ name, reason }) => `${name} (${reason})`);
  const more = problems.length >= shownProblems ? ' and maybe more' : '';
  return new BackupError(
    `The backup ${id} is damaged, and nothing was restored: ${first.join(', ')}${more}. Choose another backup with --at.`,
  );
}
