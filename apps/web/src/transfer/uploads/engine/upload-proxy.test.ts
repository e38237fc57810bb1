// Uploads through a proxy that refuses large requests or ends long ones.
import { ProxyCuts } from '@cellar/contract/transfer/rules/proxy-cuts.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { timeoutError } from '#lib/api-error.ts';
import { sha256Hex } from '#lib/sha256.ts';
import { UploadManager } from './upload-manager.ts';
import { proxyFailure } from './upload-requests.ts';
import { type Decide, UploadTestServer } from './upload-test-server.ts';

const MB = 1024 ** 2;
const refused = { status: 413, text: '<h1>413 Request Entity Too Large</h1>' };

let server: UploadTestServer;
let manager: UploadManager;
let largest = 10 * MB;

beforeEach(async () => {
  server = new UploadTestServer();
  await server.listen();
  largest = 10 * MB;
  manager = new UploadManager({
    api: server.client(),
    maxChunkBytes: async () => largest,
    digest: (blob) => sha256Hex(blob, crypto.subtle),
    delays: { retryMs: 1, chunkMs: 0 },
  });
  // Timers still advance with real time, because the server needs them.
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'], shouldAdvanceTime: true });
});
afterEach(async () => {
  vi.useRealTimers();
  await server.close();
});

function begin(size: number, title = 'a') {
  const bytes = Uint8Array.from({ length: size }, (_, index) => index % 251);
  const { id } = manager.start({ file: new File([bytes], 'a.zip'), title, platform: 'Linux' });
  const record = () => manager.getSnapshot().find((other) => other.id === id);
  const hasFile = () => Buffer.from(server.file(id)).equals(bytes);
  return {
    id,
    record,
    hasFile,
    ended: () => expect.poll(() => record()?.status).toMatch(/completed|failed/),
  };
}

const sentSizes = () => server.chunks.map(({ bytes }) => bytes?.length ?? 0);

/** Ends requests after six seconds. */
const afterSixSeconds =
  (isSlow: (sent: Parameters<Decide>[0]) => boolean): Decide =>
  (sent) => {
    if (!isSlow(sent)) return undefined;
    // Requests at the same time end at the same time.
    vi.advanceTimersByTime(Math.max(0, sent.at + 6000 - performance.now()));
    return 'cut';
  };

describe('a limit for the size of a request', () => {
  it('makes the chunks of this and later uploads smaller', async () => {
    server.decide = ({ bytes }) => (bytes && bytes.length > MB ? refused : undefined);
    const first = begin(2 * MB);
    await first.ended();
    expect(first.record()).toMatchObject({ status: 'completed', totalChunks: 4 });
    expect(first.hasFile()).toBe(true);
    expect(sentSizes().slice(0, 3)).toEqual([2 * MB, MB / 2, MB / 2]);
    expect(server.cancelled).toEqual([first.id]);
    server.sent.length = 0;
    await begin(MB, 'b').ended();
    expect(Math.max(...sentSizes())).toBe(MB / 2);
  });

  it('is named if nothing gets through', async () => {
    server.decide = ({ bytes }) => (bytes ? refused : undefined);
    const { record, ended } = begin(3 * MB);
    await ended();
    expect(record()).toMatchObject({ status: 'failed', errorCode: 'proxy_too_large' });
    expect(sentSizes()).toEqual([3 * MB, 0.75 * MB, 0.25 * MB]);
  });

  it('is named if the storage accepts no chunks as small as that, and the next try begins with large ones', async () => {
    const tooSmall = { status: 400, code: 'malformed_request' } as const;
    server.decide = ({ bytes }) => (!bytes ? undefined : bytes.length > MB ? refused : tooSmall);
    const { id, record, ended } = begin(3 * MB);
    await ended();
    expect(record()).toMatchObject({ status: 'failed', errorCode: 'proxy_too_large' });
    server.decide = () => undefined;
    manager.resume(id);
    await ended();
    expect([record()?.status, sentSizes().at(-1)]).toEqual(['completed', 3 * MB]);
  });
});

describe('a limit for the time of a request', () => {
  it('makes the chunks smaller after two cuts', async () => {
    server.decide = afterSixSeconds(({ bytes }) => (bytes?.length ?? 0) > MB);
    const { record, hasFile, ended } = begin(3 * MB);
    await ended();
    expect([record()?.status, hasFile()]).toEqual(['completed', true]);
    expect(sentSizes().slice(0, 3)).toEqual([3 * MB, 3 * MB, 0.75 * MB]);
  });

  it('makes one chunk be sent at a time, and keeps what is stored', async () => {
    largest = 100;
    server.decide = afterSixSeconds(({ chunk, inFlight }) => chunk > 0 && inFlight > 1);
    const { record, hasFile, ended } = begin(4000);
    await ended();
    expect([record()?.status, hasFile(), server.cancelled]).toEqual(['completed', true, []]);
    expect(server.chunks.filter(({ chunk }) => chunk === 0)).toHaveLength(1);
  });

  it('is named in the message if much is stored, and the upload continues automatically later', async () => {
    server.decide = afterSixSeconds(({ chunk }) => chunk > 5);
    const { record, ended } = begin(3 * MB);
    largest = 0.375 * MB;
    await ended();
    expect(record()).toMatchObject({ status: 'failed', errorCode: 'proxy_cut', chunksCompleted: 6 });
    expect(server.cancelled).toEqual([]);
  });

  it('is not assumed when an answer breaks off after other times', async () => {
    const ages = [3000, 9000, 5000];
    server.decide = () => {
      const age = ages.shift();
      if (age) vi.advanceTimersByTime(age);
      return age ? 'cut' : undefined;
    };
    const { record, ended } = begin(3 * MB);
    await ended();
    expect([record()?.status, sentSizes()]).toEqual(['completed', Array(4).fill(3 * MB)]);
  });
});

it.each([
  ['a part', 'proxy_cut'],
  ['nothing', undefined],
  ['all', undefined],
] as const)('our own time limit, twice after %s of a chunk was sent, is %s', (sent, code) => {
  const cuts = new ProxyCuts();
  const failures = [0, 80_000].map((begunAt) =>
    proxyFailure(timeoutError(), cuts, { begunAt, endedAt: begunAt + 66_000, sent }),
  );
  expect(failures.map((failure) => failure?.code)).toEqual([undefined, code]);
});

describe('an answer of a proxy instead of the server', () => {
  it.each(['', '<p>Wait', '{"ok":true}', 'null'])(
    'does not count as stored or completed: %j',
    async (text) => {
      largest = 100;
      server.decide = ({ chunk, attempt }) =>
        attempt < 3 && chunk !== 1 ? { status: 200, text } : undefined;
      const { record, hasFile, ended } = begin(300);
      await ended();
      expect([record()?.status, hasFile()]).toEqual(['completed', true]);
      expect(server.completions).toHaveLength(3);
    },
  );
});
