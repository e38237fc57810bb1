// Tests the states of uploads and their queue (specification section 4) against a server that implements the protocol.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { ApiClient } from '#lib/api-client.ts';
import { sha256Hex } from '#lib/sha256.ts';
import { UploadManager } from './upload-manager.ts';
import type { UploadEvent } from './upload-record.ts';
import { UploadTestServer } from './upload-test-server.ts';

let server: UploadTestServer;
let manager: UploadManager;
let events: UploadEvent[];

beforeEach(async () => {
  server = new UploadTestServer();
  await server.listen();
  events = [];
  manager = new UploadManager({
    api: server.client(),
    maxChunkBytes: async () => 100,
    digest: (blob) => sha256Hex(blob, crypto.subtle),
    delays: { retryMs: 10, chunkMs: 2 },
  });
  manager.on((event) => events.push(event));
});
afterEach(() => server.close());

const start = (title: string, size = 1000) =>
  manager.start({ file: new File([new Uint8Array(size).fill(7)], 'a.zip'), title, platform: 'Linux' });

const statuses = () => Object.fromEntries(manager.getSnapshot().map(({ title, status }) => [title, status]));
/** Sends a whole upload. By then, an upload that had gone on in the meantime would have sent something too. */
async function sendAnother(): Promise<void> {
  start('another', 500);
  await expect.poll(() => statuses().another).toBe('completed');
}

const allCompleted = () => manager.getSnapshot().every(({ status }) => status === 'completed');

