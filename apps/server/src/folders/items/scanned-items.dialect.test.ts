// Items from a real scan until they are games, and after their games or their folder are deleted.
import { appendFile, mkdir, readdir, rename, rmdir, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { FolderMode, LibraryFolder } from '@cellar/contract/folders/folders.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hourMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import {
  addFolder,
  createLibraryDisk,
  folderOf,
  itemAt,
  itemsOf,
  type LibraryDisk,
  scan,
  scanned,
} from '#test/library-disk.ts';
import { filesUnder, sha256, storedSha256, traces } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

let app: TestApp;
let admin: Client;
let disk: LibraryDisk;
beforeEach(async () => {
  disk = await createLibraryDisk();
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

const running = new AbortController().signal;

/** Adds all items that can be added. */
async function addAll(): Promise<{ adding: number; left: number }> {
  const { body } = await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
  await app.services.itemAdding.addInPlace(running);
  await app.services.itemAdding.importItems(running);
  return body;
}

async function putBack(filter: object): Promise<void> {
  const json = { selection: { filter }, change: { state: 'found' } };
  expect((await admin.call(api.changeLibraryItems, { json })).body).toEqual({ changed: 1 });
}

async function listGames(): Promise<{ _id: string; title: string }[]> {
  return (await admin.call(api.listGames, { query: { sort: 'titleAsc' } })).body.games;
}

const onDisk = () => readdir(disk.root, { recursive: true }).then((paths) => paths.sort());
const removals = () => app.services.database.db.selectFrom('removals').selectAll().execute();

/** Leaves the files of copied items as a server does that is killed before it removes them. */
async function interruptMoves(): Promise<void> {
  const { db } = app.services.database;
  await db.updateTable('libraryFolders').set({ mode: 'move' }).execute();
  await db
    .updateTable('libraryItems')
    .set((eb) => ({ movingFingerprint: eb.ref('fingerprint') }))
    .execute();
}

async function useMode({ id, ...settings }: LibraryFolder, mode: FolderMode): Promise<void> {
  const json = { ...settings, mode };
  expect((await admin.call(api.editLibraryFolder, { params: { id }, json })).status).toBe(200);
  await scanned(admin, id);
}

const folderGame = {
  'Beneath a Steel Sky/sky.exe': 'program',
  'Beneath a Steel Sky/data/sky.dnr': 'data',
};

describe('items of a folder whose files stay in place', () => {
  it('become games, are never added again after a deletion, and can be found again', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake', 'Mac/Marathon.dmg': 'marathon', ...folderGame });
    const before = await onDisk();
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    expect(await addAll()).toEqual({ adding: 3, left: 0 });
    expect((await listGames()).map(({ title }) => title)).toEqual([
      'Beneath a Steel Sky',
      'Marathon',
      'Quake',
    ]);
    for (const game of await listGames()) {
      await admin.call(api.deleteGame, { params: { id: game._id } });
    }
    expect([await onDisk(), await removals()]).toEqual([before, []]);
    expect((await scan(admin, id)).items).toMatchObject({ found: 0, added: 0, removed: 3 });
    expect(await addAll()).toEqual({ adding: 0, left: 0 });

    await putBack({ state: 'removed', search: 'quake' });
    expect(await addAll()).toEqual({ adding: 1, left: 0 });
    expect((await listGames()).map(({ title }) => title)).toEqual(['Quake']);
  });

  it('are not added while a volume of their set is missing', async () => {
    await disk.write({ 'PC/Quake.part1.rar': 'one', 'PC/Quake.part3.rar': 'three' });
    const { id } = await addFolder(admin, disk.root);
    const listed = async () =>
      (await admin.call(api.listLibraryItems, { query: {} })).body.items.map(
        (item: { problem: string | null }) => item.problem,
      );
    expect([await listed(), await addAll()]).toEqual([['incomplete'], { adding: 0, left: 1 }]);
    await disk.write({ 'PC/Quake.part2.rar': 'two' });
    await scan(admin, id);
    expect([await listed(), await addAll()]).toEqual([[null], { adding: 1, left: 0 }]);
  });

  it('are in the list of removed items after a node of version 0.2 has deleted their games', async () => {
    await disk.write({
      'PC/Quake.zip': 'PK\x03\x04quake',
      'PC/Hexen.zip': 'PK\x03\x04hexen',
      'PC/Doom.zip': 'PK\x03\x04doom',
    });
    const { id } = await addFolder(admin, disk.root);
    await addAll();
    await disk.write({ 'PC/Strife.zip': 'PK\x03\x04strife' });
    await scan(admin, id);
    await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
    // What such a node does: it knows no items.
    const { db } = app.services.database;
    const titles = ['Quake', 'Hexen'];
    const games = db.selectFrom('games').select('id').where('title', 'in', titles);
    await db.deleteFrom('gameFiles').where('gameId', 'in', games).execute();
    await db.deleteFrom('games').where('title', 'in', titles).execute();
    await rename(join(disk.root, 'PC/Hexen.zip'), join(disk.root, 'Hexen.txt'));

    app.clock.advance(2 * hourMs);
    expect((await scan(admin, id)).items).toMatchObject({ removed: 2, added: 1, adding: 1, found: 0 });
    await putBack({ state: 'removed', search: 'quake' });
    expect(await addAll()).toEqual({ adding: 1, left: 0 });
    expect((await listGames()).map(({ title }) => title)).toEqual(['Doom', 'Quake', 'Strife']);
    expect(await itemAt(app, 'PC/Hexen.zip')).toMatchObject({ missingSince: expect.any(String) });
  });

  it('are added without asking if they are certain, but not those of the first scan', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake' });
    const { id } = await addFolder(admin, disk.root, { addsCertain: true });
    await disk.write({ 'PC/Hexen.zip': 'PK\x03\x04hexen' });
    app.clock.advance(60_000);
    await scan(admin, id);
    await eventually(async () =>
      expect((await folderOf(admin, id)).items).toMatchObject({ found: 1, adding: 1 }),
    );
    expect(await itemAt(app, 'PC/Hexen.zip')).toMatchObject({ state: 'adding' });
  });

  it('are not added again without asking after an admin has put them back into the review list', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake' });
    const { id } = await addFolder(admin, disk.root, { addsCertain: true });
    await disk.write({ 'PC/Hexen.zip': 'PK\x03\x04hexen', 'PC/Heretic.zip': 'PK\x03\x04heretic' });
    app.clock.advance(60_000);
    await scan(admin, id);
    await eventually(async () => expect((await folderOf(admin, id)).items).toMatchObject({ adding: 2 }));
    await putBack({ state: 'adding', search: 'hexen' });
    await app.services.itemAdding.addInPlace(running);
    const [heretic] = await listGames();
    await admin.call(api.deleteGame, { params: { id: heretic?._id ?? '' } });
    await putBack({ state: 'removed', search: 'heretic' });
    await disk.write({ 'PC/Strife.zip': 'PK\x03\x04strife' });
    await scan(admin, id);
    await eventually(async () => expect((await folderOf(admin, id)).items).toMatchObject({ adding: 1 }));
    expect(await itemAt(app, 'PC/Strife.zip')).toMatchObject({ state: 'adding' });
    expect((await itemsOf(app)).filter(({ state }) => state === 'found')).toHaveLength(3);
  });
});

