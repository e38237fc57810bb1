// Items that were renamed or moved keep their row, so their game stays.
import { randomBytes } from 'node:crypto';
import { copyFile, mkdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { sampleArchive } from '#test/factories.ts';
import {
  addFolder,
  addItems,
  createLibraryDisk,
  folderOf,
  itemAt,
  itemsOf,
  type LibraryDisk,
  scan,
  silenceFolder,
} from '#test/library-disk.ts';

let app: TestApp;
let admin: Client;
let disk: LibraryDisk;
let id: string;

const long = randomBytes(400_000);
const never = new AbortController().signal;

beforeEach(async () => {
  disk = await createLibraryDisk();
  app = await buildApp({ env: { LIBRARY_ROOTS: disk.root } });
  admin = await app.as('admin');
  await disk.write({
    'a/Elite.zip': long,
    'a/Doom.zip': 'doom',
    'a/Quake/quake.exe': 'exe',
    'a/Quake/data/pak0.pak': 'pak',
    'b/Other.zip': 'other',
  });
  id = (await addFolder(admin, join(disk.root, 'a'), { platform: 'Windows' })).id;
  await addItems(app);
  await app.services.itemSamples.takeSamples(never);
});
afterEach(async () => {
  await app.close();
  await disk.remove();
});

const at = (path: string) => join(disk.root, path);

/** Expects that the item has kept its row, is not missing, and that there is no other item. */
async function expectMoved(before: { id: string }, path: string) {
  const items = await itemsOf(app);
  expect(items.map((item) => item.state)).toEqual(['added', 'added', 'added']);
  expect(items.find((item) => item.id === before.id)).toMatchObject({ path, missingSince: null });
  expect((await folderOf(admin, id)).lastScan).toMatchObject({ moved: 1, found: 0, missing: 0 });
}

it('takes samples of all added items', async () => {
  const samples = (await itemsOf(app)).map(({ sampleSha256 }) => sampleSha256);
  expect(new Set(samples).size).toBe(3);
  expect(samples.every((sample) => /^[0-9a-f]{64}$/.test(sample ?? ''))).toBe(true);
});

describe('an added item', () => {
  it('may be renamed', async () => {
    const before = await itemAt(app, 'Elite.zip');
    await rename(at('a/Elite.zip'), at('a/Elite (1984).zip'));
    await scan(admin, id);
    await expectMoved(before, 'Elite (1984).zip');
    expect(await itemAt(app, 'Elite (1984).zip')).toMatchObject({ title: before.title });
  });

  it('may be moved to another directory', async () => {
    const before = await itemAt(app, 'Elite.zip');
    await mkdir(at('a/old'));
    await rename(at('a/Elite.zip'), at('a/old/Elite.zip'));
    await scan(admin, id);
    await expectMoved(before, 'old/Elite.zip');
  });

  it('may be a folder', async () => {
    const before = await itemAt(app, 'Quake');
    expect(before.kind).toBe('folder');
    await rename(at('a/Quake'), at('a/Quake I'));
    await scan(admin, id);
    await expectMoved(before, 'Quake I');
  });

  it('may be copied, so that its time changes, if its content is known', async () => {
    const before = await itemAt(app, 'Doom.zip');
    await copyFile(at('a/Doom.zip'), at('a/Doom II.zip'));
    await utimes(at('a/Doom II.zip'), 1_700_000_000, 1_700_000_000);
    await rm(at('a/Doom.zip'));
    await scan(admin, id);
    await expectMoved(before, 'Doom II.zip');
  });

  it('is compared as a whole if only its size and samples are equal', async () => {
    const before = await itemAt(app, 'Elite.zip');
    const { db } = app.services.database;
    const sha256 = async (content: Buffer) => (await import('node:crypto')).hash('sha256', content);
    const setDigest = async (content: Buffer) =>
      db
        .updateTable('gameFiles')
        .set({ sha256: await sha256(content) })
        .where('libraryItemId', '=', before.id)
        .execute();
    await setDigest(long);
    await rm(at('a/Elite.zip'));
    const different = Buffer.from(long);
    different.fill(0, 100_000, 100_010);
    await disk.write({ 'a/Elite Plus.zip': different }, new Date('2025-01-01'));
    await scan(admin, id);
    expect(await itemAt(app, 'Elite Plus.zip')).toMatchObject({ state: 'found' });
    expect((await itemAt(app, 'Elite.zip')).missingSince).not.toBeNull();
    await setDigest(different);
    const answer = await silenceFolder(app.services, id);
    await disk.write({ 'a/Another.zip': 'another' });
    await scan(admin, id);
    expect(await itemAt(app, 'Elite Plus.zip')).toMatchObject({ state: 'found' });
    await answer();
    await disk.write({ 'a/One more.zip': 'one more' });
    await scan(admin, id);
    expect(await itemAt(app, 'Elite Plus.zip')).toMatchObject({ id: before.id, state: 'added' });
  });

  it('is not mistaken for a file of the same size and time', async () => {
    await rm(at('a/Doom.zip'));
    await disk.write({ 'a/Boom.zip': 'boom' });
    await scan(admin, id);
    expect(await itemAt(app, 'Boom.zip')).toMatchObject({ state: 'found' });
    expect((await itemAt(app, 'Doom.zip')).missingSince).not.toBeNull();
  });

  it('is recognized among many of the same size and time', async () => {
    const names = Array.from({ length: 30 }, (_, n) => `Rom ${n}.zip`);
    const written = (folder: string) =>
      Object.fromEntries(
        names.map((name, n) => [`a/${folder}/${name}`, `content ${String(n).padStart(2, '0')}`]),
      );
    await disk.write(written('roms'));
    await scan(admin, id);
    await addItems(app);
    await app.services.itemSamples.takeSamples(never);
    const before = new Map((await itemsOf(app)).map((item) => [item.path, item.id]));
    await rename(at('a/roms'), at('a/cartridges'));
    await scan(admin, id);
    const after = (await itemsOf(app)).filter(({ path }) => path.startsWith('cartridges/'));
    expect(after).toHaveLength(30);
    for (const { path, id: row } of after) expect(row).toBe(before.get(path.replace('cartridges', 'roms')));
  });
});

describe('an item that was added a moment ago', () => {
  it('may be renamed', async () => {
    const names = ['Myst.zip', 'Riven'];
    await disk.write({
      'a/Myst.zip': sampleArchive(10),
      'a/Riven/riven.exe': 'exe',
      'a/Riven/data/one.dat': 'data',
    });
    await scan(admin, id);
    const { body } = await admin.call(api.addLibraryItems, { json: { selection: { filter: {} } } });
    expect(body).toEqual({ adding: 2, left: 0 });
    await app.services.itemAdding.addInPlace(never);
    const before = await Promise.all(names.map((name) => itemAt(app, name)));
    for (const name of names) await rename(at(`a/${name}`), at(`a/Renamed ${name}`));
    await scan(admin, id);
    expect((await folderOf(admin, id)).lastScan).toMatchObject({ moved: 2, found: 0, missing: 0 });
    for (const [index, name] of names.entries()) {
      const item = { id: before[index]?.id, state: 'added', missingSince: null };
      expect(await itemAt(app, `Renamed ${name}`)).toMatchObject(item);
    }
  });
});

describe('another library folder', () => {
  let other: string;
  beforeEach(async () => {
    other = (await addFolder(admin, join(disk.root, 'b'), { platform: 'Windows' })).id;
    await addItems(app);
    await app.services.itemSamples.takeSamples(never);
  });

  it.each([
    ['the old folder is scanned first', () => [id, other]],
    ['the new folder is scanned first', () => [other, id]],
  ])('may take an item, if %s', async (_, order) => {
    const before = await itemAt(app, 'Elite.zip');
    await rename(at('a/Elite.zip'), at('b/Elite.zip'));
    for (const folder of order()) await scan(admin, folder);
    const items = await itemsOf(app);
    expect(items).toHaveLength(4);
    expect(items.find((item) => item.id === before.id)).toMatchObject({
      folderId: other,
      path: 'Elite.zip',
      missingSince: null,
      state: 'added',
    });
  });
});

it.each(['skipped', 'removed'] as const)('an item that is %s stays so when it was renamed', async (state) => {
  const { db } = app.services.database;
  const item = await itemAt(app, 'Elite.zip');
  await db.deleteFrom('gameFiles').where('libraryItemId', '=', item.id).execute();
  await db.updateTable('libraryItems').set({ state }).where('id', '=', item.id).execute();
  await rename(at('a/Elite.zip'), at('a/Frontier.zip'));
  await scan(admin, id);
  expect(await itemAt(app, 'Frontier.zip')).toMatchObject({ state, missingSince: null });
  const { body } = await admin.call(api.listLibraryFolders);
  expect(body.folders[0].items).toMatchObject({ found: 0, [state]: 1 });
});
