// The Download Activity tab: running downloads, figures, the log with its filters, CSV export, and clearing the log.
import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, barReaches, downloadButton, isFocused, openGame, seen } from '../support/steps.ts';

const [small, large] = ['SuperTux', 'Warzone 2100'];
const MB = 1024 ** 2;
const tab = '/admin?tab=activity';

describe('download activity and history', () => {
  const site = useSite();

  beforeAll(async () => {
    const api = await site.api(admin);
    const { _id } = await api.addGame(await smallGame(site.folder, 'tux.zip', 1.5 * MB), small, 'Linux');
    await api.addGame(await smallGame(site.folder, 'zone.zip', 24 * MB), large, 'Windows');
    const own = await site.api(member);
    for (let count = 0; count < 20; count += 1) await own.sha256OfFile(_id, 'Linux', `past-${count}`);
    await api.sha256OfFile(_id, 'Linux');
  });

  const log = (page: Page) => page.getByRole('region', { name: 'All downloads' });
  const rows = (page: Page) => log(page).getByRole('list').getByRole('listitem');
  const live = (page: Page) => page.getByRole('region', { name: 'Running now' });

  it('shows running downloads and can cancel them', async () => {
    const wire = await site.wire();
    // Takes a minute and a half, so that the download is still running when a busy machine reaches the end of this
    // test.
    wire.bytesPerSecond = MB / 4;
    const visitor = await site.visit({}, wire.url);
    await arriveAs(visitor.page, member);
    const dialog = await openGame(visitor.page, large);
    await downloadButton(dialog, 'Windows').click();

    const page = await site.arrive(admin, tab);
    const bar = live(page).getByRole('progressbar', { name: `Download of ${large} (Windows)` });
    await barReaches(bar, 1);
    await seen(live(page).getByText(member.email, { exact: false }));
    await seen(live(page).getByText(/^[\d.]+ [KM]B\/s$/));
    await live(page)
      .getByRole('button', { name: new RegExp(`^Cancel .+ download of ${large} \\(Windows\\)$`) })
      .click();
    const question = page.getByRole('dialog', { name: `Cancel the download of “${large}”?` });
    // The messages disappear automatically, so waiting for them starts before the click.
    await Promise.all([
      seen(visitor.page.getByText(`Download canceled: ${large}`)),
      seen(page.getByText('Download cancelled')),
      question.getByRole('button', { name: 'Cancel download' }).click(),
    ]);
    await seen(live(page).getByText('No one is downloading right now.'));
  });

  it('stores the page number of a long history in the URL, and asks before it deletes older entries', async () => {
    const page = await site.arrive(member, '/account?tab=history');
    const history = page.getByRole('list', { name: 'Download history' }).getByRole('listitem');
    await expect.poll(() => history.count()).toBe(10);
    await page.getByRole('button', { name: 'Next' }).click();
    await expect.poll(() => page.url()).toContain('page=2');
    await page.reload();
    await seen(page.getByText(/^Page 2 of/));
    // A stored address may name a page that no longer exists.
    await page.goto('/account?tab=history&page=99');
    await seen(page.getByText(/^Page (\d+) of \1$/));
    await expect.poll(() => history.count()).toBeGreaterThan(0);

    // The link leads to a choice that is folded away.
    await page.getByRole('link', { name: 'Change this in Preferences' }).click();
    const choice = page.getByRole('combobox', { name: 'Download history' });
    await expect.poll(() => isFocused(choice)).toBe(true);
    await choice.selectOption('10 entries');
    const question = page.getByRole('dialog', { name: 'Keep only 10 entries?' });
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect.poll(() => choice.inputValue()).toBe('30');
    await choice.selectOption('10 entries');
    await question.getByRole('button', { name: 'Delete older entries' }).click();
    await seen(page.getByText('Preferences saved'));
    await page.getByRole('tab', { name: 'Download History' }).click();
    await expect.poll(() => history.count()).toBe(10);
    await expect.poll(() => page.getByText(/^Page \d of/).count()).toBe(0);
  });

  it('stores the filters of the log in the URL, and exports it as CSV', async () => {
    const page = await site.arrive(admin, `${tab}&page=99`, { acceptDownloads: true });
    await seen(log(page).getByText('Page 2 of 2'));
    await page.goto(tab);
    const figures = page.getByRole('region', { name: 'Download Activity' });
    await seen(figures.getByText('22', { exact: true }));
    expect(await figures.locator('dt').allTextContents()).toEqual([
      ...['Total Downloads', 'Unique Users', 'Unique Games', 'In Progress'],
    ]);
    await expect.poll(() => figures.locator('dd').allTextContents()).toEqual(['22', '2', '2', '0']);
    await seen(log(page).getByText('Page 1 of 2'));
    await expect.poll(() => rows(page).count()).toBe(20);
    await seen(rows(page).first().getByText('24 MB'));
    await seen(rows(page).first().getByText('Failed', { exact: true }));

    await log(page).getByText('Filter downloads').click();
    await log(page).getByLabel('Status').selectOption('Completed');
    await seen(log(page).getByText('21 downloads'));
    await log(page).getByLabel('Member').fill(admin.email);
    await seen(log(page).getByText('1 download', { exact: true }));
    await expect.poll(() => rows(page).getByText('1.5 MB').count()).toBe(1);
    // Yesterday instead of today, because the day may have just begun.
    const yesterday = new Date(Date.now() - 24 * 3600_000).toISOString().slice(0, 10);
    await log(page).getByLabel('From').fill(yesterday);
    await page.waitForURL(
      `**${tab}&status=completed&member=${encodeURIComponent(admin.email)}&from=${yesterday}`,
    );
    await page.reload();
    await seen(log(page).getByText('1 download', { exact: true }));

    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      log(page).getByRole('button', { name: 'Export as CSV' }).click(),
    ]);
    expect(saved.suggestedFilename()).toMatch(/^download-activity-\d{4}-\d\d-\d\d\.csv$/);
    const lines = (await readFile(await saved.path(), 'utf8')).trim().split('\r\n');
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(admin.email);

    // A pause after a space does not change the typed text.
    await log(page).getByLabel('Game').pressSequentially('nothing ');
    await page.waitForURL(/game=nothing/);
    await log(page).getByLabel('Game').pressSequentially('of that name');
    expect(await log(page).getByLabel('Game').inputValue()).toBe('nothing of that name');
    await seen(log(page).getByText('No downloads match these filters.'));
    await log(page).getByRole('button', { name: 'Reset filters' }).first().click();
    await seen(log(page).getByText('22 downloads'));
    await expect.poll(() => new URL(page.url()).search).toBe('?tab=activity');
  });

  it('passes axe-core and fits a phone', async () => {
    await (await site.api(admin)).addGame(
      await smallGame(site.folder, 'long.zip'),
      'A Game With Quite A Long Title That Must Wrap On A Phone',
      'Linux',
    );
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, admin, tab);
      await seen(rows(page));
      await page.getByText('Filter downloads').click();
      await page.getByText('Downloads by day').click();
      await page.getByText('Show as a table').click();
      await check('download activity');
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width).toBeLessThanOrEqual(0);
      await page.goto('/account?tab=history');
      await seen(page.getByRole('list', { name: 'Download history' }));
      await check('download history');
      await page.getByRole('tab', { name: 'Current Downloads' }).click();
      await seen(page.getByText('No active downloads'));
      await check('current downloads');
    });
  });

  it('clears the log only after two confirmations', async () => {
    const page = await site.arrive(admin, tab, { expects: /status of 500|api\/download-activity/ });
    await seen(rows(page));
    const ask = () => page.getByRole('button', { name: 'Clear All Download History' }).click();
    const first = page.getByRole('dialog', { name: 'Clear all download history?' });
    const second = page.getByRole('dialog', { name: 'Are you really sure?' });
    await ask();
    await first.getByRole('button', { name: 'Continue' }).click();
    await seen(second);
    // The safe answer has the focus, so a second Enter cancels.
    await page.keyboard.press('Enter');
    await second.waitFor({ state: 'hidden' });
    await expect.poll(() => rows(page).count()).toBe(20);

    const clear = async () => {
      await ask();
      await first.getByRole('button', { name: 'Continue' }).click();
      await second.getByRole('button', { name: 'Clear everything' }).click();
    };
    await page.route('**/all-activity/clear', (route) => route.fulfill({ status: 500, body: '{}' }));
    await clear();
    await seen(page.getByText('Failed to clear all download history'));
    await page.unroute('**/all-activity/clear');
    await clear();
    await seen(page.getByText('Download history cleared'));
    await seen(log(page).getByText('No downloads yet'));
    await expect.poll(() => page.locator('dd').first().textContent()).toBe('0');

    await page.route('**/all-activity?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await seen(log(page).getByText('Failed to load download activity'));
  });
});
