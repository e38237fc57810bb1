// Adding a game when something goes wrong: an invalid archive, a game that already exists, a change of mind.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, falseArchive, smallGame } from './support/archives.ts';
import type { CellarApi } from './support/cellar-api.ts';
import { elsewhere } from './support/chromium.ts';
import { Gate } from './support/gate.ts';
import { admin, useSite } from './support/site.ts';
import { addGame, arriveAs, chooseFile, flashes, seen, uploadReaches } from './support/steps.ts';

const title = 'Neverball';

describe('adding a game', () => {
  const site = useSite();
  let api: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    await site.createAccount('admin', admin);
    api = await site.api(admin);
    archive = await smallGame(site.folder, 'never_ball-1.6.zip');
    await api.addGame(archive, title, 'Linux');
  });

  async function toAdmin(page: Page): Promise<void> {
    await arriveAs(page, admin, '/admin');
  }

  it('asks for every field', async () => {
    const { page } = await site.visit();
    await toAdmin(page);
    await page.getByRole('button', { name: 'Upload game' }).click();
    const told = page.getByRole('alert').getByText('Please fill in all fields and select a file');
    await seen(told);
    await told.waitFor({ state: 'hidden' });
    // A file dropped beside the field does not replace the page.
    const isRefused = await page.evaluate(() => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File(['x'], 'beside.zip'));
      const drop = new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer });
      document.querySelector('h1')?.dispatchEvent(drop);
      return drop.defaultPrevented;
    });
    expect(isRefused).toBe(true);
  });

  it('says that an upload could not be started', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    visitor.expectProblem(/status of 400/);
    // The page caches the site's settings for five minutes.
    await page.clock.install();
    await arriveAs(page, admin, '/admin');
    await chooseFile(page.getByLabel('Choose an archive or drop it here'), archive.path);
    await page.route('**/api/site', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.clock.fastForward('10:00');
    await page.getByRole('textbox', { name: 'Title' }).fill('Never Begun');
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Linux');
    await page.getByRole('button', { name: 'Upload game' }).click();
    await seen(page.getByText(/^Failed to start upload\. /));
  });

  it('leaves the title alone that somebody has in hand when the rules answer', async () => {
    const { page } = await site.visit();
    await arriveAs(page, admin, '/admin');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route(/sanitization-rules\/sanitize/, async (route) => {
      await held;
      await route.continue();
    });
    await chooseFile(page.getByLabel('Choose an archive or drop it here'), archive.path);
    const field = page.getByRole('textbox', { name: 'Title' });
    await field.press('ControlOrMeta+A');
    answer();
    const use = page.getByRole('button', { name: 'Use this title' });
    await seen(use);
    await field.pressSequentially('Mine');
    expect(await field.inputValue()).toBe('Mine');
    await use.click();
    await expect.poll(() => field.inputValue()).toBe('never ball');
    // Switching tabs keeps the form.
    await page.getByRole('tab', { name: 'Tools' }).click();
    await page.getByRole('tab', { name: 'Game Management' }).click();
    expect(await field.inputValue()).toBe('never ball');
    await seen(page.getByText(/^never_ball-1\.6\.zip/));
  });

  it('refuses a platform the game has', async () => {
    const { page } = await site.visit();
    await toAdmin(page);
    await addGame(page, { path: archive.path, title, platform: 'Linux' });
    await seen(page.getByText(`Game "${title}" already exists for platform "Linux"`));
    expect(await unfinishedTitles()).toEqual([]);
  });

  it('adds another platform to the game, with its version', async () => {
    const { page } = await site.visit();
    await toAdmin(page);
    const path = archive.path;
    // The message disappears when the upload is complete, which is soon.
    await Promise.all([
      flashes(page, `Adding new platform "Windows v1.6.0" to existing game "${title}"`),
      addGame(page, { path, title, platform: 'Windows (Version)', version: '1.6.0' }),
    ]);
    await seen(page.getByText(`${title} uploaded successfully!`));
    const [game] = await api.games();
    expect(game?.platforms.toSorted()).toEqual(['Linux', 'Windows v1.6.0']);
  });

  it('refuses a text that is named like an archive, and leaves nothing behind', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    visitor.expectProblem(/status of 4\d\d/);
    await toAdmin(page);
    const before = await filesOnDisk();
    await addGame(page, {
      path: await falseArchive(site.folder, 'letter.zip'),
      title: 'Letter',
      platform: 'Mac',
    });
    const refusal = /^Failed to add game\. The file is called \.zip, but by its content it is not an archive/;
    await seen(page.getByText(refusal));
    expect(await unfinishedTitles()).toEqual([]);
    await expect.poll(filesOnDisk).toEqual(before);
    expect((await api.games()).map((game) => game.title)).toEqual([title]);
  });

  it('can be cancelled: the form starts anew and the server keeps nothing', async () => {
    const { page } = await site.visit();
    const gate = await Gate.before(page);
    const big = await smallGame(site.folder, 'big.zip', 21_000_000);
    const before = await filesOnDisk();
    await toAdmin(page);
    await addGame(page, { path: big.path, title: 'Big', platform: 'Linux' });
    await gate.holds(1);
    gate.let(1);
    await uploadReaches(page, 'Big', 5);
    const told = 'Upload cancelled. You can start a new upload.';
    await Promise.all([flashes(page, told), page.getByRole('button', { name: 'Cancel' }).click()]);
    await page.getByText(told).waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('');
    await expect.poll(unfinishedTitles).toEqual([]);
    await expect.poll(filesOnDisk).toEqual(before);
  });

  it('is not stopped by a logout without a question', async () => {
    const { page } = await site.visit();
    await toAdmin(page);
    // Holds the upload at its beginning.
    const isUpload = (url: URL) => url.pathname === '/api/games';
    await page.route(isUpload, (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await addGame(page, { path: archive.path, title: 'Stays', platform: 'Linux' });
    await seen(page.getByText('Upload started: Stays'));
    await page.getByRole('button', { name: 'Logout' }).click();
    const question = page.getByRole('dialog', { name: 'Log out now?' });
    await seen(question.getByText('Logging out stops 1 upload.'));
    await question.getByRole('button', { name: 'Stay here' }).click();
    await page.getByRole('button', { name: 'Logout' }).click();
    await question.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${site.server.url}/`);
  });

  it('works on plain http at home', async () => {
    const { page } = await site.visit({}, elsewhere(site.server.url));
    await toAdmin(page);
    await addGame(page, { path: archive.path, title: 'Plain', platform: 'Mac' });
    await seen(page.getByText('Plain uploaded successfully!'));
  });

  async function unfinishedTitles(): Promise<string[]> {
    return (await api.unfinishedUploads()).map((upload) => upload.title);
  }

  /** Returns all files of the library except the database. */
  async function filesOnDisk(): Promise<string[]> {
    const folder = join(site.server.folder, 'data');
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile() && !entry.name.startsWith('cellar.db'));
    return files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  }
});
