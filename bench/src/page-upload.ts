// Rows: an upload by the page in Chromium, compared with what the pauses between its chunks allow, and with a page that only sends
// the chunks to a server that discards them; and the heap of the page.
import { once } from 'node:events';
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, Page, Request } from 'playwright-core';
import { launchChromium } from '../../e2e/support/chromium.ts';
import { quiet, watchTraffic } from '../../e2e/support/quiet.ts';
import { limits } from '../../packages/contract/src/rules/limits.ts';
import { usedHeap } from './browser-scrolling.ts';
import { startCellar } from './cellar-server.ts';
import { writePayload } from './payload.ts';
import { median } from './rounds.ts';
import { type Row, ratioRow } from './row.ts';
import { makeMemoryFolder } from './workplace.ts';

const CHUNK_BYTES = 25 * 1024 * 1024;
const CHUNKS = 64;
const FILE_BYTES = CHUNK_BYTES * CHUNKS;
const ROUNDS = 3;
const mostMs = 300_000;

interface Upload {
  seconds: number;
  /** Bytes in use after a garbage collection, after a quarter of the chunks and after three quarters. */
  heap: { early: number; late: number };
}

export async function measurePageUpload(): Promise<Row[]> {
  const { dir, remove } = makeMemoryFolder(FILE_BYTES * (ROUNDS + 1));
  const running: { stop(): Promise<unknown> }[] = [];
  try {
    const cellar = await startCellar(join(dir, 'data'), { MAX_CHUNK_BYTES: String(CHUNK_BYTES) });
    running.push(cellar);
    const browser = await launchChromium();
    running.push({ stop: () => browser.close() });
    const member = { origin: `http://127.0.0.1:${cellar.port}`, session: cellar.client.session };
    const file = writeArchive(dir);
    const uploads: Upload[] = [];
    const bareSeconds: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      uploads.push(await upload(browser, { ...member, file, title: `Page upload ${round}` }));
      bareSeconds.push(await sendBare(browser, file));
    }
    return rowsOf(uploads, bareSeconds);
  } finally {
    for (const part of running.reverse()) await part.stop();
    remove();
  }
}

/** The chunks have the same bytes, which makes no difference to the page or the server. */
function writeArchive(dir: string): string {
  const chunk = readFileSync(writePayload(join(dir, 'payload'), CHUNK_BYTES).file);
  const path = join(dir, 'page-upload.zip');
  const file = openSync(path, 'w');
  for (let count = 0; count < CHUNKS; count += 1) writeSync(file, chunk);
  closeSync(file);
  return path;
}

async function upload(
  browser: Browser,
  { origin, session, file, title }: { origin: string; session: string; file: string; title: string },
): Promise<Upload> {
  const context = await browser.newContext({ baseURL: origin, viewport: { width: 1366, height: 768 } });
  try {
    const page = await context.newPage();
    await page.addInitScript((value) => {
      localStorage.setItem('userInfo', value);
      // A browser that is driven can only answer the dialogs of file fields.
      Reflect.deleteProperty(window, 'showOpenFilePicker');
    }, session);
    const cdp = await context.newCDPSession(page);
    watchTraffic(page);
    await page.goto('/admin');
    await quiet(page);
    await chooseGame(page, { file, title });
    const progress = watchChunks(page);
    await page.getByRole('button', { name: 'Upload game' }).click();
    await progress.stored(CHUNKS / 4);
    const early = await usedHeap(cdp);
    await progress.stored((3 * CHUNKS) / 4);
    const late = await usedHeap(cdp);
    // The last request completes the upload.
    await progress.stored(CHUNKS + 1);
    return { seconds: progress.seconds(), heap: { early, late } };
  } finally {
    await context.close();
  }
}

