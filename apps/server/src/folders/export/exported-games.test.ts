// An export that lies in a library folder of another instance.
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { exportFolder } from '@cellar/contract/folders/rules/library-files.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { downloadFileName } from '@cellar/contract/rules/file-names.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import {
  addFolder,
  createLibraryDisk,
  itemAt,
  type LibraryDisk,
  scan,
  silenceFolder,
} from '#test/library-disk.ts';
import { insertFolder } from '#test/library-folders.ts';
import { exportLibrary } from './export-library.ts';

let disk: LibraryDisk;
let apps: TestApp[];
beforeEach(async () => {
  disk = await createLibraryDisk();
  apps = [];
});
afterEach(async () => {
  for (const app of apps) await app.close();
  await disk.remove();
});

async function start(): Promise<{ app: TestApp; admin: Client }> {
  const app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  apps.push(app);
  return { app, admin: await app.as('admin') };
}

const dos = { name: 'DOS', aliases: ['MS-DOS'], icon: 'terminal' };

const platformsOf = async (admin: Client) => (await admin.call(api.listPlatforms)).body.platforms;

it('brings its own platforms, and then the titles and platforms of its files', async () => {
  const before = await start();
  await before.admin.call(api.addPlatform, { json: dos });
  await before.admin.call(api.addPlatform, { json: { ...dos, name: 'Amiga', aliases: [] } });
  const game = await createGame(before.app.services, before.admin, { title: 'Half-Life', platform: 'DOS' });
  const name = downloadFileName(game.title, 'DOS', '.zip').toLowerCase();
  await disk.write({ [name]: game.archive });
  await exportLibrary({ ...before.app.services, version: '1.2.3' }, join(disk.root, exportFolder));

  const after = await start();
  const known = { name: 'Commodore', aliases: ['amiga'], icon: 'disc' };
  await after.admin.call(api.addPlatform, { json: known });
  await addFolder(after.admin, disk.root);
  expect(await platformsOf(after.admin)).toMatchObject([known, dos]);
  expect(await itemAt(after.app, name)).toMatchObject({ title: 'Half-Life', platform: 'DOS', isCertain: 1 });
});

it('is read by the next scan if its disk does not answer', async () => {
  const before = await start();
  await exportLibrary({ ...before.app.services, version: '1.2.3' }, join(disk.root, exportFolder));

  const { app, admin } = await start();
  const id = await insertFolder(app.services, { path: disk.root });
  const hasExport = async () => {
    const { db } = app.services.database;
    const row = await db.selectFrom('libraryFolders').select('exportTag').executeTakeFirst();
    return row?.exportTag !== null;
  };
  const answer = await silenceFolder(app.services, id);
  expect(await scan(admin, id)).toMatchObject({ problem: null });
  expect(await hasExport()).toBe(false);
  await answer();
  await scan(admin, id);
  expect(await hasExport()).toBe(true);
});

it('gives extras that are found again the names, kinds, versions, platforms and notes that they had', async () => {
  const files = {
    'Half-Life/setup_half_life.exe': 'the game',
    'Half-Life/Updates/patch_1.1.exe': 'the patch',
    'Half-Life/Manual/manual.pdf': 'the manual',
  };
  await disk.write(files);
  const before = await start();
  const added = await addAll(before);
  const [patch] = added.extras;
  const facts = {
    kind: 'other',
    name: 'Blue Shift fixes',
    version: '1.1b',
    platform: 'Linux',
    note: 'Back up first.',
  };
  const params = { id: added._id, extraId: patch?._id ?? '' };
  expect((await before.admin.call(api.editExtra, { params, json: facts })).status).toBe(200);
  await exportLibrary({ ...before.app.services, version: '1.2.3' }, join(disk.root, exportFolder));

  const after = await start();
  const game = await addAll(after);
  expect(game.extras).toMatchObject([
    { kind: 'manual', name: 'Manual', platform: null, fileName: 'manual.pdf' },
    { ...facts, fileName: 'patch_1.1.exe' },
  ]);
  const own = { name: 'My name' };
  const mine = { id: game._id, extraId: game.extras[1]?._id ?? '' };
  await after.admin.call(api.editExtra, { params: mine, json: own });
  await scan(after.admin, (await after.admin.call(api.listLibraryFolders)).body.folders[0].id);
  await work(after.app);
  expect((await gameOf(after.admin)).extras[1]).toMatchObject({ ...facts, ...own });
});

const never = new AbortController().signal;

/** What the background does. */
async function work({ services }: TestApp): Promise<void> {
  await services.itemAdding.addInPlace(never);
  await services.files.digestFilesInPlace();
  await services.exportedGames.apply(never);
}

/** Adds the disk as a library folder, and all that was found in it. Returns its only game. */
async function addAll({ app, admin }: { app: TestApp; admin: Client }): Promise<Game> {
  await addFolder(admin, disk.root);
  await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  await work(app);
  return gameOf(admin);
}

async function gameOf(admin: Client): Promise<Game> {
  const { body } = await admin.call(api.listGames);
  return (await admin.call(api.getGame, { params: { id: body.games[0]._id } })).body;
}
