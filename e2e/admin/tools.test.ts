// Storage on the Tools tab: temporary files are listed and deleted, and a check finds missing, damaged and orphaned
// files.
import { mkdir, readdir, rm, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { openAdminTab } from '../support/membership-steps.ts';
import { admin, useSite } from '../support/site.ts';
import { seen } from '../support/steps.ts';

const hour = 3600_000;
const [missingTitle, damagedTitle, intactTitle] = ['Frogatto', 'SuperTuxKart', 'Wesnoth'];

describe('storage in the Tools tab', () => {
  const site = useSite();
  let gameId = '';

  const dataPath = (...steps: string[]) => join(site.server.folder, 'data', ...steps);

  /** Creates a file with this age. */
  async function createFileWithAge(ageMs: number, size: number, ...steps: string[]): Promise<void> {
    const path = dataPath(...steps);
    await mkdir(join(path, '..'), { recursive: true });
    await writeFile(path, Buffer.alloc(size));
    const time = new Date(Date.now() - ageMs);
    await utimes(path, time, time);
  }

  /** Returns the path of the only file of this size. */
  async function storedPath(size: number): Promise<string> {
    const entries = await readdir(dataPath('files'), { recursive: true, withFileTypes: true });
    for (const entry of entries.filter((found) => found.isFile())) {
      const path = join(entry.parentPath, entry.name);
      if ((await stat(path)).size === size) return path;
    }
    throw new Error(`no stored file has ${size} bytes`);
  }

  /** Sends one chunk of two, like a page that is then closed. */
  async function beginUpload(title: string): Promise<void> {
    const login = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(admin),
    };
    const { token } = (await (await fetch(`${site.server.url}/api/users/login`, login)).json()) as {
      token: string;
    };
    const form = new FormData();
    const fields = { title, platform: 'Linux', fileExtension: '.zip', uploadId: 'left-in-the-middle' };
    const numbers = { chunkNumber: '0', totalChunks: '2', chunkSize: '70000', fileSize: '140000' };
    for (const [name, value] of Object.entries({ ...fields, ...numbers })) form.append(name, value);
    const chunk = Buffer.concat([Buffer.from('PK\u0003\u0004'), Buffer.alloc(69_996)]);
    form.append('gameFile', new Blob([chunk]), 'game.zip');
    const headers = { authorization: `Bearer ${token}` };
    const answer = await fetch(`${site.server.url}/api/games`, { method: 'POST', headers, body: form });
    expect(answer.status).toBe(200);
  }

  beforeAll(async () => {
    const api = await site.api(admin);
    const add = async (title: string, bytes: number) => {
      const archive = await smallGame(site.folder, `${title}.zip`, bytes);
      return { size: archive.size, game: await api.addGame(archive, title, 'Windows') };
    };
    const [first, second] = [await add(missingTitle, 300_000), await add(damagedTitle, 200_000)];
    await add(intactTitle, 100_000);
    gameId = first.game._id;
    await rm(await storedPath(first.size));
    await truncate(await storedPath(second.size), 150_000);
    await createFileWithAge(30 * hour, 5000, 'files', 'or', 'orphan-that-is-old');
    await createFileWithAge(2 * hour, 3000, 'files', 'yo', 'young-and-unknown');
    await beginUpload('Half Sent');
    await createFileWithAge(30 * hour, 2048, 'temp', 'uploads', 'left-by-a-crash-1.spool');
    await createFileWithAge(40 * hour, 1024, 'temp', 'uploads', 'notes.txt');
  });

  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('passes axe-core on phone and desktop', async () => {
    await expectNoFindings(site, async (page, check) => {
      await openAdminTab(page, admin, 'tools&section=files');
      const files = region(page, 'File check');
      await files.getByRole('button', { name: 'Quick check' }).click();
      await seen(files.getByText('Missing files: 1'));
      await seen(region(page, 'Temporary files').getByText('Half Sent'));
      await files.getByRole('checkbox', { name: 'Select orphan-that-is-old' }).check();
      await check('tools');
      await files.getByRole('button', { name: 'Delete selected (1, 4.88 KB)' }).click();
      await seen(page.getByText('Permanently delete these files?'));
      await check('question');
    });
  });

  it('finds missing, damaged and orphaned files and offers an action for each', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=storage');
    const usage = region(page, 'Storage');
    await seen(usage.getByText('3 files', { exact: true }));
    await seen(usage.getByText('Disk of the storage and the data folder'));
    await page.getByRole('link', { name: 'Files', exact: true }).click();
    const files = region(page, 'File check');
    await files.getByRole('button', { name: 'Full check' }).click();
    await seen(files.getByText(/^Last checked .*: 3 files, full check$/));
    const missing = files.getByRole('region', { name: 'Missing files: 1' });
    const editor = missing.getByRole('link', { name: `Edit ${missingTitle}` });
    expect(await editor.getAttribute('href')).toBe(`/admin/game/${gameId}`);
    const damaged = files.getByRole('region', { name: 'Damaged files: 1' });
    await seen(damaged.getByRole('heading', { name: damagedTitle }));
    await seen(damaged.getByText(/^146.48 KB instead of /));

    const orphans = files.getByRole('region', { name: 'Orphaned files: 2' });
    await seen(orphans.getByText('Less than 24 hours old'));
    await orphans.getByRole('checkbox', { name: 'Select orphan-that-is-old' }).check();
    await orphans.getByRole('button', { name: 'Delete selected (1, 4.88 KB)' }).click();
    const question = page.getByRole('dialog', { name: 'Permanently delete these files?' });
    await seen(question.getByText('1 file (4.88 KB) will be permanently deleted.', { exact: false }));
    await question.getByRole('button', { name: 'Delete files' }).click();
    await seen(page.getByText('Removed 1 file (4.88 KB)'));
    await seen(files.getByRole('region', { name: 'Orphaned files: 1' }));
    // A file of a game may lie in the same folder.
    expect(await readdir(dataPath('files', 'or'))).not.toContain('orphan-that-is-old');
    expect(await readdir(dataPath('files', 'yo'))).toContain('young-and-unknown');
  });

  it('lists temporary files with their uploads and clears old ones', async () => {
    const page = await site.arrive(admin, '/admin?tab=tools&section=files');
    const temp = region(page, 'Temporary files');
    await seen(temp.getByText('3 files, 71.36 KB'));
    const rows = await temp.getByRole('listitem').allInnerTexts();
    expect(rows.map((row) => row.split('\n')[0])).toEqual([
      'notes.txt',
      'left-by-a-crash-1.spool',
      'Half Sent',
    ]);
    await seen(temp.getByText('Linux · 50% uploaded'));
    await temp.getByRole('button', { name: 'Clear temporary files' }).click();
    const question = page.getByRole('dialog', { name: 'Clear temporary files?' });
    await seen(
      question.getByText('2 files will be deleted (3 KB). Files changed in the last 24 hours are kept.'),
    );
    const requested = new Set<string>();
    page.on(
      'request',
      (request) => request.method() === 'GET' && requested.add(new URL(request.url()).pathname),
    );
    await question.getByRole('button', { name: 'Clear' }).click();
    await seen(page.getByText('Removed 2 temporary files (3 KB)'));
    await seen(temp.getByText('1 file, 68.36 KB'));
    expect(requested, 'unchanged data is not requested again').not.toContain('/api/site');
    await temp.getByRole('button', { name: 'Clear recent files too' }).click();
    await seen(page.getByText('will have to start over: Half Sent.', { exact: false }));
    expect(await readdir(dataPath('temp', 'uploads'))).toHaveLength(1);
    const link = temp.getByRole('link', { name: 'Current uploads', includeHidden: true });
    expect(await link.getAttribute('href')).toBe('/admin/current-uploads');
  });

  it('reports failures as worded in the specification', async () => {
    const { page } = await site.visit({ expects: /status of 500|api\/admin/ });
    await page.route('**/api/admin/clear-temp', (route) => route.fulfill({ status: 500, body: '{}' }));
    await openAdminTab(page, admin, 'tools&section=files');
    const temp = region(page, 'Temporary files');
    await temp.getByRole('button', { name: 'Clear recent files too' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Clear' }).click();
    await seen(page.getByText('Failed to clear temporary files'));
    await page.route('**/api/admin/temp-status', (route) => route.fulfill({ status: 500, body: '{}' }));
    await page.reload();
    await seen(temp.getByText('Failed to fetch temp folder status'));
  });
});