async function chooseGame(page: Page, { file, title }: { file: string; title: string }): Promise<void> {
  const opener = page.getByLabel('Choose an archive or drop it here');
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), opener.click()]);
  await Promise.all([
    page.waitForResponse((response) => response.url().includes('/sanitization-rules/sanitize')),
    chooser.setFiles(file),
  ]);
  await page.getByRole('textbox', { name: 'Title' }).fill(title);
  await page.getByRole('combobox', { name: 'Platform' }).selectOption('Linux');
}

/** Counts the answered requests of an upload, and measures the time from the first request to the last answer. */
function watchChunks(page: Page) {
  const isOfUpload = (request: Request) =>
    request.method() === 'POST' && new URL(request.url()).pathname === '/api/games';
  let started = 0;
  let ended = 0;
  let answered = 0;
  page.on('request', (request) => {
    if (isOfUpload(request)) started ||= performance.now();
  });
  page.on('requestfinished', (request) => {
    if (!isOfUpload(request)) return;
    answered += 1;
    ended = performance.now();
  });
  return {
    async stored(chunks: number): Promise<void> {
      while (answered < chunks) await page.waitForEvent('requestfinished', { timeout: mostMs });
    },
    seconds: () => (ended - started) / 1000,
  };
}

/** Sends the same chunks from an empty page, with the same pauses, to a server that discards them. Returns the seconds. */
async function sendBare(browser: Browser, file: string): Promise<number> {
  const server = createServer((request, response) => {
    request
      .resume()
      .once('end', () => response.setHeader('content-type', 'text/html').end('<input type="file">'));
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`http://127.0.0.1:${port}`);
    await page.locator('input').setInputFiles(file);
    const { concurrentChunks, chunkDelayMs } = limits;
    const sizes = { chunkBytes: CHUNK_BYTES, chunks: CHUNKS, concurrentChunks, chunkDelayMs };
    return await page.evaluate(async ({ chunkBytes, chunks, concurrentChunks, chunkDelayMs }) => {
      const chosen = document.querySelector('input')?.files?.[0] as File;
      const send = async (chunk: number) => {
        const body = chosen.slice(chunk * chunkBytes, (chunk + 1) * chunkBytes);
        await (await fetch('/', { method: 'POST', body })).arrayBuffer();
      };
      const started = performance.now();
      await send(0);
      let next = 1;
      const sendInTurn = async () => {
        while (next < chunks) {
          const chunk = next;
          next += 1;
          await new Promise((resolve) => setTimeout(resolve, chunkDelayMs));
          await send(chunk);
        }
      };
      await Promise.all(Array.from({ length: concurrentChunks }, sendInTurn));
      return (performance.now() - started) / 1000;
    }, sizes);
  } finally {
    await context.close();
    server.close();
  }
}

function rowsOf(uploads: Upload[], bareSeconds: number[]): Row[] {
  // After the first chunk, each connection pauses before every chunk.
  const pauses = Math.ceil((CHUNKS - 1) / limits.concurrentChunks);
  const leastSeconds = (pauses * limits.chunkDelayMs) / 1000;
  const mbPerSecond = (seconds: number) => FILE_BYTES / 1e6 / seconds;
  const ours = mbPerSecond(median(uploads, ({ seconds }) => seconds));
  const mb = (figure: keyof Upload['heap']) => median(uploads, ({ heap }) => heap[figure]) / 1e6;
  return [
    ratioRow('upload by the page in Chromium, beside what its pauses allow', 'MB/s', {
      ours,
      yardstick: mbPerSecond(leastSeconds),
      atLeast: 0.85,
      digits: 0,
    }),
    ratioRow('the same, beside a page that only sends, to a server that discards', 'MB/s', {
      ours,
      yardstick: mbPerSecond(median(bareSeconds, (seconds) => seconds)),
      digits: 0,
    }),
    ratioRow('the same, heap of the page after 3/4 beside 1/4', 'MB', {
      ours: mb('late'),
      yardstick: mb('early'),
      atMost: 1.1,
      digits: 1,
    }),
  ];
}
