// Samples of added items, from which moved ones are recognized: all folders get theirs, whatever happens to one of them.
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { createLibraryDisk, itemsOf, type LibraryDisk } from '#test/library-disk.ts';
import { insertFolder, itemRow } from '#test/library-folders.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { createFolderInspector, samplesWithinMs } from '../folder-thread.ts';
import { createItemSamples } from './item-samples.service.ts';

const never = new AbortController().signal;
const perFolder = 60;

let app: TestApp;
let disk: LibraryDisk;
beforeEach(async () => {
  disk = await createLibraryDisk();
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

/** Adds a folder with 60 items that have no samples. */
async function addUnsampled(name: string): Promise<string> {
  const folderId = await insertFolder(app.services, { path: join(disk.root, name) });
  const paths = Array.from({ length: perFolder }, (_, at) => `Game ${at}.zip`);
  await disk.write(Object.fromEntries(paths.map((path) => [`${name}/${path}`, `${name} ${path}`])));
  const rows = paths.map((path) =>
    itemRow({ folderId, path, state: 'added', size: `${name} ${path}`.length }),
  );
  await app.services.database.db.insertInto('libraryItems').values(rows).execute();
  return folderId;
}

/** The number of items with a sample, by folder. */
async function sampled(...folderIds: string[]): Promise<number[]> {
  const items = (await itemsOf(app)).filter(({ sampleSha256 }) => sampleSha256 !== null);
  return folderIds.map((id) => items.filter(({ folderId }) => folderId === id).length);
}

it('takes the samples of all items of all folders in one run', async () => {
  const folderIds = [await addUnsampled('one'), await addUnsampled('two'), await addUnsampled('three')];
  await app.services.itemSamples.takeSamples(never);
  expect(await sampled(...folderIds)).toEqual([perFolder, perFolder, perFolder]);
});

it('is not held up by items that can not be read', async () => {
  const folderId = await addUnsampled('one');
  const { db } = app.services.database;
  const gone = itemRow({ folderId, id: '0', path: 'Gone.zip', state: 'added' });
  await db.insertInto('libraryItems').values(gone).execute();
  await app.services.itemSamples.takeSamples(never);
  expect(await sampled(folderId)).toEqual([perFolder]);
});

it('takes the samples of other folders while one does not answer', async () => {
  const silent = await addUnsampled('silent');
  const other = await addUnsampled('other');
  const { db, longReads, stamp, unflushed } = app.services.database;
  const inspector = createFolderInspector(undefined, worker);
  const samples = createItemSamples({ db, longReads, stamp, unflushed, inspector });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const taken = vi.fn();
    void samples.takeSamples(never).then(taken);
    await eventually(async () => expect(await sampled(silent, other)).toEqual([0, perFolder]));
    // The thread may not run yet, and only then begins the time for its answer.
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(samplesWithinMs);
      expect(taken).toHaveBeenCalled();
    });
    expect(await sampled(silent, other)).toEqual([0, perFolder]);
    await db.updateTable('libraryItems').set({ sampleSha256: null }).execute();
    const ids = (await itemsOf(app)).map(({ id }) => id);
    const again = vi.fn();
    void samples.sampleBeforeAdding(ids, never).then(again);
    await eventually(async () => expect(await sampled(silent, other)).toEqual([0, perFolder]));
    // The folder is asked again if its thread has ended in the meantime.
    await eventually(async () => {
      await vi.advanceTimersByTimeAsync(samplesWithinMs);
      expect(again).toHaveBeenCalled();
    });
  } finally {
    vi.useRealTimers();
  }
});

/** Never answers for the folder `silent`. */
const worker = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', ({ path }) => {
      if (path.endsWith('/silent')) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });
    await import('${new URL('../folder-worker.ts', import.meta.url)}');
  `)}`,
);
