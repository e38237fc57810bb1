// A download is interrupted in the middle. The browser's own download manager resumes it with a Range request. The
// library counts one download, and the file is complete.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from '../support/archives.ts';
import { keepDownloadsIn } from '../support/native-download.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, downloadButton, openGame, seen } from '../support/steps.ts';

const title = 'TORCS';
const platform = 'Linux';

describe('a download whose connection breaks', () => {
  const site = useSite();
  let archive: Archive;

  beforeAll(async () => {
    archive = await smallGame(site.folder, 'torcs.zip', 48 * 1024 ** 2);
    await (await site.api(admin)).addGame(archive, title, platform);
  });

  it('is resumed by the browser where it stopped', async () => {
    const wire = await site.wire();
    wire.bytesPerSecond = archive.size / 4;
    wire.cutAfter = archive.size / 2;
    const visitor = await site.visit({}, wire.url);
    await keepDownloadsIn(visitor, site.folder);
    const { page } = visitor;
    await arriveAs(page, member);
    const dialog = await openGame(page, title);
    await downloadButton(dialog, platform).click();
    await seen(page.getByText(`${title} downloaded successfully`));

    // The browser renames the file when it is complete.
    const path = join(site.folder, `${title} (${platform}).zip`);
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(await sha256Of(path)).toBe(archive.sha256);
    expect(wire.cuts).toBe(1);
    const fetches = wire.requests.filter(
      ({ method, path }) => method === 'GET' && path.includes('/download/'),
    );
    expect(fetches.map(({ status }) => status)).toEqual([200, 206]);
    expect(fetches[1]?.range).toMatch(/^bytes=[1-9]\d{7,}-$/);
    const downloads = await (await site.api(member)).downloads();
    expect(downloads).toEqual([expect.objectContaining({ status: 'completed', bytesSent: archive.size })]);
  });
});
