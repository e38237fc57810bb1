// The editor's pictures, platform files and cheat files: uploaded, sorted, replaced and removed.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Locator, Page, Route } from 'playwright-core';
import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, fakeArchive, sha256Of, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { admin, useSite } from '../support/site.ts';
import { chooseFile, drag, logIn, seen } from '../support/steps.ts';

const title = 'SuperTux';
/** Three chunks of the smallest allowed size. */
const threeChunks = 21 * 1024 ** 2;

const full = { code: 'storage_full', message: 'The server has no room left.', requestId: 'r' };

interface Picture {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

async function picture(name: string, background: string, width = 640, height = 360): Promise<Picture> {
  const buffer = await sharp({ create: { width, height, channels: 3, background } })
    .png()
    .toBuffer();
  return { name, mimeType: 'image/png', buffer };
}

describe('the game editor', () => {
  const site = useSite();
  let game: Game;
  let replacement: Archive;

  beforeAll(async () => {
    const api = await site.api(admin);
    game = await api.addGame(await smallGame(site.folder, 'tux.zip'), title, 'Linux');
    replacement = await smallGame(site.folder, 'tux-2.zip', 200_000);
  });

  async function openEditor(page: Page): Promise<void> {
    await logIn(page, admin);
    await page.goto(`/admin/game/${game._id}`);
    await seen(page.getByRole('heading', { name: 'Platform files' }));
  }

  async function saved(): Promise<Game> {
    return (await fetch(`${site.server.url}/api/games/${game._id}`)).json() as Promise<Game>;
  }

  const screenshots = (page: Page) => page.getByRole('list', { name: 'Screenshots' });
  const files = (page: Page) => page.getByRole('region', { name: 'Platform files' });
  const cheats = (page: Page) => page.getByRole('region', { name: 'Cheat files', exact: true });
  /** Returns parts of the screenshots' addresses in their current order. */
  const order = (page: Page) =>
    screenshots(page)
      .getByAltText(/^Screenshot/)
      .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src.slice(-12, -9)));

  async function choose(button: Locator, chosen: Picture[]): Promise<void> {
    const [chooser] = await Promise.all([button.page().waitForEvent('filechooser'), button.click()]);
    await chooser.setFiles(chosen);
  }

  /** Dispatches the event that a browser sends for Ctrl-V, or for files dropped on an element. */
  function dispatchPicture(
    target: Locator,
    kind: 'paste' | 'drop',
    { name, mimeType, buffer }: Picture,
  ): Promise<void> {
    return target.evaluate(
      (element, data) => {
        const transfer = new DataTransfer();
        const bytes = Uint8Array.from(atob(data.base64), (letter) => letter.charCodeAt(0));
        transfer.items.add(new File([bytes], data.name, { type: data.mimeType }));
        const options = { bubbles: true, cancelable: true };
        const event =
          data.kind === 'drop'
            ? new DragEvent('drop', { ...options, dataTransfer: transfer })
            : new ClipboardEvent('paste', { ...options, clipboardData: transfer });
        element.dispatchEvent(event);
      },
      { kind, name, mimeType, base64: buffer.toString('base64') },
    );
  }

  it('adds pictures by button, drop and paste, sorts them, and saves them with the other changes', async () => {
    const { page } = await site.visit({ expects: /status of (4\d\d|507)|507 of/ });
    await openEditor(page);
    await page.getByRole('button', { name: 'Edit Metadata' }).click();
    const add = page.getByRole('button', { name: 'Add screenshots' });
    await choose(add, [
      await picture('red.png', '#a02020'),
      {
        name: 'broken.png',
        mimeType: 'image/png',
        buffer: Buffer.from('no picture at all, in no way '.repeat(9)),
      },
      { name: 'letter.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') },
      await picture('green.png', '#20a020'),
    ]);
    const images = screenshots(page).getByAltText(/^Screenshot/);
    await expect.poll(() => images.count()).toBe(2);
    const editor = page.getByRole('region', { name: 'Screenshots' });
    await seen(editor.getByRole('alert').filter({ hasText: 'This picture can’t be used here' }));
    await expect.poll(() => editor.getByRole('alert').count()).toBe(2);
    for (const name of ['broken.png', 'letter.txt'])
      await page.getByRole('button', { name: `Dismiss ${name}` }).click();

    await page.route('**/api/artwork', (route) => route.fulfill({ status: 507, json: full }), { times: 1 });
    await dispatchPicture(page.locator('body'), 'paste', await picture('image.png', '#2020a0'));
    await seen(editor.getByText(full.message));
    await editor.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => images.count()).toBe(3);
    await dispatchPicture(add, 'drop', await picture('gold.png', '#c0a020'));
    await expect.poll(() => images.count()).toBe(4);
    await choose(add, [await picture('red-again.png', '#a02020')]);
    await seen(editor.getByText('This picture is already one of the screenshots.'));
    await page.getByRole('button', { name: 'Dismiss red-again.png' }).click();

