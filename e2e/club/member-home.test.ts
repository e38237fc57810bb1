// What members come back for: the shelves of the home page, marks, filters with several values, and games selected in the grid.
import type { Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { cards, phone, search, titlesInView } from '../support/catalogue.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, choose, isFocused, seen } from '../support/steps.ts';

const titles = ['Apollo', 'Borealis', 'Cygnus'];

describe('a member', () => {
  const site = useSite();

  beforeAll(async () => {
    const api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    for (const title of titles) await api.addGame(archive, title, title === 'Apollo' ? 'Windows' : 'Linux');
  });

  it('opens a game from a shelf, marks it, and finds it on the shelf and in the list of favorites', async () => {
    const page = await site.arrive(member, '/', { expects: /(status of|answer:) 500/ });
    const recent = page.getByRole('region', { name: 'Recently added' });
    await recent.getByRole('link', { name: 'Borealis' }).click();
    const game = page.getByRole('dialog', { name: 'Borealis' });
    const favorite = game.getByRole('button', { name: 'Favorite' });
    const refuse = (route: Route) =>
      route.request().method() === 'GET' ? route.continue() : route.fulfill({ status: 500, body: '' });
    await page.route('**/marks', refuse);
    await favorite.click();
    await seen(page.getByRole('alert').getByText('Failed to save “Favorite”'));
    await page.unroute('**/marks');
    await favorite.click();
    await game.getByRole('button', { name: 'I like it' }).click();
    await seen(game.getByText('1 member likes it'));
    const note = game.getByRole('textbox', { name: 'Private note' });
    await choose(game, 'Borealis', 'Add a note');
    await note.fill('Level 2');
    await seen(game.getByText('Saved. Only you can read this.'));
    // What was typed is kept, however the game is left: the caret is still in the field.
    await note.fill('Level 3');
    const saved = page.waitForResponse((answer) => answer.request().postData()?.includes('Level 3') ?? false);
    await page.keyboard.press('Escape');
    await saved;
    await page.goto('/');
    const favorites = page.getByRole('region', { name: 'Your favorites' });
    await seen(favorites.getByRole('link', { name: 'Borealis' }));
    await favorites.getByRole('link', { name: 'See all: Your favorites' }).click();
    await expect.poll(() => cards(page).count()).toBe(1);
    expect(new URL(page.url()).search).toBe('?mine=favorite');
    await cards(page).click();
    await expect.poll(() => note.inputValue()).toBe('Level 3');
    await note.fill('Level 4');
    // The switches wait for what they show: a press on one that only seems to be off would not turn it off.
    const marks = Promise.withResolvers<void>();
    await page.route('**/api/games/*/marks', async (route) => {
      await marks.promise;
      await route.continue();
    });
    await page.reload();
    await seen(favorite);
    expect(await favorite.isDisabled()).toBe(true);
    marks.resolve();
    await expect.poll(() => note.inputValue()).toBe('Level 4');
    expect(await favorite.isDisabled()).toBe(false);
    expect(await favorite.getAttribute('aria-pressed')).toBe('true');
  });

  it('downloads again what has stopped, which then leaves the home page', async () => {
    const { page } = await site.visit({ acceptDownloads: true });
    let isAsked = false;
    await page.route('**/api/home', async (route) => {
      const response = await route.fetch();
      const home = await response.json();
      const game = home.shelves[0].games.find((one: { title: string }) => one.title === 'Apollo');
      const stopped = { game, platform: 'Windows', extraName: null, percent: 79, stoppedAt: new Date() };
      await route.fulfill({ response, json: { ...home, stopped: isAsked ? home.stopped : [stopped] } });
    });
    await arriveAs(page, member, '/');
    const shelf = page.getByRole('region', { name: 'Downloads that stopped' });
    await seen(shelf.getByText('Windows · stopped at 79%'));
    await seen(
      shelf.getByText('Your browser’s list of downloads may still be able to resume them.', { exact: false }),
    );
    expect(
      await shelf.getByRole('link', { name: 'See all: Downloads that stopped' }).getAttribute('href'),
    ).toBe('/account?tab=history');
    isAsked = true;
    await Promise.all([
      page.waitForEvent('download'),
      shelf.getByRole('button', { name: 'Download again: Apollo' }).click(),
    ]);
    await shelf.waitFor({ state: 'hidden' });
  });

  it('sees covers at once, in a small window and on a phone', async () => {
    for (const [options, highest] of [
      [{ viewport: { width: 1366, height: 768 } }, 768],
      [phone, undefined],
    ] as const) {
      const page = await site.arrive(member, '/', options);
      const cover = page.getByRole('main').getByRole('listitem').getByRole('link').first();
      await seen(cover);
      const { y = 0, height = 0 } = (await cover.boundingBox()) ?? {};
      if (highest) expect(y + height).toBeLessThan(highest);
      else expect(y).toBeLessThanOrEqual(200);
    }
  });

  it('is reminded of a LAN night by a line, and by a card in its last week', async () => {
    const api = await site.api(admin);
    const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60_000).toISOString();
    const near = (page: Page) => page.getByRole('region', { name: 'Next LAN night' });
    await api.addCollection({ name: 'Far night', isClub: true, isShared: true, startsAt: inDays(9) });
    const page = await site.arrive(member, '/');
    await seen(
      page
        .getByRole('paragraph')
        .filter({ hasText: 'Next LAN night' })
        .getByRole('link', { name: 'Far night' }),
    );
    expect(await near(page).count()).toBe(0);
    await api.addCollection({ name: 'Near night', isClub: true, isShared: true, startsAt: inDays(6) });
    await page.reload();
    await seen(near(page).getByRole('link', { name: 'Near night' }));
    expect((await near(page).boundingBox())?.width).toBeLessThan(800);
  });

  it('lets chance choose a game at once, and another one that fits', async () => {
    const page = await site.arrive(member, '/');
    const button = page.getByRole('button', { name: 'What shall we play tonight?' });
    await button.click();
    const dialog = page.getByRole('dialog', { name: 'What shall we play tonight?' });
    await seen(dialog.getByText('out of 3 games'));
    await expect.poll(() => isFocused(dialog.getByRole('link', { name: /^Show / }))).toBe(true);
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(button)).toBe(true);
    await button.click();
    await dialog.getByRole('button', { name: 'Narrow it down' }).click();
    await dialog.getByRole('combobox', { name: 'Platform' }).selectOption('Windows');
    await dialog.getByRole('button', { name: 'Pick another' }).click();
    await seen(dialog.getByText('out of 1 game'));
    await expect.poll(() => isFocused(dialog.getByRole('button', { name: 'Pick another' }))).toBe(true);
    await dialog.getByRole('link', { name: 'Show Apollo' }).click();
    await seen(page.getByRole('dialog', { name: 'Apollo' }));
  });

  it('filters by several values in the sheet of a phone, and saves the filter', async () => {
    const visitor = await site.visit(phone);
    visitor.expectProblem(/(status of|answer:) 500/);
    const { page } = visitor;
    await arriveAs(page, member);
    await page.getByRole('button', { name: 'Filters' }).click();
    const sheet = page.getByRole('dialog', { name: 'Filters' });
    expect(await sheet.getByRole('group', { name: 'Saved filters' }).count(), 'nothing to save').toBe(0);
    const played = sheet.getByRole('combobox', { name: 'Played' });
    await played.selectOption('Hide');
    await expect.poll(() => new URL(page.url()).search).toBe('?hide=played');
    await played.selectOption('Only these');
    await expect.poll(() => new URL(page.url()).search).toBe('?mine=played');
    await played.selectOption('Show');
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await sheet.getByText('Under 2 GB').click();
    await sheet.getByText('Windows', { exact: true }).click();
    await seen(sheet.getByRole('button', { name: 'Show 1 game' }));
    await sheet.getByText('Linux', { exact: false }).first().click();
    await seen(sheet.getByRole('button', { name: 'Show 3 games' }));
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Small ones');
    await sheet.getByRole('button', { name: 'Save these filters' }).click();
    await seen(sheet.getByRole('button', { name: 'Small ones', exact: true }));
    await sheet.getByRole('button', { name: 'Clear all filters' }).click();
    await expect.poll(() => new URL(page.url()).search).toBe('');
    await sheet.getByRole('button', { name: 'Small ones', exact: true }).click();
    await sheet.getByRole('button', { name: 'Show 3 games' }).click();
    await page.getByRole('button', { name: 'Remove the filter Windows' }).click();
    await expect.poll(() => cards(page).count()).toBe(2);

    // A failure is also told once the sheet is closed.
    let answer = (): void => undefined;
    await page.route('**/saved-filters', async (route) => {
      if (route.request().method() === 'GET') return route.continue();
      await new Promise<void>((resolve) => {
        answer = resolve;
      });
      return route.fulfill({ status: 500, body: '' });
    });
    await page.getByRole('button', { name: /^Filters/ }).click();
    await sheet.getByRole('textbox', { name: 'Name' }).fill('Lost');
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().endsWith('/saved-filters'),
    );
    await sheet.getByRole('button', { name: 'Save these filters' }).click();
    await sent;
    await page.keyboard.press('Escape');
    await sheet.waitFor({ state: 'hidden' });
    answer();
    await seen(page.getByRole('alert').getByText('Failed to save the filter'));
  });

  it('finds a title despite a typing mistake', async () => {
    const page = await site.arrive(member);
    await search(page).fill('borealsi');
    await seen(page.getByText('No title contains “borealsi”. These are similar:'));
    await seen(page.getByText('0 games · 1 similar title'));
    await expect.poll(() => titlesInView(page)).toEqual(['Borealis']);
  });

  it('selects games in the grid by mouse and keyboard, for a download list', async () => {
    const page = await site.arrive(member);
    await seen(cards(page));
    await page.getByRole('button', { name: 'Select games' }).click();
    await page.getByRole('checkbox', { name: 'Cygnus' }).click();
    await page.getByRole('checkbox', { name: 'Apollo' }).click({ modifiers: ['Shift'] });
    const bar = page.getByRole('region', { name: 'Selected games' });
    await seen(bar.getByText('3 selected'));
    await page.keyboard.press(' ');
    await seen(bar.getByText('2 selected'));
    await bar.getByRole('button', { name: 'Download' }).click();
    await seen(page.getByRole('dialog', { name: 'Download 2 games' }));
  });
});
