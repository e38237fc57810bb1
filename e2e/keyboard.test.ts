// The way from the login to a game and back with nothing but a keyboard.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { admin, member, useSite } from './support/site.ts';
import { seen } from './support/steps.ts';

const title = 'Frozen Bubble';

describe('with the keyboard alone', () => {
  const site = useSite();

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    const archive = await smallGame(site.folder, 'bubble.zip');
    await (await site.api(admin)).addGame(archive, title, 'Linux');
  });

  it('a member logs in, opens a game and closes it', async () => {
    const { page } = await site.visit();
    await page.goto('/login');
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
    await tabTo(page, 'Email');
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');

    await seen(page.getByRole('link', { name: title }));
    await tabTo(page, title);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await seen(dialog.getByRole('heading', { name: 'Download Options' }));
    const isInside = await dialog.evaluate((node) => node.contains(document.activeElement));
    expect(isInside, 'the focus is in the dialog').toBe(true);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    expect(new URL(page.url()).search).toBe('');
    // On the card that was opened.
    await expect.poll(() => focusedName(page)).toContain(title);
  });

  it('the first stop of a page leads past its navigation', async () => {
    const { page } = await site.visit();
    await page.goto('/');
    await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    await page.keyboard.press('Tab');
    expect(await focusedName(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    const isInside = await page.getByRole('main').evaluate((node) => node.contains(document.activeElement));
    expect(isInside, 'the focus is in the content').toBe(true);
    expect(await focusedName(page)).toBe('Request Access');
  });

  async function tabTo(page: Page, name: string): Promise<void> {
    for (let stop = 0; stop < 30; stop += 1) {
      if ((await focusedName(page)).includes(name)) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`Tab does not lead to ${name}`);
  }

  function focusedName(page: Page): Promise<string> {
    return page.evaluate(() => {
      const element = document.activeElement;
      if (!element?.matches('a, button, input')) return '';
      const label = element instanceof HTMLInputElement ? element.labels?.[0]?.textContent : undefined;
      const name = label ?? element.getAttribute('aria-label') ?? element.textContent;
      return name.replace(/ \*$/, '').trim();
    });
  }
});
