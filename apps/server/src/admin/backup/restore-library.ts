// Restores a backup into an empty library: files and pictures first, the database last, so that an interrupted restore shows no
// library and can be run again.
import { open, rename } from 'node:fs/promises';
import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { refuseNewer } from '#db/migrate.ts';
import { keyPath } from '#platform/secret-box.ts';
import { flushFile, flushFolder } from '#platform/storage/disk/flush.ts';
import type { Storage } from '#platform/storage/storage.ts';
import type { DatabaseConfig } from '#start/config.ts';
import { BackupError, keyDocument, listBackups, type Manifest, readManifest } from './backup-documents.ts';
import { type BackupProgress, createProgressCounter } from './backup-progress.ts';
import { describeProblems } from './backups.service.ts';
import { isSmallerSize } from './entries.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { requireEmptyPostgres, restorePostgres } from './postgres-copy.ts';
import { requireEmptySqlite, restoreSqlite } from './sqlite-copy.ts';
import { keepEntries, readIndex, sizeOfEntry } from './stored-entries.ts';
import { findProblem } from './verify-backup.ts';

export interface Restore {
  place: BackupPlace;
  /** The id of a backup. Without it, the newest one is restored. */
  at?: string | undefined;
  /** Restores everything else if files of the backup are missing or damaged. */
  skipDamaged?: boolean | undefined;
  config: { database: DatabaseConfig; dataDir: string; secretKey?: string };
  /** Opens the storage of the library for this id. @throws BackupError if it contains another library */
  openStorage(library: string): Promise<Storage>;
  onProgress(progress: BackupProgress): void;
}

interface Restored {
  manifest: Manifest;
  /** Missing and damaged files of the backup. Empty without `skipDamaged`. */
  lost: Manifest['problems'];
}

/** @throws BackupError if the library is not empty, or the backup is damaged */
export async function restoreLibrary(restore: Restore): Promise<Restored> {
  const { place, config } = restore;
  const manifest = await chooseBackup(restore);
  await requireEmpty(config.database);
  await requireDocuments(place, manifest);
  const storage = await restore.openStorage(manifest.library);
  const lost = await restoreFiles(restore, manifest, storage);
  // Copying takes hours, in which a server may have been started here.
  await requireEmpty(config.database);
  if (manifest.secretKey === 'included' && !config.secretKey) {
    const key = await place.documents.read(keyDocument(manifest.id));
    if (key === undefined) throw new BackupError(`The secret key of the backup ${manifest.id} is missing.`);
    await writeSecretKey(config.dataDir, key);
  }
  await (config.database.dialect === 'sqlite'
    ? restoreSqlite(config.database.path, place.files, manifest.database)
    : restorePostgres(config.database.url, place.files, manifest.database));
  return { manifest, lost };
}

async function chooseBackup({ place, at, config }: Restore): Promise<Manifest> {
  const ids = await listBackups(place.documents);
  const [newest] = ids;
  if (newest === undefined) throw new BackupError(`${place.title} holds no complete backup.`);
  const id = at ?? newest;
  if (!ids.includes(id)) throw new BackupError(`There is no backup ${id}. These exist: ${ids.join(', ')}.`);
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
    if (reason)
      throw new BackupError(`The ${what} of the backup ${id} is ${reason}. Choose another backup with --at.`);
  }
}

/** Returns the lost files. What was copied stays when files are lost, because another run or another backup needs it too. */
async function restoreFiles(
  restore: Restore,
  manifest: Manifest,
  storage: Storage,
): Promise<Manifest['problems']> {
  const { place, skipDamaged, onProgress } = restore;
  if (!skipDamaged) refuseLost(manifest, await listMissing(place, manifest));
  const { counts, index } = manifest;
  const problems: Manifest['problems'] = [];
  const kept = keepEntries(readIndex(place.files, index.key), problems, {
    from: place.files,
    to: storage,
    earlier: [],
    signal: new AbortController().signal,
    progress: createProgressCounter(counts, onProgress),
  });
  for await (const _ of kept);
  const lost = problems.filter(({ name }) => !isSmallerSize(name));
  if (!skipDamaged) refuseLost(manifest, lost);
  return lost;
}

/** Finds missing files before any is copied, which may take hours. */
async function listMissing(place: BackupPlace, { index }: Manifest): Promise<Manifest['problems']> {
  const missing: Manifest['problems'] = [];
  for await (const entry of readIndex(place.files, index.key)) {
    if (isSmallerSize(entry.name)) continue;
    const size = await sizeOfEntry(place.files, entry);
    if (size === entry.size) continue;
    missing.push({ name: entry.name, reason: size === undefined ? 'missing' : 'damaged' });
  }
  return missing;
}

/** Other backups share the files, so they rarely help. */
function refuseLost({ id }: Manifest, lost: Manifest['problems']): void {
  const described = describeProblems({ problems: lost });
  if (!described) return;
  throw new BackupError(
    `The backup ${id} was not restored. ${described} Use --skip-damaged to restore everything else.`,
  );
}

/** Replaces the key of the empty library, which protects nothing yet. */
async function writeSecretKey(dataDir: string, key: string): Promise<void> {
  const path = keyPath(dataDir);
  const file = await open(`${path}.restoring`, 'w', 0o600);
  try {
    await file.writeFile(key);
    await flushFile(file.fd);
  } finally {
    await file.close();
  }
  await rename(`${path}.restoring`, path);
  await flushFolder(dataDir);
}

// What the command line says about a restored backup.

export function reportRestore({ manifest, lost }: Restored, hasSecretKey: boolean): string[] {
  const { id, counts, problems, secretKey } = manifest;
  const described = describeProblems({ problems });
  return [
    `Restored the backup ${id}: ${counts.games} games, ${counts.files} files (${formatBytes(counts.bytes)}).`,
    ...(secretKey === 'environment' && !hasSecretKey
      ? ['Set SECRET_KEY to the key of the library that was backed up. It is not in the backup.']
      : []),
    ...(described ? [`When the backup was made, ${described}`] : []),
    ...(lost.length > 0
      ? [
          'These files are missing or damaged in the backup, so they were left out:',
          ...lost.map(({ name, reason }) => `  ${name} (${reason})`),
          '`cellar check` names the games whose files are missing.',
        ]
      : []),
  ];
}
