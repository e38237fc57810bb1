// The keyboard shortcuts: the help, the command palette, and navigation with `g` and `/`.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { expectNoFindings } from './support/axe.ts';
import { admin, member, useSite } from './support/site.ts';
import { accountButton, arriveAs, choose, isFocused, openAccountMenu, seen } from './support/steps.ts';

const help = (page: Page) => page.getByRole('dialog', { name: 'Keyboard shortcuts' });
const palette = (page: Page) => page.getByRole('dialog', { name: 'Command palette' });
const option = (page: Page, name: string | RegExp) => palette(page).getByRole('option', { name });
const gone = (locator: Locator) => locator.waitFor({ state: 'hidden' });
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, level: 1 }));

describe('keyboard shortcuts', () => {
  const site = useSite();

  beforeAll(async () => {
    const api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    for (const title of ['Pokémon Cellar', 'Frozen Bubble', 'Bubble Trouble']) {
      await api.addGame(archive, title, 'Linux');
    }
  });

  const arrive = async (account = member) => {
    const page = await site.arrive(account);
    await seen(page.getByRole('link', { name: 'Frozen Bubble' }));
    return page;
  };

  describe('the help', () => {
    it('opens on ?, closes on Esc and restores the focus', async () => {
      const page = await arrive();
      const account = page.getByRole('link', { name: 'Account', exact: true });
      await account.focus();
      await page.keyboard.press('?');
      await seen(help(page).getByText('Go to Games'));
      await seen(help(page).getByText('Move between games'));
      expect(
        await help(page).getByText('Go to Admin').count(),
        'members do not see the shortcut of admins',
      ).toBe(0);
      await page.keyboard.press('Escape');
      await gone(help(page));
      await expect.poll(() => isFocused(account)).toBe(true);

      const menu = await openAccountMenu(page);
      await menu.getByRole('button', { name: 'Keyboard shortcuts' }).click();
      await help(page).getByRole('button', { name: 'Close' }).click();
      await gone(help(page));
      await expect.poll(() => isFocused(accountButton(page))).toBe(true);
    });

    it('hides the shortcuts of members from visitors', async () => {
      const { page } = await site.visit();
      await page.goto('/');
      await heading(page, 'Cellar');
      await page.keyboard.press('?');
      await seen(help(page).getByText('Go to Home'));
      expect(await help(page).getByText('Go to Games').count()).toBe(0);
    });

    it('does not open on ? in a text field', async () => {
      const { page } = await site.visit();
      await page.goto('/login');
      await page.getByLabel('Email').press('?');
      await page.getByLabel('Email').pressSequentially('/gh');
      expect(await page.getByLabel('Email').inputValue()).toBe('?/gh');
      await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('turns off single-key shortcuts permanently', async () => {
      const page = await arrive();
      await page.keyboard.press('?');
      await help(page).getByLabel('Single-key shortcuts').press('Space');
      await page.keyboard.press('Escape');
      await gone(help(page));
      await page.reload();
      await seen(page.getByRole('link', { name: 'Frozen Bubble' }));
      await page.keyboard.press('?');
      await page.keyboard.press('g');
      await page.keyboard.press('h');
      await page.keyboard.press('Control+k');
      await seen(palette(page));
      expect(await help(page).count()).toBe(0);
      await expect.poll(() => new URL(page.url()).pathname).toBe('/games');
    });
  });

  it('open permitted pages with g, and the search with / from anywhere', async () => {
    const page = await arrive();
    const go = async (keys: string, path: string) => {
      for (const key of keys) await page.keyboard.press(key);
      await expect.poll(() => new URL(page.url()).pathname).toBe(path);
    };
    await go('ga', '/account');
    await heading(page, 'Account');
    await go('gh', '/');
    await go('gg', '/games');
    await seen(page.getByRole('link', { name: 'Frozen Bubble' }));
    await go('gd', '/games');
    await go('ga', '/account');
    await heading(page, 'Account');
    await page.keyboard.press('Shift+G');
    await go('h', '/account');
    await go('/', '/games');
    const search = page.getByPlaceholder('Search games...');
    await expect.poll(() => isFocused(search)).toBe(true);
    await page.keyboard.type('/g');
    const typed = { message: 'the shortcut itself is not typed, but later keys are' };
    await expect.poll(() => search.inputValue(), typed).toBe('/g');
  });

  it('open the dashboard for an admin with g d', async () => {
    const page = await arrive(admin);
    await page.keyboard.press('g');
    await page.keyboard.press('d');
    await heading(page, 'Admin');
  });

  it('are inactive while a dialog is open', async () => {
    const page = await arrive();
    await page.keyboard.press('?');
    await seen(help(page));
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await page.keyboard.press('Control+k');
    expect(await palette(page).count()).toBe(0);
    await expect.poll(() => new URL(page.url()).pathname).toBe('/games');
  });

  describe('the command palette', () => {
    it('finds a game during typing and opens it', async () => {
      const page = await arrive();
      await page.keyboard.press('g');
      await page.keyboard.press('a');
      await heading(page, 'Account');
      await page.keyboard.press('Control+k');
      await seen(option(page, 'Games'));
      await page.keyboard.type('bubb');
      await seen(option(page, /Frozen Bubble/));
      const names = palette(page).getByRole('group', { name: 'Games' }).getByRole('option');
      await expect.poll(() => names.count()).toBe(2);
      await page.keyboard.press('ArrowDown');
      const field = palette(page).getByRole('combobox');
      const isActive = async () => {
        const id = await field.getAttribute('aria-activedescendant');
        return id === (await option(page, /Frozen Bubble/).getAttribute('id'));
      };
      await expect.poll(isActive).toBe(true);
      await page.keyboard.press('Enter');
      await seen(page.getByRole('dialog', { name: 'Frozen Bubble' }));
      await expect.poll(() => new URL(page.url()).pathname).toBe('/games');
    });

    it('ignores accents and reports when nothing is found', async () => {
      const page = await arrive();
      await page.getByRole('button', { name: 'Search Ctrl K' }).click();
      await seen(palette(page));
      await page.keyboard.type('pokemon');
      await seen(option(page, /Pokémon Cellar/));
      await page.keyboard.type(' zzz');
      await seen(palette(page).getByText('Nothing found for “pokemon zzz”.'));
      await page.keyboard.press('Enter');
      await seen(palette(page));
      await page.keyboard.press('Control+k');
      await gone(palette(page));
    });

    it('queries the server when typing pauses, not for every letter', async () => {
      const page = await arrive();
      const searches: string[] = [];
      page.on('request', (request) => {
        const search = new URL(request.url()).searchParams.get('search');
        if (search) searches.push(search);
      });
      await page.keyboard.press('Control+k');
      await seen(palette(page));
      // In one call, because the machine may pause between two keys of a test.
      await palette(page).getByRole('combobox').evaluate(typeQuickly, 'trouble');
      await seen(option(page, /Bubble Trouble/));
      expect(searches).toEqual(['trouble']);
    });

    it('opens pages, changes theme and language, and logs out', async () => {
      const page = await arrive();
      const run = async (words: string, name: string | RegExp) => {
        await page.keyboard.press('Control+k');
        await seen(palette(page));
        await page.keyboard.type(words);
        await expect.poll(() => option(page, name).first().getAttribute('aria-selected')).toBe('true');
        await page.keyboard.press('Enter');
        await gone(palette(page));
      };
      await run('account', 'Account');
      await heading(page, 'Account');
      await run('light', /Light/);
      await expect.poll(() => page.locator('html').getAttribute('data-mantine-color-scheme')).toBe('light');
      await run('espa', /Español/);
      await seen(page.getByRole('button', { name: /^Menú de la cuenta/ }));
      await page.keyboard.press('Control+k');
      await page.getByRole('dialog').getByRole('combobox').fill('english');
      const english = page.getByRole('dialog').getByRole('option', { name: /English/ });
      await expect.poll(() => english.getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Enter');
      await seen(accountButton(page));
      await run('logout', 'Logout');
      await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    });

    it('opens the editor for admins: of the game on the page, or of one it has found', async () => {
      const page = await arrive(admin);
      await page.keyboard.press('Control+k');
      await seen(palette(page));
      await page.keyboard.type('trouble');
      await option(page, 'Edit Bubble Trouble').click();
      await choose(page.getByRole('main'), 'Bubble Trouble', 'Game Page');
      await heading(page, 'Bubble Trouble');
      await page.keyboard.press('Control+k');
      await option(page, /^Edit the open game/).click();
      await page.getByRole('link', { name: 'Back to the game' }).click();
      await heading(page, 'Bubble Trouble');
      expect(new URL(page.url()).pathname).toMatch(/^\/game\//);
      const asMember = await arrive();
      await asMember.keyboard.press('Control+k');
      await seen(palette(asMember));
      await asMember.keyboard.type('trouble');
      await seen(option(asMember, /^Bubble Trouble/));
      expect(await option(asMember, /^Edit/).count()).toBe(0);
    });

    it('offers visitors only public pages', async () => {
      const { page } = await site.visit();
      await page.goto('/');
      await heading(page, 'Cellar');
      await page.keyboard.press('Control+k');
      await seen(palette(page));
      const pages = palette(page).getByRole('group', { name: 'Pages' }).getByRole('option');
      await seen(pages);
      expect((await pages.allInnerTexts()).map((text) => text.split('\n')[0])).toEqual([
        'Home',
        'Login',
        'Request Access',
      ]);
      expect(await option(page, 'Logout').count()).toBe(0);
      await page.keyboard.type('request');
      const wanted = option(page, 'Request Access');
      await expect.poll(() => wanted.getAttribute('aria-selected')).toBe('true');
      await page.keyboard.press('Enter');
      await seen(page.getByRole('heading', { name: 'Create your account' }));
    });
  });

  it('pass axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member);
      await seen(page.getByRole('link', { name: 'Frozen Bubble' }));
      await page.keyboard.press('?');
      await seen(help(page));
      await check('help');
      await page.keyboard.press('Escape');
      await gone(help(page));
      await page.keyboard.press('Control+k');
      await seen(palette(page));
      await page.keyboard.type('bub');
      await seen(option(page, /Frozen Bubble/));
      await check('palette');
    });
  });
});

/** Runs in the page: enters the text letter by letter, with events that React receives. */
function typeQuickly(field: Element, text: string): void {
  const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  for (let length = 1; length <= text.length; length += 1) {
    write?.call(field, text.slice(0, length));
    field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  }
}
