// Adding items: in place, as copies, and by moving them into the storage.
import { mkdir, mkdtemp, readdir, realpath, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import type { FolderMode, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { itemAt, scan, silenceFolder } from '#test/library-disk.ts';
import { insertFolder, insertItem } from '#test/library-folders.ts';
import { filesUnder, sha256, storedSha256, traces } from '#test/traces.ts';

let app: TestApp;
let admin: Client;
let root: string;
let folderId: string;
let errors: string[];
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'cellar-library-')));
  errors = [];
  const log = pino({ level: 'error' }, { write: (line) => errors.push(line) });
  app = await buildApp({ env: { LIBRARY_ROOTS: root }, log });
  admin = await app.as('admin');
});
afterEach(async () => {
  await app.close();
  await rm(root, { recursive: true });
});

async function useFolder(mode: FolderMode): Promise<void> {
  folderId = await insertFolder(app.services, { path: root, mode });
}

const never = new AbortController().signal;
const addInPlace = () => app.services.itemAdding.addInPlace(never);
const importItems = () => app.services.itemAdding.importItems(never);

type NewItem = Partial<Parameters<typeof insertItem>[1]>;

/** Writes a file, and inserts its item as a scan would. */
async function place(path: string, content: Buffer, item: NewItem = {}): Promise<string> {
  await mkdir(dirname(join(root, path)), { recursive: true });
  await writeFile(join(root, path), content);
  await utimes(join(root, path), new Date(1_700_000_000_000), new Date(1_700_000_000_000));
  const { size, mtimeMs } = await stat(join(root, path));
  const title = item.title ?? basename(path, '.zip');
  const facts = { title, size, modifiedAt: Math.floor(mtimeMs) };
  return insertItem(app.services, { folderId, path, ...facts, ...item });
}

async function add(...ids: string[]): Promise<void> {
  const { body } = await admin.call(api.addLibraryItems, { json: { selection: { ids } } });
  expect(body).toEqual({ adding: ids.length, left: 0 });
}

async function itemOf(id: string): Promise<LibraryItem | undefined> {
  for (const state of ['found', 'adding', 'added', 'removed']) {
    const { body } = await admin.call(api.listLibraryItems, { query: { state } });
    const item = body.items.find((listed: LibraryItem) => listed.id === id);
    if (item) return item;
  }
  return undefined;
}

async function gameOf(id: string) {
  const item = await itemOf(id);
  return (await admin.call(api.getGame, { params: { id: item?.gameId ?? '' } })).body;
}

const listRemovals = () => app.services.database.db.selectFrom('removals').selectAll().execute();
const listStoredAhead = () => app.services.database.db.selectFrom('storedAhead').selectAll().execute();

