// Watching library folders: changes are noticed without a request for a scan.
import { mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addFolder, createLibraryDisk, folderOf, itemsOf, type LibraryDisk } from '#test/library-disk.ts';
import { eventually } from '../../../../../test/waiting.ts';

let app: TestApp;
let admin: Client;
let disk: LibraryDisk;
let id: string;

beforeEach(async () => {
  disk = await createLibraryDisk();
  await disk.write({ 'pc/old/Elite.zip': 'elite' });
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
  ({ id } = await addFolder(admin, join(disk.root, 'pc'), { isWatched: true }));
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

/** Begins to watch, and waits for the scan with which that begins. */
async function watch(): Promise<void> {
  const { lastScanAt } = await folderOf(admin, id);
  await app.services.folderWatches.update();
  await eventually(async () => expect((await folderOf(admin, id)).lastScanAt).not.toBe(lastScanAt));
}

function expectItems(paths: string[]) {
  return eventually(async () => expect((await itemsOf(app)).map(({ path }) => path)).toEqual(paths));
}

it('notices new, renamed and deleted files, also in new and moved directories', async () => {
  await watch();
  await disk.write({ 'pc/old/Doom.zip': 'doom' });
  await expectItems(['old/Doom.zip', 'old/Elite.zip']);
  await disk.write({ 'pc/new/deep/Quake.zip': 'quake' });
  await expectItems(['new/deep/Quake.zip', 'old/Doom.zip', 'old/Elite.zip']);
  await disk.write({ 'pc/new/deep/Zork.zip': 'zork' });
  await expectItems(['new/deep/Quake.zip', 'new/deep/Zork.zip', 'old/Doom.zip', 'old/Elite.zip']);
  await rename(join(disk.root, 'pc/new'), join(disk.root, 'pc/moved'));
  await rm(join(disk.root, 'pc/old'), { recursive: true });
  await expectItems(['moved/deep/Quake.zip', 'moved/deep/Zork.zip']);
  await disk.write({ 'pc/moved/deep/Adventure.zip': 'adventure' });
  await expectItems(['moved/deep/Adventure.zip', 'moved/deep/Quake.zip', 'moved/deep/Zork.zip']);
});

it('notices what was changed before the watching began', async () => {
  await disk.write({ 'pc/Doom.zip': 'doom' });
  await watch();
  await expectItems(['Doom.zip', 'old/Elite.zip']);
});

it('finds nothing behind a link', async () => {
  await mkdir(join(disk.root, 'outside'));
  await symlink(join(disk.root, 'outside'), join(disk.root, 'pc/link'));
  await watch();
  await disk.write({ 'outside/Doom.zip': 'doom' });
  await disk.write({ 'pc/Zork.zip': 'zork' });
  await expectItems(['Zork.zip', 'old/Elite.zip']);
});

it('ends with the job', async () => {
  const controller = new AbortController();
  const watching = app.services.folderWatches.watch(controller.signal);
  controller.abort();
  await watching;
});
