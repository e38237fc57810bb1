// Stops and resumes a transfer on a stalled connection.
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { sha256Hex } from '#lib/sha256.ts';
import { UploadTestServer } from './upload-test-server.ts';
import { type TransferDeps, UploadTransfer } from './upload-transfer.ts';

let server: UploadTestServer;
let stalled: AbortSignal | undefined;

beforeEach(async () => {
  server = new UploadTestServer();
  await server.listen();
  stalled = undefined;
  // Timers still advance with real time, because the server needs them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

/** Returns a client whose first request for chunk 1 stalls just past half. */
function deadConnection(): TransferDeps['api'] {
  const { call, sendForm } = server.client();
  return {
    call,
    sendForm: (endpoint, options) => {
      if (stalled || options.form.get('chunkNumber') !== '1') return sendForm(endpoint, options);
      const { signal = new AbortController().signal } = options;
      stalled = signal;
      options.onProgress?.(51, 100);
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    },
  };
}

it('a resumed transfer waits five seconds for a chunk that is still arriving, then sends it again', async () => {
  const deps: TransferDeps = {
    api: deadConnection(),
    maxChunkBytes: async () => 100,
    onSmallerChunks: () => undefined,
    digest: (blob) => sha256Hex(blob, crypto.subtle),
    delays: { retries: 0, retryMs: 10, chunkMs: 0 },
  };
  const file = new File([new Uint8Array(600).fill(7)], 'a.zip');
  const transfer = new UploadTransfer(deps, 'id', { file, title: 'a', platform: 'Linux' });
  const begin = () => {
    const stop = new AbortController();
    return { stop, outcome: transfer.run(stop.signal).catch(() => 'stopped') };
  };
  const first = begin();
  // All chunks are complete except the stalled one.
  await expect.poll(() => transfer.counts.chunksCompleted).toBe(5);
  first.stop.abort();
  const second = begin();
  await vi.advanceTimersByTimeAsync(3000);
  second.stop.abort();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(stalled?.aborted, 'while the transfer is stopped').toBe(false);
  const third = begin();
  await vi.advanceTimersByTimeAsync(3000);
  expect(stalled?.aborted, 'soon after the transfer resumes').toBe(false);
  await vi.advanceTimersByTimeAsync(2000);
  expect(stalled?.aborted).toBe(true);
  expect(await third.outcome).toMatchObject({ _id: 'game' });
  expect(await Promise.all([first.outcome, second.outcome])).toEqual(['stopped', 'stopped']);
  expect(server.chunks.map(({ chunk }) => chunk).sort()).toEqual([0, 1, 2, 3, 4, 5]);
  expect(server.file('id')).toEqual(Buffer.alloc(600, 7));
});
