// Health on the Tools tab: it says in words what works, what does not, and what an admin can do about it.
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { admin, useSite } from '../support/site.ts';
import { seen } from '../support/steps.ts';

describe('health in the Tools tab', () => {
  const site = useSite();
  const mark = () => join(site.server.folder, 'data', 'cellar-library');

  beforeAll(async () => {
    await (await site.api(admin)).addGame(await smallGame(site.folder, 'tux.zip'), 'SuperTux', 'Linux');
  });

  const row = (page: Page, name: string) =>
    page
      .getByRole('region', { name: 'Health', exact: true })
      .getByRole('listitem')
      .filter({ has: page.getByRole('heading', { name, exact: true }) });

  it('shows the state of each part, with advice for those that need attention', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools', { expects: /\b503\b/ });
    await seen(row(page, 'Database').getByText('OK', { exact: true }));
    await seen(row(page, 'Storage').getByText('OK', { exact: true }));
    await seen(row(page, 'Emails').getByText('Warning', { exact: true }));
    await seen(row(page, 'Emails').getByText(/^Emails wait in the outbox,/));
    await seen(row(page, 'Backups').getByText(/^There is no backup, /));
    await seen(row(page, 'Server').getByText(/^Cellar \d/));
    const job = row(page, 'Send digests');
    expect(await job.isVisible()).toBe(false);
    await page.getByText('Show all jobs').click();
    await seen(job.getByText(/Next run: /));
    // A job without a text would be shown by its name in the code.
    expect(await page.getByRole('heading', { name: /^[a-z]+(-[a-z]+)+$/ }).count()).toBe(0);

    await rename(mark(), `${mark()}-elsewhere`);
    await page.reload();
    await seen(row(page, 'Storage').getByText('Problem', { exact: true }));
    await seen(row(page, 'Storage').getByText(/^The game files can’t be reached\. /));
    await rename(`${mark()}-elsewhere`, mark());
    await page.reload();
    await seen(row(page, 'Storage').getByText('OK', { exact: true }));
  });
});
