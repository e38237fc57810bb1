// The files of an export in a library folder, whose disk or share may stop answering.
import { buffer } from 'node:stream/consumers';
import { exportFolder } from '@cellar/contract/rules/library-files.ts';
import { FileMissingError, type StoredFile } from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/stream-of.ts';
import { openFileAt } from '../bytes/file-in-place.ts';
import type { LibraryBytes } from '../bytes/library-bytes.service.ts';

interface Deps {
  libraryBytes: LibraryBytes;
}

export interface ExportFolder {
  id: string;
  /** Absolute, without symbolic links. */
  path: string;
}

/** @throws UnreadableError, StorageUnavailableError */
export async function openExported(
  { libraryBytes }: Deps,
  { id, path }: ExportFolder,
  name: string,
): Promise<StoredFile | undefined> {
  const place = { run: libraryBytes.gateOf(id), folderPath: path, path: `${exportFolder}/${name}` };
  return openFileAt(place).catch((error) => {
    if (error instanceof FileMissingError) return undefined;
    throw error;
  });
}

/** Returns undefined for a file that is missing, empty or too large. @throws UnreadableError, StorageUnavailableError, ReadFailure */
export async function readExported(
  deps: Deps,
  folder: ExportFolder,
  { name, maxBytes }: { name: string; maxBytes: number },
): Promise<Buffer | undefined> {
  const file = await openExported(deps, folder, name);
  if (!file) return undefined;
  try {
    return file.size > 0 && file.size <= maxBytes ? await buffer(streamOf(file)) : undefined;
  } finally {
    await file.close();
  }
}