describe('the queue', () => {
  it('runs two uploads, queues the others with their positions, and starts the oldest when one ends', async () => {
    for (const title of ['a', 'b', 'c', 'd']) start(title, 500);
    expect(statuses()).toEqual({ a: 'uploading', b: 'uploading', c: 'queued', d: 'queued' });
    const queued = events.filter((event) => event.type === 'queued');
    expect(queued.map(({ record, position }) => [record.title, position])).toEqual([
      ['c', 1],
      ['d', 2],
    ]);
    await expect.poll(allCompleted).toBe(true);
    const started = events.filter(({ type }) => type === 'started').map(({ record }) => record.title);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('starts the next upload when one fails', async () => {
    server.decide = ({ fields }) => (fields.title === 'a' ? { status: 409, code: 'game_exists' } : undefined);
    for (const title of ['a', 'b', 'c']) start(title);
    await expect.poll(statuses).toEqual({ a: 'failed', b: 'completed', c: 'completed' });
  });

  it('refuses an upload without a title', () => {
    expect(() => start('  ')).toThrow(TypeError);
    expect(manager.getSnapshot()).toEqual([]);
  });
});

describe('pause and resume', () => {
  it('stops requests, frees the slot, and resumes without sending stored chunks again', async () => {
    server.holds = ({ chunk }) => chunk > 3;
    const { id } = start('a', 2000);
    start('b', 2000);
    start('c', 200);
    await expect.poll(() => server.chunks.length).toBe(2 * 7);
    manager.pause(id);
    expect(statuses()).toEqual({ a: 'paused', b: 'uploading', c: 'uploading' });
    expect(manager.getSnapshot()[0]?.chunksCompleted).toBe(4);
    manager.resume(id);
    expect(statuses().a).toBe('queued');
    server.release();
    await expect.poll(allCompleted).toBe(true);
    const ofA = server.chunks.filter(({ fields }) => fields.title === 'a');
    expect(ofA.length).toBeLessThanOrEqual(20 + 3);
    expect(server.file(id)).toEqual(Buffer.alloc(2000, 7));
  });
});

describe('chunks that are being sent when an upload is paused', () => {
  const signals = new Map<number, AbortSignal>();

  /** Reports chunk 1 as more than half sent; the others are reported as exactly half sent. */
  function watched(client: Pick<ApiClient, 'call' | 'sendForm'>): Pick<ApiClient, 'call' | 'sendForm'> {
    return {
      call: client.call,
      sendForm: (endpoint, options) => {
        const chunk = Number(options.form.get('chunkNumber'));
        if (options.signal && options.form.has('gameFile')) signals.set(chunk, options.signal);
        const answer = client.sendForm(endpoint, options);
        if (chunk === 1) options.onProgress?.(51, 100);
        return answer;
      },
    };
  }

  async function startAndHold(): Promise<string> {
    signals.clear();
    manager = new UploadManager({
      api: watched(server.client()),
      maxChunkBytes: async () => 100,
      digest: (blob) => sha256Hex(blob, crypto.subtle),
      delays: { retryMs: 10, chunkMs: 2 },
    });
    server.holds = ({ chunk }) => chunk > 0;
    const { id } = start('a', 600);
    await expect.poll(() => server.chunks.length).toBe(4);
    return id;
  }

  const timesSent = (chunk: number) => server.chunks.filter((sent) => sent.chunk === chunk).length;
  const isAborted = () => [1, 2, 3].map((chunk) => signals.get(chunk)?.aborted);

  it('are finished and counted as stored if more than half is sent, else aborted', async () => {
    const id = await startAndHold();
    manager.pause(id);
    expect(statuses()).toEqual({ a: 'paused' });
    expect(isAborted()).toEqual([false, true, true]);
    server.release();
    await expect.poll(() => manager.getSnapshot()[0]?.chunksCompleted).toBe(2);
    expect(manager.getSnapshot()[0]).toMatchObject({ status: 'paused', speed: 0 });
    expect(server.sent).toHaveLength(4);
    manager.resume(id);
    await expect.poll(allCompleted).toBe(true);
    expect([0, 1, 2, 3, 4, 5].map(timesSent)).toEqual([1, 1, 2, 2, 1, 1]);
    expect(server.file(id)).toEqual(Buffer.alloc(600, 7));
  });

  it('are not sent again by a resume while they are still being sent', async () => {
    const id = await startAndHold();
    for (const _ of [1, 2]) {
      manager.pause(id);
      manager.resume(id);
    }
    expect(statuses()).toEqual({ a: 'uploading' });
    server.release();
    await expect.poll(allCompleted).toBe(true);
    expect([0, 1, 2, 3, 4, 5].map(timesSent)).toEqual([1, 1, 2, 2, 1, 1]);
    expect(server.completions).toHaveLength(1);
  });

  it('do not complete the upload if they are the last chunks', async () => {
    await startAndHold();
    manager.clear();
    server.sent.length = 0;
    const { id } = start('b', 200);
    await expect.poll(() => timesSent(1)).toBe(1);
    manager.pause(id);
    server.release();
    await expect.poll(() => manager.getSnapshot()[0]?.chunksCompleted).toBe(2);
    expect(statuses()).toEqual({ b: 'paused' });
    expect(server.completions).toEqual([]);
    manager.resume(id);
    await expect.poll(allCompleted).toBe(true);
    expect([0, 1].map(timesSent)).toEqual([1, 1]);
  });

  it.each([
    ['cancelled', (id: string) => manager.cancel(id)],
    ['forgotten', () => manager.clear()],
  ])('are aborted when the upload is %s, before or after a pause', async (_, giveUp) => {
    await giveUp(await startAndHold());
    expect(isAborted()).toEqual([true, true, true]);
    server.sent.length = 0;
    const id = await startAndHold();
    manager.pause(id);
    await giveUp(id);
    expect(isAborted()).toEqual([true, true, true]);
  });

  it('are aborted when another chunk fails', async () => {
    server.decide = ({ chunk }) => (chunk === 2 ? { status: 409, code: 'game_exists' } : undefined);
    await startAndHold();
    server.release(2);
    await expect.poll(() => statuses().a).toBe('failed');
    // The failed chunk's request has ended with a response.
    expect([signals.get(1)?.aborted, signals.get(3)?.aborted]).toEqual([true, true]);
  });
});

describe('actions on all uploads', () => {
  it('pauses running and queued uploads, sends nothing more, and resumes all of them', async () => {
    server.holds = ({ chunk }) => chunk > 2;
    for (const title of ['a', 'b', 'c']) start(title, 1500);
    await expect.poll(() => server.chunks.length).toBe(2 * 6);
    manager.pauseAll();
    expect(statuses()).toEqual({ a: 'paused', b: 'paused', c: 'paused' });
    server.release();
    await sendAnother();
    expect(server.chunks.filter(({ fields }) => fields.title !== 'another')).toHaveLength(2 * 6);
    manager.resumeAll();
    expect(statuses()).toMatchObject({ a: 'uploading', b: 'uploading', c: 'queued' });
    await expect.poll(allCompleted).toBe(true);
    for (const { id, fileSize } of manager.getSnapshot())
      expect(server.file(id)).toEqual(Buffer.alloc(fileSize, 7));
  });

  it('returns resumed uploads to their old places, the oldest first', async () => {
    server.holds = () => true;
    const { id } = start('a', 4000);
    for (const title of ['b', 'c', 'd']) {
      // Ensures a later start time, which determines the order.
      await new Promise((resolve) => setTimeout(resolve, 3));
      start(title, 4000);
    }
    manager.pause(id);
    expect(statuses()).toEqual({ a: 'paused', b: 'uploading', c: 'uploading', d: 'queued' });
    manager.resume(id);
    expect(events.at(-1)).toMatchObject({ type: 'queued', record: { title: 'a' }, position: 1 });
    manager.pauseAll();
  });

  it('clears the list without asking the server to clean up', async () => {
    start('a', 5000);
    start('b', 5000);
    await expect.poll(() => server.chunks.length).toBeGreaterThan(1);
    manager.clear();
    expect(manager.getSnapshot()).toEqual([]);
    await sendAnother();
    expect(server.cancelled).toEqual([]);
    expect(statuses()).toEqual({ another: 'completed' });
  });

  it('stays fast with hundreds of queued uploads', () => {
    for (let n = 0; n < 500; n += 1) start(`game ${n}`);
    const queued = events.filter((event) => event.type === 'queued');
    expect(queued.at(-1)).toMatchObject({ position: 498 });
    manager.clear();
  });
});

describe('cancel and remove', () => {
  it('removes the upload from the list, sends nothing more and asks the server to clean up', async () => {
    server.holds = ({ chunk }) => chunk > 2;
    const { id } = start('a', 5000);
    await expect.poll(() => server.chunks.length).toBe(6);
    await manager.cancel(id);
    expect(manager.getSnapshot()).toEqual([]);
    expect(server.cancelled).toEqual([id]);
    server.release();
    expect(events.at(-1)?.type).toBe('cancelled');
    await sendAnother();
    expect(server.sent.filter(({ fields }) => fields.uploadId === id)).toHaveLength(6);
    expect(events.filter(({ record }) => record.id === id).at(-1)?.type).toBe('cancelled');
  });

  it('reports an upload as completed if the server was faster, and as cancelled if it was not', async () => {
    server.holds = ({ bytes }) => !bytes;
    const [early, late] = [start('early'), start('late')];
    await expect.poll(() => server.completions.length).toBe(2);
    // Its answer is on the way.
    server.completed.add(late.id);
    for (const { id } of [early, late]) await manager.cancel(id);
    expect(manager.getSnapshot()).toEqual([]);
    expect(events.slice(-2)).toMatchObject([
      { type: 'cancelled', record: { title: 'early' } },
      { type: 'completed', record: { title: 'late', status: 'completed', progress: 100 } },
    ]);
    server.release();
  });

  it('sends no request for an upload that never started', async () => {
    for (const title of ['a', 'b']) start(title, 5000);
    const { id } = start('c', 5000);
    await manager.cancel(id);
    expect(manager.getSnapshot()).toHaveLength(2);
    expect(server.cancelled).toEqual([]);
    manager.clear();
  });

  it('ignores a server that fails to clean up', async () => {
    const { id } = start('a', 5000);
    await expect.poll(() => server.chunks.length).toBeGreaterThan(0);
    await server.close();
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    await manager.cancel(id);
    expect(manager.getSnapshot()).toEqual([]);
    expect(warn).toHaveBeenCalled();
    warn.mockRestore();
    await server.listen();
  });

  it('removes only uploads that have ended', async () => {
    const { id } = start('a', 200);
    manager.remove(id);
    expect(manager.getSnapshot()).toHaveLength(1);
    await expect.poll(allCompleted).toBe(true);
    await manager.cancel(id);
    expect(manager.getSnapshot()).toHaveLength(1);
    manager.remove(id);
    expect(manager.getSnapshot()).toEqual([]);
  });
});

describe('the snapshot', () => {
  it('is the same object until something changes, and progress only grows and stays below 100 until the end', async () => {
    expect(manager.getSnapshot()).toBe(manager.getSnapshot());
    const seen: { progress: number; status: string }[] = [];
    manager.subscribe(() => {
      const [record] = manager.getSnapshot();
      if (record) seen.push({ progress: record.progress, status: record.status });
    });
    start('a', 3000);
    await expect.poll(allCompleted).toBe(true);
    const whileSending = seen.filter(({ status }) => status === 'uploading').map(({ progress }) => progress);
    expect(whileSending.length).toBeGreaterThan(20);
    expect(whileSending).toEqual([...whileSending].sort((a, b) => a - b));
    expect(Math.max(...whileSending)).toBe(99);
    expect(seen.at(-1)).toEqual({ progress: 100, status: 'completed' });
  });
});
