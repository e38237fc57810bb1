// Adding a game when something goes wrong: an invalid archive, a game that already exists, a change of mind.

import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, fakeArchive, smallGame } from '../support/archives.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { homeNetworkUrl } from '../support/chromium.ts';
import { Gate } from '../support/gate.ts';
import { admin, useSite } from '../support/site.ts';
import {
  addGame,
  archiveField,
  arriveAs,
  chooseFile,
  fillTitle,
  flashes,
  isFocused,
  logOut,
  seen,
  uploadReaches,
} from '../support/steps.ts';

const title = 'Neverball';

describe('adding a game', () => {
  const site = useSite();
  let api: CellarApi;
  let archive: Archive;

  beforeAll(async () => {
    api = await site.api(admin);
    archive = await smallGame(site.folder, 'never_ball-1.6.zip');
    await api.addGame(archive, title, 'Linux');
  });

  async function openAdmin(page: Page): Promise<void> {
    await arriveAs(page, admin, '/admin#add-game');
  }

  /** Chooses the archive. Returns a function that lets the server suggest a title. */
  async function chooseUnanswered(page: Page): Promise<() => void> {
    const { promise: held, resolve: answer } = Promise.withResolvers<void>();
    await page.route(/sanitization-rules\/sanitize/, async (route) => {
      await held;
      await route.continue();
    });
    await chooseFile(await archiveField(page), archive.path);
    return answer;
  }

  it('requires every field', async () => {
    const { page } = await site.visit();
    await openAdmin(page);
    await page.getByRole('button', { name: 'Upload game' }).click();
    const notice = page.getByRole('alert').getByText('Please fill in all fields and select a file');
    await seen(notice);
    await notice.waitFor({ state: 'hidden' });
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

  it('reports that an upload could not be started', async () => {
    const { page } = await site.visit({ expects: /status of 400/ });
    // The page caches the site's settings for five minutes.
    await page.clock.install();
    await arriveAs(page, admin, '/admin');
    await chooseFile(await archiveField(page), archive.path);
    await page.route('**/api/site', (route) => route.fulfill({ status: 400, body: '{}' }));
    await page.clock.fastForward('10:00');
    await page.getByRole('textbox', { name: 'Title' }).fill('Never Begun');
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Linux');
    await page.getByRole('button', { name: 'Upload game' }).click();
    await seen(page.getByText(/^Failed to start upload\. /));
  });

  it('does not replace the title in a focused field, but offers the suggestion', async () => {
    const page = await site.arrive(admin, '/admin');
    const answer = await chooseUnanswered(page);
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

  it('does not replace a title that a program has filled in', async () => {
    const page = await site.arrive(admin, '/admin');
    const answer = await chooseUnanswered(page);
    const field = page.getByRole('textbox', { name: 'Title' });
    await expect.poll(() => field.inputValue()).not.toBe('');
    await field.evaluate((node) => {
      const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
      set?.call(node, 'Mine');
      node.dispatchEvent(new Event('input', { bubbles: true }));
    });
    answer();
    await seen(page.getByRole('button', { name: 'Use this title' }));
    expect(await field.inputValue()).toBe('Mine');
  });

  it('refuses a platform that the game already has', async () => {
    const { page } = await site.visit();
    await openAdmin(page);
    await addGame(page, { path: archive.path, title, platform: 'Linux' });
    const refusal = page.getByText(`Game "${title}" already exists for platform "Linux"`);
    await seen(refusal);
    expect(await unfinishedTitles()).toEqual([]);
    await refusal.waitFor({ state: 'hidden' });
    // It also disappears when it is no longer true.
    await page.clock.install();
    await page.getByRole('button', { name: 'Upload game' }).click();
    await seen(refusal);
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Mac');
    await refusal.waitFor({ state: 'hidden' });
  });

  it('adds another platform with its version to an existing game', async () => {
    const { page } = await site.visit();
    await openAdmin(page);
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

  it('refuses a text file with the name of an archive and stores nothing', async () => {
    const { page } = await site.visit({ expects: /status of 4\d\d/ });
    await openAdmin(page);
    const before = await filesOnDisk();
    await addGame(page, {
      path: await fakeArchive(site.folder, 'letter.zip'),
      title: 'Letter',
      platform: 'Mac',
    });
    const refusal = /^Failed to add game\. The file is called \.zip, but by its content it is not an archive/;
    await seen(page.getByText(refusal));
    expect(await unfinishedTitles()).toEqual([]);
    await expect.poll(filesOnDisk).toEqual(before);
    expect((await api.games()).map((game) => game.title)).toEqual([title]);
  });

  it('can be canceled, which clears the form and leaves nothing on the server', async () => {
    const { page } = await site.visit();
    const gate = await Gate.before(page);
    const big = await smallGame(site.folder, 'big.zip', 21_000_000);
    const before = await filesOnDisk();
    await openAdmin(page);
    await addGame(page, { path: big.path, title: 'Big', platform: 'Linux' });
    await gate.holds(1);
    gate.let(1);
    await uploadReaches(page, 'Big', 5);
    const notice = 'Upload cancelled. You can start a new upload.';
    await Promise.all([flashes(page, notice), page.getByRole('button', { name: 'Cancel' }).click()]);
    await page.getByText(notice).waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('');
    await expect.poll(unfinishedTitles).toEqual([]);
    await expect.poll(filesOnDisk).toEqual(before);
  });

  it('asks for confirmation before a logout stops the upload', async () => {
    const { page } = await site.visit();
    await openAdmin(page);
    // Holds the upload at its beginning.
    const isUpload = (url: URL) => url.pathname === '/api/games';
    await page.route(isUpload, (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await addGame(page, { path: archive.path, title: 'Stays', platform: 'Linux' });
    await seen(page.getByText('Upload started: Stays'));
    await logOut(page);
    const question = page.getByRole('dialog', { name: 'Log out now?' });
    await seen(question.getByText('Logging out stops 1 upload.'));
    await question.getByRole('button', { name: 'Stay here' }).click();
    await logOut(page);
    await question.getByRole('button', { name: 'Log out' }).click();
    await page.waitForURL(`${site.server.url}/`);
  });

  it('works over plain HTTP in a home network', async () => {
    const { page } = await site.visit({}, homeNetworkUrl(site.server.url));
    await openAdmin(page);
    await addGame(page, { path: archive.path, title: 'Plain', platform: 'Mac' });
    await seen(page.getByText('Plain uploaded successfully!'));
  });

  it('has a form that a button opens, and that guesses the platform', async () => {
    const page = await site.arrive(admin, '/admin');
    const add = page.getByRole('button', { name: 'Add games', exact: true });
    const field = page.getByLabel('Choose an archive or drop it here');
    const platform = page.getByRole('combobox', { name: 'Platform', exact: true });
    const queue = page.getByRole('region', { name: 'Upload queue' });
    await add.click();
    await expect.poll(() => isFocused(field)).toBe(true);
    await add.click();
    await field.waitFor({ state: 'detached' });
    await add.click();
    await chooseFile(field, (await smallGame(site.folder, 'guessed-linux.zip')).path);
    await expect.poll(() => platform.inputValue()).toBe('Linux');
    // It stays open while something is in it.
    await add.click();
    await fillTitle(page, 'Guessed');
    await platform.selectOption('Mac');
    expect(await queue.count(), 'nothing is uploaded yet').toBe(0);
    await page.getByRole('button', { name: 'Upload game' }).click();
    await seen(queue.getByRole('link', { name: 'Guessed' }));
    // The name does not tell the platform, so it is the one that was chosen last.
    await chooseFile(field, archive.path);
    await expect.poll(() => platform.inputValue()).toBe('Mac');
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
