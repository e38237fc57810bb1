// The admin's table of games: filtered, sorted, long and selected; and the confirmation of a deletion, which lists
// everything that will be deleted.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { phone } from '../support/catalogue.ts';
import type { Account, CellarApi } from '../support/cellar-api.ts';
import { overflowOf } from '../support/overflow.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, fillLogin, isFocused, logOut, longPress, seen, showGames } from '../support/steps.ts';

/** Sorts after all generated titles, including the Japanese ones. */
const title = '龥 Last Of All';

describe('the table of games in Game Management', () => {
  const site = useSite();
  let api: CellarApi;
  let gameId = '';

  beforeAll(async () => {
    await site.server.seed(1300, 6);
    api = await site.api(admin);
    const archive = await smallGame(site.folder, 'last.zip');
    gameId = (await api.addGame(archive, title, 'Linux'))._id;
    const others = ['Mac', 'Windows', 'Xbox', 'Windows v1', 'Windows v2', 'Windows v3', 'Windows v4'];
    for (const platform of others) await api.addGame(archive, title, platform);
    const cheat = { name: 'Endless gold', description: '', platform: 'Linux', type: 'mod' };
    await api.addCheat(gameId, cheat, new File(['gold'], 'gold.ct'));
  });

  const table = (page: Page) => page.getByRole('grid', { name: 'Games', exact: true });
  const titles = (page: Page) => table(page).getByRole('rowheader').allInnerTexts();
  const row = (page: Page, index: number) => table(page).locator(`[data-index="${index}"]`);
  const filterField = (page: Page) => page.getByRole('searchbox', { name: 'Filter by title' });

  async function openTable(page: Page): Promise<void> {
    await arriveAs(page, admin, '/admin');
    await showGames(page);
    await seen(table(page).getByRole('rowheader'));
  }

  async function askToDelete(page: Page): Promise<void> {
    const menu = page.getByRole('button', { name: `Actions for ${title}` });
    const button = page.getByRole('button', { name: `Delete ${title}` });
    await seen(menu.or(button));
    if (!(await menu.isVisible())) return button.click();
    await menu.click();
    await page.getByRole('menuitem', { name: 'Delete' }).click();
  }

  it('finds and sorts every game of a large library, and says so in the address', async () => {
    const { page } = await site.visit();
    await openTable(page);
    await expect.poll(async () => (await titles(page))[0]).toBe(title);
    expect(await table(page).getAttribute('aria-rowcount')).toBe('1302');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title Z-A');
    await expect.poll(async () => (await titles(page))[0]).toBe(title);
    const heading = page.getByRole('columnheader', { name: 'Size' });
    await heading.getByRole('button').click();
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('descending');
    await heading.getByRole('button').press('Enter');
    await expect.poll(() => heading.getAttribute('aria-sort')).toBe('ascending');
    await expect.poll(() => new URL(page.url()).search).toBe('?sort=size&direction=asc');
    await filterField(page).fill('last of ALL');
    await expect.poll(() => titles(page)).toEqual([title]);
    await seen(page.getByText('1 game', { exact: true }));
    const edit = page.getByRole('link', { name: `Edit ${title}` });
    expect(await edit.getAttribute('href')).toBe(`/admin/game/${gameId}`);
    const own = page.getByRole('link', { name: `Game Page of ${title}` });
    expect(await own.getAttribute('href')).toBe(`/game/${gameId}`);
    await seen(table(page).getByRole('img', { name: 'No box art' }));
    // The site has no metadata provider.
    const waiting = table(page).getByRole('link', { name: 'Waiting' });
    expect(await waiting.getAttribute('href')).toBe('/admin?tab=settings&section=metadata');
    await page.getByRole('button', { name: 'Filters' }).click();
    const withoutYear = page.getByRole('button', { name: /^Year \d/ });
    await withoutYear.click();
    await expect.poll(() => withoutYear.getAttribute('aria-pressed')).toBe('true');
    await page.reload();
    await expect.poll(() => titles(page)).toEqual([title]);
    expect(await withoutYear.getAttribute('aria-pressed')).toBe('true');
    await filterField(page).fill('no such game');
    await seen(page.getByText('No games match.'));
    await page.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(10);
  });

  it('keeps its place after a visit to the editor, whose links follow the order of the table', async () => {
    const { page } = await site.visit();
    await openTable(page);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title A-Z');
    await expect.poll(async () => (await titles(page))[0] ?? title).not.toBe(title);
    await row(page, 0).focus();
    await page.keyboard.press('End');
    await expect.poll(() => isFocused(row(page, 1300))).toBe(true);
    await seen(page.getByRole('link', { name: `Edit ${title}` }));
    await page.keyboard.press('Enter');
    await seen(page.getByText('1,301 of 1,301', { exact: true }));
    await page.getByRole('link', { name: /^Previous game/ }).click();
    await seen(page.getByText('1,300 of 1,301', { exact: true }));
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await seen(page.getByRole('link', { name: `Edit ${title}` }));
    expect(new URL(page.url()).search).toBe('?sort=title&direction=asc');
  });

  it('selects with the mouse and with keys, and keeps the selection', async () => {
    const { page } = await site.visit();
    await openTable(page);
    const box = (index: number) => row(page, index).getByRole('checkbox');
    await box(1).click();
    await box(4).click({ modifiers: ['Shift'] });
    await seen(page.getByText('4 games selected'));
    await row(page, 6).focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Shift+ArrowDown');
    await seen(page.getByText('6 games selected'));
    expect(await row(page, 7).getAttribute('aria-selected')).toBe('true');
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest');
    await seen(page.getByText('6 games selected'));
    // A range begins at the same game as before, wherever the new order has put it.
    await box(0).click({ modifiers: ['Shift'] });
    await seen(page.getByText('1,299 games selected'));
    await row(page, 0).focus();
    await page.keyboard.press('Control+a');
    await seen(page.getByText('1,301 games selected'));
    expect(await page.getByRole('button', { name: /^Select all/ }).count(), 'all are selected').toBe(0);
    await page.keyboard.press('Escape');
    await seen(page.getByText('1,301 games', { exact: true }));
    await filterField(page).fill('last of all');
    await page.getByRole('button', { name: 'Select the game found' }).click();
    await seen(page.getByText('1 game selected'));
    await page.getByRole('button', { name: 'Clear selection' }).click();
    await seen(page.getByText('1 game', { exact: true }));
  });

  it('forgets the selection and the filter when another admin logs in', async () => {
    const other: Account = { email: 'other@cellar.example', password: 'the other long secret' };
    await site.createAccount('admin', other);
    const { page } = await site.visit();
    await openTable(page);
    await filterField(page).fill('last of all');
    await page.getByRole('button', { name: 'Select the game found' }).click();
    await seen(page.getByText('1 game selected'));
    await logOut(page);
    await page.getByRole('link', { name: 'Login' }).first().click();
    await fillLogin(page, other);
    await page.getByRole('link', { name: 'Admin', exact: true }).click();
    await showGames(page);
    await seen(page.getByText('1,301 games', { exact: true }));
    expect(await filterField(page).inputValue()).toBe('');
  });

  it('remembers the columns, and reports a failed search instead of no matches', async () => {
    const { page } = await site.visit({ expects: /ERR_FAILED/ });
    await openTable(page);
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Developer' }).click();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('columnheader', { name: 'Developer' }).count()).toBe(0);
    await page.reload();
    await seen(table(page).getByRole('rowheader'));
    expect(await page.getByRole('columnheader', { name: 'Developer' }).count()).toBe(0);
    await page.route(/\/api\/admin\/games\?.*search=nothing/, (route) => route.abort());
    await filterField(page).fill('nothing');
    await seen(page.getByRole('alert').getByText('Failed to load games. Please try again later.'));
    expect(await page.getByText('No games match.').count()).toBe(0);
  });

  it('fits a phone, where a row has a menu and is selected by touch', async () => {
    const { page } = await site.visit(phone);
    await openTable(page);
    expect(await overflowOf(page)).toEqual([]);
    await page.getByRole('button', { name: 'Select', exact: true }).tap();
    await row(page, 0).getByRole('rowheader').tap();
    await seen(page.getByText('1 game selected'));
    await page.getByRole('button', { name: 'Clear selection' }).tap();
    await longPress(page, row(page, 0).getByRole('rowheader'), () => seen(page.getByText('1 game selected')));
    await page.getByRole('button', { name: `Actions for ${title}` }).focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).tap();
    await seen(page.getByText('1 of 1,301', { exact: true }));
  });

  it('names everything that will be deleted with a game in the confirmation', async () => {
    await expectNoFindings(site, async (page, check) => {
      await openTable(page);
      await check('the table');
      await filterField(page).fill('last of all');
      await seen(page.getByText('1 game', { exact: true }));
      await askToDelete(page);
      const question = page.getByRole('dialog', { name: `Delete “${title}”?` });
      await seen(question.getByText(/^Linux: .*\.zip, 97\.\d+ KB$/));
      await seen(question.getByText(/^Cheat file: Endless gold, /));
      expect(await overflowOf(page), 'everything is visible or can be scrolled to').toEqual([]);
      await check('the question');
      await question.getByRole('button', { name: 'Cancel' }).click();
    });
    const { page } = await site.visit();
    await openTable(page);
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    // A double click sends only one request.
    await page.getByRole('dialog').getByRole('button', { name: 'Delete game' }).dblclick();
    await seen(page.getByText(`“${title}” was deleted.`));
    await seen(page.getByRole('button', { name: 'Hide Games (1,300)' }));
  });
});
