// The admin's list of games: collapsed, filtered, sorted and long; and the confirmation of a deletion, which lists
// everything that will be deleted.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { findingsDuring } from './support/axe.ts';
import type { CellarApi } from './support/cellar-api.ts';
import { overflowOf } from './support/overflow.ts';
import { admin, useSite } from './support/site.ts';
import { arriveAs, seen, showGames } from './support/steps.ts';

/** Sorts after all generated titles, including the Japanese ones. */
const title = '龥 Last Of All';

describe('the list of games in Game Management', () => {
  const site = useSite();
  let api: CellarApi;
  let gameId = '';

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.server.seed(1300, 6);
    api = await site.api(admin);
    const archive = await smallGame(site.folder, 'last.zip');
    gameId = (await api.addGame(archive, title, 'Linux'))._id;
    const others = ['Mac', 'Windows', 'Xbox', 'Windows v1', 'Windows v2', 'Windows v3', 'Windows v4'];
    for (const platform of others) await api.addGame(archive, title, platform);
    const cheat = { name: 'Endless gold', description: '', platform: 'Linux', type: 'mod' };
    await api.addCheat(gameId, cheat, new File(['gold'], 'gold.ct'));
  });

  const list = (page: Page) => page.getByRole('list', { name: 'Games', exact: true });
  const titles = (page: Page) => list(page).getByRole('heading').allInnerTexts();

  async function openList(page: Page): Promise<void> {
    await arriveAs(page, admin, '/admin');
    await showGames(page);
    await seen(list(page).getByRole('heading'));
  }

  it('finds every game of a library larger than one response, in the chosen order', async () => {
    const { page } = await site.visit();
    await openList(page);
    await expect.poll(async () => (await titles(page))[0]).toBe(title);
    await seen(page.getByText('Showing only the first 1,000', { exact: false }));
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Title Z-A');
    await expect.poll(async () => (await titles(page))[0]).toBe(title);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('Oldest');
    await page.getByRole('searchbox', { name: 'Filter by title' }).fill('last of ALL');
    await expect.poll(() => titles(page)).toEqual([title]);
    await seen(page.getByText('1 game', { exact: true }));
    const edit = page.getByRole('link', { name: `Edit ${title}` });
    expect(await edit.getAttribute('href')).toBe(`/admin/game/${gameId}`);
    const own = page.getByRole('link', { name: `Game Page of ${title}` });
    expect(await own.getAttribute('href')).toBe(`/game/${gameId}`);
    await page.getByRole('searchbox', { name: 'Filter by title' }).fill('no such game');
    await seen(page.getByText('No titles match.'));
    await page.getByRole('button', { name: 'Clear filter' }).click();
    await expect.poll(async () => (await titles(page)).length).toBeGreaterThan(20);
    await page.goto(`/admin/game/${gameId}`);
    await seen(page.getByText('1 of the first 1,000', { exact: true }));
  });

  it('keeps its filter after a visit to the editor, and reports a failed search instead of no matches', async () => {
    const visitor = await site.visit();
    visitor.expectProblem(/ERR_FAILED/);
    const { page } = visitor;
    await openList(page);
    const filter = page.getByRole('searchbox', { name: 'Filter by title' });
    await filter.fill('last of all');
    await page.getByRole('link', { name: `Edit ${title}` }).click();
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await expect.poll(() => titles(page)).toEqual([title]);
    expect(await filter.inputValue()).toBe('last of all');

    await page.route(/\/api\/games\?.*search=nothing/, (route) => route.abort());
    await filter.fill('nothing');
    await seen(page.getByRole('alert').getByText('Failed to load games. Please try again later.'));
    expect(await titles(page)).toEqual([]);
    expect(await page.getByText('No titles match.').count()).toBe(0);
  });

  it('loads more games on scroll', async () => {
    const { page } = await site.visit({ viewport: { width: 390, height: 844 } });
    await openList(page);
    expect((await titles(page)).length).toBeLessThan(200);
    const countAfterScroll = async () => {
      // Not by the End key, which acts on the focused element.
      await page.evaluate(() => window.scrollTo(0, document.documentElement.scrollHeight));
      return (await titles(page)).length;
    };
    await expect.poll(countAfterScroll).toBeGreaterThan(120);
  });

  it('names everything that will be deleted with a game in the confirmation', async () => {
    const findings = await findingsDuring(site, async (page, check) => {
      await openList(page);
      await page.getByRole('button', { name: `Delete ${title}` }).click();
      const question = page.getByRole('dialog', { name: `Delete “${title}”?` });
      await seen(question.getByText(/^Linux: .*\.zip, 97\.\d+ KB$/));
      await seen(question.getByText(/^Cheat file: Endless gold, /));
      expect(await overflowOf(page), 'everything is visible or can be scrolled to').toEqual([]);
      await check('the question');
      await question.getByRole('button', { name: 'Cancel' }).click();
    });
    expect(findings).toEqual([]);
    const { page } = await site.visit();
    await openList(page);
    await page.getByRole('button', { name: `Delete ${title}` }).click();
    // A double click sends only one request.
    await page.getByRole('dialog').getByRole('button', { name: 'Delete game' }).dblclick();
    await seen(page.getByText(`“${title}” was deleted.`));
    await seen(page.getByRole('button', { name: 'Hide Games (1,300)' }));
  });
});
