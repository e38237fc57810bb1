// A member's downloads: in the pill and under Current Downloads, after a reload, in another tab and on another device;
// and the download history.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from '../support/archives.ts';
import { admin, member, useSite } from '../support/site.ts';
import {
  arriveAs,
  barReaches,
  downloadButton,
  flashes,
  openGame,
  seen,
  showDigest,
} from '../support/steps.ts';

const title = 'SuperTux';
const platform = 'Linux';
const MB = 1024 ** 2;

describe("a member's downloads", () => {
  const site = useSite();
  let archive: Archive;
  let gameId = '';

  beforeAll(async () => {
    // Takes a minute and a half at half a MB per second, so that it is still running when a busy machine reaches the
    // end of the test.
    archive = await smallGame(site.folder, 'tux.zip', 48 * MB);
    ({ _id: gameId } = await (await site.api(admin)).addGame(archive, title, platform));
  });

  const pill = (page: Page) => page.getByRole('link', { name: /view current downloads/ });
  const bar = (page: Page) => page.getByRole('progressbar', { name: `Download of ${title} (${platform})` });

  it('continue after a reload, appear in another tab, and can be canceled on another device', async () => {
    const wire = await site.wire();
    wire.bytesPerSecond = MB / 2;
    const { page, context } = await site.visit({}, wire.url);
    await arriveAs(page, member, `/game/${gameId}`);
    const card = page.getByRole('listitem').filter({ has: page.getByRole('button', { name: /Download/ }) });
    const before = await card.boundingBox();
    await page.goto('/games');
    const otherTab = await context.newPage();
    await otherTab.goto('/games');
    await seen(otherTab.getByRole('link', { name: title }));

    const dialog = await openGame(page, title);
    await downloadButton(dialog, platform).click();
    await seen(page.getByText(`Download started for ${title} (${platform})`));
    await seen(pill(page));
    // The first tab notifies the other one.
    await seen(pill(otherTab));
    await seen(downloadButton(dialog, platform).getByText(/^Downloading\.\.\. [1-9]\d*%$/));

    await page.goto(`/game/${gameId}`);
    await seen(card.getByText(/B\/s$/));
    expect(await card.boundingBox(), 'the card keeps its position and size').toEqual(before);
    await pill(page).click();
    await seen(page.getByRole('heading', { name: 'Current Downloads' }));
    await barReaches(bar(page), 1);
    await seen(page.getByText(/^[\d.]+ MB of 48 MB$/));
    await seen(page.getByText(/^[\d.]+ [KM]B\/s$/));
    await seen(page.getByText(/^\d+[sm] left$/));

    const phone = await site.visit({ viewport: { width: 390, height: 844 } });
    await arriveAs(phone.page, member, '/account?tab=downloads');
    await seen(bar(phone.page));
    // All other pages are notified, and none reports a failure. The messages disappear automatically.
    await Promise.all([
      ...[page, otherTab, phone.page].map((place) => seen(place.getByText(`Download canceled: ${title}`))),
      phone.page.getByRole('button', { name: `Cancel download of ${title} (${platform})` }).click(),
    ]);
    await seen(phone.page.getByText('No active downloads'));
    for (const place of [page, otherTab]) await pill(place).waitFor({ state: 'detached' });
    await page.getByRole('tab', { name: 'Download History' }).click();
    const row = page.getByRole('list', { name: 'Download history' }).getByRole('listitem');
    await seen(row.filter({ hasText: title }).getByText('Canceled', { exact: true }));
    await row.getByRole('button', { name: `Download ${title} (${platform}) again` }).click();
    await seen(bar(phone.page));
    await phone.page.getByRole('button', { name: `Cancel download of ${title} (${platform})` }).click();
  });

  it('arrive complete with a message, and their SHA-256 can be saved as a file', async () => {
    const { page, context } = await site.visit();
    const session = await context.newCDPSession(page);
    await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: site.folder });
    await arriveAs(page, member);
    const dialog = await openGame(page, title);
    await Promise.all([
      seen(page.getByText(`${title} downloaded successfully`)),
      flashes(page, 'Download completed successfully!'),
      downloadButton(dialog, platform).click(),
    ]);
    const path = join(site.folder, `${title} (${platform}).zip`);
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(await sha256Of(path)).toBe(archive.sha256);
    await seen(dialog.getByText(/^[\d.]+ MB( · about \d+ (sec|min) here)?$/));
    await showDigest(dialog, platform);
    await dialog.getByRole('button', { name: `Download the .sha256 file for ${platform}` }).click();
    await expect.poll(() => existsSync(`${path}.sha256`)).toBe(true);
  });

  it('are listed ten per page in a history, from which one or all can be deleted', async () => {
    const api = await site.api(member);
    for (let count = 0; count < 9; count += 1) {
      await api.sha256OfFile(gameId, platform, `past-${count}`);
    }
    const page = await site.arrive(member, '/account?tab=history', {
      expects: /status of 500|api\/download-activity/,
    });
    const rows = page.getByRole('list', { name: 'Download history' }).getByRole('listitem');
    await seen(page.getByText('Your last 30 downloads are kept.'));
    await seen(page.getByText('Page 1 of 2'));
    await expect.poll(() => rows.count()).toBe(10);
    await page.getByRole('button', { name: 'Next' }).click();
    await seen(page.getByText('Page 2 of 2'));
    await expect.poll(() => rows.count()).toBe(2);

    const remove = rows
      .last()
      .getByRole('button', { name: `Delete ${title} (${platform}) from the history` });
    await page.route('**/activity/*', (route) => route.fulfill({ status: 500, body: '{}' }));
    const confirm = page.getByRole('dialog').getByRole('button', { name: 'Delete entry' });
    await remove.click();
    await confirm.click();
    await seen(page.getByText('Failed to delete download entry'));
    await page.unroute('**/activity/*');
    await remove.click();
    await confirm.click();
    await seen(page.getByText('Download entry deleted'));
    await expect.poll(() => rows.count()).toBe(1);

    await page.route('**/my-activity/all', (route) => route.fulfill({ status: 500, body: '{}' }));
    await clearHistory(page);
    await seen(page.getByText('Failed to clear download history'));
    await page.unroute('**/my-activity/all');
    await clearHistory(page);
    await seen(page.getByText('No downloads yet'));

    await page.route('**/my-activity?*', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await seen(page.getByText('Failed to load download activity'));
    await page.unroute('**/my-activity?*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await seen(page.getByText('No downloads yet'));
  });

  async function clearHistory(page: Page): Promise<void> {
    await page.getByRole('button', { name: 'Clear history' }).click();
    await page
      .getByRole('dialog', { name: 'Clear your download history?' })
      .getByRole('button', { name: 'Clear history' })
      .click();
  }
});
