// Lists the files of a set or folder as the members of its ZIP.
import { posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Db } from '#db/schema.ts';
import { FileChangedError, FileMissingError, StorageUnavailableError } from '#platform/storage/storage.ts';
import { isApp } from '../walk/item-members.ts';
import {
  defaultWalkRules,
  FolderNotRespondingError,
  FolderUnavailableError,
  ItemMissingError,
} from '../walk/scan-types.ts';
import { listMembers } from '../walk/walk-folder.ts';
import { refuseTooLarge } from './acceptable-file.ts';
import {
  deleteItemFiles,
  deleteZip,
  type ItemInPlace,
  type ItemZip,
  insertItemFiles,
  saveZip,
} from './in-place.repository.ts';
import { singleFileId } from './single-files.service.ts';
import { loadLayout } from './zip-layouts.ts';

export interface ListingDeps {
  db: Db;
  longReads: Db;
  /** Absolute paths of directories that are never part of a game, such as the data folder. */
  excluded: readonly string[];
}

const rowsAtOnce = 500;

/**
 * Writes the members of an item into the database, in small steps, and returns its ZIP. Replaces members that were listed
 * before.
 * @throws FileChangedError if the files are not those that the last scan found; FileMissingError, StorageUnavailableError,
 * MemberNameError, or the reason of the signal
 */
export async function listZipMembers(
  deps: ListingDeps,
  item: ItemInPlace,
  signal: AbortSignal,
): Promise<ItemZip> {
  const { db, longReads, excluded } = deps;
  await forgetZipMembers(db, item.id);
  const folder = { path: item.folderPath, excluded };
  let memberCount = 0;
  let fingerprint: string | undefined;
  try {
    for await (const { members, total } of listMembers(folder, item, defaultWalkRules, signal)) {
      refuseTooLarge(members);
      const rows = members.map(({ path, size, modifiedAtMs, isExecutable, target }, index) => ({
        itemId: item.id,
        position: memberCount + index,
        id: singleFileId(path),
        path,
        size,
        modifiedAt: modifiedAtMs,
        crc32: null,
        sha256: null,
        isExecutable: isExecutable ? 1 : 0,
        target: target ?? null,
      }));
      await insertItemFiles(db, rows);
      memberCount += rows.length;
      fingerprint = total?.fingerprint;
    }
  } catch (error) {
    throw storageErrorOf(error);
  }
  if (fingerprint !== item.fingerprint) {
    throw new FileChangedError('the files are not those that the last scan found');
  }
  const topFolder = isApp(item) ? posix.basename(item.path) : '';
  const { size } = await loadLayout(longReads, { itemId: item.id, memberCount, topFolder });
  const zip = { itemId: item.id, fingerprint, memberCount, size, topFolder };
  await saveZip(db, zip);
  return { ...zip, digestedBytes: 0, isComplete: 0 };
}

/** Deletes the listed members of an item, in small steps. */
export async function forgetZipMembers(db: Db, itemId: string): Promise<void> {
  await deleteZip(db, itemId);
  while ((await deleteItemFiles(db, itemId, rowsAtOnce)) === rowsAtOnce) await setImmediate();
}

function storageErrorOf(error: unknown): unknown {
  if (error instanceof ItemMissingError) return new FileMissingError(error.message, { cause: error });
  if (error instanceof FolderUnavailableError || error instanceof FolderNotRespondingError) {
    return new StorageUnavailableError(error.message, { cause: error });
  }
  return error;
}
