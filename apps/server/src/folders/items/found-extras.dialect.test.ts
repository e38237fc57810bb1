// Updates and extras that a scan finds beside a game: added with it, downloaded, changed on the disk, and deleted.
import { readdir, rename, rm, truncate, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { Extra } from '@cellar/contract/transfer/extras.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { getExtraTicket } from '#test/extras-and-cheats.ts';
import {
  addFolder,
  createLibraryDisk,
  folderOf,
  itemAt,
  itemsOf,
  type LibraryDisk,
  scan,
} from '#test/library-disk.ts';
import { filesUnder, sha256 } from '#test/traces.ts';

let disk: LibraryDisk;
let app: TestApp;
let admin: Client;
let member: Client;
beforeEach(async () => {
  disk = await createLibraryDisk();
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  [admin, member] = [await app.as('admin'), await app.as('member')];
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

const GiB = 1024 ** 3;
const never = new AbortController().signal;

/** What the background does. */
async function work(): Promise<void> {
  await app.services.itemAdding.addInPlace(never);
  await app.services.itemAdding.importItems(never);
  await app.services.files.digestFilesInPlace();
  await app.services.files.digestZipsInPlace();
  await app.services.itemSamples.takeSamples(never);
}

const game = {
  'Half-Life/setup_half_life.exe': 'the game',
  'Half-Life/Updates/patch_1.1.exe': 'the patch',
  'Half-Life/Manual/manual.pdf': 'the manual',
  'Half-Life/DLC/Opposing Force/data.pak': 'part 1',
  'Half-Life/DLC/Opposing Force/readme.txt': 'part 2',
};

/** Returns the id of the game. */
async function addGame(settings: object = {}): Promise<{ folderId: string; gameId: string }> {
  await disk.write(game);
  const { id: folderId } = await addFolder(admin, disk.root, settings);
  const { status } = await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  expect(status).toBe(202);
  await work();
  const { body } = await admin.call(api.listGames);
  expect(body.games).toHaveLength(1);
  return { folderId, gameId: body.games[0]._id };
}

async function extrasOf(gameId: string): Promise<Extra[]> {
  return (await member.call(api.getGame, { params: { id: gameId } })).body.extras;
}

async function extraNamed(gameId: string, name: string): Promise<Extra> {
  const extra = (await extrasOf(gameId)).find((one) => one.name === name);
  if (!extra) throw new Error(`there is no extra ${name}`);
  return extra;
}

async function download(gameId: string, { _id }: Extra) {
  const ticket = await getExtraTicket(member, gameId, _id, `download-${Math.random()}`);
  const response = await app.visitor.fetch(ticket.url);
  return { status: response.status, bytes: Buffer.from(await response.arrayBuffer()), response };
}

describe('extras in a library folder', () => {
  it('are not reviewed, but counted, and added with their game', async () => {
    const { folderId, gameId } = await addGame();
    const extras = await extrasOf(gameId);
    expect(
      extras.map(({ kind, name, version, platform, fileName }) => [kind, name, version, platform, fileName]),
    ).toEqual([
      ['update', 'Patch', '1.1', 'Windows', 'patch_1.1.exe'],
      ['dlc', 'Opposing Force', '', 'Windows', 'Opposing Force.zip'],
      ['manual', 'Manual', '', null, 'manual.pdf'],
    ]);
    expect(extras.map((extra) => extra.sha256)).not.toContain(null);
    expect((await folderOf(admin, folderId)).items).toMatchObject({
      found: 0,
      adding: 0,
      added: 1,
      extras: 3,
    });
    expect(await filesUnder(app.dataDir)).toEqual([]);
    const { body } = await admin.call(api.listLibraryItems, { query: { state: 'added' } });
    expect(body.totalItems).toBe(1);
  });

  it('are downloaded as other files: whole, in part, and as a ZIP', async () => {
    const { gameId } = await addGame();
    const patch = await extraNamed(gameId, 'Patch');
    const { bytes } = await download(gameId, patch);
    expect([bytes.toString(), sha256(bytes)]).toEqual(['the patch', patch.sha256]);
    const { url } = await getExtraTicket(member, gameId, patch._id, 'in-part');
    const part = await app.visitor.fetch(url, { headers: { range: 'bytes=4-' } });
    expect([part.status, await part.text()]).toEqual([206, 'patch']);
    const dlc = await extraNamed(gameId, 'Opposing Force');
    const zip = await download(gameId, dlc);
    expect([sha256(zip.bytes), zip.bytes.length]).toEqual([dlc.sha256, dlc.fileSize]);
  });

  it('say that their ZIP is being prepared', async () => {
    const { folderId, gameId } = await addGame();
    await disk.write({
      'Half-Life/DLC/Blue Shift/data.pak': 'a',
      'Half-Life/DLC/Blue Shift/readme.txt': 'b',
    });
    // Adding starts to prepare the ZIP, which takes far longer for a large file than asking does.
    const large = join(disk.root, 'Half-Life/DLC/Blue Shift/data.pak');
    await truncate(large, GiB);
    await utimes(large, new Date('2024-05-01T10:00:00Z'), new Date('2024-05-01T10:00:00Z'));
    await scan(admin, folderId);
    await app.services.itemAdding.addInPlace(never);
    const preparing = async () =>
      (await extrasOf(gameId)).map((extra) => [extra.name, extra.isInPlace, extra.preparing]);
    expect(await preparing()).toContainEqual(['Blue Shift', true, expect.any(Number)]);
    expect(await preparing()).toContainEqual(['Opposing Force', true, null]);
    await work();
    expect(await preparing()).toContainEqual(['Blue Shift', true, null]);
  });

  it('that appear later are added by the next scan, after what a member has downloaded', async () => {
    const { folderId, gameId } = await addGame();
    await disk.write({ 'Half-Life/Updates/patch_1.2.exe': 'the next patch' });
    await scan(admin, folderId);
    await work();
    const extras = await extrasOf(gameId);
    expect(extras.map(({ version }) => version)).toEqual(['1.2', '1.1', '', '']);
    expect((extras[0]?.createdAt ?? '') > (extras[1]?.createdAt ?? '')).toBe(true);
  });

  it('keep their facts when they are renamed, and get a new digest when they change', async () => {
    const { folderId, gameId } = await addGame();
    const manual = await extraNamed(gameId, 'Manual');
    await rename(
      join(disk.root, 'Half-Life/Manual/manual.pdf'),
      join(disk.root, 'Half-Life/Manual/handbook.pdf'),
    );
    await disk.write(
      { 'Half-Life/Updates/patch_1.1.exe': 'the better patch' },
      new Date('2024-06-01T10:00:00Z'),
    );
    const { lastScan } = await scan(admin, folderId);
    expect(lastScan).toMatchObject({ moved: 1, changed: 1, missing: 0 });
    await work();
    expect(await extraNamed(gameId, 'Manual')).toEqual(manual);
    expect((await download(gameId, manual)).bytes.toString()).toBe('the manual');
    const patch = await extraNamed(gameId, 'Patch');
    expect(patch).toMatchObject({ fileSize: 16, sha256: sha256(Buffer.from('the better patch')) });
  });

  it('are missing while their file is, and can be downloaded again when it is back', async () => {
    const { folderId, gameId } = await addGame();
    const patch = await extraNamed(gameId, 'Patch');
    await rm(join(disk.root, 'Half-Life/Updates/patch_1.1.exe'));
    await scan(admin, folderId);
    expect((await itemAt(app, 'Half-Life/Updates/patch_1.1.exe')).missingSince).not.toBeNull();
    expect((await download(gameId, patch)).status).toBe(404);
    const { missingSince } = await extraNamed(gameId, 'Patch');
    expect(missingSince).toMatch(/^2/);
    const edited = await admin.call(api.editExtra, {
      params: { id: gameId, extraId: patch._id },
      json: { note: 'Where is it?' },
    });
    expect(edited.body).toMatchObject({ note: 'Where is it?', isInPlace: true, missingSince });
    await disk.write({ 'Half-Life/Updates/patch_1.1.exe': 'the patch' });
    await scan(admin, folderId);
    expect(await extraNamed(gameId, 'Patch')).toMatchObject({ isInPlace: true, missingSince: null });
    expect((await download(gameId, patch)).bytes.toString()).toBe('the patch');
  });

  it('stay on the disk when they are deleted, and are not added again', async () => {
    const { folderId, gameId } = await addGame();
    const patch = await extraNamed(gameId, 'Patch');
    const { status } = await admin.call(api.deleteExtra, { params: { id: gameId, extraId: patch._id } });
    expect(status).toBe(200);
    await scan(admin, folderId);
    await work();
    expect((await extrasOf(gameId)).map(({ name }) => name)).toEqual(['Opposing Force', 'Manual']);
    const { body } = await admin.call(api.listLibraryItems, { query: { state: 'removed' } });
    expect(body.items).toMatchObject([{ path: 'Half-Life/Updates/patch_1.1.exe' }]);
    await admin.call(api.deleteGame, { params: { id: gameId } });
    expect((await itemsOf(app)).map(({ state }) => state)).toEqual([
      'removed',
      'removed',
      'removed',
      'removed',
    ]);
    await scan(admin, folderId);
    expect((await folderOf(admin, folderId)).items).toMatchObject({ removed: 4, missing: 0 });
  });

  it('leave the library with their folder', async () => {
    const { folderId, gameId } = await addGame();
    const { status } = await admin.call(api.removeLibraryFolder, { params: { id: folderId } });
    expect(status).toBe(202);
    await app.services.libraryFolders.finishRemovals(new AbortController().signal);
    expect(await extrasOf(gameId)).toEqual([]);
    expect(await filesOf('Half-Life')).toHaveLength(5);
  });

  it('are copied or moved into the storage with their game', async () => {
    const { gameId } = await addGame({ mode: 'move' });
    const extras = await extrasOf(gameId);
    expect(extras.map(({ name }) => name)).toEqual(['Patch', 'Opposing Force', 'Manual']);
    expect(extras.map(({ isInPlace }) => isInPlace)).toEqual([false, false, false]);
    expect(await filesUnder(app.dataDir)).toHaveLength(4);
    expect(await filesOf('Half-Life')).toEqual([]);
    expect((await download(gameId, await extraNamed(gameId, 'Patch'))).bytes.toString()).toBe('the patch');
  });

  it('are left on the disk if they are empty, or no such archive as their name says', async () => {
    await disk.write({ 'Half-Life/Updates/patch_2.0.zip': 'no ZIP', 'Half-Life/Updates/patch_3.0.exe': '' });
    const { gameId } = await addGame();
    expect((await extrasOf(gameId)).map(({ version }) => version)).toEqual(['1.1', '', '']);
    expect((await itemAt(app, 'Half-Life/Updates/patch_2.0.zip')).problem).toBe('not_an_archive');
  });

  it('are ignored if no game, or more than one, is known for them', async () => {
    await disk.write({
      'Updates/patch_1.0.zip': 'of nothing',
      'Collection/Alpha.iso': 'a',
      'Collection/Beta.iso': 'b',
      'Collection/Updates/patch_2.0.zip': 'of whom?',
    });
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
    await work();
    await scan(admin, id);
    await work();
    expect((await folderOf(admin, id)).items).toMatchObject({ added: 2, extras: 2 });
    expect((await app.services.database.db.selectFrom('gameExtras').selectAll().execute()).length).toBe(0);
  });
});

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(join(disk.root, folder), { recursive: true, withFileTypes: true }).catch(
    () => [],
  );
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}
