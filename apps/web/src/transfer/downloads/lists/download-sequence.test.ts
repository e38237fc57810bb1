// A sequence with the real tracker and a server that answers it.
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ListedFile } from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createTestClient } from '#lib/test-client.ts';
import { closeAllToasts } from '#ui/toasts/test-toasts.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import { showDownloadToasts } from '../download-toasts.ts';
import { DownloadTracker } from '../engine/download-tracker.ts';
import { DownloadSequence } from './download-sequence.ts';

interface Running {
  downloadId: string;
  status?: 'in_progress' | 'completed' | 'failed';
  isHandedOver?: boolean;
}

const delays = { startMs: 1, retries: 0, pollMs: 5, completedShownMs: 20, failedShownMs: 20 };
const files = ['a', 'b', 'c'].map(
  (gameId): ListedFile => ({
    ...{ gameId, title: `Game ${gameId}`, platform: 'Windows', extra: null },
    ...{ path: `${gameId}/x.zip`, fileSize: 10, sha256: null },
  }),
);

let running: Running[];
/** The ids of the downloads that got a ticket, in this order. */
let asked: string[];
let refused: string[];
let tracker: DownloadTracker;
let sequence: DownloadSequence;
const server = createServer((request, response) => {
  let text = '';
  request.on('data', (piece) => {
    text += piece;
  });
  request.on('end', () => answer(request.url ?? '', text, response));
});

beforeEach(async () => {
  closeAllToasts();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  [running, asked, refused] = [[], [], []];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const api = createTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  tracker = new DownloadTracker({ api, openUrl: () => {}, delays });
  sequence = new DownloadSequence(tracker);
});
afterEach(async () => {
  tracker.clear();
  vi.mocked(console.warn).mockRestore();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function answer(url: string, text: string, response: ServerResponse): void {
  const reply = (status: number, body: object) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  if (url.endsWith('/active')) return void reply(200, { downloads: running.map(asActive) });
  if (url.endsWith('/cancel')) return void reply(200, { message: 'Cancelled' });
  const [, game = ''] = /\/games\/(\w+)\//.exec(url) ?? [];
  if (refused.includes(game)) {
    return void reply(404, { message: 'Gone', code: 'file_missing', requestId: 'r' });
  }
  const { downloadId } = JSON.parse(text) as { downloadId: string };
  asked.push(downloadId);
  running = [{ downloadId }];
  reply(201, { url: '/file', fileSize: 10, downloadId });
}

const asActive = (more: Running) => ({
  ...{ fileSize: 10, bytesSent: 5, status: 'in_progress', isSending: true, hasBroken: false },
  ...{ isCancelled: false, isHandedOver: false, extra: null, singleFile: null },
  ...{ startedAt: '2026-01-01T00:00:00Z', lastByteAt: null },
  ...more,
});

const gamesAsked = () => asked.map((id) => id[0]);
const asks = (count: number) => expect.poll(() => asked.length, { interval: 2 }).toBe(count);
function change(more: Partial<Running>): void {
  running = running.map((one) => ({ ...one, ...more }));
}

it('starts each download when the one before is complete or was handed over, and ends', async () => {
  sequence.start(files);
  await asks(1);
  expect(sequence.state.get()).toMatchObject({ position: 0, isRunning: true });
  change({ status: 'completed' });
  await asks(2);
  expect(sequence.state.get()).toMatchObject({ isHandedOver: false });
  change({ isHandedOver: true });
  await asks(3);
  expect(sequence.state.get()).toMatchObject({ isHandedOver: true });
  expect(gamesAsked()).toEqual(['a', 'b', 'c']);
  change({ status: 'completed' });
  const ended = { position: 3, done: 3, failed: 0, isRunning: false };
  await expect.poll(() => sequence.state.get()).toMatchObject(ended);
});

it('goes on after a download that failed or was canceled', async () => {
  refused = ['a'];
  sequence.start(files);
  await asks(1);
  expect(sequence.state.get()).toMatchObject({ position: 1, failed: 1, isRunning: true });
  await tracker.cancel(asked[0] ?? '');
  await asks(2);
  expect(gamesAsked()).toEqual(['b', 'c']);
});

it('goes on after a file that can not even be requested', async () => {
  const [first, ...others] = files;
  sequence.start([{ ...(first as ListedFile), platform: '' }, ...others]);
  await asks(1);
  expect(sequence.state.get()).toMatchObject({ position: 1, failed: 1, isRunning: true });
  expect(gamesAsked()).toEqual(['b']);
});

it('shows one toast at its beginning and at its end, and one for each failure', async () => {
  const shown: string[] = [];
  onTestFinished(
    toasts.subscribe(() =>
      shown.push(
        toasts
          .get()
          .map(({ kind }) => kind)
          .join(' '),
      ),
    ),
  );
  showDownloadToasts(tracker);
  sequence = new DownloadSequence(tracker);
  refused = ['b'];
  sequence.start(files);
  await asks(1);
  change({ status: 'completed' });
  await asks(2);
  change({ status: 'completed' });
  await expect.poll(() => sequence.state.get()).toMatchObject({ isRunning: false, done: 2, failed: 1 });
  expect(shown, 'the beginning, the failure, the end').toEqual(['info', 'info error', 'info error']);
});

it('starts nothing more once it is stopped, and continues with the next file', async () => {
  sequence.start(files);
  await asks(1);
  sequence.stop();
  expect(sequence.state.get()).toMatchObject({ position: 1, isRunning: false });
  expect(tracker.getSnapshot()).toMatchObject([{ gameId: 'a', status: 'downloading' }]);
  change({ status: 'completed' });
  await expect.poll(() => tracker.getSnapshot()).toEqual([]);
  expect(gamesAsked()).toEqual(['a']);
  sequence.continue();
  await asks(2);
  expect(gamesAsked()).toEqual(['a', 'b']);
});

it('is forgotten at the end of the session', async () => {
  sequence.start(files);
  await asks(1);
  tracker.clear();
  expect(sequence.state.get()).toBeUndefined();
  await new Promise((resolve) => setTimeout(resolve, 0));
  expect(sequence.state.get()).toBeUndefined();
});