describe('items of a folder whose files are moved into the storage', () => {
  it('leave the disk with the folders inside them, and nothing else does', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake', ...folderGame });
    const { id } = await addFolder(admin, disk.root, { mode: 'move', platform: 'Windows' });
    expect(await addAll()).toEqual({ adding: 2, left: 0 });
    expect(await onDisk()).toEqual(['PC']);
    const [sky, quake] = await listGames();
    expect(await storedSha256(app, quake?._id ?? '')).toBe(sha256(Buffer.from('PK\x03\x04quake')));
    const { body } = await admin.call(api.getGame, { params: { id: sky?._id ?? '' } });
    expect(body.gameFiles).toMatchObject([
      { fileName: 'Beneath a Steel Sky (Windows).zip', isInPlace: false, preparing: null },
    ]);
    expect(await storedSha256(app, sky?._id ?? '')).toBe(body.gameFiles[0].sha256);
    expect((await scan(admin, id)).items).toMatchObject({ found: 0, added: 0, missing: 0 });
  });

  it('stay if they change while they are copied', async () => {
    await disk.write({ 'PC/Large.zip': 'PK\x03\x04x' });
    const path = join(disk.root, 'PC/Large.zip');
    await truncate(path, 192 * 1024 * 1024);
    await addFolder(admin, disk.root, { mode: 'move' });
    app.clock.advance(60_000);
    const before = await traces(app);
    const adding = addAll();
    const { db } = app.services.database;
    await eventually(async () =>
      expect(await db.selectFrom('storedAhead').selectAll().execute()).toHaveLength(1),
    );
    await appendFile(path, 'more');
    await adding;
    expect(await itemAt(app, 'PC/Large.zip')).toMatchObject({ state: 'found', problem: 'still_changing' });
    expect([await traces(app), await onDisk()]).toEqual([before, ['PC', 'PC/Large.zip']]);
  });

  it('stay if the copy is cancelled', async () => {
    await disk.write({ 'PC/Large.zip': 'PK\x03\x04x' });
    // Large enough that the copy has not ended when the answer to the cancel arrives.
    await truncate(join(disk.root, 'PC/Large.zip'), 1024 ** 3);
    await addFolder(admin, disk.root, { mode: 'move' });
    app.clock.advance(60_000);
    const before = await filesUnder(app.dataDir);
    const adding = addAll();
    const { db } = app.services.database;
    await eventually(async () =>
      expect(await db.selectFrom('storedAhead').selectAll().execute()).toHaveLength(1),
    );
    const json = { selection: { filter: { state: 'adding' } }, change: { state: 'found' } };
    await admin.call(api.changeLibraryItems, { json });
    await adding;
    expect(await itemAt(app, 'PC/Large.zip')).toMatchObject({ state: 'found', problem: null });
    expect([await filesUnder(app.dataDir), await onDisk()]).toEqual([before, ['PC', 'PC/Large.zip']]);
  });

  it('get the title that is chosen while they are copied', async () => {
    await disk.write({ 'PC/Large.zip': 'PK\x03\x04x' });
    await truncate(join(disk.root, 'PC/Large.zip'), 192 * 1024 * 1024);
    await addFolder(admin, disk.root, { mode: 'move' });
    app.clock.advance(60_000);
    const adding = addAll();
    const { db } = app.services.database;
    await eventually(async () =>
      expect(await db.selectFrom('storedAhead').selectAll().execute()).toHaveLength(1),
    );
    const selection = { ids: [(await itemAt(app, 'PC/Large.zip')).id] };
    await admin.call(api.changeLibraryItems, { json: { selection, change: { state: 'found' } } });
    await admin.call(api.changeLibraryItems, { json: { selection, change: { title: 'Enormous' } } });
    await admin.call(api.addLibraryItems, { json: { selection } });
    await adding;
    expect((await listGames()).map(({ title }) => title)).toEqual(['Enormous']);
    expect(await onDisk()).toEqual(['PC']);
  });

  it('stay if another mode is chosen while they are copied', async () => {
    await disk.write({ 'PC/Large.zip': 'PK\x03\x04x' });
    await truncate(join(disk.root, 'PC/Large.zip'), 192 * 1024 * 1024);
    const folder = await addFolder(admin, disk.root, { mode: 'move' });
    app.clock.advance(60_000);
    const before = [await filesUnder(app.dataDir), await onDisk()];
    const adding = addAll();
    const { db } = app.services.database;
    await eventually(async () =>
      expect(await db.selectFrom('storedAhead').selectAll().execute()).toHaveLength(1),
    );
    await useMode(folder, 'in_place');
    await adding;
    expect(await itemAt(app, 'PC/Large.zip')).toMatchObject({ state: 'adding', storageKey: null });
    await app.services.itemAdding.addInPlace(running);
    expect(await itemAt(app, 'PC/Large.zip')).toMatchObject({ state: 'added', storageKey: null });
    expect([await filesUnder(app.dataDir), await onDisk()]).toEqual(before);
  });

  it('are removed once the folder is mounted again', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake' });
    await addFolder(admin, disk.root, { mode: 'copy' });
    await addAll();
    await interruptMoves();
    await rename(disk.root, `${disk.root}-away`);
    await mkdir(disk.root);
    await app.services.itemAdding.importItems(running);
    await rmdir(disk.root);
    await app.services.itemAdding.importItems(running);
    await rename(`${disk.root}-away`, disk.root);
    expect(await onDisk()).toEqual(['PC', 'PC/Quake.zip']);
    await app.services.itemAdding.importItems(running);
    expect([await onDisk(), await itemsOf(app)]).toEqual([['PC'], []]);
  });

  it('stay as long as another mode is chosen before they are removed', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake' });
    const folder = await addFolder(admin, disk.root, { mode: 'copy' });
    await addAll();
    await interruptMoves();
    await useMode(folder, 'in_place');
    await app.services.itemAdding.importItems(running);
    expect(await onDisk()).toEqual(['PC', 'PC/Quake.zip']);
    await useMode(folder, 'move');
    await app.services.itemAdding.importItems(running);
    expect(await onDisk()).toEqual(['PC']);
  });

  it('are removed from the disk by a later run if the first one was interrupted, unless they changed', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake', 'PC/Hexen.zip': 'PK\x03\x04hexen' });
    const { id } = await addFolder(admin, disk.root, { mode: 'copy' });
    await addAll();
    await interruptMoves();
    await appendFile(join(disk.root, 'PC/Hexen.zip'), ' heretic');
    await app.services.itemAdding.importItems(running);
    expect(await onDisk()).toEqual(['PC', 'PC/Hexen.zip']);
    expect(await itemsOf(app)).toMatchObject([
      { path: 'PC/Hexen.zip', state: 'added', movingFingerprint: null },
    ]);
    expect((await folderOf(admin, id)).items).toMatchObject({ added: 1 });
  });

  it('stay if a scan has found other content since they were copied', async () => {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake', ...folderGame });
    const { id } = await addFolder(admin, disk.root, { mode: 'copy', platform: 'Windows' });
    await addAll();
    await interruptMoves();
    const before = await onDisk();
    const later = new Date('2024-06-01T10:00:00Z');
    await disk.write(
      { 'PC/Quake.zip': 'PK\x03\x04patch', 'Beneath a Steel Sky/sky.exe': 'program 2' },
      later,
    );
    await scan(admin, id);
    await app.services.itemAdding.importItems(running);
    expect(await onDisk()).toEqual(before);
    expect(await itemsOf(app)).toMatchObject([{ movingFingerprint: null }, { movingFingerprint: null }]);
  });
});

