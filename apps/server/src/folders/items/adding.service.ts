// The background jobs that add items to the library: in place, or as copies in the storage. One node runs each job. An item is
// added in one transaction, which also checks that no admin has cancelled it.

import type { FolderMode, ItemProblem } from '@cellar/contract/folders/folders.ts';
import { isDatabaseUnavailable, isUniqueViolation } from '#db/database.ts';
import { AppError } from '#http/errors.ts';
import {
  FileChangedError,
  FileMissingError,
  hasSameFacts,
  ReadFailure,
  StorageFullError,
  StorageUnavailableError,
  type StoredFile,
  UnreadableError,
} from '#platform/storage/storage.ts';
import { createRootFinder } from '../in-place/folder-access.ts';
import { itemProblemOf } from '../in-place/library-bytes.service.ts';
import type { ItemSamples } from '../scans/item-samples.service.ts';
import { type AddingDeps, addFile, addInPlace, markExtrasOf, throwReadFailure } from './add-item.ts';
import type { MarkedItem } from './adding.repository.ts';
import * as repository from './adding.repository.ts';
import { OwnerGoneError } from './found-extras.ts';
import { finishMoves, removeOriginals, type StuckFolders } from './remove-originals.ts';

type AddOne = (deps: AddingDeps, item: MarkedItem, signal: AbortSignal) => Promise<void>;

const itemsAtOnce = 50;

interface Way {
  modes: FolderMode[];
  /** Called with the ids of the items that are added next. */
  prepare?(ids: string[], signal: AbortSignal): Promise<void>;
  addOne: AddOne;
}

type Deps = Omit<AddingDeps, 'findRoot'> & {
  config: { libraryRoots: readonly string[] };
  itemSamples: ItemSamples;
};

export function createItemAdding(given: Deps) {
  const deps = { ...given, findRoot: createRootFinder(given.config.libraryRoots) };
  // An item that is moved right after it was added is recognized by its sample.
  const prepare = given.itemSamples.sampleBeforeAdding;
  return {
    /** A job: adds the marked items of folders whose files stay in place. */
    addInPlace: (signal: AbortSignal) =>
      addMarked(deps, { modes: ['in_place'], prepare, addOne: addInPlace }, signal),

    /** A job: copies the marked items of other folders into the storage, and removes what is to be moved. */
    async importItems(signal: AbortSignal): Promise<void> {
      const stuck = new Set<string>();
      await finishMoves(deps, stuck, signal);
      const addOne: AddOne = (_, item) => importItem(deps, item, { signal, stuck });
      await addMarked(deps, { modes: ['copy', 'move'], addOne }, signal);
    },
  };
}

/** Each item leaves the list, except for those of folders that turn out to be unavailable. */
async function addMarked(deps: AddingDeps, way: Way, signal: AbortSignal): Promise<void> {
  const { modes, addOne } = way;
  const unavailable = new Set<string>();
  for (let ids: string[] | undefined; ids === undefined || ids.length > 0; ) {
    ids = await repository.listMarked(deps.db, { modes, without: [...unavailable], limit: itemsAtOnce });
    if (ids.length > 0) await way.prepare?.(ids, signal);
    let hasZips = false;
    for (const id of ids) {
      if (signal.aborted) return;
      // Copying the items before it may have taken hours.
      const item = await repository.findMarked(deps.db, id, modes);
      if (!item || unavailable.has(item.folderId)) continue;
      const outcome = await tryToAdd(deps, item, addOne, signal);
      if (outcome === 'unavailable') unavailable.add(item.folderId);
      hasZips ||= item.kind !== 'file';
    }
    if (ids.length > 0) startFollowUps(deps, hasZips);
  }
}

/** Prepares the downloads of what was just added, and searches for its facts, in the background. */
function startFollowUps({ files, matches, log }: AddingDeps, hasZips: boolean): void {
  matches.searchSoon();
  const digests = [files.digestFiles(), files.digestFilesInPlace()];
  if (hasZips) digests.push(files.digestZipsInPlace());
  Promise.all(digests).catch((error) => log.error({ err: error }, 'a digest could not be computed'));
}

/** @throws if nothing else can be added either, because the database or the storage is unavailable */
async function tryToAdd(
  deps: AddingDeps,
  item: MarkedItem,
  addOne: AddOne,
  signal: AbortSignal,
): Promise<'done' | 'unavailable'> {
  const { db, log } = deps;
  const facts = { itemId: item.id, path: item.path };
  try {
    await addOne(deps, item, signal);
    return 'done';
  } catch (error) {
    signal.throwIfAborted();
    if (isDatabaseUnavailable(error) || isUnavailable(error)) throw error;
    const cause = error instanceof ReadFailure ? error.cause : error;
    if (isUnavailable(cause)) {
      log.warn({ err: cause, folderId: item.folderId }, 'a library folder is not available');
      return 'unavailable';
    }
    const problem = problemOf(cause);
    if (isLogged(problem)) log.error({ ...facts, err: cause }, 'a library item could not be added');
    await repository.returnToReview(db, item.id, problem);
    return 'done';
  }
}