describe('adding in place', () => {
  beforeEach(() => useFolder('in_place'));

  it('adds a game with a platform file and changes nothing on the disk or in the storage', async () => {
    const before = await filesUnder(app.dataDir);
    const id = await place('PC/Doom (1993) [steam-2280].zip', sampleArchive(3000), { title: 'Doom' });
    await add(id);
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'added', problem: null });
    expect(await gameOf(id)).toMatchObject({
      title: 'Doom',
      gameFiles: [{ platform: 'Windows', fileSize: 3000, fileName: 'Doom (Windows).zip', isInPlace: true }],
    });
    expect(await filesUnder(app.dataDir)).toEqual(before);
    expect(await readdir(join(root, 'PC'))).toEqual(['Doom (1993) [steam-2280].zip']);
    const match = await app.services.database.db.selectFrom('gameMatches').selectAll().executeTakeFirst();
    expect(match).toMatchObject({ state: 'queued', fileName: 'Doom (1993) [steam-2280].zip' });
  });

  it('adds two platforms of one title to one game, and tells the search the ids of folders around', async () => {
    const ids = '{"igdb":"72"}';
    const items = [
      await place('[igdb-72]/mac.zip', sampleArchive(10), { title: 'Portal', platform: 'Mac', ids }),
      await place('[igdb-72]/win.zip', sampleArchive(20), { title: 'portal', platform: 'Windows', ids }),
    ];
    await add(...items);
    await addInPlace();
    const game = await gameOf(items[0] ?? '');
    expect(game).toMatchObject({ platforms: ['Mac', 'Windows'], totalSize: 30 });
    const matches = await app.services.database.db.selectFrom('gameMatches').select('fileName').execute();
    expect(matches).toEqual([{ fileName: '[igdb-72] mac.zip' }]);
  });

  it('leaves an item in the list if its game gets a file for the platform in the meantime', async () => {
    const id = await place('Quake.zip', sampleArchive(10));
    await add(id);
    const game = await createGame(app.services, admin, { title: 'Quake' });
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'found', problem: 'platform_taken', gameId: game.id });
  });

  it('leaves an item in the list that changed or vanished since the scan', async () => {
    const [grown, gone] = [
      await place('grown.zip', sampleArchive(10)),
      await place('gone.zip', sampleArchive(9)),
    ];
    await add(grown, gone);
    await writeFile(join(root, 'grown.zip'), 'more than ten bytes');
    await rm(join(root, 'gone.zip'));
    await addInPlace();
    for (const id of [grown, gone]) {
      expect(await itemOf(id)).toMatchObject({ state: 'found', problem: 'still_changing', gameId: null });
    }
  });

  it('leaves in the list what an upload would refuse: an empty file, and one whose content is no such archive', async () => {
    const empty = await place('empty.zip', Buffer.alloc(0));
    const { body } = await admin.call(api.addLibraryItems, { json: { selection: { ids: [empty] } } });
    expect(body).toEqual({ adding: 0, left: 1 });
    expect(await itemOf(empty)).toMatchObject({ problem: 'empty' });
    const others = [
      await place('text.zip', Buffer.from('hello')),
      await place('one.7z', sampleArchive(100), { extension: '.7z', title: 'one' }),
    ];
    // A disc image promises no archive.
    const image = await place('disc.iso', Buffer.from('hello'), { extension: '.iso', title: 'disc' });
    await add(...others, image);
    await addInPlace();
    for (const id of others) {
      expect(await itemOf(id)).toMatchObject({ state: 'found', problem: 'not_an_archive', gameId: null });
    }
    expect(await itemOf(image)).toMatchObject({ state: 'added' });
    expect(errors).toEqual([]);
  });

  it('leaves a folder in the list whose files can not be a ZIP, and names the file in the log', async () => {
    await mkdir(join(root, 'Riven'));
    for (const name of ['index.html', 'a_b.dat', 'a\\b.dat']) {
      await writeFile(join(root, 'Riven', name), 'content');
      await utimes(join(root, 'Riven', name), new Date(0), new Date(0));
    }
    const { db } = app.services.database;
    await db.updateTable('libraryFolders').set({ platform: 'Windows' }).where('id', '=', folderId).execute();
    await scan(admin, folderId);
    const { id } = await itemAt(app, 'Riven');
    await add(id);
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'found', problem: 'bad_names' });
    expect(errors).toEqual([expect.stringContaining('b.dat')]);
  });

  it('waits while the folder is not mounted', async () => {
    const id = await place('Later.zip', sampleArchive(10));
    await add(id);
    await rename(root, `${root}-away`);
    await mkdir(root);
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'adding' });
    await rm(root, { recursive: true });
    await rename(`${root}-away`, root);
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'added' });
  });

  it('does not add what was cancelled', async () => {
    const id = await place('Cancelled.zip', sampleArchive(10));
    await add(id);
    const json = { selection: { ids: [id] }, change: { state: 'found' } };
    await admin.call(api.changeLibraryItems, { json });
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'found' });
  });

  it('adds each item once when two nodes add at the same time', async () => {
    const items = [];
    for (let at = 0; at < 20; at += 1) items.push(await place(`Game ${at}.zip`, sampleArchive(10)));
    await add(...items);
    await Promise.all([addInPlace(), addInPlace()]);
    for (const id of items) expect(await itemOf(id)).toMatchObject({ state: 'added' });
    expect((await traces(app)).gameFiles).toHaveLength(20);
  });

  it('adds an item again after it was removed and found again', async () => {
    const id = await place('Back.zip', sampleArchive(10));
    await add(id);
    await addInPlace();
    const { _id } = await gameOf(id);
    await admin.call(api.deleteGame, { params: { id: _id } });
    expect(await itemOf(id)).toMatchObject({ state: 'removed', gameId: null });
    expect(await readdir(root)).toEqual(['Back.zip']);
    const json = { selection: { ids: [id] }, change: { state: 'found' } };
    expect((await admin.call(api.changeLibraryItems, { json })).body).toEqual({ changed: 1 });
    await add(id);
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'added' });
  });
});

