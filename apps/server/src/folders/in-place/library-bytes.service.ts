// The bytes of platform files that stay in a library folder: a file as it is, a set or folder as a ZIP.

import { posix } from 'node:path';
import type { Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import type { Base } from '#platform/base.ts';
import type { FileDigests } from '#platform/storage/digests.ts';
import {
  FileChangedError,
  FileMissingError,
  StorageUnavailableError,
  type StoredFile,
  UnreadableError,
} from '#platform/storage/storage.ts';
import { MemberNameError } from '#platform/zip/member-names.ts';
import {
  createFolderThreads,
  type DigestedFile,
  digestFileInPlace,
  digestZipInPlace,
  type FolderThreads,
} from './digest-in-place.ts';
import { openKnownFile, refuseOtherContent, refuseTooLarge } from './file-in-place.ts';
import {
  createFolderGates,
  createRootFinder,
  findReachable,
  type Reach,
  reporting,
  throwExplained,
} from './folder-access.ts';
import type { ItemInPlace, ItemZip } from './in-place.repository.ts';
import * as repository from './in-place.repository.ts';
import {
  findSingleFiles,
  isSingleFile,
  type SingleFile,
  type SingleFilesQuery,
} from './single-files.service.ts';
import {
  createZipLayouts,
  forgetZipMembers,
  listZipMembers,
  openZipInPlace,
  pathOfMember,
  type ZipLayouts,
} from './zip-in-place.ts';

interface Deps extends Pick<Base, 'db' | 'longReads' | 'clock'> {
  /** LIBRARY_ROOTS, as configured. */
  roots: readonly string[];
  /** Directories of Cellar's own files, which are never part of a game. */
  ownFolders: readonly string[];
}

interface Context extends Deps, Reach {
  threads: FolderThreads;
  layouts: ZipLayouts;
}

const preparingRetrySeconds = 30;

export type LibraryBytes = ReturnType<typeof createLibraryBytes>;

export function createLibraryBytes(deps: Deps) {
  const context: Context = {
    ...deps,
    gates: createFolderGates(),
    threads: createFolderThreads(),
    layouts: createZipLayouts(deps),
    findRoot: createRootFinder(deps.roots),
  };
  return {
    /** See `open` below. `contentTag`: the content that the caller expects; any if omitted. */
    open: (itemId: string, contentTag?: string | null) => open(context, itemId, contentTag),

    /** Does not touch the library folder. @throws AppError file_preparing */
    async requirePrepared(itemId: string): Promise<void> {
      const item = await repository.findItem(context.db, itemId);
      if (item && item.kind !== 'file') await findCompleteZip(context, item);
    },

    /**
     * Returns the number of the root in LIBRARY_ROOTS and the path below it. Undefined for a ZIP, which only Cellar can send.
     * @throws what `open` throws: another program is not told to send what Cellar would not
     */
    async findAccelPath(
      itemId: string,
      { contentTag, singleFile }: ExpectedContent,
    ): Promise<{ root: number; path: string } | undefined> {
      const item = await repository.findItem(context.db, itemId);
      if (!item || (item.kind === 'file') === !!singleFile) return undefined;
      const file = singleFile
        ? await openSingleFile(context, itemId, singleFile)
        : await open(context, itemId, contentTag);
      await file.close();
      const root = await context.findRoot(item.folderPath);
      const path = singleFile ? pathOfMember(item, singleFile.path) : item.path;
      return root && { root: root.number, path: posix.join(root.path, path) };
    },

    openSingleFile: (itemId: string, file: SingleFile) => openSingleFile(context, itemId, file),

    /** Does not touch the library folder. Returns undefined for an unknown id. @throws AppError file_preparing */
    async findSingleFile(itemId: string, id: string): Promise<SingleFile | undefined> {
      const listed = await findListed(context, itemId);
      const file = listed && (await repository.findItemFile(context.db, itemId, id));
      return file && isSingleFile(file) ? file : undefined;
    },

    /** Does not touch the library folder. Returns nothing for an item that is no set or folder. @throws AppError file_preparing */
    async listSingleFiles(itemId: string, query: SingleFilesQuery) {
      const listed = await findListed(context, itemId);
      if (!listed) return { files: [], next: null, total: 0 };
      return { ...(await findSingleFiles(context.longReads, itemId, query)), total: listed.fileCount };
    },

    /** Digests the download. @throws what `open` and `prepareItem` throw */
    async digest(itemId: string, { signal, onSize, withPieces }: DigestOptions): Promise<FileDigests> {
      const item = await findReachable(context, itemId);
      const { gates, threads, db, longReads } = context;
      const deps = { db, longReads, run: gates(item.folderId), withDigest: threads(item.folderId) };
      try {
        if (item.kind === 'file') return await digestFileInPlace(deps, item, { signal, withPieces });
        const known = await repository.findZip(db, item);
        const zip = known ?? (await listMembersOf(context, item, signal));
        // Also if the members are known: a process may have been killed after it had listed them.
        await onSize?.(zip.size);
        const digests = await digestZipInPlace(deps, { item, zip }, { signal, withPieces });
        if (item.problem !== null) await repository.setProblem(db, item, null);
        return digests;
      } catch (error) {
        const problem = itemProblemOf(error);
        if (item.kind !== 'file' && problem) await repository.setProblem(db, item, problem);
        return throwExplained(context, item, error);
      }
    },

    /**
     * Returns the SHA-256 of a file that need not belong to a game, in lower-case hex. Undefined if it can't be read, or is not as
     * described.
     */
    digestFile: (file: DigestedFile, signal: AbortSignal) => digestFile(context, file, signal),

    /** Everything else that touches the disk of a library folder goes through this gate (folder-access.ts). */
    gateOf: (folderId: string) => context.gates(folderId),

    /**
     * Lists the files of an item that is about to be added, and returns the size of its download in bytes.
     * @throws FileChangedError if the files are not those that the last scan found; FileMissingError, UnreadableError,
     * StorageUnavailableError, MemberNameError, or the reason of the signal
     */
    async prepareItem(itemId: string, signal: AbortSignal): Promise<number> {
      const item = await findReachable(context, itemId);
      try {
        if (item.kind !== 'file') return (await listMembersOf(context, item, signal)).size;
        const file = await openItem(context, item);
        await refuseOtherContent(file, item.extension).finally(file.close);
        refuseTooLarge([file]);
        return file.size;
      } catch (error) {
        return throwExplained(context, item, error);
      }
    },

    /** Call this when the files of an item have changed. Its members are listed again in the background. */
    forgetZip: (trx: Trx, itemId: string) => repository.forgetZip(trx, itemId),

    /** Deletes the members of an item that is no longer added, in small steps. */
    forgetMembers: (itemId: string) => forgetZipMembers(deps.db, itemId),
  };
}

/**
 * Opens a file, or the ZIP of a set or folder. A missing item that is there again is marked as found.
 * @throws FileMissingError, FileChangedError, also while it is read, UnreadableError, StorageUnavailableError if the library
 * folder can't be used, AppError file_preparing
 */
async function open(context: Context, itemId: string, contentTag?: string | null): Promise<StoredFile> {
  const item = await findReachable(context, itemId);
  // A scan may have recorded another content since the caller has read the tag.
  if (contentTag !== undefined && contentTag !== item.contentTag) {
    throw new FileChangedError('a scan has just found another content');
  }
  try {
    const file = await openItem(context, item);
    if (item.missingSince !== null) await repository.markFound(context.db, item.id);
    return { ...file, stream: (range, signal) => reporting(context, item, file.stream(range, signal)) };
  } catch (error) {
    return throwExplained(context, item, error);
  }
}

/**
 * Opens a file of a set or folder, which must be as it was listed. The ZIP may still be in preparation.
 * @throws what `open` throws
 */
async function openSingleFile(context: Context, itemId: string, file: SingleFile): Promise<StoredFile> {
  const item = await findReachable(context, itemId);
  const place = {
    run: context.gates(item.folderId),
    folderPath: item.folderPath,
    path: pathOfMember(item, file.path),
  };
  try {
    const opened = await openKnownFile(place, { size: file.size, modifiedAt: new Date(file.modifiedAt) });
    return { ...opened, stream: (range, signal) => reporting(context, item, opened.stream(range, signal)) };
  } catch (error) {
    return throwExplained(context, item, error);
  }
}

/**
 * Returns undefined for an item that is no set or folder.
 * @throws AppError file_preparing until its files are listed; unavailable if they can't be
 */
async function findListed({ db }: Context, itemId: string): Promise<ItemInPlace | undefined> {
  const item = await repository.findItem(db, itemId);
  if (!item || item.kind === 'file') return undefined;
  const zip = await repository.findZip(db, item);
  if (!zip) throw item.problem ? notAvailable() : preparing(zip);
  return item;
}

async function openItem(context: Context, item: ItemInPlace): Promise<StoredFile> {
  const run = context.gates(item.folderId);
  if (item.kind === 'file') {
    const place = { run, folderPath: item.folderPath, path: item.path };
    return openKnownFile(place, { size: item.size, modifiedAt: new Date(item.modifiedAt) });
  }
  const zip = await findCompleteZip(context, item);
  return openZipInPlace({ item, zip }, run, await context.layouts(zip));
}

/** @throws AppError file_preparing; unavailable if it can't be prepared */
async function findCompleteZip({ db }: Context, item: ItemInPlace): Promise<ItemZip> {
  const zip = await repository.findZip(db, item);
  if (!zip?.isComplete) throw item.problem ? notAvailable() : preparing(zip);
  return zip;
}

interface ExpectedContent {
  contentTag: string | null;
  /** Set for a file of a set or folder. */
  singleFile?: SingleFile | null | undefined;
}

interface DigestOptions {
  signal: AbortSignal;
  /** Called with the size of a ZIP in bytes. */
  onSize?(bytes: number): Promise<void>;
  /** Whether the pieces are digested as well. */
  withPieces?: boolean;
}

async function digestFile(
  { gates, threads }: Context,
  file: DigestedFile,
  signal: AbortSignal,
): Promise<string | undefined> {
  const deps = { run: gates(file.folderId), withDigest: threads(file.folderId) };
  try {
    return (await digestFileInPlace(deps, file, { signal })).sha256;
  } catch (error) {
    signal.throwIfAborted();
    const kinds = [FileMissingError, FileChangedError, StorageUnavailableError];
    if (kinds.some((kind) => error instanceof kind)) return undefined;
    throw error;
  }
}

function listMembersOf(
  { db, longReads, ownFolders }: Context,
  item: ItemInPlace,
  signal: AbortSignal,
): Promise<ItemZip> {
  return listZipMembers({ db, longReads, excluded: ownFolders }, item, signal);
}

/** Returns the problem of an item if trying again is of no use until its files have changed. */
export function itemProblemOf(error: unknown): 'unreadable' | 'bad_names' | undefined {
  if (error instanceof UnreadableError) return 'unreadable';
  return error instanceof MemberNameError ? 'bad_names' : undefined;
}

function notAvailable(): AppError {
  return new AppError('unavailable', 'The file is not available at present. Please try again later.');
}

function preparing(zip: ItemZip | undefined): AppError {
  const progress = zip ? Math.floor((100 * zip.digestedBytes) / zip.size) : 0;
  const message = `The download is being prepared (${progress}%). Please try again later.`;
  const error = new AppError('file_preparing', message, { progress });
  error.retryAfterSeconds = preparingRetrySeconds;
  return error;
}
