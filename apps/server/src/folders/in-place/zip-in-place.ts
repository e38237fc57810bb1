// The ZIP of a set or folder, which is built while it is read.

import { lstat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import type { Db } from '#db/schema.ts';
import type { Base } from '#platform/base.ts';
import { createSingleFlight } from '#platform/shared-work.ts';
import { readingError } from '#platform/storage/disk/disk-errors.ts';
import type { RunOnDisk } from '#platform/storage/disk/read-range.ts';
import {
  FileChangedError,
  FileMissingError,
  StorageUnavailableError,
  type StoredFile,
} from '#platform/storage/storage.ts';
import type { ZipMember } from '#platform/zip/member-table.ts';
import { createZipLayout, type ZipLayout } from '#platform/zip/zip-layout.ts';
import {
  createZipSource,
  MemberChangedError,
  type OpenMember,
  openUnchanged,
} from '#platform/zip/zip-source.ts';
import { isApp } from '../walk/item-members.ts';
import {
  defaultWalkRules,
  FolderNotRespondingError,
  FolderUnavailableError,
  ItemMissingError,
} from '../walk/scan-types.ts';
import { listMembers } from '../walk/walk-folder.ts';
import { openFileAt, refuseTooLarge } from './file-in-place.ts';
import {
  deleteItemFiles,
  deleteZip,
  type ItemInPlace,
  type ItemZip,
  insertItemFiles,
  listItemFiles,
  saveZip,
} from './in-place.repository.ts';
import { singleFileId } from './single-files.service.ts';

/** Returns the path of a member relative to the library folder. */
export function pathOfMember({ kind, path }: Pick<ItemInPlace, 'kind' | 'path'>, member: string): string {
  return posix.join(kind === 'folder' ? path : posix.dirname(path), member);
}

export function memberOpener(
  { item, zip }: { item: ItemInPlace; zip: Pick<ItemZip, 'topFolder'> },
  run: RunOnDisk,
  layout: ZipLayout,
): OpenMember {
  const start = zip.topFolder === '' ? 0 : zip.topFolder.length + 1;
  return (index) => {
    const path = pathOfMember(item, layout.path(index).slice(start));
    return openFileAt({ run, folderPath: item.folderPath, path });
  };
}

/**
 * Opens the ZIP for sending. All checksums of the layout must be known.
 * @throws FileMissingError, FileChangedError, also while it is read, UnreadableError, StorageUnavailableError
 */
export async function openZipInPlace(
  { item, zip }: { item: ItemInPlace; zip: ItemZip },
  run: RunOnDisk,
  layout: ZipLayout,
): Promise<StoredFile> {
  const open = memberOpener({ item, zip }, run, layout);
  // The answer can still be an error now, but not once the first byte is sent.
  await run(
    () => requireItem(item),
    () => undefined,
  );
  await tryFirstMember(layout, open);
  const source = createZipSource(layout, open);
  return {
    ...source,
    async *stream(range, signal) {
      try {
        yield* source.stream(range, signal);
      } catch (error) {
        throw asFileChanged(error);
      }
    },
  };
}

/** @throws FileMissingError if nothing is left at the item's path */
async function requireItem({ folderPath, path }: ItemInPlace): Promise<void> {
  await lstat(join(folderPath, ...path.split('/'))).catch((error) => {
    throw readingError(error);
  });
}

async function tryFirstMember(layout: ZipLayout, open: OpenMember): Promise<void> {
  if (layout.count === 0 || !layout.isFile(0)) return;
  try {
    await (await openUnchanged(layout, open, 0)).close();
  } catch (error) {
    throw asFileChanged(error);
  }
}

/** Converts the error of a member. */
export function asFileChanged(error: unknown): unknown {
  if (!(error instanceof MemberChangedError)) return error;
  return new FileChangedError(error.message, { cause: error });
}

// The layouts of ZIPs, read from the database when they are first needed.

/** A layout of 1,000,000 members has about 100 MB. */
const maxCachedBytes = 128 * 1024 * 1024;
const pageLength = 1000;

export type ZipLayouts = ReturnType<typeof createZipLayouts>;

/** Layouts whose checksums are complete, for sending. */
export function createZipLayouts({ longReads }: { longReads: Db }) {
  const loading = createSingleFlight<ZipLayout>();
  const cache = new LRUCache<string, ZipLayout>({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ memoryBytes }) => memoryBytes + 1,
  });
  return async (zip: ItemZip): Promise<ZipLayout> => {
    const key = `${zip.itemId} ${zip.fingerprint}`;
    const known = cache.get(key);
    if (known) return known;
    const layout = await loading.run(() => loadLayout(longReads, zip), key);
    cache.set(key, layout);
    return layout;
  };
}

/**
 * Returns a new layout with the checksums that are known.
 * @throws MemberNameError, or FileChangedError if the members are being listed anew: they are read in several steps
 */
export async function loadLayout(
  longReads: Db,
  zip: Pick<ItemZip, 'itemId' | 'memberCount' | 'topFolder'> & { size?: number },
): Promise<ZipLayout> {
  try {
    const layout = await createZipLayout(membersOf(longReads, zip), zip.memberCount);
    if (zip.size !== undefined && layout.size !== zip.size)
      throw new RangeError(`${layout.size} bytes, not ${zip.size}`);
    return layout;
  } catch (cause) {
    if (!(cause instanceof RangeError)) throw cause;
    throw new FileChangedError('the members of the ZIP are being listed anew', { cause });
  }
}

async function* membersOf(
  longReads: Db,
  { itemId, topFolder }: Pick<ItemZip, 'itemId' | 'topFolder'>,
): AsyncGenerator<ZipMember> {
  const prefix = topFolder && `${topFolder}/`;
  for (let from = 0; ; ) {
    const files = await listItemFiles(longReads, itemId, from, pageLength);
    for (const { path, size, modifiedAt, crc32, isExecutable, target } of files) {
      const facts = { size, modifiedAt: new Date(modifiedAt), crc32, target };
      yield {
        path: prefix + path,
        ...facts,
        isExecutable: isExecutable === null ? null : isExecutable === 1,
      };
    }
    const last = files.at(-1);
    if (last === undefined || files.length < pageLength) return;
    from = last.position + 1;
  }
}

// Lists the files of a set or folder as the members of its ZIP.

interface ListingDeps extends Pick<Base, 'db' | 'longReads'> {
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
