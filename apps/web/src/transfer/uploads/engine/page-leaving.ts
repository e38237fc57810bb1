// Stores the file handles of uploads in IndexedDB, so that an upload can be resumed after a reload without choosing the
// file again. Errors are ignored, because the user can still choose the file.
import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { type FileHandle, handleOf } from '#lib/pick-files.ts';
import type { UploadManager } from './upload-manager.ts';
import { isPending } from './upload-record.ts';

interface StoredHandle {
  handle: FileHandle;
  keptAt: number;
}

/** After this time, the upload or its file has very likely been deleted. */
const maxAgeMs = 30 * 24 * 3_600_000;

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('cellar-uploads', 'file-handles');
  return opened;
}

export async function keepHandle(uploadId: string, file: File): Promise<void> {
  await attempt(async () => {
    const handle = await handleOf(file);
    if (handle) await set(uploadId, { handle, keptAt: Date.now() } satisfies StoredHandle, store());
  });
}

export async function findHandle(uploadId: string): Promise<FileHandle | undefined> {
  return attempt(async () => (await get<StoredHandle>(uploadId, store()))?.handle);
}

export async function forgetHandle(uploadId: string): Promise<void> {
  await attempt(() => del(uploadId, store()));
}

export async function forgetOldHandles(now = Date.now()): Promise<void> {
  await attempt(async () => {
    const all = await entries<string, StoredHandle>(store());
    const old = all.filter(([, { keptAt }]) => now - keptAt > maxAgeMs).map(([id]) => id);
    if (old.length > 0) await delMany(old, store());
  });
}

/** IndexedDB may be missing or blocked, for example in private windows. */
async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch {
    return undefined;
  }
}

// Makes the browser ask before leaving or reloading the page while an upload is unfinished.

export function warnBeforeLeaving(uploads: UploadManager): void {
  const warn = (event: BeforeUnloadEvent) => event.preventDefault();
  uploads.subscribe(() => {
    // Added only when needed, because this listener prevents the use of the back/forward cache.
    if (uploads.getSnapshot().some(isPending)) window.addEventListener('beforeunload', warn);
    else window.removeEventListener('beforeunload', warn);
  });
}