    const [red, green, blue, gold] = await order(page);
    const expectOrder = () => expect.poll(() => order(page));
    await page.getByRole('button', { name: 'Move screenshot 4 earlier' }).click();
    await expectOrder().toEqual([red, green, gold, blue]);
    await seen(page.getByText('Dropped screenshot 4 at position 3 of 4.'));
    await page.getByRole('button', { name: 'Move screenshot 1', exact: true }).focus();
    await page.keyboard.press('Space');
    await seen(page.getByText('Picked up screenshot 1', { exact: false }));
    await page.keyboard.press('ArrowRight');
    await seen(page.getByText('Screenshot 1 is now at position 2 of 4.'));
    await page.keyboard.press('Space');
    await seen(page.getByText('Dropped screenshot 1 at position 2 of 4.'));
    await expectOrder().toEqual([green, red, gold, blue]);
    await drag(page, tileHandle(page, 4), tileHandle(page, 1));
    await expectOrder().toEqual([blue, green, red, gold]);

    await page.getByRole('button', { name: 'Remove screenshot 2' }).click();
    await expectOrder().toEqual([blue, red, gold]);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expectOrder().toEqual([blue, green, red, gold]);
    await page.getByRole('button', { name: 'Remove screenshot 3' }).click();
    await page.getByRole('button', { name: 'Use screenshot 2 as box art' }).click();
    await seen(page.getByRole('button', { name: 'Replace box art' }));
    await page.getByRole('button', { name: 'Remove box art' }).click();
    await seen(page.getByText('Box art removed.'));
    const letter = { name: 'cover.txt', mimeType: 'text/plain', buffer: Buffer.from('hello') };
    await choose(page.getByRole('button', { name: 'Choose box art' }), [letter]);
    const refusal = page.getByRole('button', { name: 'Dismiss cover.txt' });
    await seen(refusal);
    await choose(page.getByRole('button', { name: 'Choose box art' }), [
      await picture('cover.png', '#105060', 600, 900),
    ]);
    await seen(page.getByRole('button', { name: 'Replace box art' }));
    expect(await refusal.count()).toBe(0);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect.poll(async () => (await saved()).gameplayImages.length).toBe(3);
    const { gameplayImages, boxArtUrl } = await saved();
    expect(gameplayImages.map((url) => url.slice(-8, -5))).toEqual([blue, green, gold]);
    expect(boxArtUrl).toMatch(/^\/api\/artwork\//);
    expect(gameplayImages).not.toContain(boxArtUrl);
  });

  it('adds, replaces and removes a platform file', async () => {
    const { page } = await site.visit({ expects: /status of 4\d\d|status of 503|503 of/ });
    await openEditor(page);
    const section = files(page);
    await section.getByText('SHA-256', { exact: true }).first().click();
    await seen(section.getByText(/^[0-9a-f]{64}$/));
    await seen(section.getByRole('button', { name: 'Copy SHA-256 of the Linux file' }));

    await section.getByRole('button', { name: 'Upload file' }).click();
    const notice = section.getByText('Please fill in all fields and select a file');
    await seen(notice);
    await notice.waitFor({ state: 'hidden' });
    const letter = join(site.folder, 'letter.txt');
    await writeFile(letter, 'hello');
    await chooseFile(section.getByLabel('Choose a file or drop it here'), letter);
    await seen(section.getByText('Unsupported file type. Accepted: .rar, .zip, .7z, .tar.gz.'));
    await chooseFile(section.getByLabel('Choose a file or drop it here'), replacement.path);
    await section.getByRole('combobox', { name: 'Platform' }).selectOption('Linux');
    await section.getByRole('button', { name: 'Upload file' }).click();
    await seen(section.getByText(`“${title}” already has a file for platform “Linux”.`, { exact: false }));
    await section.getByRole('combobox', { name: 'Platform' }).selectOption('Windows (Version)');
    await section.getByLabel('Version number').fill('1.2');
    await section.getByRole('button', { name: 'Upload file' }).click();
    await seen(section.getByRole('button', { name: 'Remove the file for Windows v1.2' }));

    const replaceLinux = section.getByRole('button', { name: 'Replace the file for Linux' });
    await chooseFile(replaceLinux, await fakeArchive(site.folder, 'false.zip'));
    await confirm(page, 'Replace the file for Linux?', 'Upload and replace');
    await seen(section.getByText('Failed to upload file: ', { exact: false }));
    await section.getByRole('button', { name: 'Cancel the upload for Linux' }).click();
    await chooseFile(replaceLinux, replacement.path);
    await confirm(page, 'Replace the file for Linux?', 'Upload and replace');
    const hasFocus = () => section.evaluate((element) => element.contains(document.activeElement));
    await expect.poll(hasFocus).toBe(true);
    const api = await site.api(admin);
    await expect.poll(() => api.sha256OfFile(game._id, 'Linux')).toBe(replacement.sha256);
    await expect.poll(() => section.getByText(replacement.sha256).count()).toBe(2);

    await page.route('**/platform/**', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    const removeWindows = section.getByRole('button', { name: 'Remove the file for Windows v1.2' });
    await removeWindows.click();
    await confirm(page, 'Remove the file for Windows v1.2?', 'Remove file');
    await seen(page.getByText('Failed to remove file'));
    await removeWindows.click();
    await confirm(page, 'Remove the file for Windows v1.2?', 'Remove file');
    await seen(page.getByText('The file for Windows v1.2 was removed.'));
    await removeWindows.waitFor({ state: 'detached' });
    expect((await saved()).gameFiles.map(({ platform }) => platform)).toEqual(['Linux']);
  });

  it('pauses the upload of a platform file and resumes it after a reload with the same file', async () => {
    const { page } = await site.visit();
    const big = await smallGame(site.folder, 'tux-mac.zip', threeChunks);
    await openEditor(page);
    const section = files(page);
    const held: Route[] = [];
    await page.route('**/api/games/*/upload', (route) => {
      const isLast = /name="chunkNumber"\r\n\r\n2\r\n/.test(
        route.request().postDataBuffer()?.toString('latin1') ?? '',
      );
      if (isLast) held.push(route);
      else void route.continue();
    });
    await chooseFile(section.getByLabel('Choose a file or drop it here'), big.path);
    await section.getByRole('combobox', { name: 'Platform' }).selectOption('Mac');
    await section.getByRole('button', { name: 'Upload file' }).click();
    await seen(section.getByRole('progressbar', { name: 'Upload for Mac' }));
    const api = await site.api(admin);
    await expect.poll(async () => (await api.unfinishedUploads())[0]?.storedChunks).toBe(2);
    await section.getByRole('button', { name: 'Pause the upload for Mac' }).click();
    await seen(section.getByRole('button', { name: 'Resume the upload for Mac' }));
    await page.unrouteAll();
    await page.reload();
    await chooseFile(section.getByRole('button', { name: `Resume ${title} (Mac)` }), big.path);
    await seen(section.getByRole('button', { name: 'Remove the file for Mac' }));
    expect(await api.sha256OfFile(game._id, 'Mac')).toBe(await sha256Of(big.path));
    expect(await api.unfinishedUploads()).toEqual([]);
  });

  it('adds cheat files, shows them as members see them, and deletes them', async () => {
    const { page } = await site.visit({ expects: /status of 503|503 of/ });
    await openEditor(page);
    const section = cheats(page);
    await seen(section.getByText('No cheat files yet.'));
    await section.getByRole('button', { name: 'Add a cheat file' }).click();
    const form = section.getByRole('form', { name: 'Add a cheat file' });
    await form.getByRole('button', { name: 'Upload cheat file' }).click();
    await seen(form.getByText('Please enter a name for the cheat file'));
    await seen(form.getByText('Please choose a file.'));
    await form.getByLabel('Name').fill('  Nine Lives ');
    const field = form.getByLabel('Choose a cheat file or drop it here');
    await field.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('no') });
    await seen(form.getByText('Unsupported file type. Accepted:', { exact: false }));
    await field.setInputFiles({ name: 'lives.CT', mimeType: '', buffer: Buffer.from('<CheatTable/>') });
    await seen(form.getByText('lives.CT'));
    expect(await form.getByLabel('Type').inputValue()).toBe('cheat_engine');
    await page.getByRole('link', { name: 'Back to Admin' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByText('Stay here').click();
    await form.getByLabel('Platform').selectOption('Linux');
    await form.getByLabel('Author').fill('Mirela');
    await form.getByLabel('Instructions').fill('Tick what you want.');
    await page.route('**/cheat-files', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await form.getByRole('button', { name: 'Upload cheat file' }).click();
    await seen(page.getByText('Failed to upload cheat file'));
    await form.getByRole('button', { name: 'Upload cheat file' }).click();
    const card = section.getByRole('article').filter({ hasText: 'Nine Lives' });
    await seen(card);
    await seen(section.getByRole('heading', { name: 'Cheat Engine Tables' }));
    const shown = await card.innerText();
    for (const text of ['Mirela', 'lives.CT', 'Tick what you want.', 'Downloads'])
      expect(shown).toContain(text);
    expect(shown).not.toContain('No description provided');
    await expect.poll(() => form.count()).toBe(0);

    await page.route('**/cheat-files/*', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 });
    await card.getByRole('button', { name: 'Delete Nine Lives' }).click();
    await confirm(page, 'Delete “Nine Lives”?', 'Delete cheat file');
    await seen(page.getByText('Failed to delete cheat file'));
    await card.getByRole('button', { name: 'Delete Nine Lives' }).click();
    await confirm(page, 'Delete “Nine Lives”?', 'Delete cheat file');
    await seen(section.getByText('No cheat files yet.'));
  });

  it('passes axe-core and is no wider than the window', async () => {
    const api = await site.api(admin);
    const fields = { name: 'Coins', platform: 'Windows', type: 'trainer', instructions: 'Press F1.' };
    await api.addCheat(game._id, fields, new File(['MZ'], 'coins.exe'));
    await expectNoFindings(site, async (page, check) => {
      await openEditor(page);
      await page.getByRole('button', { name: 'Edit Metadata' }).click();
      await choose(page.getByRole('button', { name: 'Add screenshots' }), [
        await picture('one.png', '#8a5a2b'),
        await picture('two.png', '#2b5a8a'),
        { name: 'broken.png', mimeType: 'image/png', buffer: Buffer.from('nothing') },
      ]);
      await seen(page.getByRole('button', { name: 'Dismiss broken.png' }));
      await page.getByRole('button', { name: 'Remove screenshot 1' }).click();
      await cheats(page).getByRole('button', { name: 'Add a cheat file' }).click();
      await cheats(page).getByRole('button', { name: 'Upload cheat file' }).click();
      await files(page).getByRole('button', { name: 'Upload file' }).click();
      await seen(files(page).getByText('Please fill in all fields and select a file'));
      await check('editor');
      const width = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
      expect(width[0], 'the page does not scroll sideways').toBeLessThanOrEqual(width[1] ?? 0);
    });
  });
});

const tileHandle = (page: Page, number: number) =>
  page.getByRole('button', { name: `Move screenshot ${number}`, exact: true });

async function confirm(page: Page, question: string, yes: string): Promise<void> {
  await page.getByRole('dialog', { name: question }).getByRole('button', { name: yes }).click();
}
