// Makes one backup: the database first, then every file that its copy names, then the manifest (decision 0015).
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import type { Database } from '#db/database.ts';
import { listAppliedMigrations } from '#db/migrate.ts';
import type { Db } from '#db/schema.ts';
import { keyPath } from '#platform/secret-box.ts';
import { FileMissingError, type Storage } from '#platform/storage/storage.ts';
import { newId } from '#platform/tokens.ts';
import type { Config, DatabaseConfig } from '#start/config.ts';
import {
  BackupError,
  keyDocument,
  listBackups,
  type Manifest,
  newManifestId,
  readManifest,
  removeManifest,
  writeManifest,
} from './backup-documents.ts';
import { type BackupProgress, createProgressCounter } from './backup-progress.ts';
import type { Snapshot } from './database-copy.ts';
import { countNamed, type Entry, isSmallerSize, lineOf, listNamed, readNamed } from './entries.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { withPostgresSnapshot } from './postgres-copy.ts';
import { withSqliteSnapshot } from './sqlite-copy.ts';
import { factsOfEntry, isUnreadable, keepEntries, readIndex } from './stored-entries.ts';
import { forgetDamaged, readDamaged, withoutDamaged } from './verify-backup.ts';

interface Backup {
  config: Pick<Config, 'database' | 'dataDir' | 'secretKey'>;
  database: Database;
  storage: Storage;
  place: BackupPlace;
  /** The version of Cellar. */
  version: string;
  now: Date;
  /** The number of backups to keep. */
  keep: number;
  signal: AbortSignal;
  onProgress(progress: BackupProgress): void;
}

/** The caller must hold the removal of files (db/deletions.ts) from before this call until it returns. */
export async function createBackup(backup: Backup): Promise<Manifest> {
  const { place, config, signal } = backup;
  const { named, ...facts } = await withSnapshot({ ...backup, config: config.database }, (snapshot) =>
    readSnapshot(snapshot, backup),
  );
  const problems: Manifest['problems'] = [];
  try {
    const lines = linesOf(
      keepEntries(readNamed(named.open()), problems, await keepingOf(backup, facts.counts)),
    );
    const index = await storeVerified(place.files, Readable.from(lines, { objectMode: false }), signal);
    const [newest] = await listBackups(place.documents);
    const manifest: Manifest = {
      format: 1,
      id: newManifestId(backup.now, newId(), newest),
      createdAt: backup.now.toISOString(),
      cellar: backup.version,
      dialect: config.database.dialect,
      ...facts,
      index,
      secretKey: 'none',
      // A missing smaller size is made again when it is requested.
      problems: problems.filter(({ name, reason }) => reason === 'damaged' || !isSmallerSize(name)),
    };
    signal.throwIfAborted();
    manifest.secretKey = await keepSecretKey(backup, manifest.id);
    await writeManifest(place.documents, manifest);
    await forgetDamaged(place.documents);
    await pruneBackups(place, { keep: backup.keep, own: manifest, signal });
    return manifest;
  } finally {
    await named.discard();
  }
}

async function readSnapshot({ db, dump }: Snapshot, { place, storage, signal }: Backup) {
  const facts = {
    library: await libraryOf(db),
    schema: (await listAppliedMigrations(db)).at(-1) ?? '',
    counts: await countNamed(db),
    database: await storeVerified(place.files, dump(signal), signal),
  };
  const lines = Readable.from(linesOf(listNamed(db)), { objectMode: false });
  return { ...facts, named: await storage.spool(lines, Number.MAX_SAFE_INTEGER) };
}

async function libraryOf(db: Db): Promise<string> {
  return (await db.selectFrom('library').select('id').executeTakeFirstOrThrow()).id;
}

async function* linesOf(entries: AsyncIterable<Parameters<typeof lineOf>[0]>): AsyncGenerator<string> {
  for await (const entry of entries) yield lineOf(entry);
}

/** @throws BackupError if it differs when it is read again */
async function storeVerified(
  files: Storage,
  body: Readable,
  signal: AbortSignal,
): Promise<Manifest['index']> {
  const { storageKey: key, fileSize: size, sha256 } = await files.storeFile(newId(), body);
  const read = await factsOfEntry(files, { kind: 'file', name: key }, signal);
  if (read?.sha256 === sha256) return { key, size, sha256 };
  throw new BackupError(
    'What was written differs when it is read again. The disk of the backup may be failing.',
  );
}

