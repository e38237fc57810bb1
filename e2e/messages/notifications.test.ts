// Emails about new games: the admin's settings and previews, the member's choice of frequency, and the link to
// unsubscribe.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { type ReceivedMail, useMailServer } from '../support/mail-server.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, isFocused, seen } from '../support/steps.ts';

const games = ['Alpha Station', 'Beta Run', 'Gamma & Sons <em>', 'Delta'];
const saved = 'From all of us:\nhave fun!';
const typed = 'From nobody else:\nplay <b>on</b>!';

const settings = (page: Page) => page.getByRole('region', { name: 'Email notifications' });
const frequency = (page: Page, name: string) => settings(page).getByRole('radio', { name, exact: true });
const message = (page: Page) => settings(page).getByRole('textbox', { name: 'Custom message' });
const save = (page: Page) => page.getByRole('button', { name: 'Save settings' }).click();
const preview = (page: Page, kind: 'single' | 'batch') =>
  settings(page).getByRole('button', { name: `Preview ${kind} email` });
const button = (where: Page | Locator, name: string) => where.getByRole('button', { name, exact: true });
const segment = (where: Locator, name: string) => where.getByText(name, { exact: true });
/** Finds visible text in the email. The preview line for lists of emails is hidden. */
const inMail = (dialog: Locator, text: string) =>
  dialog.frameLocator('iframe').getByText(text).filter({ visible: true });
const heading = (page: Page, name: string) => seen(page.getByRole('heading', { name, exact: true }));
const frequencyChoice = (page: Page) => page.getByRole('combobox', { name: 'Email frequency' });
const choices = (page: Page) => frequencyChoice(page).locator('option').allInnerTexts();

/** Finds the link in the plain-text version. */
function unsubscribeLink({ text }: ReceivedMail): string {
  const [link] = /http:\S+\/unsubscribe\?token=[\w.-]+/.exec(text) ?? [];
  if (!link) throw new Error(`There is no link to unsubscribe in: ${text}`);
  return link;
}

