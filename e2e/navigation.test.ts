// Navigation between pages: scroll positions, a lost network, and an upgrade of the site in the meantime.
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { phone } from './support/catalogue.ts';
import { admin, useSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const lowWindow = { viewport: { width: 1366, height: 320 } };
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, level: 1 }));
const scrolledTo = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** Repeats the attempt, because the page may still grow. */
const scrollTo = async (page: Page, top: number) => {
  const scroll = () => page.evaluate((y) => window.scrollTo(0, y), top).then(() => scrolledTo(page));
  await expect.poll(scroll).toBe(top);
};
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

describe('navigation between pages', () => {
  const site = useSite();

  it('starts a new page at the top and restores the position on Back', async () => {
    const page = await site.arrive(admin, '/games', lowWindow);
    await follow(page, 'Account');
    await seen(page.getByRole('button', { name: 'Delete my account' }));
    await scrollTo(page, 230);
    // By keyboard, because Playwright scrolls the page before it clicks.
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await heading(page, 'Welcome, ');
    await expect.poll(() => scrolledTo(page)).toBe(0);
    await page.goBack();
    await heading(page, 'Account');
    await expect.poll(() => scrolledTo(page)).toBe(230);
    // As if the page were kept by the browser and shown again.
    const restoration = await page.evaluate(() => {
      for (const type of ['pagehide', 'pageshow']) window.dispatchEvent(new PageTransitionEvent(type));
      return history.scrollRestoration;
    });
    expect(restoration).toBe('manual');
  });

  it('restores the position on Back once the page is as long as it was', async () => {
    const page = await site.arrive(admin, '/account?tab=security', lowWindow);
    await seen(page.getByRole('heading', { name: 'Where you are logged in' }));
    await scrollTo(page, 900);
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await heading(page, 'Welcome, ');
    // Nothing is left in memory.
    await page.reload();
    await heading(page, 'Welcome, ');
    const held = Promise.withResolvers<void>();
    await page.route('**/api/**', async (route) => {
      await held.promise;
      await route.continue();
    });
    await page.goBack();
    await heading(page, 'Account');
    held.resolve();
    await expect.poll(() => scrolledTo(page)).toBe(900);
  });

  it('closes what covers the page on phones with Back, and leaves the page with the next Back', async () => {
    const page = await site.arrive(admin, '/', phone);
    await heading(page, 'Welcome, ');
    await follow(page, 'Games');
    await heading(page, 'Games');
    const path = () => page.evaluate(() => location.pathname + location.search);
    const sheets: Record<string, RegExp> = { Notifications: /^Notifications/, Filters: /^Filters/ };
    for (const [name, button] of Object.entries(sheets)) {
      await page.getByRole('button', { name: button }).click();
      const sheet = page.getByRole('dialog', { name });
      await seen(sheet);
      if (name === 'Filters') await sheet.getByText('Favorites', { exact: true }).click();
      await page.goBack();
      await sheet.waitFor({ state: 'hidden' });
      await heading(page, 'Games');
    }
    expect(await path(), 'the chosen filter stays').toBe('/games?mine=favorite');
    await page.goBack();
    await expect.poll(path, { message: 'the next Back undoes the choice' }).toBe('/games');
    await page.goBack();
    await heading(page, 'Welcome, ');
  });

  it('closes a dialog with Back on the first page of a visit on a phone, and then leaves the site', async () => {
    const page = await site.arrive(admin, '/account', phone);
    await heading(page, 'Account');
    const sheet = page.getByRole('dialog', { name: 'Notifications' });
    for (const close of [() => page.goBack(), () => page.keyboard.press('Escape')]) {
      await page.getByRole('button', { name: /^Notifications/ }).click();
      await seen(sheet);
      await close();
      await sheet.waitFor({ state: 'hidden' });
      await heading(page, 'Account');
    }
    await page.goBack();
    await page.waitForURL('about:blank');
  });

  it('keeps the header while offline, and shows the requested page, styled, once the network is back', async () => {
    const visitor = await site.visit();
    const { page, context } = visitor;
    visitor.expectProblem(/ERR_INTERNET_DISCONNECTED/);
    await arriveAs(page, admin);
    await follow(page, 'Home');
    await heading(page, 'Welcome, ');
    await context.setOffline(true);
    await follow(page, 'Account');
    await seen(page.getByText('You’re offline.'));
    await seen(page.getByRole('link', { name: 'Games', exact: true }));
    await context.setOffline(false);
    await heading(page, 'Account');
    await page.getByText('You’re offline.').waitFor({ state: 'hidden' });
    const areStyled = () =>
      page.evaluate(() =>
        [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].every(({ sheet }) => sheet),
      );
    expect(await areStyled()).toBe(true);
  });

  it('stays usable if the code of a page cannot be loaded, and opens the page once it can', async () => {
    const page = await site.arrive(admin, '/games', { expects: /account-|Failed to (load|fetch)/ });
    await page.route(/assets\/account-/, (route) => route.abort());
    await follow(page, 'Account');
    await seen(page.getByText('Part of this page could not be loaded.'));
    await seen(page.getByRole('button', { name: 'Reload' }));
    await follow(page, 'Home');
    await heading(page, 'Welcome, ');
    await page.unroute(/assets\/account-/);
    await follow(page, 'Account');
    await heading(page, 'Account');
  });

  it('offers to load the new version after an upgrade', async () => {
    const page = await site.arrive(admin, '/games', { expects: /status of 404/ });
    const upgraded = (url: URL) => url.pathname.startsWith('/assets/');
    await page.route(upgraded, (route) => route.fulfill({ status: 404 }));
    await follow(page, 'Account');
    await seen(page.getByText('A new version of this site is available.'));
    await page.unroute(upgraded);
    await page.getByRole('button', { name: 'Reload for the new version' }).click();
    await heading(page, 'Account');
  });
});
