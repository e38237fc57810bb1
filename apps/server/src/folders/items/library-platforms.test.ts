// Own platforms that library folders, found items and extras use.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addExtra } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { addFolder, createLibraryDisk, folderOf, itemsOf, type LibraryDisk } from '#test/library-disk.ts';

let disk: LibraryDisk;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  disk = await createLibraryDisk();
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await disk.remove();
});

const settings = {
  ...{ mode: 'in_place', platformFolders: [{ folder: 'Old', platform: 'DOS' }], extensions: [] },
  ...{ platform: 'DOS', frequency: 'off', isWatched: false, addsCertain: false },
};

const platformsOfItems = async () => (await itemsOf(app)).map(({ platform }) => platform);
const edit = (id: string, changes: object) =>
  admin.call(api.editLibraryFolder, { params: { id }, json: { ...settings, ...changes } });

it('follow a new name, and are protected from deletion as long as something needs them', async () => {
  const content = { name: 'DOS', aliases: [], icon: 'terminal' };
  const { body: platform } = await admin.call(api.addPlatform, { json: content });
  const params = { id: platform._id };
  await disk.write({ 'Commander Keen.zip': 'x', 'Old/Lemmings.zip': 'y' });
  const folder = await addFolder(admin, disk.root, settings);
  const game = await createGame(app.services, admin);
  const extra = await addExtra(app.services, admin, game.id, { facts: { platform: 'DOS' } });
  expect(await platformsOfItems()).toEqual(['DOS', 'DOS']);

  await admin.call(api.changePlatform, { params, json: { ...content, name: 'MS-DOS' } });
  expect(await platformsOfItems()).toEqual(['MS-DOS', 'MS-DOS']);
  expect(await folderOf(admin, folder.id)).toMatchObject({
    platform: 'MS-DOS',
    platformFolders: [{ folder: 'Old', platform: 'MS-DOS' }],
  });
  const { body: shown } = await admin.call(api.getGame, { params: { id: game.id } });
  expect(shown.extras).toMatchObject([{ platform: 'MS-DOS' }]);

  const refused = await admin.call(api.deletePlatform, { params });
  expect([refused.status, refused.body.message]).toEqual([
    409,
    '1 extra is and 1 library folder is for the platform "MS-DOS". Change these first, or rename the platform.',
  ]);
  await admin.call(api.deleteExtra, { params: { id: game.id, extraId: extra._id } });
  expect((await admin.call(api.deletePlatform, { params })).status).toBe(409);
  await edit(folder.id, { platform: null, platformFolders: [] });
  expect((await admin.call(api.deletePlatform, { params })).status).toBe(200);
  expect(await platformsOfItems()).toEqual([null, null]);
});

it.each([{ platform: 'Amiga' }, { platformFolders: [{ folder: 'Old', platform: 'Amiga' }] }])(
  'must exist: the settings %j are refused',
  async (unknown) => {
    const { body } = await admin.call(api.listLibraryFolders);
    const known = { platform: null, platformFolders: [] };
    const { status } = await edit(body.folders[0].id, { ...known, ...unknown });
    expect(status).toBe(400);
    expect(await folderOf(admin, body.folders[0].id)).toMatchObject(known);
  },
);
