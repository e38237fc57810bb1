// From the login to a game and back, using only the keyboard.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from './support/archives.ts';
import { admin, member, useSite } from './support/site.ts';
import { isFocused, seen } from './support/steps.ts';

const title = 'Frozen Bubble';

describe('with only the keyboard', () => {
  const site = useSite();
  let archive: Archive;

  beforeAll(async () => {
    archive = await smallGame(site.folder, 'bubble.zip');
    const api = await site.api(admin);
    await api.addGame(archive, title, 'Linux');
    await api.addGame(await smallGame(site.folder, 'other.zip'), 'SuperTux', 'Linux');
  });

  it('a member logs in, opens a game and closes it', async () => {
    const { page } = await site.visit();
    await logInByKeys(page);
    const dialog = await openByKeys(page);
    const isInDialog = () => dialog.evaluate((node) => node.contains(document.activeElement));
    await expect.poll(isInDialog, { message: 'the focus is in the dialog' }).toBe(true);

    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => new URL(page.url()).search).toBe('');
    // The focus returns to the card that was opened.
    await expect.poll(() => focusedName(page)).toContain(title);
  });

  it('a member downloads a game', async () => {
    const { page } = await site.visit();
    await logInByKeys(page);
    await openByKeys(page);
    await tabTo(page, 'Linux');
    const downloadStarts = page.waitForEvent('download');
    await page.keyboard.press('Enter');
    expect(await sha256Of(await (await downloadStarts).path())).toBe(archive.sha256);
  });

  it('the first Tab stop of a page skips its navigation', async () => {
    const { page } = await site.visit();
    await page.goto('/');
    await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Skip to content');
    await page.keyboard.press('Enter');
    await expect.poll(() => isFocused(page.getByRole('main'))).toBe(true);
    await page.keyboard.press('Tab');
    await expect.poll(() => focusedName(page)).toBe('Request Access');
    const isInside = await page.getByRole('main').evaluate((node) => node.contains(document.activeElement));
    expect(isInside, 'the focus is in the content').toBe(true);
  });

  async function logInByKeys(page: Page): Promise<void> {
    await page.goto('/login');
    await seen(page.getByRole('heading', { name: 'Welcome back' }));
    await tabTo(page, 'Email');
    await page.keyboard.type(member.email);
    await page.keyboard.press('Tab');
    await page.keyboard.type(member.password);
    await page.keyboard.press('Enter');
  }

  /** The grid is a single tab stop and starts with the newest game. The game to open is to the right of that. */
  async function openByKeys(page: Page): Promise<Locator> {
    await seen(page.getByRole('link', { name: title }));
    await tabTo(page, 'SuperTux');
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => focusedName(page)).toContain(title);
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: title });
    await seen(dialog.getByRole('heading', { name: 'Download Options' }));
    return dialog;
  }

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
