// Where the files of uploads lie, as far as the browser tells, kept by upload id beyond a reload: so that an unfinished
// upload goes on without choosing its file again. A convenience: whatever fails here, the file can still be chosen.
import { createStore, del, delMany, entries, get, set, type UseStore } from 'idb-keyval';
import { type FileHandle, handleOf } from '#lib/pick-files.ts';

interface KeptHandle {
  handle: FileHandle;
  keptAt: number;
}

/** An upload that nobody has touched for so long is gone from the server too, or its file from the disk. */
const keptMs = 30 * 24 * 3_600_000;

let opened: UseStore | undefined;

function store(): UseStore {
  opened ??= createStore('cellar-uploads', 'file-handles');
  return opened;
}

export async function keepHandle(uploadId: string, file: File): Promise<void> {
  await attempt(async () => {
    const handle = await handleOf(file);
    if (handle) await set(uploadId, { handle, keptAt: Date.now() } satisfies KeptHandle, store());
  });
}

export async function keptHandle(uploadId: string): Promise<FileHandle | undefined> {
  return attempt(async () => (await get<KeptHandle>(uploadId, store()))?.handle);
}

export async function forgetHandle(uploadId: string): Promise<void> {
  await attempt(() => del(uploadId, store()));
}

export async function forgetOldHandles(now = Date.now()): Promise<void> {
  await attempt(async () => {
    const all = await entries<string, KeptHandle>(store());
    const old = all.filter(([, { keptAt }]) => now - keptAt > keptMs).map(([id]) => id);
    if (old.length > 0) await delMany(old, store());
  });
}

// Private windows, blocked storage, a browser without IndexedDB.
async function attempt<T>(action: () => Promise<T>): Promise<T | undefined> {
  try {
    return await action();
  } catch {
    return undefined;
  }
}
