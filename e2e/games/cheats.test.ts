// Cheat files: a member is warned, can cancel, and receives the ZIP. Visitors cannot see that they exist.
import { readFile } from 'node:fs/promises';
import { inflateRawSync } from 'node:zlib';
import type { Game } from '@cellar/contract/games/games.ts';
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { admin, member, useSite } from '../support/site.ts';
import { arriveAs, openGame, seen } from '../support/steps.ts';

const title = 'SuperTux';
const program = 'MZ, and nothing a machine could run. '.repeat(5000);
const trainer = {
  name: 'Nine Lives',
  platform: 'Windows',
  type: 'trainer',
  version: '2.0',
  author: 'Mirela',
};
const longInstructions = Array.from({ length: 9 }, (_, at) => `${at + 1}. Press F${at + 1}.`).join('\n');

describe('cheat files', () => {
  const site = useSite();
  let game: Game;

  beforeAll(async () => {
    const api = await site.api(admin);
    game = await api.addGame(await smallGame(site.folder, 'tux.zip'), title, 'Linux');
    await api.addGame(await smallGame(site.folder, 'other.zip'), 'Warzone 2100', 'Windows');
    const add = (fields: object, name: string) =>
      api.addCheat(game._id, { ...trainer, ...fields }, new File([program], name));
    await add(
      { name: 'Soft Snow', type: 'mod', platform: 'Linux', version: '', author: '' },
      'soft-snow.dll',
    );
    await add({ name: 'Coins', type: 'cheat_engine', instructions: 'Tick what you want.' }, 'coins.ct');
    await add({ description: 'Falls no longer count.', instructions: longInstructions }, 'nine-lives.exe');
  });

  const cheatsOn = (page: Page) => page.getByRole('region', { name: 'Available Cheat Files & Trainers' });
  const trainerButton = (page: Page) =>
    page.getByRole('button', { name: 'Download Trainer ZIP: Nine Lives' });

  it('appear in the overlay by platform and type, with all known details', async () => {
    const page = await site.arrive(member);
    await openGame(page, title);
    const cheats = cheatsOn(page);
    const warning =
      'Use at your own risk! These files modify game behavior and may trigger antivirus warnings.';
    await seen(cheats.getByText(warning, { exact: true }));
    const headings = (await cheats.getByRole('heading').allTextContents()).slice(1);
    expect(headings).toEqual([
      ...['Windows', 'Trainers', 'Nine Lives', 'Cheat Engine Tables', 'Coins'],
      ...['Linux', 'Mods', 'Soft Snow'],
    ]);
    const [card, , bare] = await cheats.getByRole('article').allInnerTexts();
    for (const text of ['Falls no longer count.', '2.0', 'Mirela', 'nine-lives.exe', 'Download Trainer ZIP'])
      expect(card).toContain(text);
    for (const text of ['No description provided', 'Version', 'Author', 'Instructions'])
      expect(bare).not.toContain(text);
    const folded = cheats.getByText('9. Press F9.');
    expect(await folded.isVisible()).toBe(false);
    await cheats.getByText('Instructions').first().click();
    await seen(folded);
    // The card of the smallest file takes little room.
    expect((await cheats.getByRole('article').last().boundingBox())?.height).toBeLessThan(160);
    for (const name of ['Cheat Engine Table ZIP: Coins', 'Mod ZIP: Soft Snow'])
      await seen(cheats.getByRole('button', { name: `Download ${name}` }));
  });

  it('are downloaded only after the member confirms the warning', async () => {
    const { page } = await site.visit();
    const requests: string[] = [];
    page.on(
      'request',
      (request) => /\/api\/.*cheat-files/.test(request.url()) && requests.push(request.url()),
    );
    await page.addInitScript(recordTimeLimits);
    await arriveAs(page, member);
    await openGame(page, title);
    await trainerButton(page).click();
    const dialog = page.getByRole('dialog', { name: 'Download “Nine Lives”?' });
    const words = await dialog.innerText();
    for (const word of ['modify game behavior', 'executable code', 'antivirus warnings', 'stability'])
      expect(words).toContain(word);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await dialog.waitFor({ state: 'hidden' });
    // The safe answer has the focus: Enter opens the question, and Enter again cancels.
    await page.keyboard.press('Enter');
    await seen(dialog);
    await page.keyboard.press('Enter');
    await dialog.waitFor({ state: 'hidden' });
    await page.keyboard.press('Enter');
    await seen(dialog);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await seen(cheatsOn(page));
    expect(requests).toEqual([]);

    await trainerButton(page).click();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download anyway' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('Nine Lives.zip');
    const entries = readEntries(await readFile(await download.path()));
    expect(Object.keys(entries)).toEqual(['nine-lives.exe', 'INSTRUCTIONS.txt']);
    expect(entries['nine-lives.exe']).toBe(program);
    expect(entries['INSTRUCTIONS.txt']).toContain('9. Press F9.');
    await seen(page.getByText('Successfully downloaded: Nine Lives'));
    // The download may pause for five minutes, other requests only for one.
    expect(await page.evaluate(() => Reflect.get(window, 'timeLimits'))).toContain(300_000);
    expect(requests).toHaveLength(1);
    const counted = (count: string) =>
      seen(cheatsOn(page).getByRole('article').first().getByText(count, { exact: true }));
    await counted('1');
    // Downloading it again counts again.
    await trainerButton(page).click();
    await dialog.getByRole('button', { name: 'Download anyway' }).click();
    await counted('2');

    // A slow download can be canceled. It is not started twice, even if the game is closed and opened again.
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/cheat-files/*/download', (route) => held.then(() => route.abort()));
    await trainerButton(page).click();
    await dialog.getByRole('button', { name: 'Download anyway' }).click();
    const cancel = page.getByRole('button', { name: 'Cancel download of Nine Lives' });
    await seen(cancel);
    await page.keyboard.press('Escape');
    await openGame(page, title);
    await cancel.click();
    await cancel.waitFor({ state: 'hidden' });
    expect(await page.getByText(/^Failed to download/).count()).toBe(0);
    answer();
  });

  it('show the message of the current page after a failed download', async () => {
    const { page } = await site.visit({ expects: /status of 404/ });
    await page.route('**/cheat-files/*/download', (route) => route.fulfill({ status: 404, body: '{}' }));
    await arriveAs(page, member);
    await openGame(page, title);
    const places = [`/games?game=${game._id}`, `/game/${game._id}`];
    for (const [index, message] of [
      'Failed to download cheat file.',
      'Failed to download cheat file',
    ].entries()) {
      await page.goto(places[index] ?? '');
      await trainerButton(page).click();
      await page.getByRole('button', { name: 'Download anyway' }).click();
      await seen(page.getByText(message, { exact: true }));
    }
  });

  it('have no section for visitors or on games without cheat files', async () => {
    const { page } = await site.visit();
    await page.goto(`/game/${game._id}`);
    await seen(page.getByRole('heading', { name: title, level: 1 }));
    expect(await cheatsOn(page).count()).toBe(0);
    expect(await page.getByText('Nine Lives').count()).toBe(0);
    await arriveAs(page, member, `/game/${game._id}`);
    await seen(trainerButton(page));
    await page.goto('/games');
    await openGame(page, 'Warzone 2100');
    expect(await cheatsOn(page).count()).toBe(0);
  });

  it('pass axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await arriveAs(page, member);
      await openGame(page, title);
      await cheatsOn(page).getByText('Instructions').first().click();
      await check('overlay');
      await trainerButton(page).click();
      await seen(page.getByRole('button', { name: 'Download anyway' }));
      await check('warning');
      await page.goto(`/game/${game._id}`);
      await seen(trainerButton(page));
      await check('page');
    });
  });
});

/** Runs in the page: records the delays of all timers, including the time limits of requests. */
function recordTimeLimits(): void {
  const limits: number[] = [];
  const set = window.setTimeout.bind(window);
  const recordingTimeout = (action: () => void, ms = 0) => {
    limits.push(ms);
    return set(action, ms);
  };
  Object.assign(window, { timeLimits: limits, setTimeout: recordingTimeout });
}

/** Reads a ZIP of deflated entries by its central directory. */
function readEntries(zip: Buffer): Record<string, string> {
  const end = zip.lastIndexOf(Buffer.from('PK\u0005\u0006', 'latin1'));
  const entries: Record<string, string> = {};
  for (let at = zip.readUInt32LE(end + 16); at < end; ) {
    const nameLength = zip.readUInt16LE(at + 28);
    const local = zip.readUInt32LE(at + 42);
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28);
    const packed = zip.subarray(start, start + zip.readUInt32LE(at + 20));
    entries[zip.toString('utf8', at + 46, at + 46 + nameLength)] = inflateRawSync(packed).toString();
    at += 46 + nameLength + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
}
