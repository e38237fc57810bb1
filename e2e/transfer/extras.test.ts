// Updates and extras: an admin adds them, a member sees what is new, downloads it, and finds it in the history.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, chooseFile, downloadButton, openGame, seen, showDigest } from '../support/steps.ts';

const title = 'SuperTux';

describe('updates and extras', () => {
  const site = useSite();
  let game: Game;
  let update: Archive;
  /** Has an update already. */
  let shown: Game;

  beforeAll(async () => {
    const api = await site.api(admin);
    game = await api.addGame(await smallGame(site.folder, 'tux.zip'), title, 'Linux');
    update = await smallGame(site.folder, 'SuperTux_Update_v1.10.zip', 300_000);
    shown = await api.addGame(await smallGame(site.folder, 'ball.zip'), 'Neverball', 'Linux');
    await api.addExtra(shown._id, update, { kind: 'update', name: 'Update', version: '1.10' });
    await writeFile(join(site.folder, 'SuperTux Manual.pdf'), '%PDF-1.7 and pages');
  });

  const editor = (page: Page) => page.getByRole('region', { name: 'Updates & Extras' });
  const form = (page: Page) => page.getByRole('form', { name: 'Add an update or extra' });
  const section = (page: Page) => page.getByRole('region', { name: 'Updates & Extras' });

  async function add(page: Page, path: string): Promise<void> {
    await chooseFile(form(page).getByLabel(/^Choose (a file or drop it here|another file)$/), path);
  }

  it('are marked as new since the last download, and arrive unchanged', async () => {
    const reader = await site.visit();
    await arriveAs(reader.page, member, `/game/${game._id}`);
    expect(await section(reader.page).count(), 'an empty section is not shown').toBe(0);
    await Promise.all([
      seen(reader.page.getByText(`${title} downloaded successfully`)),
      reader.page.waitForEvent('download'),
      downloadButton(reader.page.getByRole('main'), 'Linux').click(),
    ]);

    const page = await site.arrive(admin, `/admin/game/${game._id}`);
    await add(page, update.path);
    const field = (name: string) => form(page).getByLabel(name);
    const guessed = [field('Kind'), field('Name'), field('Version')].map((input) => input.inputValue());
    expect(await Promise.all(guessed)).toEqual(['update', 'Update', '1.10']);
    await field('Platform').selectOption('Linux');
    await field('Note').fill('Needs version 1.9.');
    await form(page).getByRole('button', { name: 'Upload' }).click();
    await seen(page.getByText(`${title} (Update 1.10) uploaded successfully!`));
    await seen(editor(page).getByRole('heading', { name: 'Update 1.10' }));
    await add(page, join(site.folder, 'SuperTux Manual.pdf'));
    await form(page).getByRole('button', { name: 'Upload' }).click();
    await seen(page.getByText(`${title} (Manual) uploaded successfully!`));

    await reader.page.reload();
    await seen(section(reader.page).getByText('2 new since your download', { exact: true }));
    const headings = section(reader.page).getByRole('heading');
    expect(await headings.allTextContents()).toEqual([
      ...['Updates & Extras', 'Updates', 'Update 1.10', 'Manuals', 'Manual'],
    ]);
    const card = section(reader.page).getByRole('article').first();
    await seen(card.getByText(/^New since your download on /));
    await seen(card.getByText('Needs version 1.9.'));
    await showDigest(card, 'Update 1.10');
    await seen(card.getByText(update.sha256));
    const [download] = await Promise.all([
      reader.page.waitForEvent('download'),
      card.getByRole('button', { name: 'Download: Update 1.10' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe(update.name);
    expect(await sha256Of(await download.path())).toBe(update.sha256);

    await reader.page.goto('/account?tab=downloads');
    await reader.page.getByRole('tab', { name: 'Download History' }).click();
    const row = reader.page.getByRole('list', { name: 'Download history' }).getByRole('listitem').first();
    await seen(row.getByText('Update 1.10', { exact: true }));
    await seen(row.getByText('Completed', { exact: true }));
    const [again] = await Promise.all([
      reader.page.waitForEvent('download'),
      row.getByRole('button', { name: `Download ${title} (Update 1.10) again` }).click(),
    ]);
    expect(await sha256Of(await again.path())).toBe(update.sha256);
  });

  it('can be edited and deleted, and are not added twice', async () => {
    const page = await site.arrive(admin, `/admin/game/${game._id}`, { expects: /409 .*extras/ });
    await editor(page).getByRole('button', { name: 'Edit Manual' }).click();
    const edit = editor(page).getByRole('form', { name: 'Edit Manual' });
    await edit.getByLabel('Name').fill('Player’s guide');
    await edit.getByRole('button', { name: 'Save' }).click();
    await seen(editor(page).getByRole('heading', { name: 'Player’s guide' }));
    await editor(page).getByRole('button', { name: 'Delete Player’s guide' }).click();
    const question = page.getByRole('dialog', { name: 'Delete “Player’s guide”?' });
    await question.getByRole('button', { name: 'Delete file' }).click();
    await seen(page.getByText('“Player’s guide” was deleted.'));
    await expect.poll(() => editor(page).getByRole('heading', { name: 'Player’s guide' }).count()).toBe(0);
    await add(page, update.path);
    await form(page).getByLabel('Platform').selectOption('Linux');
    await form(page).getByRole('button', { name: 'Upload' }).click();
    await seen(editor(page).getByText(/The game already has "Update 1.10"/));
  });

  // Runs without the tests above in the long tests.
  it('pass axe-core in the overlay, on the page and in the editor', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin);
      await openGame(page, shown.title);
      await seen(section(page).getByRole('heading', { name: 'Update 1.10' }));
      await check('overlay');
      await page.goto(`/game/${shown._id}`);
      await seen(section(page).getByRole('heading', { name: 'Update 1.10' }));
      await check('page');
      await page.goto(`/admin/game/${shown._id}`);
      await editor(page).getByRole('button', { name: 'Edit Update 1.10' }).click();
      await seen(editor(page).getByRole('form', { name: 'Edit Update 1.10' }));
      await check('editor');
    });
  });
});
