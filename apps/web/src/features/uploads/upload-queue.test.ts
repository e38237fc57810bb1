// The states of uploads and their queue (specification section 4), against a server that speaks the protocol.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { sha256Hex } from './sha256.ts';
import { UploadManager } from './upload-manager.ts';
import type { UploadEvent } from './upload-record.ts';
import { UploadTestServer } from './upload-test-server.ts';

let server: UploadTestServer;
let manager: UploadManager;
let events: UploadEvent[];

beforeEach(async () => {
  server = new UploadTestServer();
  server.holdMs = 10;
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
const allCompleted = () => manager.getSnapshot().every(({ status }) => status === 'completed');

describe('the queue', () => {
  it('runs two, queues the rest with their position, and takes the oldest when one ends', async () => {
    for (const title of ['a', 'b', 'c', 'd']) start(title, 500);
    expect(statuses()).toEqual({ a: 'uploading', b: 'uploading', c: 'queued', d: 'queued' });
    const queued = events.filter((event) => event.type === 'queued');
    expect(queued.map(({ record, position }) => [record.title, position])).toEqual([
      ['c', 1],
      ['d', 2],
    ]);
    await expect.poll(allCompleted, { timeout: 5000 }).toBe(true);
    const started = events.filter(({ type }) => type === 'started').map(({ record }) => record.title);
    expect(started).toEqual(['a', 'b', 'c', 'd']);
  });

  it('gives a slot to the next when one fails', async () => {
    server.decide = ({ fields }) => (fields.title === 'a' ? { status: 409, code: 'game_exists' } : undefined);
    for (const title of ['a', 'b', 'c']) start(title);
    await expect.poll(() => statuses().c, { timeout: 5000 }).toBe('completed');
    expect(statuses()).toMatchObject({ a: 'failed', b: 'completed' });
  });

  it('refuses an upload without a title', () => {
    expect(() => start('  ')).toThrow(TypeError);
    expect(manager.getSnapshot()).toEqual([]);
  });
});

describe('pause and resume', () => {
  it('stops what is on its way, frees the slot, and goes on without sending stored chunks again', async () => {
    const { id } = start('a', 2000);
    start('b', 2000);
    start('c', 200);
    await expect
      .poll(() => server.chunks.filter(({ fields }) => fields.title === 'a').length)
      .toBeGreaterThan(3);
    manager.pause(id);
    expect(statuses()).toEqual({ a: 'paused', b: 'uploading', c: 'uploading' });
    const stored = manager.getSnapshot()[0]?.chunksCompleted ?? 0;
    expect(stored).toBeGreaterThan(0);
    manager.resume(id);
    expect(statuses().a).toBe('queued');
    await expect.poll(allCompleted, { timeout: 5000 }).toBe(true);
    const ofA = server.chunks.filter(({ fields }) => fields.title === 'a');
    expect(ofA.length).toBeLessThanOrEqual(20 + 3);
    expect(server.file(id)).toEqual(Buffer.alloc(2000, 7));
  });
});

describe('all at once', () => {
  it('pauses what runs and what waits, sends nothing more, and goes on with all of it', async () => {
    for (const title of ['a', 'b', 'c']) start(title, 1500);
    await expect.poll(() => server.chunks.length).toBeGreaterThan(2);
    manager.pauseAll();
    expect(statuses()).toEqual({ a: 'paused', b: 'paused', c: 'paused' });
    const { length } = server.sent;
    await new Promise((resolve) => setTimeout(resolve, 60));
    // What was on its way had arrived already.
    expect(server.sent.length).toBeLessThanOrEqual(length + 6);
    manager.resumeAll();
    expect(statuses()).toEqual({ a: 'uploading', b: 'uploading', c: 'queued' });
    await expect.poll(allCompleted, { timeout: 5000 }).toBe(true);
    for (const { id } of manager.getSnapshot()) expect(server.file(id)).toEqual(Buffer.alloc(1500, 7));
  });

  it('queues what is resumed at its old place: the oldest goes first', async () => {
    const { id } = start('a', 4000);
    for (const title of ['b', 'c', 'd']) {
      // Later by the clock that the queue goes by.
      await new Promise((resolve) => setTimeout(resolve, 3));
      start(title, 4000);
    }
    manager.pause(id);
    expect(statuses()).toEqual({ a: 'paused', b: 'uploading', c: 'uploading', d: 'queued' });
    manager.resume(id);
    expect(events.at(-1)).toMatchObject({ type: 'queued', record: { title: 'a' }, position: 1 });
    manager.pauseAll();
  });

  it('forgets everything without asking the server to clean up', async () => {
    start('a', 5000);
    start('b', 5000);
    await expect.poll(() => server.chunks.length).toBeGreaterThan(1);
    manager.clear();
    expect(manager.getSnapshot()).toEqual([]);
    await new Promise((resolve) => setTimeout(resolve, 40));
    expect(server.cancelled).toEqual([]);
    expect(manager.getSnapshot()).toEqual([]);
  });

  it('keeps up with hundreds that wait', () => {
    for (let n = 0; n < 500; n += 1) start(`game ${n}`);
    const queued = events.filter((event) => event.type === 'queued');
    expect(queued.at(-1)).toMatchObject({ position: 498 });
    manager.clear();
  });
});

describe('cancel and remove', () => {
  it('takes the upload off the list, sends nothing more and asks the server to clean up', async () => {
    const { id } = start('a', 5000);
    await expect.poll(() => server.chunks.length).toBeGreaterThan(2);
    await manager.cancel(id);
    expect(manager.getSnapshot()).toEqual([]);
    expect(server.cancelled).toEqual([id]);
    const { length } = server.sent;
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(server.sent.length).toBeLessThanOrEqual(length + 1);
    expect(events.at(-1)?.type).toBe('cancelled');
  });

  it('asks the server nothing about one that never began', async () => {
    for (const title of ['a', 'b']) start(title, 5000);
    const { id } = start('c', 5000);
    await manager.cancel(id);
    expect(manager.getSnapshot()).toHaveLength(2);
    expect(server.cancelled).toEqual([]);
    manager.clear();
  });

  it('survives a server that cannot be asked to clean up', async () => {
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

  it('removes only what has ended', async () => {
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
  it('is the same until something changes, and progress only grows and stays below 100 until the end', async () => {
    expect(manager.getSnapshot()).toBe(manager.getSnapshot());
    const seen: { progress: number; status: string }[] = [];
    manager.subscribe(() => {
      const [record] = manager.getSnapshot();
      if (record) seen.push({ progress: record.progress, status: record.status });
    });
    start('a', 3000);
    await expect.poll(allCompleted, { timeout: 5000 }).toBe(true);
    const whileSending = seen.filter(({ status }) => status === 'uploading').map(({ progress }) => progress);
    expect(whileSending.length).toBeGreaterThan(20);
    expect(whileSending).toEqual([...whileSending].sort((a, b) => a - b));
    expect(Math.max(...whileSending)).toBe(99);
    expect(seen.at(-1)).toEqual({ progress: 100, status: 'completed' });
  });
});
