// Unsaved changes in forms outside the game editor: every way of leaving asks first, and so does every way of closing a
// dialog.
import type { Locator, Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { smallGame } from './support/archives.ts';
import { CellarApi } from './support/cellar-api.ts';
import { admin, useSite } from './support/site.ts';
import { arriveAs, chooseFile, chooseForLibrary, fillLogin, isFocused, seen } from './support/steps.ts';

const question = (page: Page) => page.getByRole('dialog', { name: 'Leave without saving?' });
const gone = (locator: Locator) => locator.waitFor({ state: 'hidden' });
const openTab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();

async function answer(page: Page, warning: string, choice: string): Promise<void> {
  await seen(question(page).getByText(warning));
  await question(page).getByRole('button', { name: choice }).click();
  await gone(question(page));
}

describe('unsaved text in a form', () => {
  const site = useSite();

  it('requires confirmation before the tab changes or the dialog closes', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings');
    const siteName = page.getByLabel('Site name');
    await siteName.fill('Typed');
    await openTab(page, 'Tools');
    await answer(page, 'The changes to the site settings are not saved.', 'Stay here');
    expect(await siteName.inputValue()).toBe('Typed');
    await openTab(page, 'Game Management');
    await answer(page, 'The changes to the site settings are not saved.', 'Leave without saving');

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

  it('remains if the user stays when the browser closes the dialog, as Android does on Back', async () => {
    const page = await site.arrive(admin, '/admin');
    const find = await typeRule(page);
    const dialog = page.locator('dialog', { has: find });
    const rule = 'The rule you are writing is not saved.';
    // A page can cancel `requestClose`. If the browser does not allow that, the dialog closes as with `close`.
    for (const method of ['requestClose', 'close', 'requestClose', 'close'] as const) {
      await dialog.evaluate((element: HTMLDialogElement, method) => element[method](), method);
      await answer(page, rule, 'Stay here');
      await seen(find);
      expect(await find.inputValue(), method).toBe('typed');
      // The dialog is on top again, so the field can be clicked.
      await find.click();
    }
    await dialog.evaluate((element: HTMLDialogElement) => element.close());
    await answer(page, rule, 'Leave without saving');
    await gone(find);
    await expect.poll(() => page.locator('html[data-modal]').count()).toBe(0);
  });

  it('requires confirmation before a dialog loses it, but not once it is saved', async () => {
    const page = await site.arrive(admin, '/collections', { expects: /status of 409/ });
    await page.getByRole('button', { name: 'New collection' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New collection' });
    const name = dialog.getByLabel('Name');
    await seen(name);
    await page.keyboard.press('Escape');
    await gone(dialog);
    await page.getByRole('button', { name: 'New collection' }).first().click();
    await name.fill('Typed');
    const warning = 'What you typed in “New collection” is not saved.';
    await page.mouse.click(5, 300);
    await answer(page, warning, 'Stay here');
    expect(await name.inputValue()).toBe('Typed');
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await answer(page, warning, 'Stay here');
    await page.keyboard.press('Escape');
    await answer(page, warning, 'Leave without saving');
    await gone(dialog);
    await page.getByRole('button', { name: 'New collection' }).first().click();
    await name.fill('Saved');
    await page.keyboard.press('Enter');
    await seen(page.getByRole('heading', { name: 'Saved', level: 1 }));

    // A save that fails loses nothing either.
    await page.getByRole('link', { name: 'Collections', exact: true }).click();
    await page.getByRole('button', { name: 'New collection' }).first().click();
    await name.fill('Saved');
    await page.keyboard.press('Enter');
    await seen(dialog.getByText('A collection with this name already exists.'));
    await page.keyboard.press('Escape');
    await answer(page, warning, 'Leave without saving');
    await gone(dialog);
  });

  it('requires confirmation only while a dialog differs from what is saved', async () => {
    const page = await site.arrive(admin, '/admin?tab=settings&section=webhooks');
    await page.getByRole('button', { name: 'Add a webhook' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Add a webhook' });
    const address = dialog.getByLabel('Address');
    await address.fill('https://typed.example/');
    await page.keyboard.press('Escape');
    await answer(page, 'What you typed in “Add a webhook” is not saved.', 'Stay here');
    expect(await address.inputValue()).toBe('https://typed.example/');
    await address.fill('');
    await page.keyboard.press('Escape');
    await gone(dialog);
    expect(await question(page).count()).toBe(0);
  });

  it('is given back after the session has expired', async () => {
    const { page } = await site.visit({ expects: /status of 401/ });
    const requestId = await (await site.api(admin)).requestGame('Lost forever');
    await arriveAs(page, admin, `/requests/${requestId}`);
    const comment = page.getByLabel('Your comment');
    await comment.fill('Half a comment');
    await expire(page);
    await seen(comment);
    await expect.poll(() => comment.inputValue()).toBe('Half a comment');

    // A dialog gives it back when it is opened again.
    await comment.fill('');
    await page.getByRole('link', { name: 'Collections', exact: true }).click();
    const open = page.getByRole('button', { name: 'New collection' }).first();
    await open.click();
    await page.getByLabel('Name').fill('Half a name');
    await expire(page);
    await open.click();
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Half a name');
  });

  /** Ends the session elsewhere, and logs in again on the page. */
  async function expire(page: Page): Promise<void> {
    const stored = await page.evaluate(() => localStorage.getItem('userInfo'));
    await CellarApi.ofSession(site.server.url, JSON.parse(stored ?? '').token).logOut();
    // As when the tab is looked at again.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await fillLogin(page, admin);
  }

  it('requires confirmation for a new password until the password is changed', async () => {
    const page = await site.arrive(admin, '/account?tab=security');
    const current = page.locator('input[name=currentPassword]');
    const newPassword = page.locator('input[name=newPassword]');
    // Browsers fill in this field automatically, so it does not count as a change.
    await current.fill(admin.password);
    await openTab(page, 'Preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));
    await openTab(page, 'Security');
    await newPassword.fill('half of a new pass');
    await openTab(page, 'Preferences');
    await answer(page, 'Your new password is not saved.', 'Stay here');
    expect(await newPassword.inputValue()).toBe('half of a new pass');
    await newPassword.fill('');
    await openTab(page, 'Preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));

    await openTab(page, 'Security');
    await current.fill(admin.password);
    await newPassword.fill(admin.password);
    await page.locator('input[name=confirmPassword]').fill(admin.password);
    await page.getByRole('button', { name: 'Change password' }).click();
    await seen(page.getByText('Your password has been changed.'));
    await openTab(page, 'Preferences');
    await seen(page.getByRole('heading', { name: 'Preferences' }));
  });

  it('requires confirmation before another rule replaces it', async () => {
    const page = await site.arrive(admin, '/admin');
    await chooseForLibrary(page, 'Sanitization Rules');
    const dialog = page.getByRole('dialog', { name: 'Sanitization Rules' });
    const find = dialog.getByRole('textbox', { name: 'Find' });
    const edit = dialog.getByRole('button', { name: /^Edit: / });
    await find.fill('typed');
    await edit.first().click();
    await answer(page, 'The rule you are writing is not saved.', 'Stay here');
    expect(await find.inputValue()).toBe('typed');
    await edit.first().click();
    await answer(page, 'The rule you are writing is not saved.', 'Leave without saving');
    await expect.poll(() => find.inputValue()).not.toBe('typed');
    await expect.poll(() => isFocused(find)).toBe(true);
    // This rule has no changes, so the page does not ask.
    const first = await find.inputValue();
    await edit.nth(1).click();
    await expect.poll(() => find.inputValue()).not.toBe(first);
    await expect.poll(() => isFocused(find)).toBe(true);
    expect(await question(page).count()).toBe(0);
  });

  it('requires confirmation while a chosen platform file is not uploaded yet', async () => {
    const api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    const game = await api.addGame(archive, 'SuperTux', 'Linux');
    const page = await site.arrive(admin, `/admin/game/${game._id}`);
    const files = page.getByRole('region', { name: 'Platform files' });
    const chosen = files.getByText('game.zip', { exact: false });
    const before = await chosen.count();
    await chooseFile(files.getByLabel('Choose a file or drop it here'), archive.path);
    await expect.poll(() => chosen.count()).toBe(before + 1);
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await answer(page, 'The platform file you are adding is not uploaded yet.', 'Stay here');
    expect(await chosen.count()).toBe(before + 1);
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await answer(page, 'The platform file you are adding is not uploaded yet.', 'Leave without saving');
    await page.waitForURL('**/games');
  });

  async function typeRule(page: Page): Promise<Locator> {
    await chooseForLibrary(page, 'Sanitization Rules');
    const find = page.getByRole('textbox', { name: 'Find' });
    await find.fill('typed');
    return find;
  }
});
