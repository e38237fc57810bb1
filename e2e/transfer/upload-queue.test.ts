// The upload queue: two uploads run and the others wait, while the admin pauses, cancels and visits other pages. After
// a reload, interrupted uploads are resumed.
import type { Locator, Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import { expectNoFindings } from '../support/axe.ts';
import { Gate } from '../support/gate.ts';
import { admin, useSite } from '../support/site.ts';
import {
  addGame,
  archiveField,
  arriveAs,
  barReaches,
  chooseFile,
  fillLogin,
  fillTitle,
  isFocused,
  logOut,
  seen,
} from '../support/steps.ts';

const platform = 'Linux';
/** Three chunks of at most 10 MB. */
const bigBytes = 21_000_000;

describe('the upload queue', () => {
  const site = useSite();
  const archives: Record<string, Archive> = {};

  beforeAll(async () => {
    for (const name of ['Alpha', 'Beta'])
      archives[name] = await smallGame(site.folder, `${name}.zip`, bigBytes);
    for (const name of ['Gamma', 'Delta']) archives[name] = await smallGame(site.folder, `${name}.zip`);
  });

  const queue = (page: Page) => page.getByRole('region', { name: 'Upload queue' });
  const row = (page: Page, title: string) => rowIn(queue(page), title);
  const rowIn = (region: Locator, title: string) =>
    region
      .getByRole('listitem')
      .filter({ has: region.page().getByRole('heading', { name: title, exact: true }) });
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const pill = (page: Page) => page.getByRole('banner').getByRole('link', { name: /view current uploads$/ });

  const openAdmin = (page: Page) => arriveAs(page, admin, '/admin');

  /** Adds the games one after another with the form, which is cleared each time. */
  async function enqueue(page: Page, titles: string[]): Promise<void> {
    for (const title of titles) {
      await addGame(page, { path: (archives[title] ?? archives.Gamma)?.path ?? '', title, platform });
      await seen(row(page, title));
    }
  }

  it('runs two uploads at a time and continues on other pages and after a reload', async () => {
    const { page } = await site.visit();
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => dialogs.push(dialog.type()));
    const gate = await Gate.before(page);
    await openAdmin(page);
    await enqueue(page, ['Alpha', 'Beta']);
    // The message disappears automatically, so waiting for it starts first.
    const queuedNotice = seen(page.getByText('Upload queued: Gamma (position 1)'));
    await enqueue(page, ['Gamma']);
    await queuedNotice;
    await enqueue(page, ['Delta']);
    await seen(queue(page).getByText('2 uploading · 2 waiting', { exact: false }));
    await seen(row(page, 'Beta').getByText('Uploading', { exact: true }));
    await seen(row(page, 'Delta').getByText('Position 2 in the queue'));

    await gate.holds(2);
    gate.let(2);
    await barReaches(queue(page).getByRole('progressbar', { name: 'Upload of Alpha' }), 40);
    await seen(row(page, 'Alpha').getByText(/^\d.* MB of 20.03 MB$/));
    await button(page, `Pause Alpha (${platform})`).click();
    await seen(row(page, 'Alpha').getByText('Paused', { exact: true }));
    await seen(row(page, 'Gamma').getByText('Uploading', { exact: true }));
    await seen(row(page, 'Delta').getByText('Position 1 in the queue'));
    const resume = button(page, `Resume Alpha (${platform})`);
    await expect.poll(() => isFocused(resume), { message: 'the resume button has the focus' }).toBe(true);
    await resume.click();
    await seen(row(page, 'Alpha').getByText('Position 1 in the queue'));
    await button(page, 'Pause all').click();
    await seen(page.getByText('4 uploads paused'));
    await button(page, 'Resume all').click();
    // Toasts do not disappear while the mouse is over them.
    await page.mouse.move(2, 300);
    await seen(page.getByText('4 uploads resumed'));

    await seen(pill(page).getByText('4 uploads'));
    await page.getByRole('link', { name: 'Games', exact: true }).click();
    await seen(page.getByRole('heading', { name: 'Games', level: 1 }));
    await pill(page).click();
    await seen(page.getByRole('heading', { name: 'Current Uploads', level: 1 }));
    await seen(page.getByText('Closing or reloading this site cancels active uploads.', { exact: false }));
    await button(page, `Cancel Delta (${platform})`).click();
    await seen(page.getByText('Upload cancelled: Delta'));
    await row(page, 'Delta').waitFor({ state: 'detached' });

    await barReaches(queue(page).getByRole('progressbar', { name: 'Upload of Beta' }), 40);
    await page.reload();
    expect(dialogs, 'the browser asks before the reload').toEqual(['beforeunload']);
    await resumeBoth(page, gate);
    expect(dialogs).toHaveLength(1);
    await page.reload();
    await seen(page.getByText('No uploads at the moment.'));
    expect(dialogs, 'without uploads, no second warning').toHaveLength(1);
    await expect.poll(() => pill(page).count()).toBe(0);
    await expectComplete(['Alpha', 'Beta']);
  });

  async function resumeBoth(page: Page, gate: Gate): Promise<void> {
    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' });
    await seen(rowIn(unfinished, 'Alpha').getByText('49% uploaded · 10 MB of 20.03 MB'));
    for (const title of ['Beta', 'Alpha']) {
      await chooseFile(button(page, `Resume ${title} (${platform})`), archives[title]?.path ?? '');
      await seen(row(page, title).getByText('Uploading', { exact: true }));
    }
    gate.open();
    for (const title of ['Alpha', 'Beta']) await seen(row(page, title).getByText('Completed'));
    const link = row(page, 'Alpha').getByRole('link', { name: 'Alpha' });
    expect(await link.getAttribute('href')).toMatch(/^\/admin\/game\/.+/);
    await button(page, 'Remove finished').click();
    await seen(page.getByText('No uploads at the moment.'));
  }

  async function expectComplete(titles: string[]): Promise<void> {
    const api = await site.api(admin);
    const games = await api.games();
    for (const title of titles) {
      const id = games.find((game) => game.title === title)?._id ?? '';
      expect(await api.sha256OfFile(id, platform)).toBe(archives[title]?.sha256);
    }
  }

  it('resumes with a file that the browser remembers, without asking for it again', async () => {
    const visitor = await site.visit();
    const { page } = visitor;
    // Replaces the file dialog, which Playwright cannot answer, with a file in the browser's private file system, which
    // has a real handle.
    await page.addInitScript(() => {
      const pick = async () => [await (await navigator.storage.getDirectory()).getFileHandle('kept.zip')];
      Object.assign(window, { showOpenFilePicker: pick });
    });
    const gate = await Gate.before(page);
    await openAdmin(page);
    await keepFile(page);
    await (await archiveField(page)).click();
    await seen(page.getByText('kept.zip'));
    await fillTitle(page, 'Kept');
    await page.getByRole('combobox', { name: 'Platform' }).selectOption('Mac');
    await button(page, 'Upload game').click();
    await gate.holds(1);
    // The server forgets an upload of which it has stored nothing.
    const answered = page.waitForResponse((response) => response.request().method() === 'POST');
    gate.let(1);
    expect((await answered).status()).toBe(200);
    await page.reload();
    await seen(page.getByText('file remembered by this browser', { exact: false }));
    await button(page, 'Resume Kept (Mac)').click();
    gate.open();
    await seen(page.getByText('Kept uploaded successfully!'));
    const stored = (await (await site.api(admin)).games()).map(({ title }) => title);
    expect(stored).toContain('Kept');
  });

  /** Writes a file with the signature of an archive to the browser's private file system. */
  async function keepFile(page: Page): Promise<void> {
    await page.evaluate(async (size) => {
      const folder = await navigator.storage.getDirectory();
      const writer = await (await folder.getFileHandle('kept.zip', { create: true })).createWritable();
      const bytes = new Uint8Array(size).fill(7);
      bytes.set([0x50, 0x4b, 3, 4]);
      await writer.write(bytes);
      await writer.close();
    }, bigBytes);
  }

  it('explains a failed upload, retries it, and keeps it paused after a logout', async () => {
    const { page } = await site.visit({
      expects: /status of 507|answer: 507/,
      viewport: { width: 390, height: 844 },
    });
    const full = { message: 'There is no room left.', code: 'storage_full', requestId: 'test' };
    await page.route('**/api/games', (route) => route.fulfill({ status: 507, json: full }), { times: 1 });
    await openAdmin(page);
    await enqueue(page, ['Gamma']);
    await seen(row(page, 'Gamma').getByText('Failed to add game. There is no room left.'));
    await seen(pill(page).getByText('1 failed'));
    await page.unroute('**/api/games');
    const gate = await Gate.before(page);
    await button(page, `Try again: Gamma (${platform})`).click();
    await gate.holds(1);

    await logOut(page);
    const question = page.getByRole('dialog', { name: 'Log out now?' });
    await seen(question.getByText('Logging out stops 1 upload.'));
    await question.getByRole('button', { name: 'Log out' }).click();
    await seen(page.getByRole('main').getByRole('link', { name: 'Login' }));
    await expect.poll(() => pill(page).count()).toBe(0);
    await page.getByRole('main').getByRole('link', { name: 'Login' }).click();
    await fillLogin(page, admin);
    await pill(page).click();
    await seen(row(page, 'Gamma').getByText('Paused', { exact: true }));
    gate.open();
    await button(page, `Resume Gamma (${platform})`).click();
    await seen(row(page, 'Gamma').getByText('Completed', { exact: true }));
  });

  it('shows who else is uploading what, and asks before an upload of somebody else is discarded', async () => {
    const other = { email: 'other@cellar.example', password: 'another long secret', name: 'Other Admin' };
    await site.createAccount('admin', other);
    const breakOff = await (await site.api(other)).beginUpload('Shared Game');
    const { page } = await site.visit();
    await openAdmin(page);
    const unfinished = page.getByRole('region', { name: 'Unfinished uploads' });
    const shared = rowIn(unfinished, 'Shared Game');
    await seen(shared.getByText('Being uploaded by Other Admin now'));
    await seen(shared.getByText(/^50% uploaded · /));
    expect(await shared.getByRole('button').count(), 'nobody else can stop it').toBe(0);

    breakOff();
    await seen(shared.getByText('started by Other Admin', { exact: false }));
    await shared.getByRole('button', { name: 'Discard' }).click();
    const question = page.getByRole('dialog', { name: 'Discard this upload?' });
    await seen(question.getByText('Other Admin has started this upload.', { exact: false }));
    await question.getByRole('button', { name: 'Discard upload' }).click();
    await shared.waitFor({ state: 'detached' });
  });

  it('passes axe-core', async () => {
    await expectNoFindings(site, async (page, check) => {
      await Gate.before(page);
      await openAdmin(page);
      // The gate opens when a visitor leaves, so the library may already contain the games of the previous walk.
      const width = page.viewportSize()?.width;
      await enqueue(page, [`One ${width}`, `Two ${width}`, `Three ${width}`]);
      await check('game management with a queue');
      await pill(page).click();
      await seen(page.getByRole('heading', { name: 'Current Uploads', level: 1 }));
      await check('current uploads');
    });
  });
});
