// Virus scanning on the Tools tab: a threat is found, members can't download the file, and an admin allows it anyway.
import { join } from 'node:path';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eicar, eicarName, isClamdMissing, startClamd } from '../../test/clamd/clamd.mjs';
import { pack, sha256Of } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, downloadButton, seen } from '../support/steps.ts';

const section = (page: Page) => page.getByRole('region', { name: 'Virus scanning', exact: true });
const note = /^This file is quarantined: a virus scan found a threat in it/;

describe.skipIf(isClamdMissing())('virus scanning in the Tools tab', async () => {
  const clamd = isClamdMissing() ? undefined : await startClamd();
  afterAll(() => clamd?.stop());
  const site = useSite({ CLAMD_URL: clamd?.url });
  let game: Game;

  beforeAll(async () => {
    const path = join(site.folder, 'tux.zip');
    await pack(path, (zip) => zip.addBuffer(Buffer.from(eicar), 'setup.exe'));
    const archive = { path, name: 'tux.zip', size: 0, sha256: await sha256Of(path) };
    game = await (await site.api(admin)).addGame(archive, 'SuperTux', 'Linux');
  });

  async function scanAll(page: Page) {
    await section(page).getByRole('button', { name: 'Scan all files again' }).click();
    await seen(section(page).getByText(eicarName));
  }

  it('quarantines a file until an admin allows it', async () => {
    const [{ page }, reader] = [await site.visit(), await site.visit()];
    await openAdminTab(page, admin, 'tools&section=files');
    await scanAll(page);
    const finding = section(page).getByRole('listitem');
    await seen(finding.getByText('Quarantined', { exact: true }));
    await arriveAs(reader.page, member, `/game/${game._id}`);
    const main = reader.page.getByRole('main');
    await seen(main.getByText(note));
    expect(await main.getByText(eicarName).count(), 'only admins see what was found').toBe(0);
    const button = main.getByRole('button', { name: /^Linux/ });
    expect([await button.getAttribute('aria-disabled'), await downloadButton(main, 'Linux').count()]).toEqual(
      ['true', 0],
    );

    await finding.getByRole('button', { name: /^Allow anyway/ }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Allow anyway' }).click();
    await seen(finding.getByText(`Allowed by ${admin.email}`));
    await reader.page.reload();
    await Promise.all([
      seen(reader.page.getByText('SuperTux downloaded successfully')),
      reader.page.waitForEvent('download'),
      downloadButton(main, 'Linux').click(),
    ]);
    expect(await main.getByText(note).count()).toBe(0);

    await finding.getByRole('button', { name: /^Quarantine again/ }).click();
    await seen(finding.getByText('Quarantined', { exact: true }));
    await reader.page.reload();
    await seen(main.getByText(note));
    await finding.getByRole('link', { name: 'SuperTux' }).click();
    await seen(page.getByText(`Quarantined: a virus scan found ${eicarName}.`));
  });

  it('passes axe, with findings and without them', async () => {
    await expectNoFindings(site, async (page, check) => {
      await openAdminTab(page, admin, 'tools&section=files');
      await seen(section(page).getByText('Too large'));
      await check('before the scan');
      await scanAll(page);
      await check('a finding');
      await section(page)
        .getByRole('button', { name: /^Allow anyway/ })
        .click();
      await seen(page.getByRole('dialog'));
      await check('the question');
      await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
      await page.goto(`/game/${game._id}`);
      await seen(page.getByText(note));
      await check('a quarantined file');
    });
  });
});

describe('without ClamAV', () => {
  const site = useSite();

  it('the page says how to switch it on', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=files');
    await seen(section(page).getByText(/set CLAMD_URL to its address/));
  });
});