describe('emails about new games', () => {
  const mails = useMailServer();
  const site = useSite({ TZ: 'Europe/Berlin' }, mails);
  let api: CellarApi;

  beforeAll(async () => {
    api = await site.api(admin);
    const archive = await smallGame(site.folder, 'game.zip');
    for (const title of games) await api.addGame(archive, title, 'Windows');
  });

  beforeEach(() => api.setNotifications({ emailFrequency: 'weekly', customMessage: saved }));

  it('have a frequency and a message set by an admin', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await arriveAs(page, admin, '/admin?tab=settings&section=mail');
    await frequency(page, 'Immediately').check();
    await seen(page.getByText('A few minutes after you save'));
    await frequency(page, 'Daily').check();
    await seen(page.getByText('Shown after saving'));
    await message(page).fill(typed);
    await seen(page.getByText(`${typed.length} of 2000 characters`));

    visitor.expectProblem(/ERR_FAILED/);
    await page.route('**/api/admin/notification-settings', (route) => route.abort());
    await save(page);
    await seen(page.getByText('Failed to save notification settings'));
    await seen(page.getByText('Unsaved changes'));
    await page.unroute('**/api/admin/notification-settings');
    await save(page);
    await page.getByText('Unsaved changes').waitFor({ state: 'hidden' });
    await seen(settings(page).getByText(/ at 9:00.AM \(Europe\/Berlin\)$/));

    await page.reload();
    await expect.poll(() => frequency(page, 'Daily').isChecked()).toBe(true);
    await expect.poll(() => message(page).inputValue()).toBe(typed);
  });

  it('have a preview of the saved and the edited message at phone and desktop widths', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    await arriveAs(page, admin, '/admin?tab=settings&section=mail');
    await expect.poll(() => message(page).inputValue()).toBe(saved);
    await preview(page, 'batch').click();
    const batch = page.getByRole('dialog', { name: 'Email about several new games' });
    await seen(batch.getByText('Subject: 3 New Games Added to Cellar'));
    for (const shown of ['Delta', 'Gamma & Sons <em>', 'Beta Run', 'have fun!'])
      await seen(inMail(batch, shown));
    expect(await batch.getByText('Edited').count(), 'there is no choice between saved and edited').toBe(0);
    const widthOf = async () => (await batch.locator('iframe').boundingBox())?.width ?? 0;
    await expect.poll(widthOf).toBeGreaterThan(600);
    await segment(batch, 'Phone').click();
    await expect.poll(widthOf).toBeLessThan(400);
    await page.keyboard.press('Escape');
    await batch.waitFor({ state: 'detached' });
    await expect.poll(() => isFocused(preview(page, 'batch'))).toBe(true);

    await message(page).fill(typed);
    await preview(page, 'single').click();
    const single = page.getByRole('dialog', { name: 'Email about one new game' });
    await seen(single.getByText('Subject: New Game Added: Delta'));
    await seen(inMail(single, 'play <b>on</b>!'));
    await segment(single, 'Saved').click();
    await seen(inMail(single, 'have fun!'));
    await button(single, 'Close').click();

    visitor.expectProblem(/ERR_FAILED/);
    await page.route('**/notification-settings/preview', (route) => route.abort());
    await preview(page, 'single').click();
    await seen(single.getByRole('alert').getByText('Failed to generate email preview'));
    await page.unroute('**/notification-settings/preview');
    await button(single, 'Try again').click();
    await seen(inMail(single, 'play <b>on</b>!'));
  });

  it('arrive as often as the member chooses, but no more often than the site sends them', async () => {
    await api.setNotifications({ emailFrequency: 'daily' });
    const own = await site.api(member);
    await own.setPreferences({ emailNotifications: true, emailFrequency: null });
    const page = await site.arrive(member, '/account?tab=preferences');
    await seen(frequencyChoice(page));
    await expect
      .poll(() => choices(page))
      .toEqual(['Site default', 'Weekly, on Monday at 9 AM', 'Monthly, on the 1st at 9 AM']);
    await frequencyChoice(page).selectOption('Weekly, on Monday at 9 AM');
    await seen(page.getByText('Preferences saved'));
    await page.reload();
    await expect.poll(() => frequencyChoice(page).inputValue()).toBe('weekly');

    // The less frequent of the two applies.
    await api.setNotifications({ emailFrequency: 'monthly' });
    await page.reload();
    await expect.poll(() => choices(page)).toEqual(['Site default']);
    await seen(page.getByText('Now: Monthly, on the 1st at 9 AM'));
    // `uncheck` would check the switch immediately, but it changes a moment later.
    await page.getByRole('switch', { name: 'Email notifications' }).click();
    await expect.poll(() => frequencyChoice(page).isDisabled()).toBe(true);
  });

  it('can be sent to the admin as a test, and turned off and on again by their unsubscribe link', async () => {
    await api.setPreferences({ emailNotifications: true });
    const page = await site.arrive(admin, '/admin?tab=settings&section=mail');
    await message(page).fill(typed);
    await preview(page, 'batch').click();
    await button(page.getByRole('dialog'), 'Send me a test').click();
    await seen(page.getByText(`A test email is on its way to ${admin.email}.`));
    const mail = await mails.nextAbout(admin.email, '3 New Games Added to Cellar');
    expect(mail.recipients).toEqual([admin.email]);
    expect(mail.text).toContain('play <b>on</b>!');

    const { page: reader } = await site.visit();
    await reader.goto(unsubscribeLink(mail));
    await heading(reader, 'Unsubscribe?');
    await reader.reload();
    await heading(reader, 'Unsubscribe?');
    await button(reader, 'Unsubscribe').click();
    await seen(reader.getByText('You’ll no longer get emails about new games'));
    await expect.poll(() => isFocused(button(reader, 'Undo'))).toBe(true);
    await page.goto('/account?tab=preferences');
    const isOn = () => page.getByRole('switch', { name: 'Email notifications' }).isChecked();
    await expect.poll(isOn).toBe(false);

    await button(reader, 'Undo').click();
    await heading(reader, 'Subscribed again');
    await page.reload();
    await expect.poll(isOn).toBe(true);
    await reader.getByRole('link', { name: 'Account preferences' }).click();
    await heading(reader, 'Welcome back');
  });

  it('pass axe-core and fit a phone', async () => {
    await api.setPreferences({ emailNotifications: true });
    await api.sendTestNotification('single');
    const link = unsubscribeLink(await mails.nextAbout(admin.email, 'New Game Added: Delta'));
    await expectNoFindings(site, async (page, checkAccessibility) => {
      const check = async (name: string) => {
        await checkAccessibility(name);
        const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        expect(overflow, name).toBeLessThanOrEqual(0);
      };
      await page.goto(link);
      await heading(page, 'Unsubscribe?');
      await check('asked');
      await button(page, 'Unsubscribe').click();
      await heading(page, 'Unsubscribed');
      await check('off');
      await button(page, 'Undo').click();
      await heading(page, 'Subscribed again');
      await page.goto('/unsubscribe?token=cut-off');
      await heading(page, 'Invalid link');
      await check('invalid');
      await arriveAs(page, admin, '/admin?tab=settings&section=mail');
      await message(page).fill('Something else');
      await check('settings');
      await preview(page, 'batch').click();
      const dialog = page.getByRole('dialog');
      await seen(inMail(dialog, 'Something else'));
      await check('preview');
      await segment(dialog, 'Desktop').click();
      await check('preview at desktop width');
      await page.goto('/account?tab=preferences');
      await seen(frequencyChoice(page));
      await check('preferences');
    });
  });
});
