// A download that the proxy sends: the file is complete, and the page neither shows progress nor claims success.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from '../support/archives.ts';
import { type SendingProxy, startSendingProxy } from '../support/sending-proxy.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, downloadButton, openGame, seen } from '../support/steps.ts';

const title = 'SuperTux';
const platform = 'Linux';
const prefix = '/internal/files';

describe('a download that the proxy sends', () => {
  const site = useSite({ ACCEL: `nginx:${prefix}`, TRUST_PROXY: 'loopback' });

  let proxy: SendingProxy;
  let archive: Archive;

  beforeAll(async () => {
    archive = await smallGame(site.folder, 'tux.zip', 1024 ** 2);
    await (await site.api(admin)).addGame(archive, title, platform);
    proxy = await startSendingProxy(site.server.port, {
      prefix,
      folder: join(site.server.folder, 'data/files'),
    });
  });
  afterAll(() => proxy?.close());

  it('is shown as sent to the browser, without progress or a claim of success', async () => {
    const { page, context } = await site.visit({}, proxy.url);
    const session = await context.newCDPSession(page);
    await session.send('Page.setDownloadBehavior', { behavior: 'allow', downloadPath: site.folder });
    await arriveAs(page, member);
    const dialog = await openGame(page, title);
    await downloadButton(dialog, platform).click();
    await seen(dialog.getByText(/^Follow the progress in your browser’s downloads;/));
    // The page does not know when the download ends, so the member can start it again.
    await seen(downloadButton(dialog, platform).getByText(/^[\d.]+ [KM]B$/));
    const path = join(site.folder, `${title} (${platform}).zip`);
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(await sha256Of(path)).toBe(archive.sha256);
    const api = await site.api(member);
    expect(await api.downloads()).toMatchObject([{ isHandedOver: true, bytesSent: 0 }]);

    await page.goto('/account?tab=downloads');
    const pill = page.getByRole('link', { name: '1 download view current downloads', exact: true });
    await seen(pill);
    const entry = page.getByRole('list', { name: 'Current Downloads' }).getByRole('listitem');
    await seen(entry.getByText('Sent to browser', { exact: true }));
    const bar = entry.getByRole('progressbar', { name: `Download of ${title} (${platform})` });
    expect(await bar.getAttribute('aria-valuenow')).toBeNull();
    expect(await entry.getByText(/%|\/s$|left$/).count()).toBe(0);
    await entry.getByRole('button', { name: `Remove ${title} (${platform}) from the list` }).click();
    await seen(page.getByText('No active downloads'));
    await pill.waitFor({ state: 'detached' });

    await page.getByRole('tab', { name: 'Download History' }).click();
    const past = page.getByRole('list', { name: 'Download history' }).getByRole('listitem');
    await seen(past.getByText('Sent to browser', { exact: true }));
    expect(await page.getByText(`${title} downloaded successfully`).count()).toBe(0);
  });
});
