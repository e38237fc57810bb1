// Copies an item into the storage. Until the transaction that adds the platform file, the copy is recorded as a file without a row.
import {
  FileChangedError,
  hasSameFacts,
  StorageFullError,
  type StoredFile,
} from '#platform/storage/storage.ts';
import { type AddingDeps, addFile, markExtrasOf, throwReadFailure } from './add-item.ts';
import type { MarkedItem } from './adding.repository.ts';
import * as repository from './adding.repository.ts';
import { removeOriginals, type StuckFolders } from './remove-originals.ts';

/** How often a copy checks whether it was cancelled. */
const checkEveryMs = 1000;

class CancelledError extends Error {}

/** Leaves nothing behind if it fails or is cancelled. */
export async function importItem(
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