describe('copying into the storage', () => {
  beforeEach(() => useFolder('copy'));

  it('adds a stored file with its digest, and leaves the original', async () => {
    const content = sampleArchive(300_000);
    const id = await place('Myst.zip', content);
    await add(id);
    await addInPlace();
    expect(await itemOf(id)).toMatchObject({ state: 'adding' });
    await importItems();
    expect(await itemOf(id)).toMatchObject({ state: 'added' });
    const query = await admin.call(api.listGames, { query: { search: 'Myst' } });
    const gameId = query.body.games[0]._id;
    const game = (await admin.call(api.getGame, { params: { id: gameId } })).body;
    expect(game.gameFiles).toMatchObject([{ isInPlace: false, sha256: sha256(content), fileSize: 300_000 }]);
    expect(await storedSha256(app, gameId)).toBe(sha256(content));
    expect([await readdir(root), await listStoredAhead()]).toEqual([['Myst.zip'], []]);
    await admin.call(api.deleteGame, { params: { id: gameId } });
    expect(await itemOf(id)).toMatchObject({ state: 'removed' });
    expect(await readdir(root)).toEqual(['Myst.zip']);
  });

  it('leaves nothing behind if its game gets a file for the platform in the meantime', async () => {
    const id = await place('Quake.zip', sampleArchive(5000));
    await add(id);
    await createGame(app.services, admin, { title: 'Quake' });
    const before = await traces(app);
    await importItems();
    expect(await itemOf(id)).toMatchObject({ state: 'found', problem: 'platform_taken' });
    expect([await traces(app), await listStoredAhead(), await listRemovals()]).toEqual([before, [], []]);
  });
});

describe('moving into the storage', () => {
  beforeEach(() => useFolder('move'));

  it('removes the original once the copy belongs to a game', async () => {
    const content = sampleArchive(2000);
    const id = await place('PC/Riven.zip', content);
    await add(id);
    await importItems();
    const { body } = await admin.call(api.listGames, { query: { search: 'Riven' } });
    expect(await storedSha256(app, body.games[0]._id)).toBe(sha256(content));
    // The folder is not part of the item.
    expect(await readdir(root)).toEqual(['PC']);
    expect(await readdir(join(root, 'PC'))).toEqual([]);
    expect(await itemOf(id)).toBeUndefined();
  });

  it('goes on without a folder whose files can not be removed, and logs that once', async () => {
    const copied = { state: 'added', fingerprint: 'copied', movingFingerprint: 'copied' } as const;
    // The system refuses such a name, also if the test runs as root.
    for (const letter of 'abc')
      await insertItem(app.services, { folderId, path: letter.repeat(300), ...copied });
    await mkdir(join(root, 'other'));
    const other = await insertFolder(app.services, { path: join(root, 'other'), mode: 'move' });
    const myst = await place('other/Myst.zip', sampleArchive(2000), {
      ...copied,
      folderId: other,
      path: 'Myst.zip',
    });
    const id = await place('Riven.zip', sampleArchive(2000));
    await add(id);
    await importItems();
    expect(await itemOf(id)).toMatchObject({ state: 'added' });
    expect([await readdir(root), await itemOf(myst)]).toEqual([['Riven.zip', 'other'], undefined]);
    expect(await readdir(join(root, 'other'))).toEqual([]);
    expect(errors).toEqual([expect.stringContaining(folderId)]);
  });

  it('leaves the original while its disk does not answer', async () => {
    const copied = { state: 'added', fingerprint: 'copied', movingFingerprint: 'copied' } as const;
    const id = await place('Riven.zip', sampleArchive(2000), copied);
    const answer = await silenceFolder(app.services, folderId);
    await importItems();
    expect([await readdir(root), errors]).toEqual([['Riven.zip'], [expect.stringContaining(folderId)]]);
    await answer();
    await importItems();
    expect([await readdir(root), await itemOf(id)]).toEqual([[], undefined]);
  });

  it('leaves the original if LIBRARY_ROOTS does not permit its folder any more', async () => {
    const copied = { state: 'added', fingerprint: 'copied', movingFingerprint: 'copied' } as const;
    const id = await place('Riven.zip', sampleArchive(2000), copied);
    const { db } = app.services.database;
    await rename(root, `${root}-other`);
    await db
      .updateTable('libraryFolders')
      .set({ path: `${root}-other` })
      .execute();
    await importItems();
    expect(await readdir(`${root}-other`)).toEqual(['Riven.zip']);
    await rename(`${root}-other`, root);
    await db.updateTable('libraryFolders').set({ path: root }).execute();
    await importItems();
    expect([await readdir(root), await itemOf(id)]).toEqual([[], undefined]);
  });
});
