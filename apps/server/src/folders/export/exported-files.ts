// The files of an export in a library folder, whose disk or share may stop answering.
import { buffer } from 'node:stream/consumers';
import { exportFolder } from '@cellar/contract/folders/rules/library-files.ts';
import type { FastifyBaseLogger } from 'fastify';
import { FileMissingError, type StoredFile, UnreadableError } from '#platform/storage/storage.ts';
import { streamOf } from '#platform/storage/stream-of.ts';
import { openFileAt } from '../in-place/file-in-place.ts';
import type { LibraryBytes } from '../in-place/library-bytes.service.ts';

interface Deps {
  libraryBytes: LibraryBytes;
  log: FastifyBaseLogger;
}

export interface ExportFolder {
  id: string;
  /** Absolute, without symbolic links. */
  path: string;
}

/** Returns undefined for a file that is missing or can't be opened. @throws StorageUnavailableError */
export async function openExported(
  { libraryBytes, log }: Deps,
  { id, path }: ExportFolder,
  name: string,
): Promise<StoredFile | undefined> {
  const place = { run: libraryBytes.gateOf(id), folderPath: path, path: `${exportFolder}/${name}` };
  return openFileAt(place).catch((error) => {
    if (error instanceof FileMissingError) return undefined;
    if (!(error instanceof UnreadableError)) throw error;
    log.warn({ err: error, folderId: id, path: place.path }, 'a file of an export could not be read');
    return undefined;
  });
}

/** Returns undefined for a file that is missing, empty or too large, or can't be opened. @throws StorageUnavailableError, ReadFailure */
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
