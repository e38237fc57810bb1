// Downloads 6 GB with the browser's own download manager: the file is complete, and neither the server nor the browser
// needs more memory than for a tenth of the size.
import { existsSync } from 'node:fs';
import { rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { sha256Of, smallGame } from '../support/archives.ts';
import { growFile } from '../support/huge-file.ts';
import { type MemoryPeaks, peaksDuring } from '../support/memory-watch.ts';
import { keepDownloadsIn } from '../support/native-download.ts';
import { admin, member, useSiteWithOwnProcess } from '../support/site.ts';
import { arriveAs, downloadButton, openGame, seen } from '../support/steps.ts';
import type { Visitor } from '../support/visitor.ts';

const GB = 1024 ** 3;
const minutes = 60_000;
const platform = 'Linux';
const games = ['A tenth of it', 'All of it'] as const;

describe('a download of 6 GB', () => {
  const site = useSiteWithOwnProcess();
  let size = 6 * GB;
  const digests = new Map<string, string>();

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    await site.createAccount('member', member);
    size = await roomFor(site.folder, size);
    const api = await site.api(admin);
    for (const [at, title] of games.entries()) {
      const { _id } = await api.addGame(await smallGame(site.folder, `${at}.zip`), title, platform);
      digests.set(title, await growFile(site.server, _id, at === 0 ? Math.floor(size / 10) : size));
    }
  }, 5 * minutes);

  it('arrives complete, with constant memory use in browser and server', async () => {
    const visitor = await site.visit();
    await keepDownloadsIn(visitor, site.folder);
    await arriveAs(visitor.page, member);
    const tenth = await peaksDuring(site, visitor, () => downloadAndCheck(visitor, games[0]));
    const whole = await peaksDuring(site, visitor, () => downloadAndCheck(visitor, games[1]));
    console.info('peaks in MB', { tenth, whole });
    // The limits allow for the timing of garbage collection. A file kept in memory would exceed them by gigabytes.
    for (const [part, limit] of [
      ['server', 60],
      ['browser', 150],
      ['heap', 30],
    ] as [keyof MemoryPeaks, number][]) {
      expect(whole[part] - tenth[part], `MB more in the ${part}`).toBeLessThan(limit);
    }
  });

  async function downloadAndCheck({ page }: Visitor, title: string): Promise<void> {
    const api = await site.api(member);
    const dialog = await openGame(page, title);
    await downloadButton(dialog, platform).click();
    await seen(page.getByText(`${title} downloaded successfully`), 10 * minutes);
    // The server lists a download for one minute after its end.
    expect((await api.downloads()).at(-1)).toMatchObject({ title, status: 'completed' });
    await page.keyboard.press('Escape');
    // The browser renames the file when it is complete.
    const path = join(site.folder, `${title} (${platform}).zip`);
    await expect.poll(() => existsSync(path), { timeout: 5 * minutes }).toBe(true);
    expect(await sha256Of(path)).toBe(digests.get(title));
    await rm(path);
  }
});

/** Returns `wanted`, or a smaller size if the disk does not have room for it. */
async function roomFor(folder: string, wanted: number): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  const room = Math.floor((bavail * bsize) / 2 / GB) * GB;
  if (room < wanted) console.warn(`The disk has room for a download of ${room / GB} GB only.`);
  return Math.min(wanted, room);
}