async function keepingOf(backup: Backup, counts: Manifest['counts']) {
  return {
    from: backup.storage,
    to: backup.place.files,
    earlier: await listEarlier(backup.place),
    signal: backup.signal,
    progress: createProgressCounter(counts, backup.onProgress),
  };
}

/** Returns the files of the newest backup that need not be read again. */
async function listEarlier({
  documents,
  files,
}: BackupPlace): Promise<AsyncIterable<Entry> | Iterable<Entry>> {
  const [id] = await listBackups(documents);
  if (id === undefined) return [];
  try {
    const { index } = await readManifest(documents, id);
    const found = await factsOfEntry(files, { kind: 'file', name: index.key });
    if (found?.sha256 !== index.sha256) return [];
    return withoutDamaged(readIndex(files, index.key), await readDamaged(documents));
  } catch (error) {
    // Without an earlier list, files that are in the backup are read again.
    if (error instanceof BackupError || isUnreadable(error)) return [];
    throw error;
  }
}

async function keepSecretKey({ config, place }: Backup, id: string): Promise<Manifest['secretKey']> {
  if (config.secretKey) return 'environment';
  const key = await readFile(keyPath(config.dataDir), 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (key === undefined) return 'none';
  await place.documents.write(keyDocument(id), key);
  return 'included';
}

// Takes a copy of the database at one moment, while the server continues to write.

/** @throws BackupError if the programs of PostgreSQL are missing or too old */
function withSnapshot<Result>(
  { config, database }: { config: DatabaseConfig; database: Database },
  work: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  return config.dialect === 'sqlite'
    ? withSqliteSnapshot(config.path, work)
    : withPostgresSnapshot(config.url, database.db, work);
}

// Removes old backups, and the files that no kept backup names.

interface Pruning {
  /** The number of backups to keep. */
  keep: number;
  /** The backup that was just made. */
  own: Manifest;
  signal: AbortSignal;
}

/**
 * Removes no file while a kept manifest or list can't be read, because nobody knows which files it names. Keeps what was written
 * after the database of the own backup: if this run has lost its lease, another one may be writing already.
 * @throws FileMissingError if the database of the own backup is gone, or the reason of the signal
 */
async function pruneBackups(place: BackupPlace, { keep, own, signal }: Pruning): Promise<void> {
  const { documents, files } = place;
  const ids = await listBackups(documents);
  for (const id of ids.slice(keep)) {
    signal.throwIfAborted();
    await removeManifest(documents, id);
  }
  const named = await listNamedBy(place, ids.slice(0, keep));
  if (!named) return;
  const begunAt = await modifiedAtOf(files, own.database.key);
  for await (const { key, modifiedAt } of files.listFiles()) {
    signal.throwIfAborted();
    if (!named.has(key) && modifiedAt <= begunAt) await files.deleteFile(key);
  }
  for await (const { key, modifiedAt } of files.pictures.list()) {
    signal.throwIfAborted();
    if (!named.has(pictureOf(key)) && modifiedAt <= begunAt) await files.pictures.remove([key]);
  }
  for (const { id, modifiedAt } of await files.listTemp()) {
    signal.throwIfAborted();
    if (modifiedAt <= begunAt) await files.deleteTemp(id);
  }
}

/** In the time of the place, whose clock may differ from this machine's. */
async function modifiedAtOf(files: Storage, key: string): Promise<Date> {
  const file = await files.openFile(key);
  await file.close();
  return file.modifiedAt;
}

async function listNamedBy(
  { documents, files }: BackupPlace,
  ids: string[],
): Promise<Set<string> | undefined> {
  const named = new Set<string>();
  try {
    for (const id of ids) {
      const { index, database } = await readManifest(documents, id);
      named.add(index.key).add(database.key);
      for await (const { kind, name } of readIndex(files, index.key))
        named.add(kind === 'picture' ? pictureOf(name) : name);
    }
    return named;
  } catch (error) {
    if (error instanceof BackupError || error instanceof FileMissingError || isUnreadable(error))
      return undefined;
    throw error;
  }
}

/** All sizes of a picture are kept together, which saves memory. */
function pictureOf(name: string): string {
  return name.slice(0, 64);
}
