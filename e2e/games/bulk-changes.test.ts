// An admin changes many games at once: adds a genre and undoes it, merges spellings, and deletes games.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { phone } from '../support/catalogue.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { overflowOf } from '../support/overflow.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, chooseForLibrary, seen, showGames } from '../support/steps.ts';

describe('changing many games', () => {
  const site = useSite();
  let api: CellarApi;

  beforeAll(async () => {
    await site.server.seed(15, 7);
    api = await site.api(admin);
    const games = await api.games('titleAsc');
    for (const [at, { _id }] of games.entries()) {
      await api.editGame(_id, { genres: [at < 4 ? 'RPG' : 'Role-playing', 'Indie'] });
    }
  });

  const table = (page: Page) => page.getByRole('grid', { name: 'Games', exact: true });
  const box = (page: Page, index: number) =>
    table(page).locator(`[data-index="${index}"]`).getByRole('checkbox');

  /** Opens the table sorted by title, and selects the first games. */
  async function selectFirst(page: Page, count: number): Promise<void> {
    await arriveAs(page, admin, '/admin');
    await showGames(page);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title A-Z');
    // A narrow table has checkboxes only while games are being selected.
    const start = page.getByRole('button', { name: 'Select', exact: true });
    await seen(box(page, 0).or(start));
    if (await start.isVisible()) await start.click();
    await box(page, 0).click();
    await box(page, count - 1).click({ modifiers: ['Shift'] });
    await seen(page.getByText(`${count} games selected`));
  }

  async function genres(): Promise<string[][]> {
    return (await api.games('titleAsc')).map((game) => game.genres);
  }

  it('adds a genre to ten games, and undoes it', async () => {
    const { page } = await site.visit();
    const before = await genres();
    await selectFirst(page, 10);
    await page.getByRole('button', { name: 'Genres', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Genres of 10 games' });
    await dialog.getByRole('combobox', { name: 'Genres' }).fill('Couch');
    await page.keyboard.press('Enter');
    await dialog.getByRole('button', { name: 'Add genres' }).click();
    await seen(page.getByText('10 games were changed.'));
    const after = await genres();
    expect(after.filter((list) => list.includes('Couch'))).toHaveLength(10);
    await seen(page.getByText('15 games', { exact: true }));
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await seen(page.getByText('10 games are as they were before.'));
    expect(await genres()).toEqual(before);
  });

  it('hides games from members, and shows one again from its editor', async () => {
    const { page } = await site.visit();
    const all = await api.games('titleAsc');
    await selectFirst(page, 2);
    await page.getByRole('button', { name: 'Visibility', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Visibility of 2 games' });
    await dialog.getByRole('button', { name: 'Hide from members' }).click();
    await seen(page.getByText('2 games were changed.'));
    expect(await api.games('titleAsc')).toEqual(all.slice(2));
    await page.getByRole('button', { name: 'Filters' }).click();
    await page.getByRole('combobox', { name: 'Visibility' }).selectOption('Hidden from members');
    await seen(page.getByText('2 games', { exact: true }));
    await table(page).getByRole('rowheader').first().getByRole('link').click();
    await seen(page.getByText('Hidden from members', { exact: true }));
    await page.getByRole('button', { name: 'Edit Description' }).click();
    await page.getByRole('textbox', { name: 'Description' }).fill('Written while the game was hidden.');
    await page.getByRole('button', { name: /^More for / }).click();
    await page.getByRole('menuitem', { name: 'Show to Members' }).click();
    await page.getByText('Hidden from members', { exact: true }).waitFor({ state: 'hidden' });
    expect(await page.getByText('Someone else changed this game').count()).toBe(0);
    await page.keyboard.press('Control+s');
    await page.getByRole('region', { name: 'Unsaved changes' }).waitFor({ state: 'hidden' });
    await seen(page.getByText('Written while the game was hidden.'));
    expect(await page.getByText('Hidden from members', { exact: true }).count()).toBe(0);
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await seen(page.getByText('1 game', { exact: true }));
    expect(await api.games('titleAsc')).toHaveLength(all.length - 1);
    await page.getByRole('button', { name: 'Select the game found' }).click();
    await page.getByRole('button', { name: 'Visibility', exact: true }).click();
    const again = page.getByRole('dialog', { name: 'Visibility of 1 game' });
    await again.getByRole('button', { name: 'Show to members' }).click();
    await seen(page.getByText('1 game was changed.'));
    await expect.poll(() => api.games('titleAsc')).toEqual(all);
  });

  it('merges the spellings that are suggested, and undoes it in the list of recent changes', async () => {
    const page = await site.arrive(admin, '/admin');
    await chooseForLibrary(page, 'Spellings and recent changes');
    const dialog = page.getByRole('dialog', { name: 'Spellings and recent changes' });
    await dialog.getByRole('button', { name: 'Merge… Role-playing, RPG' }).click();
    await dialog.getByRole('combobox', { name: 'Spelling to keep' }).selectOption('RPG');
    await seen(dialog.getByText('11 games will change'));
    await dialog.getByRole('button', { name: 'Merge', exact: true }).click();
    await seen(page.getByText('11 games were changed.'));
    expect((await genres()).every(([first]) => first === 'RPG')).toBe(true);
    await dialog.getByRole('tab', { name: 'Spelling rules' }).click();
    await seen(dialog.getByText('Role-playing → RPG'));
    await dialog.getByRole('tab', { name: 'Recent changes' }).click();
    await dialog.getByRole('button', { name: 'Undo: Merged genres: Role-playing → RPG' }).click();
    await seen(page.getByText('11 games are as they were before.'));
    await seen(dialog.getByText('Undone').first());
    expect((await genres()).filter(([first]) => first === 'RPG')).toHaveLength(4);
  });

  it('deletes three games after it has said what will be deleted', async () => {
    const { page } = await site.visit();
    await selectFirst(page, 3);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const question = page.getByRole('dialog', { name: 'Delete 3 games?' });
    await seen(question.getByText(/^\d+ stored files, /));
    await question.getByRole('button', { name: 'Delete 3 games' }).click();
    await seen(page.getByText('3 games were deleted.'));
    await seen(page.getByRole('button', { name: 'Hide Games (12)' }));
    expect(await api.games()).toHaveLength(12);
  });

  it('fits a phone', async () => {
    const page = await site.arrive(admin, '/admin', phone);
    await chooseForLibrary(page, 'Spellings and recent changes');
    const dialog = page.getByRole('dialog', { name: 'Spellings and recent changes' });
    await seen(dialog.getByRole('checkbox').first());
    expect(await overflowOf(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: /^Indie/ }).tap();
    await dialog.getByRole('button', { name: 'Rename…' }).tap();
    await dialog.getByRole('textbox', { name: 'New spelling' }).fill('Independent');
    await seen(dialog.getByText(/^\d+ games will change$/));
    expect(await overflowOf(page)).toEqual([]);
  });

  it('has dialogs without findings of axe', async () => {
    await expectNoFindings(site, async (page, check) => {
      await selectFirst(page, 2);
      for (const name of ['Genres', 'Developer', 'Platform', 'Match again', 'Delete']) {
        await page.getByRole('button', { name, exact: true }).first().click();
        await seen(page.getByRole('dialog'));
        await check(name);
        await page.keyboard.press('Escape');
      }
      await chooseForLibrary(page, 'Spellings and recent changes');
      const dialog = page.getByRole('dialog');
      await seen(dialog.getByRole('checkbox').first());
      await check('the spellings');
      await dialog.getByRole('tab', { name: 'Recent changes' }).click();
      await check('the recent changes');
    });
  });
});
