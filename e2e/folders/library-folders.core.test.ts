// Games that are already on a disk: an admin adds the folder, reviews what was found and adds it; a member downloads it.
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync } from 'node:fs';
import { mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sha256Of } from '../support/archives.ts';
import { keepDownloadsIn } from '../support/native-download.ts';
import {
  fillShelf,
  foldersSection,
  gameOf,
  itemRow,
  stateTab,
  unpacked,
  unwanted,
} from '../support/shelf.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, downloadButton, seen } from '../support/steps.ts';

const run = promisify(execFile);
const roots = mkdtempSync(join(tmpdir(), 'cellar-library-'));
const folder = join(roots, 'shelf');

const titles = ['Neverball', 'Neverputt', 'Pingus', 'Xmoto'];
const misnamed = 'nvrbll (mac).zip';
const archives = [
  ...titles.flatMap((title) => [
    `${title} (windows).zip`,
    `Linux/${title}.zip`,
    `${title} Returns (2004) (mac).zip`,
  ]),
  misnamed,
];
/** With the unwanted one and the unpacked game. */
const itemCount = archives.length + 2;

describe('a library folder', () => {
  const site = useSite({ LIBRARY_ROOTS: roots });

  beforeAll(async () => {
    await fillShelf(folder, archives);
  });
  afterAll(() => rm(roots, { recursive: true, force: true }));

  it('is chosen among the permitted ones and scanned; nothing is added before the review', async () => {
    const page = await site.arrive(admin, '/admin', { expects: /status of 403/ });
    await foldersSection(page).getByRole('button', { name: 'Add folder' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a library folder' });
    const field = dialog.getByRole('textbox', { name: 'Folder' });
    const subFolders = dialog.getByRole('list', { name: 'Sub-folders' });
    await field.fill('/etc');
    await seen(dialog.getByText('This folder can’t be opened.', { exact: false }));
    await field.fill(roots);
    await subFolders.getByRole('button', { name: 'shelf' }).focus();
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => field.inputValue()).toBe(folder);
    await seen(subFolders.getByRole('button', { name: 'Linux' }));
    await dialog.getByRole('button', { name: 'Add and scan' }).click();
    await seen(foldersSection(page).getByRole('link', { name: `${itemCount} to review` }));
    await seen(foldersSection(page).getByText('Available'));
    expect(await (await site.api(admin)).games()).toEqual([]);
  });

  it('is reviewed: a title corrected, two items merged, one skipped, and the others added', async () => {
    const page = await site.arrive(admin, '/admin');
    await foldersSection(page)
      .getByRole('link', { name: `Review what was found in ${folder}` })
      .click();
    await seen(stateTab(page, `To review (${itemCount})`));

    await itemRow(page, misnamed).getByRole('button', { name: 'nvrbll', exact: true }).click();
    await page.keyboard.type('Neverball Golf');
    await page.keyboard.press('Enter');
    await seen(itemRow(page, misnamed).getByRole('button', { name: 'Neverball Golf', exact: true }));

    for (const path of ['Xmoto (windows).zip', 'Xmoto Returns (2004) (mac).zip']) {
      await itemRow(page, path).getByRole('checkbox').check();
    }
    await page.getByRole('button', { name: 'Merge into one game' }).click();
    const merge = page.getByRole('dialog', { name: 'Merge into one game' });
    await expect.poll(() => merge.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Xmoto');
    await merge.getByRole('button', { name: 'Merge', exact: true }).click();
    await merge.waitFor({ state: 'detached' });
    await seen(
      itemRow(page, 'Xmoto Returns (2004) (mac).zip').getByRole('button', { name: 'Xmoto', exact: true }),
    );
    await page.getByRole('button', { name: 'Clear selection' }).click();

    await itemRow(page, unwanted).getByRole('checkbox').focus();
    await page.keyboard.press('s');
    await seen(stateTab(page, 'Skipped (1)'));
    await page.getByRole('button', { name: `Add all ${itemCount - 1} ready` }).click();
    await seen(page.getByRole('heading', { name: 'All done' }));
    await seen(stateTab(page, `In the library (${itemCount - 1})`));
    await expect
      .poll(async () => (await gameOf(site, 'Xmoto')).platforms.toSorted())
      .toEqual(['Linux', 'Mac', 'Windows']);
    const all = (await (await site.api(admin)).games()).map(({ title }) => title);
    expect(all).toContain('Neverball Golf');
    expect(all).not.toContain('Screensaver');
  });

  it('is downloaded by a member: a file as it is, and a folder as a ZIP', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    const kept = join(site.folder, 'kept');
    await mkdir(kept);
    await keepDownloadsIn(visitor, kept);
    await arriveAs(page, member, `/game/${(await gameOf(site, 'Pingus'))._id}`);
    await downloadButton(page.getByRole('main'), 'Windows').click();
    const single = join(kept, 'Pingus (Windows).zip');
    await expect.poll(() => existsSync(single)).toBe(true);
    expect(await sha256Of(single)).toBe(await sha256Of(join(folder, 'Pingus (windows).zip')));

    await page.goto(`/game/${(await gameOf(site, 'Wesnoth'))._id}`);
    await downloadButton(page.getByRole('main'), 'Linux').click();
    const zip = join(kept, 'Wesnoth (Linux).zip');
    await expect.poll(() => existsSync(zip)).toBe(true);
    await run('unzip', ['-q', zip, '-d', join(kept, 'unzipped')]);
    for (const name of Object.keys(unpacked)) {
      const { stdout } = await run('find', [join(kept, 'unzipped'), '-name', basename(name)]);
      expect(await readFile(stdout.trim())).toEqual(await readFile(join(folder, 'Linux', 'Wesnoth', name)));
    }
  });

  it('is removed without a change on the disk, and its games stay if the admin wants so', async () => {
    const { page } = await site.visit();
    const before = await readdir(folder, { recursive: true });
    await arriveAs(page, admin, '/admin');
    await foldersSection(page)
      .getByRole('button', { name: `More for ${folder}` })
      .click();
    await page.getByRole('menuitem', { name: `Remove ${folder} from the library` }).click();
    const dialog = page.getByRole('dialog', { name: `Remove “${folder}” from the library?` });
    await seen(
      dialog.getByText(`${itemCount - 1} platform files in this folder are removed from the library.`),
    );
    expect(await dialog.getByRole('switch').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Remove folder' }).click();
    await foldersSection(page).getByRole('listitem').waitFor({ state: 'detached' });
    expect((await gameOf(site, 'Pingus')).gameFiles).toEqual([]);
    expect(await readdir(folder, { recursive: true })).toEqual(before);
  });
});
