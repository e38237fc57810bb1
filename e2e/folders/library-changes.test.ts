// Games of a library folder after they were added: single files, files that are renamed, gone or not mounted, and the pages of an
// admin in axe.
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readFile, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { LibraryItem } from '@cellar/contract/folders/folders.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '../../test/waiting.ts';
import { sha256Of } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { keepDownloadsIn } from '../support/native-download.ts';
import { fillShelf, foldersSection, gameOf, itemRow, stateTab, unwanted } from '../support/shelf.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, choose, seen } from '../support/steps.ts';

const roots = mkdtempSync(join(tmpdir(), 'cellar-library-'));
const folder = join(roots, 'shelf');

const archives = [
  'Frogatto (windows).zip',
  'Linux/Frogatto.zip',
  'Neverball (windows).zip',
  'Teeworlds (windows).zip',
];
/** With the unpacked game. */
const addedCount = archives.length + 1;

describe('a game in a library folder', () => {
  const site = useSite({ LIBRARY_ROOTS: roots });

  beforeAll(async () => {
    await fillShelf(folder, archives);
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

  it('is downloaded by a member one file at a time, and the history offers it again', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const kept = join(site.folder, 'single');
    await mkdir(kept);
    await keepDownloadsIn(visitor, kept);
    await arriveAs(page, member, `/game/${(await gameOf(site, 'Wesnoth'))._id}`);
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
    const before = await gameOf(site, 'Frogatto');
    await rename(
      join(folder, 'Frogatto (windows).zip'),
      join(folder, 'Linux', 'frogatto-final (windows).zip'),
    );
    await arriveAs(page, admin, '/admin');
    await scan(page);
    await page.goto('/admin/library?state=added&search=frogatto-final');
    await seen(itemRow(page, 'Linux/frogatto-final (windows).zip').getByRole('link', { name: 'Frogatto' }));
    await seen(stateTab(page, `In the library (${addedCount})`));
    const after = await gameOf(site, 'Frogatto');
    expect(after._id).toBe(before._id);
    expect(after.gameFiles.map(({ missingSince }) => missingSince)).toEqual([null, null]);
  });

  it('loses nothing while it is not mounted', async () => {
    const page = await site.arrive(admin, '/admin');
    await rename(folder, `${folder}-away`);
    await scan(page);
    await seen(foldersSection(page).getByText('Not mounted'));
    await seen(
      foldersSection(page).getByText('Its games stay in the library, but can’t be downloaded.', {
        exact: false,
      }),
    );
    expect(
      await foldersSection(page)
        .getByRole('link', { name: /missing/ })
        .count(),
    ).toBe(0);
    await rename(`${folder}-away`, folder);
    await scan(page);
    await seen(foldersSection(page).getByText('Available'));
  });

  it('shows a deleted file as missing', async () => {
    const { page } = await site.visit();
    await rm(join(folder, 'Teeworlds (windows).zip'));
    await arriveAs(page, admin, '/admin');
    await scan(page);
    await foldersSection(page).getByRole('link', { name: '1 missing' }).click();
    await seen(itemRow(page, 'Teeworlds (windows).zip').getByText(/^File missing since /));
    await page.goto(`/game/${(await gameOf(site, 'Teeworlds'))._id}`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /^Windows/ }) });
    await seen(card.getByText('File not available on server. The game file may have been moved or deleted.'));
    expect(await card.getByRole('button', { name: /^Windows/ }).getAttribute('aria-disabled')).toBe('true');
  });

  it('has pages without findings of axe', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin');
      await seen(foldersSection(page).getByText('Available'));
      await foldersSection(page).getByRole('button', { name: 'Add folder' }).click();
      await seen(page.getByRole('list', { name: 'Sub-folders' }).getByRole('button'));
      await check('form');
      await page.goto('/admin/library?state=skipped');
      await itemRow(page, unwanted).getByRole('checkbox').check();
      await check('review');
      await page.goto(`/game/${(await gameOf(site, 'Wesnoth'))._id}`);
      await openFiles(page);
      await seen(page.getByRole('list', { name: 'Files for Linux' }));
      await check('single files');
    });
  });

  async function openFiles(page: Page): Promise<void> {
    await choose(page.getByRole('main'), 'Linux', 'Download single files');
    await seen(page.getByRole('button', { name: '3 files for Linux', expanded: true }));
  }

  async function scan(page: Page): Promise<void> {
    const answered = page.waitForResponse(/\/scan$/);
    await foldersSection(page)
      .getByRole('button', { name: `Scan ${folder} now` })
      .click();
    await answered;
  }
});
