// The main path from end to end: the first visitor becomes the admin and adds a game; a member finds and downloads it,
// and the download equals the upload. Used with a small file, and with a real game in a long test.
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of } from './archives.ts';
import { admin, member, useSiteWithOwnProcess } from './site.ts';
import {
  addGame,
  barReaches,
  downloadButton,
  logIn,
  openGame,
  seen,
  setUp,
  showDigest,
  uploadReaches,
} from './steps.ts';

const minutes = 60_000;
const title = 'TORCS';
const platform = 'Linux';

/** `prepare` creates the game's archive. */
export function describeFirstGame(name: string, prepare: (folder: string) => Promise<Archive>): void {
  describe(name, () => firstGame(prepare));
}

function firstGame(prepare: (folder: string) => Promise<Archive>): void {
  const site = useSiteWithOwnProcess();
  let archive: Archive;

  beforeAll(async () => {
    archive = await prepare(site.folder);
  }, 5 * minutes);

  it('is added by the first admin and downloaded by a member', async () => {
    await addFirstGame();
    await site.createAccount('member', member);
    await downloadAsMember();
  });

  async function addFirstGame(): Promise<void> {
    const { page } = await site.visit();
    await setUp(page, admin, await site.server.setupCode());
    await addGame(page, { path: archive.path, title, platform });
    await uploadReaches(page, title, 20);
    await seen(page.getByText(`${title} uploaded successfully!`), 2 * minutes);
    await seen(page.getByRole('button', { name: 'Hide Games (1)' }));
    const cleared = { message: 'the form is cleared' };
    await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue(), cleared).toBe('');
  }

  async function downloadAsMember(): Promise<void> {
    // Pauses the download so that it can be checked. Otherwise it would end within a second.
    const wire = await site.wire();
    wire.stopAfter = archive.size / 4;
    const { page } = await site.visit({ colorScheme: 'dark' }, wire.url);
    await logIn(page, member);
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    const dialog = await openGame(page, title);
    const downloadStarts = page.waitForEvent('download');
    await downloadButton(dialog, platform).click();
    const download = await downloadStarts;
    await seen(dialog.getByText(/^Downloading\.\.\. \d+%$/));
    await barReaches(dialog.getByRole('progressbar', { name: `Download for ${platform}` }), 20);
    wire.letDownloadsGo();
    await seen(page.getByText(`${title} downloaded successfully`), 2 * minutes);
    await expectOneActivity();

    expect(download.suggestedFilename()).toBe(`${title} (${platform}).zip`);
    expect(await sha256Of(await download.path())).toBe(archive.sha256);
    await seen(dialog.getByText(/^[\d.]+ MB( · about \d+ (sec|min) here)?$/));
    await showDigest(dialog, platform);
    await seen(dialog.getByText(archive.sha256));
  }

  async function expectOneActivity(): Promise<void> {
    const downloads = await (await site.api(member)).downloads();
    const counted = { status: 'completed', bytesSent: archive.size, fileSize: archive.size };
    expect(downloads).toEqual([expect.objectContaining(counted)]);
  }
}
