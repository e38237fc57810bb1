// Removes old backups, and the files that no kept backup names.
import { FileMissingError, type Storage } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { listBackups, type Manifest, readManifest, removeManifest } from './manifest.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { isUnreadable, readIndex } from './stored-entries.ts';

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
export async function pruneBackups(place: BackupPlace, { keep, own, signal }: Pruning): Promise<void> {
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
