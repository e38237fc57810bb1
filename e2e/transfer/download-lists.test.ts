// Several games at once: a list for a download manager, or one file after the other in the browser. And the feed of new games.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, flashes, openAdvanced, seen, showGames } from '../support/steps.ts';

describe('several games at once', () => {
  const site = useSite();

  beforeAll(async () => {
    const api = await site.api(admin);
    const { folder } = site;
    await api.addGame(await smallGame(folder, 'apollo.zip'), 'Apollo', 'Windows');
    await api.addGame(await smallGame(folder, 'borealis.zip'), 'Borealis', 'Linux');
    await api.addGame(await smallGame(folder, 'cygnus.zip'), 'Cygnus', 'Linux');
  });

  /** Selects all games in the table, and opens the dialog. */
  async function openDialog(page: Page) {
    await arriveAs(page, admin, '/admin');
    await showGames(page);
    await page.getByRole('button', { name: 'Select all 3' }).click();
    await seen(page.getByText('3 games selected'));
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    return page.getByRole('dialog', { name: 'Download 3 games' });
  }

  it('are saved as a list whose links work without a login, and say what was left out', async () => {
    const { page } = await site.visit();
    const dialog = await openDialog(page);
    await seen(dialog.getByText('3 files'));
    await dialog.getByRole('combobox', { name: 'Platform' }).selectOption('Only Linux (2 games)');
    await seen(dialog.getByText('2 files'));
    await dialog.getByText('1 left out').click();
    await seen(dialog.getByText('Not for this platform'));
    await dialog.getByText('For download managers').click();
    await dialog.getByRole('radio', { name: 'Plain links' }).click();
    await seen(dialog.getByText('wget --content-disposition -i downloads.txt'));
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download list' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('downloads.txt');
    const links = (await readFile(await saved.path(), 'utf8')).trim().split('\n');
    expect(links).toHaveLength(2);
    for (const link of links) expect((await fetch(link)).status).toBe(200);
  });

  it('are downloaded one after the other in the browser, also after the dialog was closed', async () => {
    const { page } = await site.visit();
    const names: string[] = [];
    page.on('download', (download) => names.push(download.suggestedFilename()));
    const dialog = await openDialog(page);
    expect(await dialog.getByRole('radio', { name: 'Metalink' }).isVisible(), 'lists are behind a line').toBe(
      false,
    );
    await watchFileToasts(page);
    const begun = flashes(page, 'Downloading 3 files, one after the other');
    await dialog.getByRole('button', { name: 'Start downloads' }).click();
    await Promise.all([begun, seen(dialog.getByText(/^File 1 of 3: /))]);
    await page.keyboard.press('Escape');
    await expect.poll(() => names.length).toBe(3);
    await page.getByRole('button', { name: 'Download', exact: true }).click();
    await seen(dialog.getByText('Downloads finished: 3 of 3'));
    await seen(dialog.getByRole('button', { name: 'Download again' }));
    expect(await dialog.getByRole('button', { name: 'Start downloads' }).count()).toBe(0);
    expect(await page.evaluate(() => document.body.dataset.fileToasts), 'no toast of a single file').toBe('');
  });

  /** Notes on the body what toasts say about single files. */
  async function watchFileToasts(page: Page): Promise<void> {
    await page.evaluate(() => {
      document.body.dataset.fileToasts = '';
      const watcher = new MutationObserver(() => {
        const said = /Download started for|downloaded successfully/.exec(document.body.textContent);
        if (said) document.body.dataset.fileToasts = said[0];
      });
      watcher.observe(document.body, { childList: true, subtree: true, characterData: true });
    });
  }

  it('are followed in a feed, whose link can be renewed and turned off', async () => {
    const page = await site.arrive(member, '/account?tab=preferences');
    await openAdvanced(page);
    const section = page.getByRole('region', { name: 'Feed of new games' });
    await section.getByRole('button', { name: 'Create link' }).click();
    await flashes(page, 'Feed turned on');
    const link = async () => (await section.getByRole('link').textContent()) ?? '';
    const statusOf = async (url: string) => (await fetch(url)).status;
    await seen(section.getByRole('link'));
    const first = await link();
    expect(await statusOf(first)).toBe(200);
    await section.getByRole('button', { name: 'Renew link' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Renew link' }).click();
    await flashes(page, 'Link renewed');
    await expect.poll(link).not.toBe(first);
    expect([await statusOf(first), await statusOf(await link())]).toEqual([404, 200]);
    await section.getByRole('button', { name: 'Turn off' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
    await seen(section.getByRole('button', { name: 'Create link' }));
  });
});
