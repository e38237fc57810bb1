// Backups on the Tools tab: an admin starts and verifies one, and chooses a schedule.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { admin, useSite } from '../support/site.ts';
import { seen } from '../support/steps.ts';

const folder = mkdtempSync(join(tmpdir(), 'cellar-e2e-backups-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const section = (page: Page) => page.getByRole('region', { name: 'Backups', exact: true });

describe('backups in the Tools tab', () => {
  const site = useSite({ BACKUP_URL: `file:${folder}`, TZ: 'UTC' });

  beforeAll(async () => {
    await (await site.api(admin)).addGame(await smallGame(site.folder, 'tux.zip'), 'SuperTux', 'Linux');
  });

  it('are made and verified on request', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=backups');
    const backups = section(page);
    await seen(backups.getByText(`Kept in ${folder}`));
    await seen(backups.getByText('None yet'));
    await backups.getByRole('button', { name: 'Back up now' }).click();
    await seen(backups.getByText('1 file', { exact: true }));
    await backups.getByRole('button', { name: 'Verify' }).click();
    await seen(backups.getByText(/Verified .*Everything was intact\.$/));
  });

  it('follow the schedule that an admin chooses', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=backups');
    const backups = section(page);
    await seen(backups.getByText('Not scheduled'));
    await backups.getByLabel('Schedule').selectOption('Every Sunday');
    await backups.getByLabel('Time', { exact: true }).selectOption('11:00 PM');
    await seen(backups.getByText(/^Sun, /));
    await page.reload();
    await seen(section(page).getByText(/^Sun, /));
  });
});

describe('a backup that fails', () => {
  const site = useSite({ BACKUP_URL: 'file:/dev/null/backups' });

  it('is told by the bell, which leads to the backups', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=backups');
    await section(page).getByRole('button', { name: 'Back up now' }).click();
    await page.getByRole('button', { name: 'Notifications, 1 unread' }).click();
    await page.getByRole('link', { name: 'Unread: A backup has failed' }).click();
    await expect.poll(() => new URL(page.url()).hash).toBe('#backups');
  });
});

describe('without a place for backups', () => {
  const site = useSite();

  it('the page says how to set one', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=backups');
    await seen(section(page).getByText(/set BACKUP_URL in the file \.env to a folder/));
  });
});
