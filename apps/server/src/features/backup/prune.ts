// Removes old backups, and the files that no kept backup names.
import { FileMissingError } from '#platform/storage/storage.ts';
import { BackupError } from './backup-error.ts';
import { listBackups, readManifest, removeManifest } from './manifest.ts';
import type { BackupPlace } from './place/backup-place.ts';
import { readIndex } from './stored-entries.ts';

/** Removes no file while a kept manifest or list can't be read, because nobody knows which files it names. */
export async function pruneBackups(place: BackupPlace, keep: number): Promise<void> {
  const { documents, files } = place;
  const ids = await listBackups(documents);
  for (const id of ids.slice(keep)) await removeManifest(documents, id);
  const named = await listNamedBy(place, ids.slice(0, keep));
  if (!named) return;
  for await (const { key } of files.listFiles()) if (!named.has(key)) await files.deleteFile(key);
  for await (const { key } of files.pictures.list()) {
    if (!named.has(pictureOf(key))) await files.pictures.remove([key]);
  }
  for (const { id } of await files.listTemp()) await files.deleteTemp(id);
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
    if (error instanceof BackupError || error instanceof FileMissingError) return undefined;
    throw error;
  }
}

/** All sizes of a picture are kept together, which saves memory. */
function pictureOf(name: string): string {
  return name.slice(0, 64);
}
