// Two people work while the nodes are restarted one after the other, and each request may go to another node: one uploads a
// game, the other browses the catalogue and downloads the game.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { type Archive, sha256Of, smallGame } from './support/archives.ts';
import { keepDownloadsIn } from './support/native-download.ts';
import { useSiteOfCluster } from './support/site.ts';
import { addGame, downloadButton, logIn, openGame, seen, uploadReaches } from './support/steps.ts';
import type { Visitor } from './support/visitor.ts';
import type { Wire } from './support/wire.ts';

const MiB = 1024 ** 2;
const title = 'TORCS';
const otherTitle = 'Neverball';
const platform = 'Linux';
/** In bytes per second, for each request. A chunk at this rate takes half a minute, longer than all restarts. After them it gets the full rate. */
const slowRate = MiB / 4;
const fullRate = Number.POSITIVE_INFINITY;

describe('a rolling restart behind nginx', () => {
  const site = useSiteOfCluster();
  let archive: Archive;
  let wire: Wire;
  let uploader: Visitor;
  let reader: Visitor;

  beforeAll(async () => {
    archive = await smallGame(site.folder, 'torcs.zip', 60 * MiB);
    const api = await site.api(site.server.admin);
    await api.addGame(await smallGame(site.folder, 'neverball.zip'), otherTitle, platform);
  });

  it('loses no upload and no download, and leaves no error on a page', async () => {
    wire = await site.wire();
    [uploader, reader] = [await visit(), await visit()];
    for (const { page } of [uploader, reader]) await logIn(page, site.server.admin);
    await uploadDuringRestarts();
    await downloadDuringRestarts();
    for (const { page } of [uploader, reader]) await expectNoError(page);
  });

  async function visit(): Promise<Visitor> {
    const visitor = await site.visit({}, wire.url);
    // Requests to a node that is being stopped.
    visitor.expectProblem(/^console: Failed to load resource: .*(status of 50[234]|net::ERR_)/);
    visitor.expectProblem(/^answer: 50[234] /);
    return visitor;
  }

  async function uploadDuringRestarts(): Promise<void> {
    const { page } = uploader;
    const chunks = watchChunks(page);
    await page.getByRole('link', { name: 'Admin' }).click();
    wire.sentBytesPerSecond = slowRate;
    await addGame(page, { path: archive.path, title, platform });
    await uploadReaches(page, title, 5);
    let isOver = false;
    const browsing = browse(reader.page, () => isOver);
    await site.server.restart();
    isOver = true;
    await browsing;
    wire.sentBytesPerSecond = fullRate;
    await seen(page.getByText(`${title} uploaded successfully!`));
    expect(new Set(chunks.nodes).size).toBe(3);
    expect(chunks.requests, 'a chunk is cut at least once').toBeGreaterThan(chunks.nodes.length);
  }

  async function downloadDuringRestarts(): Promise<void> {
    const { page } = reader;
    await keepDownloadsIn(reader, site.folder);
    wire.bytesPerSecond = slowRate;
    await page.goto('/games');
    const dialog = await openGame(page, title);
    await downloadButton(dialog, platform).click();
    await seen(dialog.getByText(/^Downloading\.\.\. \d+%$/));
    await site.server.restart();
    wire.bytesPerSecond = fullRate;
    await seen(page.getByText(`${title} downloaded successfully`));
    const path = join(site.folder, `${title} (${platform}).zip`);
    // The browser renames the file when it is complete.
    await expect.poll(() => existsSync(path)).toBe(true);
    expect(await sha256Of(path)).toBe(archive.sha256);
    const fetches = wire.requests.filter((request) => /\/download\//.test(request.path));
    expect(fetches.length, 'the download is cut at least once').toBeGreaterThan(1);
  }
});

/** Opens games again and again. A page that fails is reloaded once. */
async function browse(page: Page, isOver: () => boolean): Promise<void> {
  const openOne = async () => {
    const dialog = await openGame(page, otherTitle);
    await expectNoError(page);
    await dialog.getByRole('button', { name: 'Close' }).click();
  };
  while (!isOver()) {
    await page.goto('/games');
    await openOne().catch(async () => {
      await page.reload();
      await openOne();
    });
  }
}

async function expectNoError(page: Page): Promise<void> {
  expect(await page.getByRole('alert').filter({ hasText: /./ }).allTextContents()).toEqual([]);
}

interface SentChunks {
  requests: number;
  /** For each answer with success, the address of its node. */
  nodes: string[];
}

function watchChunks(page: Page): SentChunks {
  const sent: SentChunks = { requests: 0, nodes: [] };
  const isChunk = (request: Request) => request.method() === 'POST' && request.url().endsWith('/api/games');
  page.on('request', (request) => {
    if (isChunk(request)) sent.requests += 1;
  });
  page.on('response', (response) => {
    // If nginx has tried several nodes, it names the one that answered last.
    const node = response.headers()['x-node']?.split(', ').at(-1) ?? '';
    if (isChunk(response.request()) && response.ok()) sent.nodes.push(node);
  });
  return sent;
}
