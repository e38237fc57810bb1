// Uploads twelve archives despite pauses, a server that is briefly unavailable, a lost connection and a reload. In
// the end every file is there, byte for byte.
import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, smallGame } from '../support/archives.ts';
import type { CellarApi } from '../support/cellar-api.ts';
import { checkList, chooseFiles, listedFile } from '../support/several-files.ts';
import { admin, useSite } from '../support/site.ts';
import { arriveAs, barReaches, seen } from '../support/steps.ts';
import type { Wire } from '../support/wire.ts';

const MB = 1024 ** 2;
const platform = 'Linux';
const titleOf = (number: number) => `Marathon ${String(number).padStart(2, '0')}`;
const chunkPosts = /^\/api\/games(\/[^/]+\/upload)?$/;

describe('an upload marathon', () => {
  const site = useSite({ MAX_CHUNK_BYTES: String(MB) });
  const archives: Archive[] = [];

  beforeAll(async () => {
    for (let number = 1; number <= 12; number += 1) {
      const bytes = (3 + ((number * 5) % 13)) * MB;
      archives.push(await smallGame(site.folder, `${titleOf(number)} [linux].zip`, bytes));
    }
  });

  it('uploads every file completely', async () => {
    const wire = await site.wire();
    const visitor = await site.visit({}, wire.url);
    // Errors that the test causes on the wire.
    visitor.expectProblem(/ERR_EMPTY_RESPONSE|ERR_CONNECTION_(RESET|CLOSED|ABORTED)|503/);
    const { page } = visitor;
    await arriveAs(page, admin, '/admin');
    // Lets five chunks through, and no more until the queue has been checked.
    wire.hold(chunkPosts, 5);
    await chooseFiles(
      page,
      archives.map(({ path }) => path),
    );
    const list = await checkList(page);
    await list.getByRole('button', { name: 'Start all (12 ready)' }).click();
    await page.getByRole('link', { name: 'Current Uploads' }).first().click();
    await pauseAndResume(page);
    await cancel(page, 12);
    wire.release();
    await waitThroughRefusedChunks(wire);
    await waitThroughLostConnection(wire);
    await reloadDuringUpload(page, wire);
    await resumeUploads(page);
    const api = await site.api(admin);
    await expect.poll(() => titlesIn(api), { interval: 500 }).toEqual(titles(11));
    await expectCompleteFiles();
  });

  /** A paused upload makes room for the next one. A resumed upload waits for its turn. */
  async function pauseAndResume(page: Page): Promise<void> {
    await seen(page.getByText('2 uploading · 10 waiting'));
    await barReaches(bar(page, 1), 5);
    await page.getByRole('button', { name: `Pause ${titleOf(1)} (${platform})` }).click();
    await seen(page.getByText('2 uploading · 9 waiting · 1 paused'));
    await page.getByRole('button', { name: `Resume ${titleOf(1)} (${platform})` }).click();
    await seen(page.getByText('2 uploading · 10 waiting'));
  }

  /** The server refuses some chunks, and the page sends them again after the specified pause. */
  async function waitThroughRefusedChunks(wire: Wire): Promise<void> {
    const refusal = { path: chunkPosts, times: 4 };
    wire.unavailable = refusal;
    await expect.poll(() => refusal.times).toBe(0);
  }

  /** Before the rest is uploaded, or nothing would be left for the troubles that follow. */
  async function cancel(page: Page, number: number): Promise<void> {
    await page.getByRole('button', { name: '10 waiting' }).click();
    await page.getByRole('button', { name: `Cancel ${titleOf(number)} (${platform})` }).click();
    await seen(page.getByText('2 uploading · 9 waiting'));
  }

  async function waitThroughLostConnection(wire: Wire): Promise<void> {
    const from = wire.requests.length;
    wire.refuses = chunkPosts;
    wire.cutAll();
    const lost = () => wire.requests.slice(from).filter(({ method }) => method === 'POST').length;
    await expect.poll(lost).toBeGreaterThan(0);
    wire.refuses = undefined;
  }

  /** Reloads when some files are complete, one is partly uploaded and others have not started. */
  async function reloadDuringUpload(page: Page, wire: Wire): Promise<void> {
    const api = await site.api(admin);
    const isInTheMiddle = async () => {
      const uploads = await api.unfinishedUploads();
      return uploads.some(
        ({ storedChunks, totalChunks }) => storedChunks >= 2 && totalChunks - storedChunks >= 3,
      );
    };
    await expect.poll(isInTheMiddle, { interval: 50 }).toBe(true);
    wire.hold(chunkPosts);
    await page.reload();
    wire.release();
  }

  /** Chooses the same files again. Complete files are skipped, partial ones resumed, and the others started. */
  async function resumeUploads(page: Page): Promise<void> {
    const done = await titlesIn(await site.api(admin));
    await page.goto('/admin');
    await chooseFiles(
      page,
      archives.map(({ path }) => path),
    );
    const list = await checkList(page);
    const row = (number: number) => listedFile(list, `${titleOf(number)} [linux].zip`);
    await seen(list.getByText('Ready: resumes an upload'));
    for (const title of done) {
      await seen(listedFile(list, `${title} [linux].zip`).getByText('Already in the library.'));
    }
    await row(12)
      .getByRole('button', { name: /^Remove/ })
      .click();
    await list.getByRole('button', { name: `Start all (${11 - done.length} ready)` }).click();
  }

  async function expectCompleteFiles(): Promise<void> {
    const api = await site.api(admin);
    const stored = async () => {
      const games = await Promise.all((await api.games('titleAsc')).map(({ _id }) => api.game(_id)));
      return games.map(({ gameFiles }) => gameFiles[0]?.sha256);
    };
    const sent = archives.slice(0, 11).map(({ sha256 }) => sha256);
    // The server reads stored files again in the background to compute their digests.
    await expect.poll(stored, { interval: 500 }).toEqual(sent);
    expect(await api.unfinishedUploads()).toEqual([]);
  }
});

const titles = (count: number) => Array.from({ length: count }, (_, index) => titleOf(index + 1));

function bar(page: Page, number: number) {
  return page.getByRole('progressbar', { name: `Upload of ${titleOf(number)} (${platform})` });
}

async function titlesIn(api: CellarApi): Promise<string[]> {
  return (await api.games('titleAsc')).map(({ title }) => title);
}
