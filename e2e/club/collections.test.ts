// Collections: a member makes one from a selection and arranges it by keyboard, an admin announces a LAN night, and members come.
import type { Locator, Page, Route } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { cards, phone, titlesInView } from '../support/catalogue.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, flashes, seen } from '../support/steps.ts';
import type { Visitor } from '../support/visitor.ts';

const titles = ['Apollo', 'Borealis', 'Cygnus', 'Draco'];
/** Less than a week away at any hour, so that the home page shows a card. */
const soon = new Date(Date.now() + 6 * 24 * 3600_000);

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Does what sends a request, which fails after a while, and tries it again. */
async function tryTwice(
  visitor: Visitor,
  url: string,
  { act, within }: { act(): Promise<void>; within: Locator },
): Promise<void> {
  const { page } = visitor;
  visitor.expectProblem(/\b500\b/);
  const held = Promise.withResolvers<void>();
  const refuse = async (route: Route) => {
    await held.promise;
    await route.fulfill({ status: 500, body: '{}' });
  };
  await page.route(url, refuse, { times: 1 });
  await act();
  await seen(within.getByRole('status', { name: 'Loading...' }));
  held.resolve();
  await within.getByRole('button', { name: 'Try again' }).click();
}

describe('collections', () => {
  const site = useSite();
  let ids: string[];

  beforeAll(async () => {
    const api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    ids = [];
    for (const title of titles) ids.push((await api.addGame(archive, title, 'Windows'))._id);
  });

  const order = (page: Page) =>
    page.getByRole('list', { name: 'Games in their order' }).getByRole('listitem').allInnerTexts();
  const firstOf = async (page: Page) => (await order(page)).map((row) => /[A-Z][a-z]+/.exec(row)?.[0]);

  it('are made from selected games, and arranged with buttons and keys', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await arriveAs(page, member, '/games?sort=titleAsc');
    await button(page, 'Select games').click();
    for (const title of ['Apollo', 'Borealis', 'Cygnus']) {
      await page.getByRole('checkbox', { name: title }).click();
    }
    await button(page, 'Add to collection').click();
    const dialog = page.getByRole('dialog', { name: 'Add 3 games to a collection' });
    await dialog.getByRole('textbox', { name: 'Name of a new collection' }).fill('For later');
    const added = flashes(page, '3 games were added to For later.');
    await dialog.getByRole('button', { name: 'Create and add' }).click();
    await added;

    await page.goto('/collections');
    await page.getByRole('link', { name: 'For later' }).click();
    await expect.poll(() => cards(page).count()).toBe(3);
    await button(page, 'Edit games').click();
    await button(page, 'Move Cygnus to the beginning').click();
    await expect.poll(() => firstOf(page)).toEqual(['Cygnus', 'Apollo', 'Borealis']);
    const handle = button(page, /^1\. Move Cygnus/);
    await handle.focus();
    await page.keyboard.press('Space');
    await seen(page.getByText('Cygnus is picked up, at place 1 of 3.'));
    await page.keyboard.press('ArrowDown');
    await seen(page.getByText('Cygnus is at place 2 of 3.'));
    await page.keyboard.press('Space');
    await expect.poll(() => firstOf(page)).toEqual(['Apollo', 'Cygnus', 'Borealis']);
    await tryTwice(visitor, '**/api/games?*search=draco*', {
      act: () => page.getByLabel('Add games').fill('draco'),
      within: page.getByRole('search'),
    });
    await button(page, 'Add Draco').click();
    await button(page, 'Remove Borealis').click();
    await seen(page.getByText('Borealis was removed.'));
    await button(page, 'Undo').click();
    await expect.poll(() => firstOf(page)).toEqual(['Apollo', 'Cygnus', 'Borealis', 'Draco']);
    await seen(page.getByText('4 games · Only you can see it'));
    await page.reload();
    await expect.poll(() => cards(page).count()).toBe(4);
    expect(await titlesInView(page)).toEqual(['Apollo', 'Cygnus', 'Borealis', 'Draco']);

    await cards(page).first().click();
    const game = page.getByRole('dialog', { name: 'Apollo' });
    await game.getByRole('button', { name: 'Next game' }).click();
    await seen(page.getByRole('dialog', { name: 'Cygnus' }).getByText('2 of 4'));
  });

  it('with a date are LAN nights', async () => {
    const visitor = await site.visit();
    const desk = visitor.page;
    await arriveAs(desk, admin, '/collections');
    const form = desk.getByRole('dialog', { name: 'New collection' });
    const askForFilters = async () => {
      await button(desk, 'New collection').first().click();
      await form.getByText('From a saved filter').click();
    };
    await tryTwice(visitor, '**/api/saved-filters', { act: askForFilters, within: form });
    await seen(form.getByText('You have no saved filter that fits.'));
    await form.getByText('I choose them').click();
    await form.getByLabel('Name').fill('Winter LAN');
    await form.getByText('The club').click();
    await form.getByRole('switch', { name: 'LAN night' }).click();
    const pad = (part: number) => String(part).padStart(2, '0');
    const day = `${soon.getFullYear()}-${pad(soon.getMonth() + 1)}-${pad(soon.getDate())}`;
    await form.getByLabel('Date and time').fill(`${day}T19:30`);
    await form.getByLabel('Place (optional)').fill('The cellar');
    await form.getByRole('button', { name: 'Create' }).click();
    await seen(desk.getByRole('heading', { name: 'Winter LAN', level: 1 }));
    await desk.getByLabel('Add games').fill('a');
    for (const title of ['Apollo', 'Borealis']) await button(desk, `Add ${title}`).click();
    await seen(desk.getByText('2 games · From the club'));

    const page = await site.arrive(member, '/', phone);
    await page.getByRole('region', { name: 'Next LAN night' }).getByRole('link').click();
    await seen(page.getByText('If you are coming, the others see'));
    await button(page, 'I’ll be there').click();
    await seen(page.getByText('(you)'));
    await seen(page.getByText('Nobody has it yet'));
    await button(page, 'Download your 2 missing games').click();
    const dialog = page.getByRole('dialog', { name: 'Download 2 games' });
    await seen(dialog.getByRole('button', { name: 'Close' }));
    await page.keyboard.press('Escape');
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent))
      .toBe('Download your 2 missing games');
    const isWide = () => document.documentElement.scrollWidth > window.innerWidth;
    expect(await page.evaluate(isWide)).toBe(false);

    await page.getByRole('link', { name: 'Apollo' }).click();
    const game = page.getByRole('dialog', { name: 'Apollo' });
    await game.locator('[data-pad=download]').click();
    await seen(page.getByText('You have it'));
    await seen(button(page, 'Download your 1 missing game'));
  });

  it('of another member are not found, and deleted ones are gone', async () => {
    const page = await site.arrive(member, '/collections');
    await page.getByRole('link', { name: 'For later' }).click();
    await seen(page.getByRole('heading', { name: 'For later', level: 1 }));
    const { pathname } = new URL(page.url());
    const desk = await site.visit({ expects: /status of 404/ });
    await arriveAs(desk.page, admin, pathname);
    await seen(desk.page.getByRole('heading', { name: 'Collection not found' }));
    await button(page, 'More actions for For later').click();
    await page.getByRole('menuitem', { name: 'Delete collection' }).click();
    await button(page, 'Delete collection').click();
    await seen(page.getByText('You have no collections yet'));
  });

  it('lead from game to game, also to those that are not shown yet', async () => {
    await site.server.seed(70, 0);
    const api = await site.api(admin);
    const games = (await api.games('titleAsc')).slice(0, 70);
    const made = { name: 'Long LAN', isClub: true, startsAt: soon.toISOString() };
    const { _id: night } = await api.addCollection({ ...made, games: games.map(({ _id }) => _id) });
    const page = await site.arrive(member, `/collections/${night}`);
    const list = page.getByRole('region', { name: 'Games of the night' });
    for (const shown of [24, 48]) {
      await expect.poll(() => list.getByRole('listitem').count()).toBe(shown);
      await button(page, 'Show more games').click();
    }
    await list.getByRole('link').nth(65).click();
    const game = page.getByRole('dialog');
    await seen(game.getByText('66 of 70'));
    await game.getByRole('button', { name: 'Next game' }).click();
    await seen(game.getByText('67 of 70'));
    await page.reload();
    await seen(game.getByText('67 of 70'));
  });

  it('axe finds nothing on their pages', async () => {
    const startsAt = soon.toISOString();
    const made = { name: 'Spring LAN', isClub: true, startsAt, games: ids };
    const { _id: night } = await (await site.api(admin)).addCollection(made);
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, '/collections');
      await seen(page.getByRole('link', { name: 'Spring LAN' }));
      await check('list');
      await button(page, 'New collection').first().click();
      await page.getByRole('dialog').getByRole('switch', { name: 'LAN night' }).click();
      await check('form');
      await page.goto(`/collections/${night}`);
      await seen(page.getByText('Who’s coming?'));
      await check('night');
      await button(page, 'Edit games').click();
      await seen(page.getByRole('list', { name: 'Games in their order' }));
      await check('arranging');
    });
  });
});
