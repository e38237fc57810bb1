// From page to page: where each is scrolled to, and what is seen when the code of one does not come.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, useSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const low = { viewport: { width: 1366, height: 320 } };
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, level: 1 }));
const scrolledTo = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** The page may still grow. */
const scrollTo = async (page: Page, top: number) => {
  const scroll = () => page.evaluate((y) => window.scrollTo(0, y), top).then(() => scrolledTo(page));
  await expect.poll(scroll).toBe(top);
};
const follow = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first().click();

describe('from page to page', () => {
  const site = useSite();

  beforeAll(() => site.createAccount('admin', admin));

  it('a new page begins at its top, one come back to is where it was left', async () => {
    const { page } = await site.visit(low);
    await arriveAs(page, admin);
    await follow(page, 'Account');
    await seen(page.getByLabel('Current password'));
    await scrollTo(page, 230);
    // By keys: to click, the test would scroll.
    await page.keyboard.press('g');
    await page.keyboard.press('h');
    await heading(page, 'Cellar');
    await expect.poll(() => scrolledTo(page)).toBe(0);
    await page.goBack();
    await heading(page, 'Account');
    await expect.poll(() => scrolledTo(page)).toBe(230);
  });

  it('a page whose code does not come says so, and one can go back', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    visitor.expectProblem(/account-|Failed to (load|fetch)/);
    await arriveAs(page, admin);
    await follow(page, 'Home');
    await heading(page, 'Cellar');
    await page.route(/assets\/account-/, (route) => route.abort());
    await follow(page, 'Account');
    await heading(page, 'Something went wrong');
    await page.goBack();
    await heading(page, 'Cellar');
  });
});
