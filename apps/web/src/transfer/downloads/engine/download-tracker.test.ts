import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { downloadId } from '@cellar/contract/transfer/downloads.endpoints.ts';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { ApiClient } from '#lib/api-client.ts';
import { ApiError } from '#lib/api-error.ts';
import { createTestClient } from '#lib/test-client.ts';
import { closeAllToasts } from '#ui/toasts/test-toasts.ts';
import { toasts } from '#ui/toasts/toast.tsx';
import { showDownloadToasts } from '../download-toasts.ts';
import { type DownloadDelays, defaultDelays } from './begin-download.ts';
import type { DownloadEvent, DownloadRecord } from './download-record.ts';
import { DownloadTracker } from './download-tracker.ts';

interface Running {
  downloadId: string;
  bytesSent?: number;
  isSending?: boolean;
  hasBroken?: boolean;
  isCancelled?: boolean;
  isHandedOver?: boolean;
  status?: 'in_progress' | 'completed' | 'failed';
}

const delays: DownloadDelays = {
  startMs: 5,
  retries: 3,
  retryMs: 10,
  pollMs: 10,
  // Longer than any test. Those of downloads that never begin choose another one.
  firstByteMs: 3_600_000,
  completedShownMs: 80,
  failedShownMs: 120,
};
const game = { gameId: 'g1', title: 'Some Game', platform: 'Windows v1.2' };

let running: Running[];
let tickets: { path: string; downloadId: string }[];
let cancelled: { id: string; reason: string }[];
let looks: number;
let refuse: (path: string) => number | 'cut' | 'silence' | undefined;
let opened: string[];
let fileNames: string[];
let events: DownloadEvent[];
let tracker: DownloadTracker;
const server = createServer((request, response) => void answer(request, response));

