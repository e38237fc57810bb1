// Adding many archives at once: each is checked before anything is sent, nothing is sent twice, and five hundred
// archives do not freeze the page.

import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { fakeArchive, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import {
  checkList,
  chooseFiles,
  dropGeneratedFiles,
  dropPaths,
  listedFile,
} from '../support/several-files.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, isFocused, seen } from '../support/steps.ts';

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
    const page = await site.arrive(admin, '/admin');
    await chooseFiles(page, Object.values(paths));
    const list = await checkList(page);
    const row = (key: keyof typeof names) => listedFile(list, names[key]);

    await seen(list.getByText('2 files were not added:'));
    await seen(list.getByText(/readme\.txt: Unsupported file type/));
    await seen(list.getByText('empty.zip: This file is empty.'));
    await seen(row('known').getByText('Already in the library.'));
    await seen(row('fresh').getByText('Same title and platform as another file.'));
    await seen(row('twin').getByText('Same title and platform as another file.'));
    await seen(row('versioned').getByText('Ready: new game'));
    await expect.poll(() => row('versioned').getByLabel('Version number').inputValue()).toBe('1.2');
    await seen(row('unsaid').getByText('Please choose a platform.'));
    await seen(list.getByText('5 files · 1 ready · 4 need attention'));

    await list.getByRole('button', { name: 'Next issue' }).click();
    await list.getByRole('button', { name: 'Remove neverputt (Windows).zip from the list' }).click();
    await row('fresh').getByLabel('Title').fill('Neverputt');
    await row('known').getByLabel('Platform').selectOption('Mac');
    await seen(row('known').getByText('Ready: new platform'));
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

  it('are corrected with the keyboard, by selection, and by what needs attention', async () => {
    const page = await site.arrive(admin, '/admin');
    await dropGeneratedFiles(
      page,
      Array.from({ length: 60 }, (_, index) => `Batch game ${index}${index % 20 === 0 ? '' : ' [mac]'}.zip`),
    );
    const list = await checkList(page);
    const row = (index: number) =>
      listedFile(list, `Batch game ${index}${index % 20 === 0 ? '' : ' [mac]'}.zip`);
    const title = (index: number) => row(index).getByLabel('Title');
    await seen(list.getByText('60 files · 57 ready · 3 need attention'));

    await title(1).click();
    await page.keyboard.press('Enter');
    await page.keyboard.type('Second');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.type('Fourth');
    await page.keyboard.press('Shift+Enter');
    await expect.poll(() => isFocused(title(3))).toBe(true);
    for (const [index, value] of [
      [1, 'Batch game 1'],
      [2, 'Second'],
      [3, 'Batch game 3'],
      [4, 'Fourth'],
    ] as const)
      await expect.poll(() => title(index).inputValue()).toBe(value);

    await list.getByLabel('Only those that need attention (3)').check();
    await expect.poll(() => list.getByRole('rowheader').count()).toBe(3);
    await row(20).getByLabel('Platform').selectOption('Linux');
    await seen(row(20).getByText('Ready: new game'));
    await seen(list.getByLabel('Only those that need attention (2)'));
    await list.getByLabel('Only those that need attention').uncheck();

    await row(1).getByRole('checkbox').check();
    await row(3)
      .getByRole('checkbox')
      .click({ modifiers: ['Shift'] });
    await list.getByLabel('Platform for 3 selected files').selectOption('Windows');
    await list.getByRole('button', { name: 'Apply' }).click();
    for (const index of [1, 2, 3])
      await expect.poll(() => row(index).getByLabel('Platform').inputValue()).toBe('Windows');
    expect(await row(4).getByLabel('Platform').inputValue()).toBe('Mac');
    await list.getByRole('button', { name: 'Remove 3 selected files' }).click();
    await seen(list.getByText('57 files · 55 ready · 2 need attention'));

    await list.getByLabel('Only those that need attention (2)').check();
    for (const index of [0, 40]) await row(index).getByLabel('Platform').selectOption('Linux');
    const settled = list.getByLabel('Only those that needed attention (all settled)');
    await seen(settled);
    for (const index of [0, 40]) await row(index).getByRole('checkbox').check();
    await list.getByRole('button', { name: 'Remove 2 selected files' }).click();
    await expect.poll(() => list.getByRole('rowheader').count()).toBeGreaterThan(2);
    expect(await settled.count()).toBe(0);
  });

  it('keep a title that is being typed when its suggestion arrives late', async () => {
    const page = await site.arrive(admin, '/admin');
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
    const page = await site.arrive(admin, '/admin');
    await dropPaths(page, [shelf, paths.unsaid]);
    const list = await checkList(page);
    await seen(list.getByText('1 file was not added:'));
    for (const name of [names.fresh, names.versioned, names.unsaid]) await seen(listedFile(list, name));
    await expect.poll(() => list.getByRole('rowheader').count()).toBe(3);

    // A field for one file says that it takes no folder.
    const [game] = await api.games();
    await arriveAs(page, admin, `/admin/game/${game?._id}`);
    await dropPaths(page, [shelf], page.getByLabel('Choose a file or drop it here').first());
    await seen(page.getByRole('alert').getByText('Folders can’t be used here. Choose a file.'));
  });

  it('do not freeze the page, even five hundred, and are checked a few at a time', async () => {
    const page = await site.arrive(admin, '/admin');
    const requests = await countConcurrentRequests(page);
    await dropGeneratedFiles(
      page,
      Array.from({ length: 500 }, (_, index) => `Shelf game ${index} (linux).zip`),
    );
    const list = await checkList(page);
    await expect.poll(() => list.getByRole('table').getAttribute('aria-rowcount')).toBe('501');
    expect(await list.getByRole('rowheader').count()).toBeLessThan(60);
    const title = listedFile(list, 'Shelf game 3 (linux).zip').getByLabel('Title');
    await title.press('End');
    await title.pressSequentially(' typed meanwhile');
    await expect.poll(() => title.inputValue()).toMatch(/^Shelf game 3.* typed meanwhile$/);
    const scroller = list.getByRole('table').locator('..');
    await scroller.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await seen(listedFile(list, 'Shelf game 499 (linux).zip'));
    await expect.poll(() => isFocused(title), { message: 'the row that is edited stays' }).toBe(true);
    await page.keyboard.type('!');
    await expect.poll(() => title.inputValue()).toMatch(/^Shelf game 3.* typed meanwhile!$/);
    await seen(listedFile(list, 'Shelf game 3 (linux).zip').getByText('Ready: new game'));
    expect(requests.maximum()).toBeLessThanOrEqual(2);
    await list.getByRole('button', { name: 'Clear list' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear list' }).click();
    await list.waitFor({ state: 'hidden' });
  });

  it('pass axe-core on phone and desktop', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/admin');
      await chooseFiles(page, [paths.known, paths.unsaid, paths.versioned, paths.letter]);
      const list = await checkList(page);
      await list.getByText('Checking…').first().waitFor({ state: 'hidden' });
      await check('the list of several files');
      const [width, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width, 'the page does not scroll sideways').toBeLessThanOrEqual(room ?? 0);
    });
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
