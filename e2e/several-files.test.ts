// Adding many archives at once: each is checked before anything is sent, nothing is sent twice, and five hundred
// archives do not freeze the page.

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeArchive, smallGame } from './support/archives.ts';
import { findingsDuring } from './support/axe.ts';
import type { CellarApi } from './support/cellar-api.ts';
import {
  checkList,
  chooseFiles,
  dropGeneratedFiles,
  dropPaths,
  listedFile,
} from './support/several-files.ts';
import { admin, useSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const names = {
  known: 'Neverball [linux].zip',
  fresh: 'neverputt-win64.zip',
  versioned: 'Chess v1.2 (mac).zip',
  unsaid: 'Some_Shelf_Game.zip',
  twin: 'neverputt (Windows).zip',
};

describe('several files at once', () => {
  const site = useSite();
  const paths: Record<keyof typeof names | 'letter' | 'empty', string> = {} as never;
  let api: CellarApi;

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    for (const [key, name] of Object.entries(names) as [keyof typeof names, string][]) {
      paths[key] = (await smallGame(site.folder, name)).path;
    }
    paths.letter = await fakeArchive(site.folder, 'readme.txt');
    paths.empty = join(site.folder, 'empty.zip');
    await writeFile(paths.empty, '');
    api = await site.api(admin);
    await api.addGame(await smallGame(site.folder, 'neverball.zip'), 'Neverball', 'Linux');
  });

  it('are checked, corrected and uploaded as games', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    await chooseFiles(page, Object.values(paths));
    const list = await checkList(page);
    const row = (key: keyof typeof names) => listedFile(list, names[key]);

    await seen(list.getByText('2 files were not added:'));
    await seen(list.getByText(/readme\.txt: Unsupported file type/));
    await seen(list.getByText('empty.zip: This file is empty.'));
    await seen(row('known').getByText('Game "Neverball" already exists for platform "Linux"'));
    await seen(row('fresh').getByText('Another file in the list has the same title and platform.'));
    await seen(row('twin').getByText('Another file in the list has the same title and platform.'));
    await seen(row('versioned').getByText('Ready: new game'));
    await expect.poll(() => row('versioned').getByLabel('Version number').inputValue()).toBe('1.2');
    await seen(row('unsaid').getByText('Please choose a platform.'));
    await seen(list.getByText('5 files · 1 ready · 4 need attention'));

    await list.getByRole('button', { name: 'Next issue' }).click();
    await list.getByRole('button', { name: 'Remove neverputt (Windows).zip from the list' }).click();
    await row('fresh').getByLabel('Title').fill('Neverputt');
    await row('known').getByLabel('Platform').selectOption('Mac');
    await seen(row('known').getByText('Adding new platform "Mac" to existing game "Neverball"'));
    await list.getByLabel('Platform for files without one').selectOption('Xbox');
    await list.getByRole('button', { name: 'Apply' }).click();

    // Switching tabs keeps the list.
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('tab', { name: 'Game Management' }).click();
    await expect.poll(() => row('fresh').getByLabel('Title').inputValue()).toBe('Neverputt');
    await list.getByRole('button', { name: 'Start all (4 ready)' }).click();
    await list.waitFor({ state: 'hidden' });
    await expect.poll(gamesAndPlatforms).toEqual({
      Chess: ['Mac v1.2'],
      Neverball: ['Linux', 'Mac'],
      Neverputt: ['Windows'],
      'Some Shelf Game': ['Xbox'],
    });
  });

  it('keep a title that is being typed when its suggestion arrives late', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    const rules = await holdRules(page);
    await chooseFiles(page, [paths.fresh, paths.unsaid]);
    const title = listedFile(await checkList(page), names.fresh).getByLabel('Title');
    await title.press('ControlOrMeta+A');
    await rules.release();
    await title.pressSequentially('Mine');
    await seen(listedFile(await checkList(page), names.unsaid).getByText('Please choose a platform.'));
    expect(await title.inputValue()).toBe('Mine');
  });

  it('can be dropped as a folder', async () => {
    const shelf = join(site.folder, 'shelf');
    await mkdir(join(shelf, 'deeper'), { recursive: true });
    await copyFile(paths.fresh, join(shelf, 'deeper', names.fresh));
    await copyFile(paths.versioned, join(shelf, names.versioned));
    await copyFile(paths.letter, join(shelf, 'readme.txt'));
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    await dropPaths(page, [shelf, paths.unsaid]);
    const list = await checkList(page);
    await seen(list.getByText('1 file was not added:'));
    for (const name of [names.fresh, names.versioned, names.unsaid]) await seen(listedFile(list, name));
    await expect.poll(() => list.getByRole('group').count()).toBe(3);
  });

  it('do not freeze the page, even five hundred, and are checked a few at a time', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    const requests = await countConcurrentRequests(page);
    await dropGeneratedFiles(
      page,
      Array.from({ length: 500 }, (_, index) => `Shelf game ${index} (linux).zip`),
    );
    const list = await checkList(page);
    await expect.poll(() => list.getByRole('group').count()).toBe(25);
    const title = listedFile(list, 'Shelf game 3 (linux).zip').getByLabel('Title');
    await title.press('End');
    await title.pressSequentially(' typed meanwhile');
    await expect.poll(() => title.inputValue()).toMatch(/^Shelf game 3.* typed meanwhile$/);
    await list.getByRole('button', { name: 'Next' }).click();
    await seen(listedFile(list, 'Shelf game 25 (linux).zip').getByText('Ready: new game'));
    await list.getByRole('button', { name: 'Previous' }).click();
    await expect.poll(() => title.inputValue()).toMatch(/^Shelf game 3.* typed meanwhile$/);
    expect(requests.maximum()).toBeLessThanOrEqual(2);
    await list.getByRole('button', { name: 'Clear list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear list' }).click();
    await list.waitFor({ state: 'hidden' });
  });

  it('are accessible on phone and desktop', async () => {
    const findings = await findingsDuring(site, async (page, check) => {
      await arriveAs(page, admin, '/admin');
      await chooseFiles(page, [paths.known, paths.unsaid, paths.versioned, paths.letter]);
      const list = await checkList(page);
      await list.getByText('Checking…').first().waitFor({ state: 'hidden' });
      await check('the list of several files');
      const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width, 'the page does not scroll sideways').toBeLessThanOrEqual(room ?? 0);
    });
    expect(findings).toEqual([]);
  });

  async function gamesAndPlatforms(): Promise<Record<string, string[]>> {
    const games = await api.games('titleAsc');
    return Object.fromEntries(games.map(({ title, platforms }) => [title, platforms.toSorted()]));
  }
});

/** Holds the answers of the sanitization rules until they are released. */
async function holdRules(page: Page) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/sanitization-rules/sanitize?**', async (route) => {
    await released;
    await route.continue();
  });
  return {
    release: async () => {
      const answered = page.waitForResponse(/sanitization-rules\/sanitize/);
      release();
      await answered;
    },
  };
}

/** Counts the maximum number of concurrent requests of the list. A request ends before the page receives its answer. */
async function countConcurrentRequests(page: Page): Promise<{ maximum(): number }> {
  let open = 0;
  let maximum = 0;
  await page.route(/sanitization-rules\/sanitize|games\/check/, async (route) => {
    open += 1;
    maximum = Math.max(maximum, open);
    // The page may have aborted the request in the meantime.
    const response = await route.fetch().catch(() => undefined);
    open -= 1;
    if (response) await route.fulfill({ response }).catch(() => undefined);
  });
  return { maximum: () => maximum };
}
