// What is typed in a form and not saved, outside the editor of a game: every way off asks first, and so does closing a
// dialog, whoever wants that.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { admin, useSite } from './support/site.ts';
import { arriveAs, seen } from './support/steps.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const gone = (locator: Locator) => locator.waitFor({ state: 'hidden' });
const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

async function answer(page: Page, loss: string, choice: string): Promise<void> {
  await seen(question(page).getByText(loss));
  await question(page).getByRole('button', { name: choice }).click();
  await gone(question(page));
}

describe('what is typed in a form', () => {
  const site = useSite();

  beforeAll(() => site.createAccount('admin', admin));

  it('is asked about before another tab, and when its dialog is closed', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin?tab=settings');
    const siteName = page.getByLabel('Site name');
    await siteName.fill('Typed');
    await openTab(page, 'Tools');
    await answer(page, 'The changed settings of the site are not saved.', 'Stay here');
    expect(await siteName.inputValue()).toBe('Typed');
    await openTab(page, 'Game Management');
    await answer(page, 'The changed settings of the site are not saved.', 'Leave without saving');

    const find = await typeRule(page);
    await page.keyboard.press('Escape');
    await answer(page, 'The rule you are writing is not saved.', 'Stay here');
    expect(await find.inputValue()).toBe('typed');
    await page.keyboard.press('Escape');
    await answer(page, 'The rule you are writing is not saved.', 'Leave without saving');
    await gone(find);

    await page.getByRole('link', { name: 'Account', exact: true }).click();
    await page.getByLabel('Name').fill('Typed');
    await openTab(page, 'Preferences');
    await answer(page, 'The changes to your profile are not saved.', 'Stay here');
    expect(await page.getByLabel('Name').inputValue()).toBe('Typed');
  });

  it('is there after staying when the browser wants to close its dialog, as Android does with Back', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    const find = await typeRule(page);
    const dialog = page.locator('dialog', { has: find });
    const rule = 'The rule you are writing is not saved.';
    // `requestClose` may be refused; what may not be refused ends like `close`.
    for (const way of ['requestClose', 'close', 'requestClose', 'close'] as const) {
      await dialog.evaluate((element: HTMLDialogElement, way) => element[way](), way);
      await answer(page, rule, 'Stay here');
      await seen(find);
      expect(await find.inputValue(), way).toBe('typed');
      // On top, and not behind what it closed.
      await find.click();
    }
    await dialog.evaluate((element: HTMLDialogElement) => element.close());
    await answer(page, rule, 'Leave without saving');
    await gone(find);
    await expect.poll(() => page.locator('html[data-modal]').count()).toBe(0);
  });

  it('is asked about when it is a new password, until that is changed', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/account');
    const current = page.locator('input[name=currentPassword]');
    const fresh = page.locator('input[name=newPassword]');
    // Browsers fill this one in by themselves.
    await current.fill(admin.password);
    await openTab(page, 'Preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));
    await openTab(page, 'Profile');
    await fresh.fill('half of a new pass');
    await openTab(page, 'Preferences');
    await answer(page, 'The new password you typed is not saved.', 'Stay here');
    expect(await fresh.inputValue()).toBe('half of a new pass');
    await fresh.fill('');
    await openTab(page, 'Preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));

    await openTab(page, 'Profile');
    await current.fill(admin.password);
    await fresh.fill(admin.password);
    await page.locator('input[name=confirmPassword]').fill(admin.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await seen(page.getByText('Your password has been changed.'));
    await openTab(page, 'Preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));
  });

  async function typeRule(page: Page): Promise<Locator> {
    await page.getByRole('button', { name: 'Sanitization Rules' }).click();
    const find = page.getByRole('textbox', { name: 'Find' });
    await find.fill('typed');
    return find;
  }
});
