// Failing downloads: the page's retries and messages, exactly as worded in the specification; and their entries in the
// admin's log.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { chooseForUser } from '../support/membership-steps.ts';
import { admin, member, useSite } from '../support/site.ts';
import {
  arriveAs,
  downloadButton,
  flashes,
  isFocused,
  openGame,
  saveSettings,
  seen,
} from '../support/steps.ts';

const title = 'SuperTux';
const platform = 'Linux';
const MB = 1024 ** 2;

const failureMessages = [
  [404, 'File not available on server. The game file may have been moved or deleted.'],
  [403, 'Access denied. You may not have permission to download this file.'],
  [500, 'Download failed (500): The shelf fell over.'],
  [401, 'Authentication required. Please log in again.'],
] as const;

describe('a failing download', () => {
  const site = useSite();
  let gameId = '';

  beforeAll(async () => {
    const archive = await smallGame(site.folder, 'tux.zip', 64 * MB);
    ({ _id: gameId } = await (await site.api(admin)).addGame(archive, title, platform));
  });

  it('is retried while the server is unavailable, and starts only once despite further clicks', async () => {
    const wire = await site.wire();
    // Pauses the download until its progress has been seen.
    wire.stopAfter = 8 * MB;
    wire.unavailable = { path: /\/download\//, times: 1 };
    wire.drops = 'content-disposition';
    const visitor = await site.visit({ acceptDownloads: true }, wire.url);
    visitor.expectProblem(/(status|answer:?) (of )?503/);
    const { page } = visitor;
    await arriveAs(page, member);
    const dialog = await openGame(page, title);
    const button = downloadButton(dialog, platform);
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      seen(page.getByText('Connection issue detected. Retrying download (2/4)...')),
      seen(button.getByText(/^Downloading\.\.\. [1-9]\d?%$/))
        .then(() => button.press('Enter'))
        .then(() => wire.letDownloadsGo()),
      flashes(page, 'Download completed successfully!'),
      seen(page.getByText(`${title} downloaded successfully`)),
      button.click(),
    ]);
    // Without a name from the server, the file is named after its game and platform.
    expect(saved.suggestedFilename()).toBe(`${gameId}_${platform}.rar`);
    const asked = wire.requests.filter(({ method, path }) => method === 'POST' && /\/download\//.test(path));
    expect(asked.map(({ status }) => status)).toEqual([503, 201]);

    // By keyboard: the cancel button disappears, and the focus moves to the button that replaces it.
    wire.stopAfter = 8 * MB;
    await button.click();
    const cancel = dialog.getByRole('button', { name: `Cancel download for ${platform}` });
    await Promise.all([seen(page.getByText(`Download canceled: ${title}`)), cancel.press('Enter')]);
    await expect.poll(() => isFocused(button)).toBe(true);

    // A download that is far along is not lost by one click.
    await page.route('**/download-activity/active', async (route) => {
      const response = await route.fetch();
      const { downloads } = await response.json();
      const far = downloads.map((download: object) => ({ ...download, bytesSent: 60 * MB }));
      await route.fulfill({ response, json: { downloads: far } });
    });
    await button.click();
    await seen(button.getByText('Downloading... 93%'));
    const question = page.getByRole('dialog', { name: `Cancel the download of “${title}”?` });
    await cancel.click();
    await question.getByRole('button', { name: 'Keep downloading' }).click();
    await cancel.click();
    await question.getByRole('button', { name: 'Cancel download' }).click();
    await seen(page.getByText(`Download canceled: ${title}`));
    await question.waitFor({ state: 'hidden' });
  });

  it('explains why it failed, and does not start without a game or a platform', async () => {
    const page = await site.arrive(member, `/games?game=${gameId}`, {
      expects: /status of (40[134]|500)|answer: 500/,
    });
    const anyButton = optionsOf(page).getByRole('button').first();
    const without = async (part: object, word: string) => {
      await page.route(`**/api/games/${gameId}`, async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), ...part } });
      });
      await page.reload();
      await Promise.all([seen(page.getByRole('alert').getByText(word)), anyButton.click()]);
      await page.unroute(`**/api/games/${gameId}`);
    };
    await without({ title: '' }, 'Download failed: Missing game information');
    const state = { missingSince: null, preparing: null, problem: null, quarantine: null };
    const nameless = { platform: '', fileSize: 1, ...state };
    await without({ gameFiles: [nameless] }, 'Invalid download parameters');

    await page.reload();
    for (const [status, word] of failureMessages) await refuse(page, { status, word });
    await seen(page.getByText('Your session has expired. Please log in again.'));
    await expect.poll(() => new URL(page.url()).pathname).toBe('/login');
  });

  it('says why in its only message, also under the mouse, and until that is closed', async () => {
    const page = await site.arrive(member, `/games?game=${gameId}`, {
      expects: /(status of|answer:) (404|503)/,
    });
    const watched = Promise.withResolvers<void>();
    let asked = 0;
    await page.route(`**/api/games/${gameId}/download/*`, async (route) => {
      await watched.promise;
      asked += 1;
      await route.fulfill({ status: asked === 1 ? 503 : 404, contentType: 'application/json', body: '{}' });
    });
    await downloadButton(optionsOf(page), platform).click();
    const started = page.getByText(`Download started for ${title} (${platform})`);
    await started.hover();
    watched.resolve();
    const retrying = page.getByText('Retrying download', { exact: false });
    await Promise.all([seen(retrying), started.waitFor({ state: 'detached' })]);
    const failed = page.getByRole('alert').filter({ hasText: `Download failed for ${title}` });
    await seen(failed.getByText('File not available on server.', { exact: false }));
    expect(await retrying.count()).toBe(0);
    await failed.getByRole('button', { name: 'Close' }).click();
    await failed.waitFor({ state: 'detached' });
  });

  async function refuse(page: Page, { status, word }: { status: number; word: string }): Promise<void> {
    const code = status === 401 ? 'session_expired' : 'internal';
    const body = JSON.stringify({ message: 'The shelf fell over.', code, requestId: 'r' });
    const path = `**/api/games/${gameId}/download/*`;
    await page.route(path, (route) => route.fulfill({ status, contentType: 'application/json', body }));
    const alert = page.getByRole('alert').filter({ hasText: `Download failed for ${title}` });
    // The button can be pressed again a second after the failure.
    await Promise.all([seen(alert.getByText(word)), downloadButton(optionsOf(page), platform).click()]);
    await page.unroute(path);
  }

  const optionsOf = (page: Page): Locator => page.getByRole('region', { name: 'Download Options' });

  it('is aborted when the member is suspended', async () => {
    // Each retry of the test uses another account.
    const name = `Guest ${Date.now()}`;
    const guest = { email: `${name.replace(' ', '-')}@cellar.example`, password: 'a guest for a while' };
    await site.createAccount('member', { name, ...guest });
    const wire = await site.wire();
    wire.bytesPerSecond = MB / 4;
    const visitor = await site.visit({ acceptDownloads: true }, wire.url);
    visitor.expectProblem(/status of 40[13]/);
    const { page } = visitor;
    await arriveAs(page, guest);
    const button = downloadButton(await openGame(page, title), platform);
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    await seen(button.getByText(/^Downloading\.\.\. [1-9]\d*%$/));

    const adminPage = await site.arrive(admin, '/admin?tab=users');
    await chooseForUser(adminPage, name, 'Suspend', 'Suspend account');
    // The browser does not have the whole file and cannot resume the download.
    expect(await download.failure()).not.toBeNull();
    await seen(page.getByText('You can log in again once an admin lifts the suspension.', { exact: false }));
  });

  it('is logged as the settings specify', async () => {
    const api = await site.api(admin);
    const tracked = (trackUserActivity: boolean) =>
      api.setSettings({ usageStatistics: { trackUserActivity } });
    await tracked(true);
    const page = await site.arrive(admin, '/admin?tab=settings&section=downloads');
    const retention = page.getByLabel('Maximum download history retention');
    await seen(retention);
    await expect.poll(() => retention.inputValue()).toBe('30');
    expect(await retention.getByRole('option').allTextContents()).toEqual(
      Array.from({ length: 20 }, (_, step) => `${5 + 5 * step} entries`),
    );
    await page.getByRole('switch', { name: 'Track who downloads' }).click();
    await saveSettings(page);

    await (await site.api(member)).sha256OfFile(gameId, platform, `unnamed-${Date.now()}`);
    await page.goto('/admin?tab=activity');
    const row = page
      .getByRole('region', { name: 'All downloads' })
      .getByRole('list')
      .getByRole('listitem')
      .first();
    await seen(row.getByText('Unknown', { exact: true }));
    await seen(row.getByText('64 MB'));

    await page.goto('/admin?tab=settings&section=downloads');
    const [downloads, who] = ['Track downloads', 'Track who downloads'].map((name) =>
      page.getByRole('switch', { name }),
    );
    await seen(page.getByRole('switch', { name: 'Track who downloads', checked: false }));
    expect(await downloads?.isEnabled()).toBe(true);
    await page.getByRole('switch', { name: 'Keep usage statistics' }).click();
    await expect.poll(() => Promise.all([downloads?.isDisabled(), who?.isDisabled()])).toEqual([true, true]);
    await tracked(true);
  });
});
