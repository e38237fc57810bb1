// A member verifies a downloaded file in the browser. Only the parts that differ are downloaded again.
import { createHash } from 'node:crypto';
import { copyFile, open, readFile, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { admin, member, useSite } from '../support/site.ts';
import { choose, chooseFile, downloadButton, seen } from '../support/steps.ts';

const MB = 1024 ** 2;

describe('a downloaded file', () => {
  const site = useSite();
  let archive: Archive;
  let gameId: string;

  beforeAll(async () => {
    archive = await smallGame(site.folder, 'verified.zip', 6 * MB);
    gameId = (await (await site.api(admin)).addGame(archive, 'Neverball', 'Linux'))._id;
  });

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Verify a downloaded file' });

  async function verify(page: Page, path: string): Promise<void> {
    await chooseFile(dialog(page).getByLabel('Choose or drop the downloaded file'), path);
  }

  /** Returns a copy with a wrong byte at each of these positions. */
  async function damagedCopy(name: string, positions: number[]): Promise<string> {
    const path = join(site.folder, name);
    await copyFile(archive.path, path);
    const file = await open(path, 'r+');
    for (const position of positions) {
      const { buffer } = await file.read(Buffer.alloc(1), 0, 1, position);
      await file.write(Buffer.from([(buffer[0] ?? 0) ^ 1]), 0, 1, position);
    }
    await file.close();
    return path;
  }

  it('is identical, or is repaired by its download with the parts that differ', async () => {
    const page = await site.arrive(member, `/game/${gameId}`);
    await Promise.all([
      seen(page.getByText('Neverball downloaded successfully')),
      page.waitForEvent('download'),
      downloadButton(page.getByRole('main'), 'Linux').click(),
    ]);
    await choose(page.getByRole('main'), 'Linux', 'Verify a downloaded file');
    await verify(page, archive.path);
    await seen(dialog(page).getByRole('heading', { name: 'Identical' }));
    expect(await dialog(page).getByText(archive.sha256).isVisible()).toBe(false);
    await dialog(page).getByText('Details').click();
    await seen(dialog(page).getByText(archive.sha256));
    await dialog(page).getByRole('button', { name: 'Choose another file' }).click();

    const damaged = await damagedCopy('damaged.zip', [MB + 7, 4 * MB]);
    await truncate(damaged, archive.size - 100);
    const requested: string[] = [];
    page.on('request', (request) => {
      const { range } = request.headers();
      if (range) requested.push(range);
    });
    await verify(page, damaged);
    await seen(
      dialog(page).getByRole('heading', { name: /^Damaged: 2(\.\d+)? MB must be downloaded again$/ }),
    );
    await dialog(page).getByText('Details').click();
    await seen(dialog(page).getByText('Parts that differ: 3 of 7'));
    await seen(dialog(page).getByText('1 MB from 1 MB on', { exact: true }));
    const repaired = page.waitForEvent('download');
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(/\/download\//, async (route) => {
      await released;
      await route.continue();
    });
    await dialog(page)
      .getByRole('button', { name: /^Repair: download 2(\.\d+)? MB$/ })
      .click();
    await seen(dialog(page).getByText('Downloading the parts that differ'));
    await page.mouse.click(5, 300);
    await page.keyboard.press('Escape');
    release();
    await seen(dialog(page).getByRole('heading', { name: 'Repaired' }));
    const saved = await readFile(await (await repaired).path());
    expect(createHash('sha256').update(saved).digest('hex')).toBe(archive.sha256);
    expect(requested).toEqual([
      `bytes=${MB}-${2 * MB - 1}`,
      `bytes=${4 * MB}-${5 * MB - 1}`,
      `bytes=${6 * MB}-${archive.size - 1}`,
    ]);

    // The repair belongs to the download, whose bytes count once.
    const api = await site.api(member);
    expect(await api.downloads()).toEqual([
      expect.objectContaining({ status: 'completed', bytesSent: archive.size }),
    ]);
  });
});
