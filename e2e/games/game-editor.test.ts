// The editor of a game on wide and narrow screens, links to other pages, failures, and access.
import { describe, expect, it } from 'vitest';
import { expectNoFindings } from '../support/axe.ts';
import { bar, EditorSite, heading, openEditor, video } from '../support/game-editor.ts';
import { admin, member } from '../support/site.ts';
import { arriveAs, seen, showGames } from '../support/steps.ts';

describe('the game editor', () => {
  const editor = new EditorSite();

  it('has two columns on a wide screen and one on a phone, and shows nothing twice', async () => {
    const game = await editor.addGame('Columns');
    const { page } = await editor.site.visit();
    await openEditor(page, game);
    const files = page.getByRole('region', { name: 'Platform files' });
    const place = async () => {
      const left = await page.getByRole('group', { name: 'Edit this game' }).boundingBox();
      const right = await files.boundingBox();
      return left && right && right.x >= left.x + left.width ? 'beside' : 'below';
    };
    await expect.poll(place).toBe('beside');
    expect(await page.getByRole('button', { name: /^Download/ }).count()).toBe(1);
    const download = page.waitForEvent('download');
    await files.getByRole('button', { name: 'Download the file for Linux' }).click();
    await (await download).cancel();
    const covers = page.getByRole('img', { name: 'Box art of Columns' });
    await expect.poll(() => covers.count()).toBe(1);
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    await seen(page.getByLabel('Developer', { exact: true }));
    await expect.poll(() => covers.count()).toBe(1);
    expect(await page.getByRole('region', { name: 'Details' }).count()).toBe(0);
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(place).toBe('below');
    await expect.poll(() => bar(page).isVisible()).toBe(true);
  });

  it('reports a failed save for a while and keeps the typed text', async () => {
    const game = await editor.addGame('Wesnoth');
    const visitor = await editor.site.visit();
    visitor.expectProblem(/ERR_FAILED/);
    const { page } = visitor;
    await openEditor(page, game);
    await page.route('**/api/games/*', (route) =>
      route.request().method() === 'PUT' ? route.abort() : route.continue(),
    );
    await page.getByRole('button', { name: 'Edit Title' }).click();
    const title = page.getByRole('textbox', { name: 'Title' });
    await title.fill('The Battle for Wesnoth');
    await title.press('Enter');
    const failure = page.getByRole('alert').getByText('Failed to update game');
    await seen(failure);
    await failure.waitFor({ state: 'hidden' });
    await page.unroute('**/api/games/*');
    await title.press('Enter');
    await heading(page, 'The Battle for Wesnoth');
  });

  it('links to the previous and the next game in the order of the list', async () => {
    const first = await editor.addGame('Order A');
    await editor.addGame('Order B');
    await editor.addGame('Order C');
    const { page } = await editor.site.visit();
    await openEditor(page, first);
    await page.getByRole('link', { name: 'Previous game: Order B' }).click();
    await heading(page, 'Order B');
    await seen(page.getByText(/^2 of \d+$/));
    await page.getByRole('link', { name: 'Previous game: Order C' }).click();
    await heading(page, 'Order C');
    await expect.poll(() => page.getByRole('link', { name: /^Previous game/ }).count()).toBe(0);

    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await showGames(page);
    await page.getByRole('combobox', { name: 'Sort' }).selectOption('titleDesc');
    await page
      .getByRole('textbox', { name: 'Filter by title' })
      .or(page.getByRole('searchbox'))
      .fill('Order');
    // The rows move when the answer arrives.
    await expect.poll(() => page.getByRole('link', { name: /^Edit (?!Order)/ }).count()).toBe(0);
    await page.getByRole('link', { name: 'Edit Order B' }).click();
    await page.getByRole('link', { name: 'Next game: Order A' }).click();
    await heading(page, 'Order A');
  });

  it('reports an unknown or unreachable game and links back to Admin', async () => {
    const visitor = await editor.site.visit();
    visitor.expectProblem(/status of 40[04]/);
    visitor.expectProblem(/ERR_FAILED/);
    const { page } = visitor;
    await arriveAs(page, admin);
    for (const address of ['/admin/game/nothing', "/admin/game/'--"]) {
      await page.goto(address);
      await heading(page, 'Game Not Found');
    }
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await page.waitForURL('**/admin');
    await page.goto('/admin/game');
    await heading(page, 'Invalid game ID');
    const game = await editor.addGame('Unreachable');
    await page.route(/\/api\/games\/[^/?]+$/, (route) => route.abort());
    await page.goto(`/admin/game/${game._id}`);
    await heading(page, 'Failed to load game data');
    await page.unroute(/\/api\/games\/[^/?]+$/);
    await page.getByRole('button', { name: 'Try again' }).click();
    await heading(page, 'Unreachable');
  });

  it('is not available to members and visitors', async () => {
    const { _id } = await editor.addGame('Hidden');
    const path = `/admin/game/${_id}`;
    const { page } = await editor.site.visit();
    await page.goto(path);
    await page.waitForURL('**/login');
    await arriveAs(page, member);
    await page.goto(path);
    await page.waitForURL('**/login');
    expect(await page.getByRole('button', { name: 'Edit Title' }).count()).toBe(0);
  });

  it('passes axe-core', async () => {
    const game = await editor.addGame('Tidy');
    await editor.api.editGame(game._id, {
      description: 'A game to look at.',
      genres: ['Puzzle', 'Arcade'],
      videos: [video('one'), video('two')],
    });
    await expectNoFindings(editor.site, async (page, check) => {
      await openEditor(page, game);
      await page.getByRole('button', { name: 'Edit Metadata' }).click();
      await page.getByLabel('Rating', { exact: true }).fill('bad');
      await bar(page).getByRole('button', { name: 'Save' }).click();
      await seen(page.getByText('This must be a number.'));
      await check('metadata with an error');
      expect(
        await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth),
        'the page fits the window',
      ).toBe(true);
      await page.getByRole('button', { name: 'Edit Title' }).click();
      await page.getByRole('textbox', { name: 'Title' }).fill('Tidier');
      await check('title');
    });
  });
});
