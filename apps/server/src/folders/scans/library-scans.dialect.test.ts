// Scans of library folders: what they find, and what they do when files change, disappear and come back.
import { execFileSync } from 'node:child_process';
import { chmod, mkdir, rename, rm, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import {
  addFolder,
  addItems,
  createLibraryDisk,
  folderOf,
  itemAt,
  itemsOf,
  type LibraryDisk,
  scan,
  scanned,
} from '#test/library-disk.ts';
import { onPostgres } from '#test/lock-order.ts';
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

const games = {
  'Cave Story (2004) (Windows).zip': 'cave story',
  'PC/Quake v1.06.zip': 'quake',
  'PC/Half-Life [steam-70].rar': 'half-life',
  'Mac/Marathon.dmg': 'marathon',
  'notes.txt': 'not a game',
};

/** The numbers of the last scan, without its time. */
async function counts(id: string) {
  const { lastScan } = await folderOf(admin, id);
  const { seconds: _, ...rest } = lastScan ?? { seconds: 0 };
  return rest;
}

/** A number that changes with each written row of the items. */
async function rowsOf() {
  return JSON.stringify(await itemsOf(app));
}

describe('a first scan', () => {
  it('finds games with title, platform, version, year and ids, and adds none', async () => {
    await disk.write(games);
    const folder = await addFolder(admin, disk.root, { addsCertain: true });
    expect(folder).toMatchObject({ problem: null, items: { found: 4, added: 0, adding: 0 } });
    expect(folder.lastScanAt).not.toBeNull();
    const items = await itemsOf(app);
    expect(
      items.map(({ path, title, platform, year, ids }) => [path, title, platform, year, JSON.parse(ids)]),
    ).toEqual([
      ['Cave Story (2004) (Windows).zip', 'Cave Story', 'Windows', 2004, {}],
      ['Mac/Marathon.dmg', 'Marathon', 'Mac', null, {}],
      ['PC/Half-Life [steam-70].rar', 'Half-Life', 'Windows', null, { steam: '70' }],
      ['PC/Quake v1.06.zip', 'Quake', 'Windows', null, {}],
    ]);
    expect(items.every(({ state }) => state === 'found')).toBe(true);
  });

  it('uses the platforms and extensions of the folder', async () => {
    await disk.write({ 'Doom.wad2': 'doom', 'Old Macs/Lode Runner.zip': 'lode', 'Elite.zip': 'elite' });
    const platformFolders = [{ folder: 'Old Macs', platform: 'Mac (Modded)' }];
    await addFolder(admin, disk.root, { platform: 'Linux', platformFolders, extensions: ['.wad2'] });
    const items = await itemsOf(app);
    expect(items.map(({ title, platform, isCertain }) => [title, platform, isCertain])).toEqual([
      ['Doom', 'Linux', 1],
      ['Elite', 'Linux', 1],
      ['Lode Runner', 'Mac (Modded)', 1],
    ]);
  });

  it('is not certain without a platform or a telling name', async () => {
    await disk.write({ 'Elite.zip': 'elite', 'setup.exe': 'what?' });
    await addFolder(admin, disk.root);
    const items = await itemsOf(app);
    expect(items.map(({ title, isCertain }) => [title, isCertain])).toEqual([
      ['Elite', 0],
      [expect.any(String), 0],
    ]);
  });

  it('lists entries that it could not use', async () => {
    await disk.write({ 'Elite.zip': 'elite' });
    await symlink('/etc', join(disk.root, 'escape'));
    execFileSync('mkfifo', [join(disk.root, 'pipe.zip')]);
    const folder = await addFolder(admin, disk.root);
    const { body } = await admin.call(api.listScanProblems, { params: { id: folder.id } });
    expect(body).toEqual({
      problems: [
        { path: 'escape', reason: 'link' },
        { path: 'pipe.zip', reason: 'special_file' },
      ],
      total: 2,
    });
    expect(folder.problems).toBe(2);
    expect(await itemsOf(app)).toHaveLength(1);
  });
});

describe('a later scan', () => {
  it('writes nothing if nothing has changed', async () => {
    await disk.write(games);
    const { id } = await addFolder(admin, disk.root);
    const before = await rowsOf();
    await scan(admin, id);
    expect(await rowsOf()).toBe(before);
    expect(await counts(id)).toMatchObject({ found: 0, changed: 0, missing: 0, back: 0, moved: 0 });
  });

  it('finds new items between, before and after the known ones, in the order of bytes', async () => {
    const names = ['b', 'b!', 'b.c', 'é', '\u{1f600}', '\uffee', 'a'];
    await disk.write(Object.fromEntries(names.slice(0, 3).map((name) => [`${name}.zip`, name])));
    await disk.write({ 'b/inner.zip': 'x', 'b/other.zip': 'y' });
    const { id } = await addFolder(admin, disk.root);
    await disk.write(Object.fromEntries(names.map((name) => [`${name}.zip`, name])));
    await disk.write({ 'b/between.zip': 'z' });
    await scan(admin, id);
    expect(await counts(id)).toMatchObject({ found: 5, missing: 0 });
    const before = await rowsOf();
    await scan(admin, id);
    expect(await rowsOf()).toBe(before);
  });

  it('compares more items than one page and one batch hold', async () => {
    const names = Array.from({ length: 2600 }, (_, n) => `${n % 7}/Game ${n}.zip`);
    await disk.write(Object.fromEntries(names.map((name) => [name, name])));
    const { id } = await addFolder(admin, disk.root);
    expect(await counts(id)).toMatchObject({ found: 2600 });
    await disk.write(Object.fromEntries(names.map((name) => [name.replace('Game', 'New'), name])));
    for (const name of names.filter((_, n) => n % 100 === 0)) await rm(join(disk.root, name));
    await scan(admin, id);
    expect(await counts(id)).toMatchObject({ found: 2600, changed: 0 });
    const before = await rowsOf();
    expect((await itemsOf(app)).length).toBe(5200 - 26);
    await scan(admin, id);
    expect(await rowsOf()).toBe(before);
  });

  it('leaves the files available if the database fails at its end', async () => {
    await disk.write({ 'Kept.zip': 'kept' });
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await addItems(app);
    const { db } = app.services.database;
    const { gameId } = await db.selectFrom('gameFiles').select('gameId').executeTakeFirstOrThrow();
    await sql`alter table "libraryFolders" rename column "factsKey" to "awayKey"`.execute(db);
    const { problem, lastScanAt } = await scan(admin, id);
    await sql`alter table "libraryFolders" rename column "awayKey" to "factsKey"`.execute(db);
    expect(problem).toBeNull();
    const file = await admin.fetch(`/api/games/${gameId}/download/Windows`);
    expect([file.status, await file.text()]).toEqual([200, 'kept']);
    expect((await scan(admin, id)).lastScanAt).not.toBe(lastScanAt);
  });

  it('forgets found items that are gone, and marks added ones as missing until they are back', async () => {
    await disk.write({ 'Kept.zip': 'kept', 'Elite.zip': 'elite' });
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await addItems(app);
    await disk.write({ 'Found.zip': 'found' });
    await scan(admin, id);
    await rm(join(disk.root, 'Found.zip'));
    await rename(join(disk.root, 'Elite.zip'), join(disk.root, 'Elite.away'));
    const folder = await scan(admin, id);
    expect(folder.items).toMatchObject({ found: 0, added: 2, missing: 1 });
    const missing = await itemAt(app, 'Elite.zip');
    expect(missing.missingSince).not.toBeNull();
    await scan(admin, id);
    expect((await itemAt(app, 'Elite.zip')).missingSince).toBe(missing.missingSince);
    await rename(join(disk.root, 'Elite.away'), join(disk.root, 'Elite.zip'));
    await scan(admin, id);
    expect(await itemAt(app, 'Elite.zip')).toMatchObject({
      id: missing.id,
      missingSince: null,
      state: 'added',
    });
    expect(await counts(id)).toMatchObject({ back: 1, found: 0 });
  });

  it('reads titles again after the rules or the settings have changed, except for titles of an admin', async () => {
    await disk.write({ 'Elite REPACK.zip': 'elite', 'Mine REPACK.zip': 'mine' });
    const folder = await addFolder(admin, disk.root);
    const { db } = app.services.database;
    await db
      .updateTable('libraryItems')
      .set({ isEdited: 1, title: 'Own' })
      .where('path', 'like', 'Mine%')
      .execute();
    const rule = { find: 'elite', replace: 'Frontier', description: 'A test' };
    await admin.call(api.addRule, { json: { ...rule, description: 'test' } });
    const { mode, platformFolders, extensions, frequency, isWatched, addsCertain } = folder;
    const json = { mode, platformFolders, extensions, frequency, isWatched, addsCertain, platform: 'Mac' };
    await admin.call(api.editLibraryFolder, { params: { id: folder.id }, json });
    await scan(admin, folder.id);
    const items = await itemsOf(app);
    expect(items.map(({ title, platform }) => [title, platform])).toEqual([
      [expect.stringMatching(/^Frontier/), 'Mac'],
      ['Own', null],
    ]);
  });

  it('notices changed content', async () => {
    await disk.write({ 'Elite.zip': 'elite', 'Doom.zip': 'doom' });
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await disk.write({ 'Elite.zip': 'elite, second edition' });
    await scan(admin, id);
    expect(await itemAt(app, 'Elite.zip')).toMatchObject({ size: 21, title: 'Elite' });
    expect(await counts(id)).toMatchObject({ changed: 1, found: 0, missing: 0 });
  });

  it('follows a path whose file became a folder, and back', async () => {
    await disk.write({ 'Elite.zip': 'elite' });
    const { id } = await addFolder(admin, disk.root);
    await admin.call(api.treatLibraryPath, {
      params: { id },
      json: { path: 'Elite.zip', treatment: 'one_game' },
    });
    await scanned(admin, id);
    await rm(join(disk.root, 'Elite.zip'));
    await disk.write({ 'Elite.zip/game.exe': 'exe', 'Elite.zip/data.bin': 'data' });
    await scan(admin, id);
    expect((await itemsOf(app)).map(({ path, kind }) => [path, kind])).toEqual([['Elite.zip', 'folder']]);
    await rm(join(disk.root, 'Elite.zip'), { recursive: true });
    await disk.write({ 'Elite.zip': 'elite' });
    await scan(admin, id);
    expect((await itemsOf(app)).map(({ path, kind }) => [path, kind])).toEqual([['Elite.zip', 'file']]);
  });

  it('treats a sub-folder as one game, or finds its items one by one', async () => {
    await disk.write({ 'Pack/One.zip': '1', 'Pack/Two.zip': '2' });
    const { id } = await addFolder(admin, disk.root);
    expect((await itemsOf(app)).map(({ path }) => path)).toEqual(['Pack/One.zip', 'Pack/Two.zip']);
    for (const [treatment, paths] of [
      ['one_game', ['Pack']],
      ['open', ['Pack/One.zip', 'Pack/Two.zip']],
    ] as const) {
      await admin.call(api.treatLibraryPath, { params: { id }, json: { path: 'Pack', treatment } });
      await scanned(admin, id);
      expect((await itemsOf(app)).map(({ path }) => path)).toEqual(paths);
    }
  });
});

describe('items that seem to be gone', () => {
  async function addedFolder(count = 8) {
    const names = Array.from({ length: count }, (_, n) => `Games/Game ${n}.zip`);
    await disk.write(Object.fromEntries(names.map((name) => [name, name])));
    const { id } = await addFolder(admin, join(disk.root, 'Games'), { platform: 'Windows' });
    await addItems(app);
    return id;
  }

  const missing = async () => (await itemsOf(app)).filter(({ missingSince }) => missingSince).length;

  it('are not missing while the folder is gone or empty', async () => {
    const id = await addedFolder();
    await rename(join(disk.root, 'Games'), join(disk.root, 'away'));
    expect(await scan(admin, id)).toMatchObject({ problem: 'missing', items: { missing: 0 } });
    await mkdir(join(disk.root, 'Games'));
    expect(await scan(admin, id)).toMatchObject({ problem: 'empty', items: { missing: 0 } });
    await rm(join(disk.root, 'Games'), { recursive: true });
    await rename(join(disk.root, 'away'), join(disk.root, 'Games'));
    expect(await scan(admin, id)).toMatchObject({ problem: null, items: { added: 8, missing: 0 } });
  });

  it('are not missing while nearly all are gone at once, until an admin confirms it', async () => {
    const id = await addedFolder();
    await disk.write({ 'Games/readme.txt': 'The disk is not mounted.' });
    await mkdir(join(disk.root, 'away'));
    for (let n = 0; n < 8; n += 1) {
      await rename(join(disk.root, `Games/Game ${n}.zip`), join(disk.root, `away/Game ${n}.zip`));
    }
    expect(await scan(admin, id)).toMatchObject({ problem: 'items_gone', items: { missing: 0 } });
    expect(await missing()).toBe(0);
    expect(await scan(admin, id, true)).toMatchObject({ problem: null, items: { missing: 8 } });
    expect((await scan(admin, id)).items.missing).toBe(8);
  });

  it('are not missing if a link now leads elsewhere', async () => {
    const id = await addedFolder();
    await mkdir(join(disk.root, 'other'));
    await disk.write({ 'other/Secret.zip': 'x' });
    await rename(join(disk.root, 'Games'), join(disk.root, 'away'));
    await symlink(join(disk.root, 'other'), join(disk.root, 'Games'));
    expect(await scan(admin, id)).toMatchObject({
      problem: 'outside_roots',
      items: { missing: 0, found: 0 },
    });
  });

  it.skipIf(!canMount())(
    'are not missing while their disk is not mounted, and are there again after it is',
    async () => {
      const [source, place] = [join(disk.root, 'disk'), join(disk.root, 'Games')];
      await mkdir(source);
      await mkdir(place);
      const mount = () => execFileSync('mount', ['--bind', source, place]);
      const unmount = () => execFileSync('umount', [place]);
      mount();
      const id = await addedFolder();
      unmount();
      expect(await scan(admin, id)).toMatchObject({ problem: 'empty', items: { added: 8, missing: 0 } });
      mount();
      try {
        expect(await scan(admin, id)).toMatchObject({ problem: null, items: { added: 8, missing: 0 } });
      } finally {
        unmount();
      }
    },
  );

  it.skipIf(process.getuid?.() === 0)('are not missing in a directory that can not be read', async () => {
    const id = await addedFolder();
    await disk.write({ 'Games/locked/Elite.zip': 'elite' });
    await scan(admin, id);
    await chmod(join(disk.root, 'Games/locked'), 0o000);
    const folder = await scan(admin, id);
    await chmod(join(disk.root, 'Games/locked'), 0o755);
    expect(folder).toMatchObject({ problem: null, problems: 1, items: { missing: 0, found: 1 } });
  });

  it('are not missing in a directory that a scan does not read', async () => {
    const id = await addedFolder();
    const deep = `${Array.from({ length: 101 }, () => 'd').join('/')}/Found.zip`;
    await disk.write({ 'Games/Found.zip': 'found' });
    await scan(admin, id);
    await disk.write({ [`Games/${deep}`]: 'found' });
    await rm(join(disk.root, 'Games/Found.zip'));
    const { db } = app.services.database;
    await db.updateTable('libraryItems').set({ path: deep }).where('path', '=', 'Found.zip').execute();
    expect(await scan(admin, id)).toMatchObject({
      problem: null,
      problems: 1,
      items: { added: 8, found: 1 },
    });
  });
});

describe('an item that changes after a scan has read it', () => {
  /** Runs a statement between the moment in which a scan reads the items and that in which it writes them. */
  async function beforeWriting(statement: string): Promise<void> {
    const event = 'update on "libraryFolders"';
    // The first batch of a scan writes the number of entries that it has seen.
    const isFirstBatch = 'old."scannedEntries" = 0 and new."scannedEntries" > 0';
    const definition = onPostgres
      ? `create rule "meanwhile" as on update to "libraryFolders" where ${isFirstBatch} do also ${statement}`
      : `create trigger "meanwhile" after ${event} when ${isFirstBatch} begin ${statement}; end`;
    await sql.raw(definition).execute(app.services.database.db);
  }

  it('keeps the title and platform of an admin', async () => {
    await disk.write({ 'Elite.zip': 'elite', 'Doom.zip': 'doom' });
    const { id, ...folder } = await addFolder(admin, disk.root);
    await beforeWriting(
      `update "libraryItems" set "title" = 'Own', "platform" = 'Linux', "isEdited" = 1 where "path" = 'Elite.zip'`,
    );
    const { mode, platformFolders, extensions, frequency, isWatched, addsCertain } = folder;
    const json = { mode, platformFolders, extensions, frequency, isWatched, addsCertain, platform: 'Mac' };
    await admin.call(api.editLibraryFolder, { params: { id }, json });
    await scanned(admin, id);
    expect((await itemsOf(app)).map(({ title, platform }) => [title, platform])).toEqual([
      ['Doom', 'Mac'],
      ['Own', 'Linux'],
    ]);
  });

  it('has no old digest if it was added and its file was then replaced', async () => {
    await disk.write({ 'Elite.zip': 'elite' });
    const { id } = await addFolder(admin, disk.root, { platform: 'Windows' });
    await addItems(app);
    const { db } = app.services.database;
    await db.updateTable('libraryItems').set({ state: 'adding' }).execute();
    await db.updateTable('gameFiles').set({ sha256: 'of the old content' }).execute();
    await beforeWriting(`update "libraryItems" set "state" = 'added'`);
    await disk.write({ 'Elite.zip': 'elite, second edition' });
    await scan(admin, id);
    const item = await itemAt(app, 'Elite.zip');
    expect(item).toMatchObject({ state: 'added', size: 21 });
    const file = await db.selectFrom('gameFiles').selectAll().executeTakeFirstOrThrow();
    expect(file).toMatchObject({ sha256: null, fileSize: 21 });
    expect(await counts(id)).toMatchObject({ changed: 1 });
  });
});

describe('several scans', () => {
  it('can be canceled', async () => {
    await disk.write(games);
    const { id } = await addFolder(admin, disk.root);
    await admin.call(api.scanLibraryFolder, { params: { id }, json: {} });
    const { status, body } = await admin.call(api.cancelLibraryScan, { params: { id } });
    expect([status, body.scan]).toEqual([200, null]);
    await scan(admin, id);
    expect((await folderOf(admin, id)).items.found).toBe(4);
  });

  it('continue what a dead node has begun, but not what a living one is doing', async () => {
    await disk.write(games);
    const { id } = await addFolder(admin, disk.root);
    await disk.write({ 'New.zip': 'new' });
    const { db } = app.services.database;
    const now = app.clock.now().getTime();
    await db
      .updateTable('libraryFolders')
      .set({
        scanStartedAt: new Date(now).toISOString(),
        holder: 'another node',
        leaseUntil: new Date(now + 60_000).toISOString(),
      })
      .execute();
    await app.services.libraryScans.startDue();
    expect((await folderOf(admin, id)).items.found).toBe(4);
    app.clock.advance(61_000);
    await app.services.libraryScans.startDue();
    expect((await scanned(admin, id)).items.found).toBe(5);
  });

  it('run once per folder, although all nodes start them', async () => {
    await disk.write(games);
    const { id } = await addFolder(admin, disk.root);
    await disk.write({ 'New.zip': 'new' });
    await admin.call(api.scanLibraryFolder, { params: { id }, json: {} });
    await Promise.all(Array.from({ length: 5 }, () => app.services.libraryScans.startDue()));
    await scanned(admin, id);
    await eventually(async () => expect((await itemsOf(app)).length).toBe(5));
  });
});

function canMount(): boolean {
  if (process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['--mount', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
