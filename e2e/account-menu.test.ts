// The account menu of the bar: the appearance, the language and the logout, by mouse, by keyboard and on a phone.
import { languages } from '@cellar/contract/people/accounts.ts';
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectNoFindings } from './support/axe.ts';
import { phone } from './support/catalogue.ts';
import { overflowOf } from './support/overflow.ts';
import { admin, member, useSite } from './support/site.ts';
import { accountButton, arriveAs, isFocused, openAccountMenu, seen } from './support/steps.ts';

const menuOf = (page: Page) => page.getByRole('region', { name: /^Account menu/ });
const gone = (locator: Locator) => locator.waitFor({ state: 'hidden' });
const scheme = (page: Page) => page.locator('html').getAttribute('data-mantine-color-scheme');
const language = (page: Page) => page.locator('html').getAttribute('lang');
const hasLoggedOut = (page: Page) => seen(page.getByRole('main').getByRole('link', { name: 'Login' }));

describe('the account menu', () => {
  const site = useSite();

  it('changes the theme and language by mouse, leads to the account, and logs out', async () => {
    const page = await site.arrive(member);
    const menu = await openAccountMenu(page);
    await seen(menu.getByText(member.email));
    await menu.getByText('Light', { exact: true }).click();
    await expect.poll(() => scheme(page)).toBe('light');
    await menu.getByText('Dark', { exact: true }).click();
    await expect.poll(() => scheme(page)).toBe('dark');
    await menu.getByRole('combobox', { name: 'Language' }).selectOption('fr');
    await expect.poll(() => language(page)).toBe('fr');
    const french = page.getByRole('region', { name: /^Menu du compte/ });
    // The menu is above everything, and the toast keeps clear of it.
    const toast = page.getByText('Préférences enregistrées');
    await seen(toast);
    const [above, below] = [await french.boundingBox(), await toast.boundingBox()];
    expect(above && above.y + above.height).toBeLessThan(below?.y ?? 0);
    await french.getByRole('combobox', { name: 'Langue' }).selectOption('en');
    await expect.poll(() => language(page)).toBe('en');
    await page.mouse.click(200, 600);
    await gone(menu);
    await (await openAccountMenu(page)).getByRole('link', { name: 'Account' }).click();
    await seen(page.getByRole('heading', { name: 'Account', level: 1 }));
    await gone(menu);
    await (await openAccountMenu(page)).getByRole('button', { name: 'Logout' }).click();
    await hasLoggedOut(page);
  });

  it('works with the keyboard and returns the focus', async () => {
    const page = await site.arrive(member);
    const menu = menuOf(page);
    await accountButton(page).press('Enter');
    await seen(menu.getByRole('button', { name: 'Logout' }));
    await page.keyboard.press('Tab');
    await expect.poll(() => isFocused(menu.getByRole('link', { name: 'Account' }))).toBe(true);
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => scheme(page)).toBe('light');
    await page.keyboard.press('Tab');
    await expect.poll(() => isFocused(menu.getByRole('combobox', { name: 'Language' }))).toBe(true);
    await page.keyboard.press('Escape');
    await gone(menu);
    await expect.poll(() => isFocused(accountButton(page))).toBe(true);
    await page.keyboard.press('Enter');
    await menu.getByRole('button', { name: 'Logout' }).press('Enter');
    await hasLoggedOut(page);
  });

  it('holds on a phone what the tabs have no room for', async () => {
    const api = await site.api(admin);
    await api.makeContributor(member.email);
    const rest = { Requests: admin, Contribute: member };
    for (const [name, account] of Object.entries(rest)) {
      const page = await site.arrive(account, '/', phone);
      const menu = await openAccountMenu(page);
      await expect.poll(() => menu.getByRole('link').allInnerTexts()).toEqual(['Account', name]);
      expect(await menu.getByRole('button', { name: 'Keyboard shortcuts' }).count()).toBe(0);
      await menu.getByRole('link', { name }).tap();
      await gone(menu);
      await seen(page.getByRole('heading', { name, level: 1 }));
    }
  });

  it.each(languages)('and the tabs fit the narrowest phone in %s', async (language) => {
    const api = await site.api(admin);
    const page = await site.arrive(admin, '/', { ...phone, viewport: { width: 320, height: 640 } });
    await api.setPreferences({ language });
    await page.goto('/requests');
    await seen(page.locator(`html[lang="${language}"]`));
    await expect.poll(() => page.getByRole('navigation').getByRole('link').count()).toBe(5);
    expect(await overflowOf(page)).toEqual([]);
    await page.locator('[popovertarget]').tap();
    await seen(page.locator('#account-menu select'));
    expect(await overflowOf(page)).toEqual([]);
    await page.locator('#account-menu button').last().tap();
    await expect.poll(() => new URL(page.url()).pathname).toBe('/');
    await api.setPreferences({ language: 'en' });
  });

  it('offers visitors the theme and the language', async () => {
    const { page } = await site.visit(phone);
    await page.goto('/');
    await seen(page.getByRole('banner').getByRole('link', { name: 'Login' }));
    await page.getByRole('button', { name: 'Theme and language' }).click();
    const menu = page.getByRole('region', { name: 'Theme and language' });
    await menu.getByText('Light', { exact: true }).click();
    await expect.poll(() => scheme(page)).toBe('light');
    await menu.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect.poll(() => language(page)).toBe('de');
    expect(await page.getByRole('button', { name: 'Abmelden' }).count()).toBe(0);
  });

  it('passes axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member, '/account');
      await openAccountMenu(page);
      await check('account menu');
    });
  });
});
