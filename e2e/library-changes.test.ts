// Games of a library folder after they were added: single files, files that are renamed, gone or not mounted, and the pages of an
// admin in axe.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { LibraryItem } from '@cellar/contract/library.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../test/waiting.ts';
import { sha256Of, smallGame } from './support/archives.ts';
import { findingsDuring } from './support/axe.ts';
import { keepDownloadsIn } from './support/native-download.ts';
import { admin, member, useSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const run = promisify(execFile);
const roots = mkdtempSync(join(tmpdir(), 'cellar-library-'));
const folder = join(roots, 'shelf');

const titles = ['Frogatto', 'Neverball', 'Teeworlds'];
const unwanted = 'Screensaver (windows).zip';
const unpacked = { 'run.sh': 'run', 'data/maps.cfg': 'maps', 'data/units.cfg': 'units' };
/** An archive of each title for Windows, a second one of Frogatto, and an unpacked game. */
const addedCount = titles.length + 2;

async function makeShelf(): Promise<void> {
  await mkdir(join(folder, 'Linux', 'Wesnoth', 'data'), { recursive: true });
  for (const title of titles) await smallGame(folder, `${title} (windows).zip`);
  await smallGame(join(folder, 'Linux'), 'Frogatto.zip');
  await smallGame(folder, unwanted);
  for (const [name, text] of Object.entries(unpacked)) {
    await writeFile(join(folder, 'Linux', 'Wesnoth', name), text.repeat(1000));
  }
  // What was written to just now can't be added yet.
  await run('find', [folder, '-exec', 'touch', '-d', '2024-01-01', '{}', '+']);
}

describe('a game in a library folder', () => {
  const site = useSite({ LIBRARY_ROOTS: roots });

  beforeAll(async () => {
    await makeShelf();
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    const api = await site.api(admin);
    const settings = {
      mode: 'in_place',
      platform: null,
      platformFolders: [],
      extensions: [],
      frequency: 'off',
      isWatched: false,
      addsCertain: false,
    };
    await api.call('POST', '/api/admin/library/folders', { path: folder, ...settings });
    const found = await eventually(async () => {
      const items = await api.libraryItems('found');
      expect(items).toHaveLength(addedCount + 1);
      return items;
    });
    const idsOf = (items: LibraryItem[]) => ({ ids: items.map(({ id }) => id) });
    const skipped = found.filter(({ path }) => path === unwanted);
    const change = { state: 'skipped' };
    await api.call('PUT', '/api/admin/library/items', { selection: idsOf(skipped), change });
    const selection = idsOf(found.filter(({ path }) => path !== unwanted));
    await api.call('POST', '/api/admin/library/items/add', { selection });
    await eventually(async () => expect(await api.libraryItems('added')).toHaveLength(addedCount));
  });
  afterAll(() => rm(roots, { recursive: true, force: true }));

  const section = (page: Page) => page.getByRole('region', { name: 'Library folders' });
  const row = (page: Page, path: string) =>
    page.getByRole('listitem').filter({ has: page.getByTitle(path, { exact: true }) });
  const tab = (page: Page, name: string) => page.getByRole('button', { name });
  const gameOf = async (title: string) => {
    const api = await site.api(admin);
    const found = (await api.games()).find((game) => game.title === title);
    if (!found) throw new Error(`${title} is not in the library`);
    return api.game(found._id);
  };

  it('is downloaded by a member one file at a time, and the history offers it again', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const kept = join(site.folder, 'single');
    await mkdir(kept);
    await keepDownloadsIn(visitor, kept);
    await arriveAs(page, member, `/game/${(await gameOf('Wesnoth'))._id}`);
    await openFiles(page);
    const files = page.getByRole('list', { name: 'Files for Linux' });
    await expect.poll(() => files.getByRole('listitem').count()).toBe(3);
    const units = files.getByRole('listitem').filter({ hasText: 'units.cfg' });
    const source = join(folder, 'Linux', 'Wesnoth', 'data', 'units.cfg');
    await seen(units.getByTitle(await sha256Of(source)));
    await units.getByRole('button', { name: 'Download: data/units.cfg' }).click();
    const file = join(kept, 'units.cfg');
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(await readFile(file)).toEqual(await readFile(source));

    await rm(file);
    await page.goto('/account?tab=history');
    await page.getByRole('button', { name: 'Download Wesnoth (units.cfg) again' }).click();
    await expect.poll(() => existsSync(file)).toBe(true);
    expect(await readFile(file)).toEqual(await readFile(source));
  });

  it('keeps the game of a file that is renamed on the disk', async () => {
    const { page } = await site.visit();
    const before = await gameOf('Frogatto');
    await rename(
      join(folder, 'Frogatto (windows).zip'),
      join(folder, 'Linux', 'frogatto-final (windows).zip'),
    );
    await arriveAs(page, admin, '/admin');
    await scan(page);
    await page.goto('/admin/library?state=added&search=frogatto-final');
    await seen(row(page, 'Linux/frogatto-final (windows).zip').getByRole('link', { name: 'Frogatto' }));
    await seen(tab(page, `In the library (${addedCount})`));
    const after = await gameOf('Frogatto');
    expect(after._id).toBe(before._id);
    expect(after.gameFiles.map(({ missingSince }) => missingSince)).toEqual([null, null]);
  });

  it('loses nothing while it is not mounted', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    await rename(folder, `${folder}-away`);
    await scan(page);
    await seen(section(page).getByText('Not mounted'));
    await seen(
      section(page).getByText('Its games stay in the library, but can’t be downloaded.', { exact: false }),
    );
    expect(
      await section(page)
        .getByRole('link', { name: /missing/ })
        .count(),
    ).toBe(0);
    await rename(`${folder}-away`, folder);
    await scan(page);
    await seen(section(page).getByText('Available'));
  });

  it('shows a deleted file as missing', async () => {
    const { page } = await site.visit();
    await rm(join(folder, 'Teeworlds (windows).zip'));
    await arriveAs(page, admin, '/admin');
    await scan(page);
    await section(page).getByRole('link', { name: '1 missing' }).click();
    await seen(row(page, 'Teeworlds (windows).zip').getByText(/^File missing since /));
    await page.goto(`/game/${(await gameOf('Teeworlds'))._id}`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Windows/ }) });
    await seen(card.getByText('File not available on server. The game file may have been moved or deleted.'));
    expect(await card.getByRole('button', { name: /^Windows/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('has pages without findings of axe', async () => {
    const findings = await findingsDuring(site, async (page, check) => {
      await arriveAs(page, admin, '/admin');
      await seen(section(page).getByText('Available'));
      await section(page).getByRole('button', { name: 'Add folder' }).click();
      await seen(page.getByRole('list', { name: 'Sub-folders' }).getByRole('button'));
      await check('form');
      await page.goto('/admin/library?state=skipped');
      await row(page, unwanted).getByRole('checkbox').check();
      await check('review');
      await page.goto(`/game/${(await gameOf('Wesnoth'))._id}`);
      await openFiles(page);
      await seen(page.getByRole('list', { name: 'Files for Linux' }));
      await check('single files');
    });
    expect(findings).toEqual([]);
  });

  async function openFiles(page: Page): Promise<void> {
    const toggle = page.getByRole('button', { name: '3 files for Linux' });
    await toggle.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => toggle.getAttribute('aria-expanded')).toBe('true');
  }

  async function scan(page: Page): Promise<void> {
    const answered = page.waitForResponse(/\/scan$/);
    await section(page)
      .getByRole('button', { name: `Scan ${folder} now` })
      .click();
    await answered;
  }
});