function isUnavailable(error: unknown): boolean {
  return error instanceof StorageUnavailableError && !(error instanceof UnreadableError);
}

/** The review list refers to the log, since the error names a file of the item. */
function isLogged(problem: ItemProblem | null): boolean {
  return problem === 'failed' || problem === 'unreadable' || problem === 'bad_names';
}

/** Null if the review list computes the problem anyway. */
function problemOf(error: unknown): ItemProblem | null {
  // A file for this platform was added to the game in the meantime.
  if (isUniqueViolation(error)) return null;
  if (error instanceof OwnerGoneError) return null;
  if (error instanceof FileChangedError || error instanceof FileMissingError) return 'still_changing';
  if (error instanceof AppError && error.code === 'validation_failed') return 'no_platform';
  if (error instanceof AppError && error.code === 'not_an_archive') return 'not_an_archive';
  if (error instanceof StorageFullError) return 'storage_full';
  return itemProblemOf(error) ?? 'failed';
}

// Copies an item into the storage. Until the transaction that adds the platform file, the copy is recorded as a file without a row.

/** How often a copy checks whether it was cancelled. */
const checkEveryMs = 1000;

class CancelledError extends Error {}

/** Leaves nothing behind if it fails or is cancelled. */
async function importItem(
  deps: AddingDeps,
  item: MarkedItem,
  { signal, stuck }: { signal: AbortSignal; stuck: StuckFolders },
): Promise<void> {
  const cancelled = new AbortController();
  const checking = setInterval(() => cancelIfUnmarked(deps, item, cancelled), checkEveryMs);
  try {
    await copyItem(deps, item, AbortSignal.any([signal, cancelled.signal]));
  } catch (error) {
    if (cancelled.signal.aborted || error instanceof CancelledError) return;
    throw error;
  } finally {
    clearInterval(checking);
  }
  // Before the originals are removed: afterwards the item is forgotten.
  await markExtrasOf(deps, item);
  if (item.mode === 'move') await removeOriginals(deps, item.id, stuck);
}

/** An admin cancels a copy by putting its item back into the review list. */
async function cancelIfUnmarked(
  { db, log }: AddingDeps,
  { id }: MarkedItem,
  cancelled: AbortController,
): Promise<void> {
  try {
    if (!(await repository.isMarked(db, id))) cancelled.abort(new CancelledError('adding was cancelled'));
  } catch (error) {
    log.warn({ err: error }, 'could not check whether a copy was cancelled');
  }
}

async function copyItem(deps: AddingDeps, item: MarkedItem, signal: AbortSignal): Promise<void> {
  const { storage, libraryBytes } = deps;
  const size = await libraryBytes.prepareItem(item.id, signal).catch(throwReadFailure);
  const free = await storage.freeBytes();
  if (free !== undefined && size > free) throw new StorageFullError('the storage has no room for a copy');
  await storeCopy(deps, item, await openSource(deps, item, signal).catch(throwReadFailure));
}

interface Source {
  file: StoredFile;
  /** The digest of the ZIP of a set or folder, which was built once before. */
  sha256: string | undefined;
  signal: AbortSignal;
}

async function openSource(
  { libraryBytes }: AddingDeps,
  { id, kind }: MarkedItem,
  signal: AbortSignal,
): Promise<Source> {
  const onSize = async () => undefined;
  const digests = kind === 'file' ? undefined : await libraryBytes.digest(id, { signal, onSize });
  return { file: await libraryBytes.open(id), sha256: digests?.sha256, signal };
}

async function storeCopy(deps: AddingDeps, item: MarkedItem, source: Source): Promise<void> {
  const { db, files } = deps;
  const copy = await copyAndClose(deps, source);
  try {
    if (!copy.isUnchanged || copy.sha256 !== (source.sha256 ?? copy.sourceSha256))
      throw new FileChangedError('the copy differs from the files that were to be copied');
    await db.transaction().execute(async (trx) => {
      const movingFingerprint = item.mode === 'move' ? item.fingerprint : null;
      const changes = { storageKey: copy.storageKey, movingFingerprint };
      if (!(await repository.finishAdding(trx, item, changes)))
        throw new CancelledError('adding was cancelled');
      await files.keepStored(trx, copy.storageKey);
      const { storageKey, fileSize, sha256 } = copy;
      await addFile(trx, deps, item, { storageKey, fileSize, sha256 });
    });
  } catch (error) {
    // If the commit succeeded but its confirmation was lost, the copy has a row and is kept.
    await files.discardStored(copy.storageKey);
    throw error;
  }
}

async function copyAndClose({ files }: AddingDeps, { file, signal }: Source) {
  try {
    const copy = await files.storeCopy(file, { signal });
    const now = await file.currentFacts?.();
    return { ...copy, isUnchanged: !now || hasSameFacts(file, now) };
  } finally {
    await file.close();
  }
}
