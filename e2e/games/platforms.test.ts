// Platforms of one's own: an admin adds a common one and uploads a file for it, whose name tells the platform; a member
// filters by it and downloads the file. And the list: forms, names that are taken, order, platforms in use.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { keepDownloadsIn } from '../support/native-download.ts';
import { checkList, chooseFiles, listedFile } from '../support/several-files.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, closeToast, downloadButton, openGame, seen } from '../support/steps.ts';

describe("platforms of one's own", () => {
  const site = useSite();
  let sequel: Archive;
  let original: Archive;

  beforeAll(async () => {
    sequel = await smallGame(site.folder, 'Neverball [PS2].zip');
    original = await smallGame(site.folder, 'Neverputt [PS1].zip');
  });

  async function openPlatforms(page: Page): Promise<Locator> {
    await openAdminTab(page, admin, 'settings&section=platforms');
    const section = page.getByRole('region', { name: 'Platforms' });
    await seen(section.getByRole('button', { name: 'Add Platform' }));
    return section;
  }

  async function addPreset(page: Page, name: string): Promise<void> {
    await page.getByRole('button', { name: 'Add Platform' }).click();
    const form = page.getByRole('dialog', { name: 'Add a platform' });
    await form.getByRole('combobox', { name: 'Preset' }).selectOption(name);
    await form.getByRole('button', { name: 'Add platform' }).click();
  }

  const rows = (section: Locator) =>
    section.getByRole('list', { name: 'Added platforms' }).getByRole('listitem');
  const expectNames = (section: Locator) =>
    expect.poll(() => rows(section).getByRole('heading').allInnerTexts());

  it('are added with a preset, recognized in file names, filtered by and downloaded', async () => {
    const { page } = await site.visit();
    const section = await openPlatforms(page);
    await seen(section.getByText('No platforms added yet.', { exact: false }));
    await addPreset(page, 'PlayStation 2');
    await seen(rows(section).getByText('PS2, PlayStation2'));
    await section.getByRole('button', { name: 'Add Platform' }).click();
    const preset = page.getByRole('combobox', { name: 'Preset' });
    await seen(preset);
    expect(await preset.getByRole('option', { name: 'PlayStation 2' }).count(), 'is added').toBe(0);
    await page.keyboard.press('Escape');

    await page.getByRole('tab', { name: 'Game Management' }).click();
    await chooseFiles(page, [sequel.path, original.path]);
    const list = await checkList(page);
    const platformOf = (name: string) => listedFile(list, name).getByLabel('Platform').inputValue();
    await expect.poll(() => platformOf('Neverball [PS2].zip')).toBe('PlayStation 2');
    await expect.poll(() => platformOf('Neverputt [PS1].zip')).toBe('PlayStation');
    await list.getByRole('button', { name: 'Start all (2 ready)' }).click();
    await list.waitFor({ state: 'hidden' });
    const api = await site.api(admin);
    await expect.poll(async () => (await api.games()).length).toBe(2);

    const visitor = await site.visit();
    await keepDownloadsIn(visitor, site.folder);
    const games = visitor.page;
    await arriveAs(games, member);
    const filter = games.getByRole('combobox', { name: 'Platform' });
    await filter.selectOption('PlayStation');
    await games.getByRole('link', { name: 'Neverball' }).waitFor({ state: 'detached' });
    await seen(games.getByRole('link', { name: 'Neverputt' }));
    await filter.selectOption('PlayStation 2');
    await games.getByRole('link', { name: 'Neverputt' }).waitFor({ state: 'detached' });
    const dialog = await openGame(games, 'Neverball');
    await Promise.all([
      seen(games.getByText('Neverball downloaded successfully')),
      downloadButton(dialog, 'PlayStation 2').click(),
    ]);
    const path = join(site.folder, 'Neverball (PlayStation 2).zip');
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(await sha256Of(path)).toBe(sequel.sha256);
  });

  it('can be renamed with their files, but not deleted while games use them', async () => {
    const { page } = await site.visit();
    const section = await openPlatforms(page);
    await section.getByRole('button', { name: 'Delete PlayStation 2' }).click();
    const refusal = page.getByRole('dialog', { name: 'PlayStation 2 cannot be deleted' });
    await seen(refusal.getByText('1 game has a file for this platform.', { exact: false }));
    await refusal.getByRole('button', { name: 'Close' }).click();

    await section.getByRole('button', { name: 'Edit PlayStation 2' }).click();
    const form = page.getByRole('dialog', { name: 'Edit a platform' });
    await form.getByLabel('Name').fill('PS two');
    await form.getByRole('radio', { name: 'Disc', exact: true }).check();
    await form.getByRole('button', { name: 'Save platform' }).click();
    await expectNames(section).toEqual(['PS two']);
    await rows(section).getByRole('link', { name: '1 game' }).click();
    await seen(page.getByRole('link', { name: 'Neverball' }));
    const chosen = page.getByRole('combobox', { name: 'Platform' }).locator('option:checked');
    await expect.poll(() => chosen.innerText()).toBe('PS two');
    expect(await page.getByRole('link', { name: 'Neverputt' }).count()).toBe(0);
  });

  it('are written by hand, checked, ordered with the keyboard and deleted', async () => {
    const { page } = await site.visit({ expects: /status of (400|409)/ });
    const section = await openPlatforms(page);
    const form = page.getByRole('dialog', { name: 'Add a platform' });
    await section.getByRole('button', { name: 'Add Platform' }).press('Enter');
    await form.getByRole('button', { name: 'Add platform' }).click();
    await seen(form.getByText('Please fill in this field.'));
    await form.getByLabel('Name').fill('Windows v2');
    await form.getByLabel('Name').press('Enter');
    await seen(form.getByText('is a platform of the fixed list'));
    await form.getByLabel('Name').fill('DOS');
    await form.getByLabel('Aliases').fill('ms-dos, PS TWO');
    await form.getByLabel('Name').press('Enter');
    await seen(form.getByText('already has the name or alias "PS TWO"', { exact: false }));
    await form.getByLabel('Aliases').fill('ms-dos');
    await form.getByLabel('Name').press('Enter');
    await expectNames(section).toEqual(['PS two', 'DOS']);
    await closeToast(page, 'DOS added');

    await section.getByRole('button', { name: 'Move DOS up' }).press('Enter');
    await expectNames(section).toEqual(['DOS', 'PS two']);
    await page.reload();
    await expectNames(section).toEqual(['DOS', 'PS two']);
    await section.getByRole('button', { name: 'Delete DOS' }).click();
    await page.getByRole('button', { name: 'Delete platform' }).click();
    await expectNames(section).toEqual(['PS two']);
  });

  it('pass axe-core on phone and desktop', async () => {
    await expectNoFindings(site, async (page, check) => {
      const section = await openPlatforms(page);
      const amiga = section.getByRole('button', { name: 'Edit Amiga' });
      // The second visitor finds it added.
      if ((await amiga.count()) === 0) await addPreset(page, 'Amiga');
      await seen(amiga);
      await check('platforms');
      await section.getByRole('button', { name: 'Edit Amiga' }).click();
      const form = page.getByRole('dialog', { name: 'Edit a platform' });
      await form.getByLabel('Name').fill('');
      await form.getByRole('button', { name: 'Save platform' }).click();
      await seen(form.getByText('Please fill in this field.'));
      await check('the form');
    });
  });
});
