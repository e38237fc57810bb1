// What takes up space, on the Tools tab: the forecast of the free space, the games by size, and duplicate files.
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { seen } from '../support/steps.ts';

const MB = 1024 ** 2;
const day = 24 * 3600_000;
const [largeTitle, copyTitle, oldTitle] = ['Frogatto', 'SuperTuxKart', 'Wesnoth'];

describe('space in the Tools tab', () => {
  const site = useSite();
  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  /** Changes what only time can: the days that were recorded, and when a game was added. */
  function letTimePass(gameId: string): void {
    const database = new DatabaseSync(join(site.server.folder, 'data', 'cellar.db'), { timeout: 10_000 });
    const dayAgo = (days: number) => new Date(Date.now() - days * day).toISOString();
    const record = database.prepare('insert or replace into storageSamples values (?, ?, ?)');
    for (let ago = 1; ago < 30; ago += 1) record.run('storage', dayAgo(ago).slice(0, 10), (900 - ago) * MB);
    database.prepare('update games set createdAt = ? where id = ?').run(dayAgo(800), gameId);
    database.prepare('update gameUsage set idleSince = ? where gameId = ?').run(dayAgo(800), gameId);
    database.close();
  }

  beforeAll(async () => {
    const api = await site.api(admin);
    const archive = await smallGame(site.folder, 'same.zip', 300_000);
    await api.addGame(archive, largeTitle, 'Windows');
    await api.addGame(archive, copyTitle, 'Linux');
    const old = await api.addGame(await smallGame(site.folder, 'old.zip', 100_000), oldTitle, 'Windows');
    letTimePass(old._id);
  });

  it('passes axe-core on phone and desktop', async () => {
    await expectNoFindings(site, async (page, check) => {
      await openAdminTab(page, admin, 'tools&section=storage');
      await seen(region(page, 'Games by size').getByText('3 games'));
      await seen(region(page, 'Storage').getByText(/^At the pace of the last 30 days/));
      await check('space');
    });
  });

  it('shows the forecast, the limits and the games that nobody downloads', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=storage');
    const storage = region(page, 'Storage');
    await seen(storage.getByText(/^At the pace of the last 30 days \(about 1 MB a day\), /));
    await seen(storage.getByText('MAX_CHUNK_BYTES'));
    const games = region(page, 'Games by size');
    await seen(games.getByText('3 games', { exact: false }));
    const rows = games.getByRole('row');
    await expect.poll(() => rows.count()).toBe(4);
    await games.getByLabel('Show games').selectOption('Not downloaded for a year');
    await seen(games.getByText('1 game,', { exact: false }));
    await seen(rows.filter({ hasText: oldTitle }).getByText(/^Never, added /));
    expect(await games.getByText(largeTitle).count()).toBe(0);
    await games.getByRole('link', { name: `Edit ${oldTitle}` }).click();
    await page.waitForURL('**/admin/game/*');
  });

  it('shows files that are stored more than once', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=storage');
    const duplicates = region(page, 'Duplicate files');
    // The server computes digests in the background.
    await expect
      .poll(async () => {
        await page.reload();
        await seen(duplicates.getByText(/stored more than once/));
        return duplicates.getByText('1 file is stored more than once', { exact: false }).count();
      })
      .toBe(1);
    await seen(duplicates.getByRole('heading', { name: /^2 files of / }));
    await seen(duplicates.getByText('Linux'));
    await seen(duplicates.getByRole('link', { name: `Edit ${copyTitle}` }));
  });
});