describe('removing a library folder', () => {
  async function addBoth(): Promise<string> {
    await disk.write({ 'PC/Quake.zip': 'PK\x03\x04quake', 'PC/Doom.zip': 'PK\x03\x04doom', ...folderGame });
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await createGame(app.services, admin, { title: 'Quake', platform: 'Mac' });
    await addAll();
    return id;
  }

  const count = (id: string) => admin.call(api.countFolderContents, { params: { id } });
  const remove = (id: string, query = {}) => admin.call(api.removeLibraryFolder, { params: { id }, query });
  const finish = () => app.services.libraryFolders.finishRemovals(running);

  it('keeps games without a file unless they are to be deleted, and never touches the disk', async () => {
    const id = await addBoth();
    const before = await onDisk();
    expect((await count(id)).body).toEqual({ files: 3, games: 2 });
    expect((await remove(id)).status).toBe(202);
    await finish();
    expect((await listGames()).map(({ title }) => title)).toEqual(['Beneath a Steel Sky', 'Doom', 'Quake']);
    expect(await itemsOf(app)).toEqual([]);
    expect([await onDisk(), await removals()]).toEqual([before, []]);
    const { body } = await admin.call(api.listAudit);
    expect(body.entries[0]).toMatchObject({ action: 'library_folder_removed', subject: disk.root });
  });

  it('deletes the games that have no other file', async () => {
    const id = await addBoth();
    expect((await remove(id, { games: 'delete' })).status).toBe(202);
    await finish();
    const games = await listGames();
    expect(games.map(({ title }) => title)).toEqual(['Quake']);
    const { body } = await admin.call(api.getGame, { params: { id: games[0]?._id ?? '' } });
    expect(body.platforms).toEqual(['Mac']);
    expect(await removals()).toEqual([]);
  });

  it('is answered before the files are removed, lets nothing else happen to the folder, and goes on after a stop', async () => {
    const id = await addBoth();
    expect((await remove(id, { games: 'delete' })).status).toBe(202);
    expect((await listGames()).map(({ title }) => title)).toEqual(['Beneath a Steel Sky', 'Doom', 'Quake']);
    expect(await folderOf(admin, id)).toMatchObject({ problem: 'being_removed', items: { added: 3 } });
    app.clock.advance(2 * hourMs);
    await app.services.folderChecks.check();
    const { status } = await admin.call(api.scanLibraryFolder, { params: { id }, json: {} });
    expect([status, (await folderOf(admin, id)).problem]).toEqual([404, 'being_removed']);

    // The server is stopped after the first file.
    const stopping = new AbortController();
    const finishing = app.services.libraryFolders.finishRemovals(stopping.signal);
    await eventually(async () => expect((await listGames()).length).toBeLessThan(3));
    stopping.abort();
    await finishing;
    await finish();
    expect((await listGames()).map(({ title }) => title)).toEqual(['Quake']);
    expect((await remove(id)).status).toBe(404);
  });

  it('lets other requests run in between', async () => {
    await disk.write(
      Object.fromEntries(Array.from({ length: 60 }, (_, at) => [`PC/Game ${at}.zip`, `PK\x03\x04${at}`])),
    );
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await addAll();
    await remove(id, { games: 'delete' });
    let isOver = false;
    const finishing = finish().finally(() => {
      isOver = true;
    });
    const seen = new Set<number>();
    while (!isOver) seen.add((await folderOf(admin, id))?.items.added ?? 0);
    await finishing;
    expect(seen.size).toBeGreaterThan(3);
  });

  it('answers for an unmounted folder, and not for an unknown one', async () => {
    const id = await addBoth();
    await rename(disk.root, `${disk.root}-away`);
    expect((await remove(id)).status).toBe(202);
    await finish();
    await rename(`${disk.root}-away`, disk.root);
    expect([(await count(id)).status, (await remove(id)).status]).toEqual([404, 404]);
    expect((await remove(id, { games: 'sell' })).status).toBe(400);
  });
});
