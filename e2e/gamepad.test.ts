// From the sofa: home, games and downloads by gamepad, and by arrow keys alone.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { expectNoFindings } from './support/axe.ts';
import { cards, openCatalogue, phone, search } from './support/catalogue.ts';
import { connectGamepad, offerGamepad, type PadButton, press } from './support/gamepad.ts';
import { admin, member, useSite } from './support/site.ts';
import {
  accountButton,
  arriveAs,
  drawn,
  flashes,
  isFocused,
  isFocusUncovered,
  seen,
} from './support/steps.ts';

describe('a member on the sofa', () => {
  const site = useSite();
  let collection: string;

  beforeAll(async () => {
    const api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    const games: string[] = [];
    for (const title of ['Eridanus', 'Draco', 'Apollo', 'Borealis', 'Cygnus']) {
      games.push((await api.addGame(archive, title, 'Linux'))._id);
    }
    const description = 'Games for a long winter. '.repeat(40);
    ({ _id: collection } = await api.addCollection({
      name: 'Winter',
      description,
      isShared: true,
      games: games.slice(2),
    }));
  });

  const recent = (page: Page) => page.getByRole('region', { name: 'Recently added' });
  const covers = (page: Page) => recent(page).getByRole('listitem').getByRole('link');
  const game = (page: Page, title: string) => page.getByRole('dialog', { name: title });
  const card = (page: Page, title: string) => cards(page).filter({ hasText: title });
  const hints = (page: Page) => page.getByRole('region', { name: 'Buttons of the gamepad' });
  const isGone = (locator: Locator) => locator.waitFor({ state: 'hidden' });

  /** Moves in one direction until the element, or one of several, has the focus. */
  async function reach(move: () => Promise<void>, wanted: Locator): Promise<void> {
    const page = wanted.page();
    await seen(wanted);
    const isReached = async () => (await wanted.and(page.locator(':focus')).count()) > 0;
    for (let moves = 0; moves < 15 && !(await isReached()); moves += 1) {
      const before = await page.evaluateHandle(() => document.activeElement);
      await move();
      // A busy machine moves the focus late, and the next press would pass the element.
      await page.waitForFunction((element) => document.activeElement !== element, before);
    }
    expect(await isReached(), `${wanted} is reached`).toBe(true);
    await expect.poll(() => isFocusUncovered(page), { message: `${wanted} is in sight` }).toBe(true);
  }

  it('plays with a gamepad: from a shelf to a game, its download, and back to the grid', async () => {
    const { page } = await site.visit();
    await offerGamepad(page);
    await arriveAs(page, member, '/');
    await seen(recent(page).getByRole('link', { name: 'Cygnus' }));
    await connectGamepad(page);
    const by = (button: PadButton) => () => press(page, button);
    await seen(hints(page).getByText('Select'));
    await reach(by('down'), covers(page));
    await reach(by('left'), recent(page).getByRole('link', { name: 'Cygnus' }));
    await reach(by('right'), recent(page).getByRole('link', { name: 'Borealis' }));
    await press(page, 'a');
    await seen(game(page, 'Borealis').getByRole('heading', { name: 'Download Options' }));
    await seen(hints(page).getByText('Download'));
    const started = flashes(page, 'Download started for Borealis (Linux)');
    await press(page, 'x');
    await started;
    await reach(by('up'), game(page, 'Borealis').getByRole('button', { name: 'Close' }));
    await press(page, 'left');
    await seen(game(page, 'Borealis'));
    await press(page, 'rb');
    await seen(game(page, 'Apollo'));
    await press(page, 'lb');
    await seen(game(page, 'Borealis'));
    await press(page, 'b');
    await isGone(game(page, 'Borealis'));
    await expect.poll(() => isFocused(card(page, 'Borealis'))).toBe(true);
    await reach(by('left'), card(page, 'Cygnus'));
    const favorite = page.getByRole('button', { name: 'Favorite: Cygnus' });
    await seen(favorite);
    await press(page, 'y');
    await expect.poll(() => favorite.getAttribute('aria-pressed')).toBe('true');
    await press(page, 'start');
    await seen(page.getByRole('dialog', { name: 'Command palette' }));
    await press(page, 'start');
    await isGone(page.getByRole('dialog', { name: 'Command palette' }));
    await press(page, 'b');
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await seen(page.getByRole('region', { name: 'Your favorites' }).getByRole('link', { name: 'Cygnus' }));
    await page.mouse.click(2, 300);
    await isGone(hints(page));
  });

  it('plays with arrow keys, Enter and Escape alone', async () => {
    const page = await site.arrive(member, '/');
    const by = (key: string) => async () => {
      await page.keyboard.press(key);
      await drawn(page);
    };
    await reach(by('ArrowDown'), covers(page));
    await reach(by('ArrowRight'), recent(page).getByRole('link', { name: 'Apollo' }));
    await page.keyboard.press('Enter');
    const download = game(page, 'Apollo').getByRole('button', { name: /^Download for Linux/ });
    await reach(by('ArrowDown'), download);
    const started = flashes(page, 'Download started for Apollo (Linux)');
    await page.keyboard.press('Enter');
    await started;
    const favorite = game(page, 'Apollo').getByRole('button', { name: 'Favorite' });
    await reach(by('ArrowDown'), favorite);
    await page.keyboard.press('Enter');
    await expect.poll(() => favorite.getAttribute('aria-pressed')).toBe('true');
    const status = game(page, 'Apollo').getByRole('combobox', { name: 'Status' });
    await reach(by('ArrowRight'), status);
    await reach(by('ArrowRight'), game(page, 'Apollo').getByRole('button', { name: 'I like it' }));
    await reach(by('ArrowRight'), game(page, 'Apollo').getByRole('button', { name: 'More for Apollo' }));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => isFocused(game(page, 'Apollo').getByRole('menuitem', { name: 'Add to collection' })))
      .toBe(true);
    await reach(by('ArrowDown'), game(page, 'Apollo').getByRole('menuitem', { name: 'Add a note' }));
    await page.keyboard.press('Enter');
    await expect
      .poll(() => isFocused(game(page, 'Apollo').getByRole('textbox', { name: 'Private note' })))
      .toBe(true);
    await reach(by('ArrowUp'), favorite);
    await reach(by('ArrowRight'), status);
    expect(await status.inputValue(), 'a select does not change in passing').toBe('');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.evaluate((select) => select.matches(':open'))).toBe(true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect.poll(() => status.inputValue()).not.toBe('');
    await page.keyboard.press('Escape');
    await expect.poll(() => isFocused(card(page, 'Apollo'))).toBe(true);
    await page.keyboard.press('Enter');
    await seen(game(page, 'Apollo'));
    // On the bar of the overlay, the keys lead to the next game as before.
    await page.keyboard.press('ArrowLeft');
    await seen(game(page, 'Borealis'));
    await page.keyboard.press('Escape');
    await isGone(game(page, 'Borealis'));
    await reach(by('ArrowLeft'), card(page, 'Cygnus'));
    // The focus skips what a toast covers.
    await expect.poll(() => page.getByRole('button', { name: 'Close' }).count()).toBe(0);
    await reach(by('ArrowUp'), page.locator('search').locator('input, select, button'));
    await reach(by('ArrowLeft'), search(page));
    await page.keyboard.type('Bor');
    await expect.poll(() => cards(page).count()).toBe(1);
    await reach(by('ArrowDown'), card(page, 'Borealis'));
    await page.keyboard.press('?');
    await seen(page.getByRole('dialog').getByText('Left stick or D-pad'));
  });

  it('uses the account menu with a gamepad', async () => {
    const { page } = await site.visit();
    await offerGamepad(page);
    await arriveAs(page, member, '/');
    await seen(covers(page));
    await connectGamepad(page);
    const by = (button: PadButton) => () => press(page, button);
    const menu = page.getByRole('region', { name: /^Account menu/ });
    await accountButton(page).focus();
    await press(page, 'a');
    await reach(by('down'), menu.getByRole('link', { name: 'Account' }));
    await reach(by('down'), menu.getByRole('button', { name: 'Logout' }));
    expect(await page.evaluate(() => scrollY), 'the page behind does not scroll').toBe(0);
    await press(page, 'down');
    await expect.poll(() => isFocused(menu.getByRole('button', { name: 'Logout' }))).toBe(true);
    await press(page, 'b');
    await isGone(menu);
    await expect.poll(() => isFocused(accountButton(page))).toBe(true);
    expect(new URL(page.url()).pathname).toBe('/');
  });

  it('sees the whole of what has the focus on a phone', async () => {
    const page = await site.arrive(member, '/', phone);
    const by = (key: string) => async () => {
      await page.keyboard.press(key);
      await drawn(page);
    };
    await reach(by('ArrowDown'), covers(page));
    await reach(by('ArrowRight'), recent(page).getByRole('link', { name: 'Apollo' }));
    await page.goto(`/collections/${collection}`);
    await seen(cards(page));
    await reach(by('ArrowDown'), page.getByRole('link', { name: 'All collections' }));
    await reach(by('ArrowDown'), card(page, 'Apollo'));
    await reach(by('ArrowDown'), card(page, 'Cygnus'));
    await reach(by('ArrowUp'), card(page, 'Apollo'));
  });

  it('sees the hints above the tabs of a phone, and huge covers between the bars', async () => {
    const { page } = await site.visit(phone);
    await offerGamepad(page);
    await page.addInitScript(() => localStorage.setItem('coverSize', 'huge'));
    await openCatalogue(page);
    await connectGamepad(page);
    await reach(() => press(page, 'down'), cards(page).first());
    const [bar, tabs] = [await hints(page).boundingBox(), await page.getByRole('navigation').boundingBox()];
    expect(bar && tabs && bar.y + bar.height).toBeLessThanOrEqual((tabs?.y ?? 0) + 1);
    expect(bar?.width).toBe(390);
  });

  it('passes axe-core with the hints of a gamepad', async () => {
    await expectNoFindings(site, async (page, check) => {
      await offerGamepad(page);
      await arriveAs(page, member, '/');
      await seen(recent(page));
      await connectGamepad(page);
      await press(page, 'down');
      await check('home');
      await page.goto('/games');
      await seen(cards(page));
      await connectGamepad(page);
      await press(page, 'down');
      await check('games');
      await press(page, 'a');
      await seen(page.getByRole('heading', { name: 'Download Options' }));
      await press(page, 'down');
      await check('an open game');
    });
  });
});
