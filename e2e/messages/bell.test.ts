// The bell: it learns of news without a reload, its panel works with the keyboard and on phones, and members choose what it tells.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { phone } from '../support/catalogue.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, openAdvanced, seen } from '../support/steps.ts';

const bell = (page: Page) => page.getByRole('button', { name: /^Notifications/ });
const panel = (page: Page) => page.getByRole('dialog', { name: 'Notifications' });
const nameOf = (page: Page) => bell(page).getAttribute('aria-label');
const hasFocus = (page: Page, name: string) =>
  page.evaluate((text) => document.activeElement?.getAttribute('aria-label') === text, name);

describe('the bell', () => {
  const site = useSite();
  let ofAdmin: CellarApi;
  let ofMember: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    [ofAdmin, ofMember] = [await site.api(admin), await site.api(member)];
    archive = await smallGame(site.folder, 'game.zip');
  });

  it('tells of new games at once, and leads to them', async () => {
    const { page } = await site.visit();
    const stream = page.waitForResponse(/\/api\/alerts\/stream$/);
    await arriveAs(page, member, '/account');
    expect(await nameOf(page)).toBe('Notifications');
    expect((await stream).headers()['content-type']).toContain('text/event-stream');
    await ofAdmin.addGame(archive, 'Apollo', 'Windows');
    await expect.poll(() => nameOf(page)).toBe('Notifications, 1 unread');
    await bell(page).click();
    await panel(page).getByRole('link', { name: 'Unread: 1 new game' }).click();
    await seen(page.getByRole('link', { name: 'Apollo' }));
    expect(new URL(page.url()).searchParams.get('added')).toBe('new');
    await expect.poll(() => nameOf(page)).toBe('Notifications');
  });

  it('shows what comes while the panel is open, leaves the focus where it is, and returns it', async () => {
    const { page } = await site.visit();
    const first = await ofMember.requestGame('Borealis');
    const second = await ofMember.requestGame('Cygnus');
    await ofAdmin.decideRequest(first, { state: 'accepted' });
    const stream = page.waitForResponse(/\/api\/alerts\/stream$/);
    await arriveAs(page, member, '/account');
    await stream;
    await bell(page).focus();
    await page.keyboard.press('Enter');
    const accepted = panel(page).getByRole('link', { name: /Borealis: the request was accepted/ });
    await seen(accepted);
    expect(await hasFocus(page, 'Close')).toBe(true);
    await accepted.focus();
    await ofAdmin.decideRequest(second, { state: 'on_its_way' });
    await seen(panel(page).getByText('2 unread'));
    expect(await panel(page).getByRole('link').allTextContents()).toEqual([
      expect.stringContaining('Cygnus is on its way'),
      expect.stringContaining('Borealis'),
    ]);
    expect(await accepted.evaluate((link) => link === document.activeElement)).toBe(true);
    await panel(page).getByRole('button', { name: 'Mark all as read' }).click();
    await panel(page).getByText('2 unread').waitFor({ state: 'hidden' });
    expect(
      await panel(page)
        .getByRole('link', { name: /^Unread/ })
        .count(),
    ).toBe(0);
    await panel(page).getByRole('button', { name: 'Clear all' }).click();
    await seen(panel(page).getByRole('heading', { name: 'No notifications' }));
    await page.keyboard.press('Escape');
    await panel(page).waitFor({ state: 'detached' });
    expect(await hasFocus(page, 'Notifications')).toBe(true);
  });

  it('asks from time to time if there is no stream, and fills the window of a phone', async () => {
    const visitor = await site.visit(phone);
    visitor.expectProblem(/Failed to load resource.*alerts\/stream/);
    const { page } = visitor;
    await page.route('**/api/alerts/stream', (route) => route.abort());
    const refused = page.waitForEvent('requestfailed', (request) => request.url().endsWith('/stream'));
    await arriveAs(page, member, '/account?tab=preferences');
    await refused;
    const id = await ofMember.requestGame('Draco');
    await ofAdmin.decideRequest(id, { state: 'declined', reason: 'Nobody has it.' });
    await expect.poll(() => nameOf(page)).toBe('Notifications, 1 unread');
    await bell(page).click();
    const entry = panel(page).getByRole('link', { name: /Draco: the request was declined/ });
    await seen(entry);
    const box = await panel(page).locator('> *').first().boundingBox();
    expect(box).toEqual({ x: 0, y: 0, ...page.viewportSize() });
    await entry.click();
    await seen(page.getByRole('heading', { name: 'Draco', level: 1 }));
  });

  it('tells only what the member wants', async () => {
    const page = await site.arrive(member, '/account?tab=preferences');
    await openAdvanced(page);
    const choice = page.getByRole('switch', { name: 'Answers to requests you voted for' });
    await seen(choice);
    expect(await page.getByRole('switch', { name: /^Users and contributions/ }).count()).toBe(0);
    await choice.click();
    await seen(page.getByText('Preferences saved'));
    await page.reload();
    await openAdvanced(page);
    await seen(choice);
    expect(await choice.isChecked()).toBe(false);
  });

  it('has no problems that axe-core finds', async () => {
    await ofMember.setPreferences({ bellRequests: true });
    const id = await ofMember.requestGame('Eridanus');
    await ofAdmin.decideRequest(id, { state: 'accepted' });
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member, '/account?tab=preferences');
      await openAdvanced(page);
      await seen(page.getByRole('group', { name: 'The bell tells you about' }));
      await check('preferences and bell');
      await bell(page).click();
      await seen(panel(page).getByRole('link', { name: /Eridanus/ }));
      await check('panel');
    });
  });
});
