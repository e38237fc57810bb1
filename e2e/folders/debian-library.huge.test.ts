// A library folder of 300 real games: every one is found, reviewed, added and downloaded, and each download has the bytes of the
// disk. Files that are renamed keep their games, and a folder that is unmounted loses nothing.
import { execFile } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LibraryItem } from '@cellar/contract/folders/folders.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../support/archives.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { makeDebianLibrary } from '../support/debian-library.ts';
import { admin, useSite } from '../support/site.ts';
import { seen } from '../support/steps.ts';

const run = promisify(execFile);
const minute = 60_000;
const games = 300;
const roots = mkdtempSync(join(tmpdir(), 'cellar-debian-'));
const folder = join(roots, 'games');

describe('a folder of 300 real games', () => {
  const site = useSite({ LIBRARY_ROOTS: roots });
  let api: CellarApi;

  beforeAll(async () => {
    await mkdir(folder);
    await makeDebianLibrary(folder);
    // What was written to just now can't be added yet.
    await run('find', [folder, '-exec', 'touch', '-h', '-d', '2024-01-01', '{}', '+']);
    api = await site.api(admin);
  }, 5 * minute);
  afterAll(() => rm(roots, { recursive: true, force: true }));

  const section = (page: Page) => page.getByRole('region', { name: 'Library folders' });
  const added = () => api.libraryItems('added');

  it('is found completely, and added at once', { timeout: 5 * minute }, async () => {
    const page = await site.arrive(admin, '/admin');
    await section(page).getByRole('button', { name: 'Add folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a library folder' });
    await dialog.getByRole('textbox', { name: 'Folder' }).fill(folder);
    await dialog.getByRole('button', { name: 'Add and scan' }).click();
    await seen(section(page).getByRole('link', { name: `${games} to review` }), minute);
    const found = await api.libraryItems('found');
    expect(kindsOf(found)).toEqual({ file: 180, folder: 60, set: 60 });
    await choosePlatforms(found);
    await page.goto('/admin/library');
    await page.getByRole('button', { name: `Add all ${games} ready` }).click();
    await seen(page.getByRole('button', { name: `In the library (${games})` }), 3 * minute);
    expect(await added()).toHaveLength(games);
  });

  it('is downloaded with the bytes of the disk', { timeout: 10 * minute }, async () => {
    const target = join(roots, 'download');
    for (const item of await added()) {
      await api.saveFile(item.gameId ?? '', item.platform ?? '', target);
      const { gameFiles } = await api.game(item.gameId ?? '');
      const shown = gameFiles.find(({ platform }) => platform === item.platform)?.sha256;
      const digest = await sha256Of(target);
      if (item.kind === 'file') expect(digest).toBe(await sha256Of(join(folder, item.path)));
      else await expectSameFiles(target, item);
      // The digest of a file is computed in the background.
      if (shown) expect(digest).toBe(shown);
    }
  });

  it('keeps the games of files and folders that are renamed', { timeout: 3 * minute }, async () => {
    const before = new Map((await added()).map(({ id, gameId }) => [id, gameId]));
    const items = (await added()).filter(({ kind }) => kind !== 'set');
    const renamed = items.filter((_, index) => index % 8 === 0);
    for (const { path } of renamed) {
      const name = path.replace(/[^/]*$/, (last) => `Renamed ${last}`);
      await rename(join(folder, path), join(folder, name));
    }
    const page = await site.arrive(admin, '/admin');
    await scan(page);
    const after = await added();
    expect(new Map(after.map(({ id, gameId }) => [id, gameId]))).toEqual(before);
    expect(after.filter(({ path }) => path.includes('Renamed '))).toHaveLength(renamed.length);
    expect(after.filter(({ missingSince }) => missingSince !== null)).toEqual([]);
  });

  it('loses nothing while it is not mounted', { timeout: 3 * minute }, async () => {
    const page = await site.arrive(admin, '/admin');
    await rename(folder, `${folder}-elsewhere`);
    await mkdir(folder);
    await scan(page);
    await seen(section(page).getByText('Not mounted'));
    expect((await added()).filter(({ missingSince }) => missingSince !== null)).toEqual([]);
    await rm(folder, { recursive: true });
    await rename(`${folder}-elsewhere`, folder);
    await scan(page);
    await seen(section(page).getByText('Available'));
    expect(await added()).toHaveLength(games);
  });

  async function scan(page: Page): Promise<void> {
    const requested = page.waitForResponse((response) => response.url().endsWith('/scan'));
    await section(page)
      .getByRole('button', { name: `Scan ${folder} now` })
      .click();
    await requested;
    await expect.poll(() => api.isScanning()).toBe(false);
  }

  /** Most names of Debian's packages name no platform. Two items of one title need different ones. */
  async function choosePlatforms(found: LibraryItem[]): Promise<void> {
    const without = found.filter(({ platform }) => platform === null);
    if (without.length > 0) {
      await api.setLibraryItems(
        without.map(({ id }) => id),
        { platform: 'Linux' },
      );
    }
    const items = await api.libraryItems('found');
    for (const { id, path, problem } of items) {
      if (problem === 'same_as_other') await api.setLibraryItems([id], { title: path.replaceAll('/', ' ') });
    }
  }

  /** Unpacks a ZIP, and compares every file with the one on the disk. */
  async function expectSameFiles(zip: string, item: LibraryItem): Promise<void> {
    const target = join(roots, 'unzipped');
    await rm(target, { recursive: true, force: true });
    await run('unzip', ['-q', zip, '-d', target], { maxBuffer: 2 ** 26 });
    const source = item.kind === 'folder' ? join(folder, item.path) : join(folder, item.path, '..');
    expect(await namesAndDigests(target)).toEqual(await namesAndDigests(source));
  }
});

function kindsOf(items: LibraryItem[]): Record<string, number> {
  const kinds = Object.groupBy(items, ({ kind }) => kind);
  return Object.fromEntries(Object.entries(kinds).map(([kind, list]) => [kind, list.length]));
}

/** Returns the names and digests of all regular files in a folder, sorted. */
async function namesAndDigests(path: string): Promise<string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  const lines = files.map(
    async ({ parentPath, name }) => `${name} ${await sha256Of(join(parentPath, name))}`,
  );
  return (await Promise.all(lines)).sort();
}