beforeEach(async () => {
  closeAllToasts();
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  running = [];
  tickets = [];
  cancelled = [];
  looks = 0;
  refuse = () => undefined;
  opened = [];
  fileNames = [];
  events = [];
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  tracker = makeTracker();
});
afterEach(async () => {
  tracker.clear();
  vi.mocked(console.warn).mockRestore();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const makeClient = () => createTestClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);

function makeTracker(
  client: Pick<ApiClient, 'call'> = makeClient(),
  changed: Partial<DownloadDelays> = {},
): DownloadTracker {
  const openUrl = (url: string, fallbackName: string) => {
    opened.push(url);
    fileNames.push(fallbackName);
  };
  const made = new DownloadTracker({ api: client, openUrl, delays: { ...delays, ...changed } });
  made.on((event) => events.push(event));
  return made;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  let text = '';
  for await (const piece of request) text += piece;
  const path = decodeURIComponent(request.url ?? '');
  const refusal = refuse(path);
  if (refusal === 'cut') request.socket.destroy();
  else if (refusal === 'silence') return;
  else if (refusal) reply(response, refusal, { message: 'Refused', code: 'internal', requestId: 'r' });
  else if (path.endsWith('/active')) {
    looks += 1;
    reply(response, 200, { downloads: running.map(asActive) });
  } else if (path.endsWith('/cancel')) {
    cancelled.push({ id: path.split('/').at(-2) ?? '', reason: JSON.parse(text).reason });
    reply(response, 200, { message: 'Cancelled' });
  } else {
    const id = (JSON.parse(text) as { downloadId: string }).downloadId;
    tickets.push({ path, downloadId: id });
    reply(response, 201, { url: `/file?ticket=${tickets.length}`, fileSize: 1000, downloadId: id });
  }
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

const asActive = (more: Running) => ({
  ...game,
  fileSize: 1000,
  bytesSent: 0,
  status: 'in_progress',
  isSending: true,
  hasBroken: false,
  isCancelled: false,
  isHandedOver: false,
  startedAt: '2026-01-01T00:00:00Z',
  lastByteAt: null,
  ...more,
});

/** Returns the types of the events that members see. */
const types = () => events.map(({ type }) => type).filter((type) => type !== 'opened');
const record = () => tracker.getSnapshot()[0];
/** Returns the record when the download ends, because it is removed soon afterwards. */
async function ended(type: 'completed' | 'failed'): Promise<DownloadRecord | undefined> {
  await expect.poll(types).toContain(type);
  return events.find((event) => event.type === type)?.record;
}
async function pickUp(...listed: Running[]): Promise<void> {
  running = listed;
  await tracker.findRunning();
}
async function startOpened(): Promise<string> {
  const id = tracker.start(game)?.id ?? '';
  await isOpened();
  return id;
}
const isOpened = () => expect.poll(() => opened.length, { interval: 2 }).toBeGreaterThan(0);

describe('a download', () => {
  it('requests a ticket, passes it to the browser, follows the bytes and completes', async () => {
    const id = tracker.start(game)?.id ?? '';
    expect(record()).toMatchObject({ status: 'downloading', progress: 0 });
    expect(downloadId.safeParse(id).success).toBe(true);
    expect(id).toMatch(/^g1-Windows v1\.2-\d+$/);
    await isOpened();
    expect(tickets).toEqual([{ path: '/api/games/g1/download/Windows v1.2', downloadId: id }]);
    expect(opened).toEqual(['/file?ticket=1']);
    expect(fileNames).toEqual(['g1_Windows v1.2.rar']);
    running = [{ downloadId: id, bytesSent: 426 }];
    await expect.poll(() => record()?.progress).toBe(42);
    running = [{ downloadId: id, bytesSent: 1000 }];
    await expect.poll(() => record()?.bytesSent).toBe(1000);
    expect(record()).toMatchObject({ progress: 99, status: 'downloading' });
    running = [{ downloadId: id, bytesSent: 1000, status: 'completed', isSending: false }];
    const whole = await ended('completed');
    expect(whole).toMatchObject({ status: 'completed', progress: 100, completedAt: expect.any(Number) });
    await expect.poll(() => tracker.getSnapshot()).toEqual([]);
    expect(types()).toEqual(['started', 'completed']);
  });

  it('uses the delays of specification sections 4, 8 and 9', () => {
    expect(defaultDelays).toMatchObject({
      startMs: 500,
      retries: 3,
      retryMs: 3000,
      completedShownMs: 3000,
      failedShownMs: 5000,
    });
  });

  it('is listed at once, and requests its ticket half a second later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const call = vi.fn(() => new Promise<never>(() => {}));
    const patient = new DownloadTracker({ api: { call }, openUrl: () => {} });
    const id = patient.start(game)?.id;
    expect(patient.getSnapshot()).toMatchObject([{ id, status: 'downloading', progress: 0 }]);
    await vi.advanceTimersByTimeAsync(499);
    expect(call).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(call).toHaveBeenCalledOnce();
    patient.clear();
  });

  it.each(['gameId', 'title', 'platform'])('is ignored without a %s', (name) => {
    expect(tracker.start({ ...game, [name]: undefined })).toBeUndefined();
    expect(tracker.getSnapshot()).toEqual([]);
  });

  it('does not start twice', async () => {
    expect(tracker.start(game)).toBe(tracker.start(game));
    await isOpened();
    expect(tickets).toHaveLength(1);
  });

  it('has an id that the server accepts even if the game id begins with a dash', () => {
    const id = tracker.start({ ...game, gameId: '-_g' })?.id;
    expect(downloadId.safeParse(id).success).toBe(true);
  });

  it('never reduces the progress, and stops polling after the last download', async () => {
    const id = await startOpened();
    running = [{ downloadId: id, bytesSent: 500 }];
    await expect.poll(() => record()?.progress).toBe(50);
    running = [{ downloadId: id, bytesSent: 300 }];
    await expect.poll(() => record()?.bytesSent).toBe(300);
    expect(record()?.progress).toBe(50);
    running = [{ downloadId: id, bytesSent: 1000, status: 'completed' }];
    await ended('completed');
    const before = looks;
    // Several polls later.
    await expect.poll(() => tracker.getSnapshot()).toEqual([]);
    expect(looks).toBe(before);
  });

  it('keeps polling after temporary errors, and shows no speed meanwhile', async () => {
    const id = await startOpened();
    let bytesSent = 0;
    // Faster than one look at the server after the other, so that there is a speed.
    const flow = setInterval(() => {
      bytesSent = Math.min(bytesSent + 1, 100);
      running = [{ downloadId: id, bytesSent }];
    }, 10);
    onTestFinished(() => clearInterval(flow));
    await expect.poll(() => record()?.speed).toBeGreaterThan(0);
    clearInterval(flow);
    running = [{ downloadId: id, bytesSent: 100 }];
    await expect.poll(() => record()?.progress).toBe(10);
    let refused = 0;
    refuse = (path) => {
      if (!path.endsWith('/active')) return undefined;
      refused += 1;
      return 'cut';
    };
    running = [{ downloadId: id, bytesSent: 200 }];
    await expect.poll(() => refused).toBeGreaterThan(1);
    expect(record()).toMatchObject({ speed: 0, status: 'downloading' });
    refuse = () => undefined;
    await expect.poll(() => record()?.progress).toBe(20);
    expect(types()).toEqual(['started']);
  });

  it('disappears without a message when the server no longer lists it', async () => {
    const id = await startOpened();
    running = [{ downloadId: id, bytesSent: 100 }];
    await expect.poll(() => record()?.progress).toBe(10);
    running = [];
    await expect.poll(() => tracker.getSnapshot()).toEqual([]);
    expect(types()).toEqual(['started']);
  });
});

describe('a download that a proxy sends', () => {
  it('reports no result, can be started again, and disappears when the server no longer lists it', async () => {
    const id = await startOpened();
    running = [{ downloadId: id, status: 'completed', isHandedOver: true, isSending: false }];
    await expect.poll(() => record()?.isHandedOver).toBe(true);
    expect(record()).toMatchObject({ status: 'downloading', progress: 0, speed: 0 });
    const again = tracker.start(game)?.id ?? '';
    expect(again).not.toBe(id);
    running = [{ downloadId: again, bytesSent: 100 }];
    await expect.poll(() => tracker.getSnapshot().map((one) => one.id)).toEqual([again]);
    expect(types().filter((type) => type !== 'started')).toEqual([]);
  });

  it('appears on other devices, and is dismissed without being stopped', async () => {
    running = [{ downloadId: 'elsewhere', status: 'completed', isHandedOver: true, isSending: false }];
    await tracker.findRunning();
    expect(record()).toMatchObject({ id: 'elsewhere', status: 'downloading', isHandedOver: true });
    await tracker.cancel('elsewhere');
    await tracker.findRunning();
    expect(tracker.getSnapshot()).toEqual([]);
    expect([cancelled, events]).toEqual([[], []]);
  });
});

describe('a failing download', () => {
  it.each([408, 502, 503, 504, 'cut'] as const)('tries again up to three times after %s', async (status) => {
    refuse = (path) => (path.includes('/download/') ? status : undefined);
    tracker.start(game);
    await ended('failed');
    expect(types()).toEqual(['started', 'retrying', 'retrying', 'retrying', 'failed']);
    const retries = events.filter((event) => event.type === 'retrying');
    expect(retries.map(({ attempt, attempts }) => `${attempt}/${attempts}`)).toEqual(['2/4', '3/4', '4/4']);
    await expect.poll(() => tracker.getSnapshot()).toEqual([]);
  });

  it('shows one toast, which ends with the reason', async () => {
    const kinds: string[][] = [];
    onTestFinished(toasts.subscribe(() => kinds.push(toasts.get().map(({ kind }) => kind))));
    showDownloadToasts(tracker);
    refuse = (path) => (path.includes('/download/') ? 503 : undefined);
    tracker.start(game);
    await ended('failed');
    expect(kinds).toEqual([['info'], ['warning'], ['warning'], ['warning'], ['error']]);
  });

  it('tries again when no response arrives in time', async () => {
    const client = makeClient();
    const hasty = makeTracker({
      call: (endpoint, ...[options]) => client.call(endpoint, { ...options, timeoutMs: 30 } as never),
    });
    refuse = (path) => (path.includes('/download/') ? 'silence' : undefined);
    hasty.start(game);
    expect((await ended('failed'))?.error?.key).toBe('errors.timeout');
    expect(types()).toEqual(['started', 'retrying', 'retrying', 'retrying', 'failed']);
    hasty.clear();
  });

  it('is shown even if it ends the session', async () => {
    const client = makeClient();
    const ending: Pick<ApiClient, 'call'> = {
      call: async (endpoint, ...options) => {
        try {
          return await client.call(endpoint, ...options);
        } catch (error) {
          if (error instanceof ApiError && error.status === 401) left.clear();
          throw error;
        }
      },
    };
    const left = makeTracker(ending);
    refuse = () => 401;
    left.start(game);
    expect((await ended('failed'))?.error?.key).toBe('errors.unauthenticated');
    expect(types()).toEqual(['started', 'failed']);
    expect(left.getSnapshot()).toEqual([]);
  });

  it.each([
    [404, 'errors.notFound'],
    [401, 'errors.unauthenticated'],
    [403, 'errors.forbidden'],
    [500, 'errors.other'],
  ])('is final with status %i', async (status, key) => {
    refuse = () => status;
    tracker.start(game);
    expect(await ended('failed')).toMatchObject({ status: 'failed', error: { key } });
    expect(types()).toEqual(['started', 'failed']);
  });

  it('continues after one failed request', async () => {
    let left = 1;
    refuse = (path) => (path.includes('/download/') && left-- > 0 ? 503 : undefined);
    tracker.start(game);
    await isOpened();
    expect(types()).toEqual(['started', 'retrying']);
  });

  it('retries when the transfer never begins, then fails', async () => {
    tracker = makeTracker(undefined, { firstByteMs: 0 });
    const id = tracker.start(game)?.id ?? '';
    running = [{ downloadId: id, isSending: false }];
    const failed = await ended('failed');
    await expect.poll(() => cancelled).toEqual([{ id, reason: 'never_began' }]);
    expect(opened).toHaveLength(4);
    expect(new Set(tickets.map((ticket) => ticket.downloadId)).size).toBe(1);
    expect(failed?.error?.key).toBe('errors.network');
  });

  it('retries as soon as the server reports a connection that broke before the first byte', async () => {
    const id = tracker.start(game)?.id ?? '';
    running = [{ downloadId: id, isSending: false, hasBroken: true }];
    expect((await ended('failed'))?.error?.key).toBe('errors.network');
    expect(opened).toHaveLength(4);
  });

  it('does not retry while a connection is open without bytes', async () => {
    tracker = makeTracker(undefined, { firstByteMs: 0 });
    const id = tracker.start(game)?.id ?? '';
    running = [{ downloadId: id, bytesSent: 0, isSending: true }];
    await expect.poll(() => looks).toBeGreaterThan(5);
    expect(opened).toHaveLength(1);
    expect(types()).toEqual(['started']);
  });

  it.each([0, 100])('is final when the server ends the transfer after %i bytes', async (bytesSent) => {
    const id = await startOpened();
    running = [{ downloadId: id, bytesSent, status: 'failed', isSending: false }];
    const failed = await ended('failed');
    expect(failed).toMatchObject({ error: { key: 'errors.generic' }, failedAt: expect.any(Number) });
    expect(opened).toHaveLength(1);
  });
});

describe('cancel', () => {
  it('removes the entry and notifies the server', async () => {
    const id = await startOpened();
    await tracker.cancel(id);
    expect(tracker.getSnapshot()).toEqual([]);
    expect(cancelled).toEqual([{ id, reason: 'cancelled' }]);
    expect(types()).toEqual(['started', 'cancelled']);
  });

  it('prevents the ticket request if it comes first', async () => {
    await tracker.cancel(tracker.start(game)?.id ?? '');
    // Its request would come first.
    const later = tracker.start({ ...game, platform: 'Mac' })?.id;
    await isOpened();
    expect(tickets).toMatchObject([{ downloadId: later }]);
    expect(cancelled).toEqual([]);
  });
});

describe('after a reload', () => {
  it('lists only running downloads', async () => {
    running = [
      { downloadId: 'a', bytesSent: 250 },
      { downloadId: 'b', bytesSent: 1000, status: 'completed' },
      { downloadId: 'c', bytesSent: 10, status: 'failed' },
    ];
    await tracker.findRunning();
    expect(tracker.getSnapshot()).toMatchObject([{ id: 'a', progress: 25, gameId: 'g1' }]);
    expect(types()).toEqual([]);
    running = [{ downloadId: 'a', bytesSent: 1000, status: 'completed' }];
    await ended('completed');
    expect(opened).toEqual([]);
  });

  it('lists a download that starts elsewhere, and emits `opened` for its own', async () => {
    await pickUp({ downloadId: 'a', bytesSent: 250 });
    running = [
      { downloadId: 'a', bytesSent: 300, isSending: false },
      { downloadId: 'b', bytesSent: 500 },
    ];
    await expect
      .poll(() => tracker.getSnapshot().map(({ id, progress }) => `${id} ${progress}`))
      .toEqual(['a 30', 'b 50']);
    expect(tracker.getSnapshot().map(({ isSending }) => isSending)).toEqual([false, true]);
    const id = tracker.start({ ...game, platform: 'Mac' })?.id;
    await isOpened();
    expect(events.find(({ type }) => type === 'opened')?.record.id).toBe(id);
  });

  it('does not list a canceled download again while the server still lists it', async () => {
    running = [
      { downloadId: 'a', bytesSent: 250 },
      { downloadId: 'b', bytesSent: 250 },
    ];
    await tracker.findRunning();
    await tracker.cancel('a');
    const before = looks;
    await expect.poll(() => looks).toBeGreaterThan(before + 1);
    expect(tracker.getSnapshot().map(({ id }) => id)).toEqual(['b']);
  });

  it('reports a download that was canceled elsewhere as canceled, not as failed', async () => {
    await pickUp({ downloadId: 'a', bytesSent: 250 });
    running = [{ downloadId: 'a', bytesSent: 250, status: 'failed', isSending: false, isCancelled: true }];
    await expect.poll(() => tracker.getSnapshot()).toEqual([]);
    expect(types()).toEqual(['cancelled']);
    expect(cancelled).toEqual([]);
  });

  it('keeps a download when an earlier one with the same id is removed', async () => {
    await pickUp({ downloadId: 'a', bytesSent: 250 });
    running = [{ downloadId: 'a', bytesSent: 250, status: 'failed', isSending: false }];
    await ended('failed');
    tracker.clear();
    running = [{ downloadId: 'a', bytesSent: 300 }];
    await tracker.findRunning();
    const enough = looks + 1 + delays.failedShownMs / delays.pollMs;
    await expect.poll(() => looks).toBeGreaterThan(enough);
    expect(record()).toMatchObject({ id: 'a', status: 'downloading' });
  });

  it('ignores answers for an earlier member', async () => {
    running = [{ downloadId: 'a', bytesSent: 250 }];
    const finding = tracker.findRunning();
    tracker.clear();
    await finding;
    expect(tracker.getSnapshot()).toEqual([]);
  });

  it('survives a server that does not answer, and removes everything when the session ends', async () => {
    refuse = () => 'cut';
    await tracker.findRunning();
    refuse = () => undefined;
    await pickUp({ downloadId: 'a', bytesSent: 250 });
    refuse = () => 401;
    await expect.poll(() => tracker.getSnapshot()).toEqual([]);
    expect(types()).toEqual([]);
  });
});
