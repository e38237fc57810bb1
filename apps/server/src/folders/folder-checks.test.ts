// The checks of library folders that run every minute: whether the folders are there, and whether a scan is due.
import { chmod, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderProblem } from '@cellar/contract/folders/folders.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addFolder, createLibraryDisk, folderOf, type LibraryDisk, scanned } from '#test/library-disk.ts';
import { createFolderInspector } from './folder-thread.ts';
import { createLibraryPaths } from './library-paths.ts';
import { FolderNotRespondingError } from './walk/scan-types.ts';

let app: TestApp;
let admin: Client;
let disk: LibraryDisk;
beforeEach(async () => {
  disk = await createLibraryDisk();
  await disk.write({ 'pc/Elite.zip': 'elite' });
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

const hour = 3600_000;

async function check(id: string) {
  await app.services.folderChecks.check();
  return scanned(admin, id);
}

describe('a folder that can not be used', () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await addFolder(admin, join(disk.root, 'pc')));
  });

  async function expectProblem(problem: FolderProblem) {
    const folder = await check(id);
    expect(folder).toMatchObject({ problem, items: { found: 1, missing: 0 } });
    expect(folder.problemSince).not.toBeNull();
    app.clock.advance(60_000);
    expect((await check(id)).problemSince).toBe(folder.problemSince);
  }

  it('is noticed without a scan, and scanned when it is back', async () => {
    await rename(join(disk.root, 'pc'), join(disk.root, 'away'));
    await expectProblem('missing');
    await mkdir(join(disk.root, 'pc'));
    await expectProblem('empty');
    await rm(join(disk.root, 'pc'), { recursive: true });
    await rename(join(disk.root, 'away'), join(disk.root, 'pc'));
    await disk.write({ 'pc/Doom.zip': 'doom' });
    expect(await check(id)).toMatchObject({ problem: null, problemSince: null, items: { found: 2 } });
  });

  it.skipIf(process.getuid?.() === 0)('is noticed if it can not be read', async () => {
    await chmod(join(disk.root, 'pc'), 0o000);
    await expectProblem('not_readable');
    await chmod(join(disk.root, 'pc'), 0o755);
  });
});

describe('a scan', () => {
  it.each([
    ['hourly', hour],
    ['daily', 24 * hour],
  ] as const)('runs %s', async (frequency, period) => {
    const { id, lastScanAt } = await addFolder(admin, join(disk.root, 'pc'), { frequency });
    app.clock.advance(period - 120_000);
    expect((await check(id)).lastScanAt).toBe(lastScanAt);
    app.clock.advance(180_000);
    const folder = await check(id);
    expect(folder.lastScanAt).not.toBe(lastScanAt);
    expect((await check(id)).lastScanAt).toBe(folder.lastScanAt);
  });

  it('never runs automatically without a schedule', async () => {
    const { id, lastScanAt } = await addFolder(admin, join(disk.root, 'pc'));
    app.clock.advance(100 * hour);
    expect((await check(id)).lastScanAt).toBe(lastScanAt);
  });

  it('runs again after files that were just being written', async () => {
    await disk.write({ 'pc/New.zip': 'half' }, new Date());
    const { id, lastScanAt } = await addFolder(admin, join(disk.root, 'pc'));
    await disk.write({ 'pc/New.zip': 'whole' });
    expect((await check(id)).lastScanAt).toBe(lastScanAt);
    app.clock.advance(61_000);
    expect((await check(id)).lastScan).toMatchObject({ changed: 1 });
    expect((await folderOf(admin, id)).lastScanAt).not.toBe(lastScanAt);
  });
});

describe('a directory that does not answer', () => {
  it('is given up after a time, and not asked again before it answers', async () => {
    const hanging = new URL(`data:text/javascript,${encodeURIComponent('setInterval(() => {}, 1000)')}`);
    const inspector = createFolderInspector({ answerWithinMs: 50, samplesWithinMs: 50 }, hanging);
    await expect(inspector.state(disk.root)).rejects.toThrow('has not answered');
    await expect(inspector.state(disk.root)).rejects.toThrow('has not answered');
  });

  it('is not given up because this process was busy when the answer came', async () => {
    const inspector = createFolderInspector({ answerWithinMs: 500, samplesWithinMs: 500 });
    // Its thread is used again.
    await inspector.state(disk.root);
    const looking = inspector.state(disk.root);
    await new Promise(setImmediate);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2000);
    expect(await looking).toMatchObject({ isEmpty: false });
  });

  it('is not called forbidden or missing if it is a root or below one', async () => {
    const inspector = createFolderInspector();
    const inspect = async (path: string) => {
      if (path === disk.root) throw new FolderNotRespondingError('too late');
      return inspector.inspect(path);
    };
    const paths = createLibraryPaths({
      inspector: { ...inspector, inspect },
      roots: [disk.root],
      ownFolders: [],
    });
    for (const path of [disk.root, join(disk.root, 'pc')]) {
      await expect(paths.resolve(path), path).rejects.toMatchObject({ code: 'folder_not_responding' });
      expect(await paths.problemOf(path), path).toBe('not_responding');
    }
  });
});

it('a root is not away as long as nobody knows: its disk may be starting', async () => {
  const answer = Promise.withResolvers<void>();
  const inspector = createFolderInspector();
  const inspect = async (path: string) => {
    await answer.promise;
    return inspector.inspect(path);
  };
  const gone = join(disk.root, 'gone');
  const paths = createLibraryPaths({
    inspector: { ...inspector, inspect },
    roots: [disk.root, gone],
    ownFolders: [],
  });
  const states = async () => (await paths.listRoots()).map(({ isAvailable }) => isAvailable);
  expect(await states()).toEqual([true, true]);
  answer.resolve();
  await expect.poll(states).toEqual([true, false]);
});
