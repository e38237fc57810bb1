// Files of a library folder that become sets, which are downloaded as a ZIP.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { getExtraTicket } from '#test/extras-and-cheats.ts';
import { addFolder, createLibraryDisk, type LibraryDisk, scan } from '#test/library-disk.ts';
import { getTicket } from '#test/sample-download.ts';

let disk: LibraryDisk;
let app: TestApp;
let admin: Client;
beforeEach(async () => {
  disk = await createLibraryDisk();
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

async function typeOf(url: string): Promise<string | null> {
  return (await app.visitor.fetch(url, { method: 'HEAD' })).headers.get('content-type');
}

it('are downloaded under the name and type of a ZIP afterwards, and so are extras', async () => {
  const first = 'Rar!\x1a\x07 part 1';
  await disk.write({ 'Half-Life/Half-Life.rar': first, 'Half-Life/Updates/patch_1.1.rar': first });
  const { id: folderId } = await addFolder(admin, disk.root, { platform: 'Windows' });
  await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  await app.services.itemAdding.addInPlace(new AbortController().signal);
  const { body } = await admin.call(api.listGames);
  const id = body.games[0]._id;
  const gameOf = async () => (await admin.call(api.getGame, { params: { id } })).body;
  const before = await gameOf();
  expect(before.extras).toMatchObject([{ fileName: 'patch_1.1.rar' }]);

  await disk.write({ 'Half-Life/Half-Life.r00': 'part 2', 'Half-Life/Updates/patch_1.1.r00': 'part 2' });
  await scan(admin, folderId);
  await app.services.files.digestZipsInPlace();
  const ticket = await getTicket(admin, { id, platform: before.gameFiles[0].platform });
  expect(ticket.fileName).toMatch(/\.zip$/);
  expect(await typeOf(ticket.url)).toBe('application/zip');
  const [extra] = (await gameOf()).extras;
  expect(extra.fileName).toBe('patch_1.1.zip');
  expect(await typeOf((await getExtraTicket(admin, id, extra._id, 'patch')).url)).toBe('application/zip');
});
