// Tests the upload engine against a server that implements the upload protocol.

import type { UnfinishedUpload } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sha256Hex } from '#lib/sha256.ts';
import { UploadManager } from './upload-manager.ts';
import type { UploadEvent, UploadRecord } from './upload-record.ts';
import { UploadTestServer } from './upload-test-server.ts';

const chunkBytes = 1000;
const server = { current: new UploadTestServer() };
const events: UploadEvent[] = [];

beforeEach(async () => {
  server.current = new UploadTestServer();
  events.length = 0;
  await server.current.listen();
});
afterEach(() => server.current.close());

function makeManager(delays = {}): UploadManager {
  const manager = new UploadManager({
    api: server.current.client(),
    maxChunkBytes: async () => chunkBytes,
    digest: (blob) => sha256Hex(blob, crypto.subtle),
    delays: { retryMs: 10, chunkMs: 2, ...delays },
  });
  manager.on((event) => events.push(event));
  return manager;
}

function makeFile(size: number, name = 'Some Game.zip'): File {
  const bytes = Uint8Array.from({ length: size }, (_, index) => (index * 31 + (index >> 8)) % 256);
  return new File([bytes], name);
}

const input = (size: number, title = 'Some Game') => ({ file: makeFile(size), title, platform: 'Windows' });

async function ended(manager: UploadManager, id: string): Promise<UploadRecord> {
  const record = () => manager.getSnapshot().find((other) => other.id === id);
  await expect.poll(() => record()?.status, { interval: 2 }).toMatch(/completed|failed/);
  return record() as UploadRecord;
}

const bytesOf = async (file: File) => Buffer.from(await file.arrayBuffer());

async function unfinished(file: File, chunks: number[], more = {}): Promise<UnfinishedUpload> {
  const digestOf = (n: number) => sha256Hex(file.slice(n * chunkBytes, (n + 1) * chunkBytes), crypto.subtle);
  server.current.digests = await Promise.all(
    chunks.map(async (chunkNumber) => ({ chunkNumber, sha256: await digestOf(chunkNumber) })),
  );
  return {
    uploadId: 'kept',
    title: 'Some Game',
    platform: 'Windows',
    gameId: null,
    replace: false,
    extra: null,
    fileName: file.name,
    fileExtension: '.zip',
    fileSize: file.size,
    chunkSize: chunkBytes,
    totalChunks: Math.ceil(file.size / chunkBytes),
    storedChunks: chunks.length,
    storedBytes: chunks.length * chunkBytes,
    startedAt: '2026-01-01T00:00:00Z',
    isSending: false,
    startedBy: null,
    touchedAt: '2026-01-01T00:00:00Z',
    ...more,
  };
}

/** Stores chunks of the upload `kept` on the server. */
async function keep(file: File, chunks: number[]): Promise<void> {
  const bytes = await bytesOf(file);
  const stored = chunks.map((n) => [n, bytes.subarray(n * chunkBytes, (n + 1) * chunkBytes)] as const);
  server.current.stored.set('kept', new Map(stored));
}

describe('sending', () => {
  it('sends every byte, with the fields before the file, and completes with the game', async () => {
    const manager = makeManager();
    const wanted = input(9500);
    const { id } = manager.start(wanted);
    const record = await ended(manager, id);
    expect(record).toMatchObject({
      status: 'completed',
      progress: 100,
      chunksCompleted: 10,
      totalChunks: 10,
    });
    expect(server.current.file(id)).toEqual(await bytesOf(wanted.file));
    const [first] = server.current.sent;
    expect(first?.parts.at(-1)).toBe('gameFile');
    expect(first?.fields).toMatchObject({
      ...{ title: 'Some Game', platform: 'Windows', chunkNumber: '0', totalChunks: '10', uploadId: id },
      ...{ fileExtension: '.zip', fileSize: '9500', chunkSize: '1000', fileName: 'Some Game.zip' },
    });
    expect(server.current.completions.map(({ fields }) => fields.chunkNumber)).toEqual(['9']);
    expect(events.at(-1)).toMatchObject({ type: 'completed', game: { _id: 'game' } });
  });

  it('sends chunk 0 alone and never more than three at once', async () => {
    server.current.holds = () => true;
    const manager = makeManager();
    const { id } = manager.start(input(7 * chunkBytes));
    const arrive = (count: number) => expect.poll(() => server.current.chunks.length).toBe(count);
    await arrive(1);
    const firstAnsweredAt = performance.now();
    server.current.release(0);
    await arrive(4);
    server.current.release();
    await ended(manager, id);
    const { chunks } = server.current;
    expect(chunks[0]).toMatchObject({ chunk: 0, inFlight: 1 });
    expect(chunks[1]?.at).toBeGreaterThan(firstAnsweredAt);
    expect(Math.max(...chunks.map(({ inFlight }) => inFlight))).toBe(3);
  });

  it('waits between the chunks of one connection', async () => {
    const manager = makeManager({ chunkMs: 60 });
    await ended(manager, manager.start(input(2 * chunkBytes)).id);
    const [first, second] = server.current.chunks;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(60);
  });

  it('adds a file to a game at its own address, without a title', async () => {
    const manager = makeManager();
    await ended(manager, manager.start({ ...input(1500), gameId: 'g1' }).id);
    expect(server.current.sent.map(({ path }) => path)).toEqual(Array(3).fill('/api/games/g1/upload'));
    expect(server.current.sent[0]?.fields.title).toBeUndefined();
  });

  it('refuses a file without an archive extension before anything is sent', async () => {
    const manager = makeManager();
    const { id } = manager.start({ ...input(1500), file: makeFile(1500, 'game.exe') });
    expect(await ended(manager, id)).toMatchObject({ status: 'failed', errorCode: 'wrong_extension' });
    expect(server.current.sent).toEqual([]);
  });

  it.each([
    ['the file can no longer be read', new DOMException('gone', 'NotReadableError'), 'file_unreadable'],
    ['the worker that computes digests fails', new Error('out of memory'), 'digest_failed'],
  ])('fails with a clear message when %s', async (_, error, errorCode) => {
    const manager = new UploadManager({
      api: server.current.client(),
      maxChunkBytes: async () => chunkBytes,
      digest: () => Promise.reject(error),
    });
    const { id } = manager.start(input(1500));
    expect(await ended(manager, id)).toMatchObject({ status: 'failed', errorCode });
  });
});

describe('retries', () => {
  it('sends a chunk again after a lost connection, a 5xx, a 429 and damaged bytes', async () => {
    const refusals = [
      'cut',
      { status: 503, code: 'unavailable' },
      { status: 429, code: 'too_many_requests' },
      { status: 409, code: 'chunk_mismatch' },
    ] as const;
    server.current.decide = ({ chunk, attempt, bytes }) =>
      bytes && attempt === 1 ? refusals[chunk] : undefined;
    const manager = makeManager();
    const wanted = input(4000);
    const { id } = manager.start(wanted);
    expect((await ended(manager, id)).status).toBe('completed');
    expect(server.current.file(id)).toEqual(await bytesOf(wanted.file));
    expect(server.current.chunks).toHaveLength(8);
  });

  it('fails after three retries', async () => {
    server.current.decide = ({ chunk }) => (chunk === 1 ? { status: 503, code: 'unavailable' } : undefined);
    const manager = makeManager();
    const { id } = manager.start(input(2000));
    expect(await ended(manager, id)).toMatchObject({ status: 'failed', errorCode: 'unavailable' });
    expect(server.current.chunks.filter(({ chunk }) => chunk === 1)).toHaveLength(4);
  });

  it('waits as long as the server asks', async () => {
    server.current.decide = ({ attempt }) =>
      attempt === 1 ? { status: 429, code: 'too_many_requests', retryAfter: '1' } : undefined;
    const manager = makeManager();
    const { id } = manager.start(input(500));
    await expect.poll(() => server.current.chunks.length).toBe(2);
    const [first, second] = server.current.chunks;
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThanOrEqual(990);
    await manager.cancel(id);
  });

  it('fails on any other 4xx, stops the other requests, and shows the server’s message', async () => {
    server.current.decide = () => ({ status: 415, code: 'not_an_archive', message: 'Not an archive.' });
    const manager = makeManager();
    const { id } = manager.start(input(9000));
    const record = await ended(manager, id);
    expect(record).toMatchObject({ status: 'failed', error: 'Not an archive.', errorCode: 'not_an_archive' });
    expect(server.current.sent).toHaveLength(1);
    expect(events.at(-1)?.type).toBe('failed');
  });

  it('keeps the stored chunks when the disk is full, and resumes from there', async () => {
    let isFull = true;
    server.current.decide = ({ chunk }) =>
      isFull && chunk === 2 ? { status: 507, code: 'storage_full', message: 'Full.' } : undefined;
    const manager = makeManager();
    const wanted = input(3000);
    const { id } = manager.start(wanted);
    expect(await ended(manager, id)).toMatchObject({ status: 'failed', error: 'Full.' });
    isFull = false;
    manager.resume(id);
    expect((await ended(manager, id)).status).toBe('completed');
    expect(server.current.chunks.filter(({ chunk }) => chunk === 0)).toHaveLength(1);
    expect(server.current.file(id)).toEqual(await bytesOf(wanted.file));
  });

  it('sends chunks that the server reports missing at the end, and completes again', async () => {
    server.current.decide = ({ bytes, attempt, fields }) => {
      if (bytes || attempt > 1) return undefined;
      server.current.stored.get(fields.uploadId ?? '')?.delete(3);
      return undefined;
    };
    const manager = makeManager();
    const wanted = input(6000);
    const { id } = manager.start(wanted);
    expect((await ended(manager, id)).status).toBe('completed');
    expect(server.current.chunks.filter(({ chunk }) => chunk === 3)).toHaveLength(2);
    expect(server.current.file(id)).toEqual(await bytesOf(wanted.file));
  });

  it('fails if the server keeps losing chunks', async () => {
    server.current.decide = ({ bytes }) =>
      bytes ? undefined : { status: 409, code: 'missing_chunks', missingChunks: [0] };
    const manager = makeManager();
    const { id } = manager.start(input(2000));
    expect(await ended(manager, id)).toMatchObject({ status: 'failed', errorCode: 'missing_chunks' });
    expect(server.current.completions).toHaveLength(5);
  });

  it('counts an upload as completed if only the answer to its completion was lost', async () => {
    server.current.decide = ({ bytes, attempt }) => {
      if (bytes) return undefined;
      return attempt === 1 ? 'cut' : { status: 409, code: 'upload_finished' };
    };
    const manager = makeManager();
    const { id } = manager.start(input(2000));
    expect((await ended(manager, id)).status).toBe('completed');
    expect(events.at(-1)).toMatchObject({ type: 'completed', game: undefined });
  });
});

describe('resuming after a reload', () => {
  it('sends only the missing chunks, in the original chunk size', async () => {
    const file = makeFile(7500);
    await keep(file, [0, 2, 5]);
    const manager = makeManager();
    const resume = await unfinished(file, [0, 2, 5]);
    const record = manager.start({ file, title: 'Some Game', platform: 'Windows', resume });
    expect(record).toMatchObject({ id: 'kept', chunksCompleted: 3, totalChunks: 8 });
    expect((await ended(manager, 'kept')).status).toBe('completed');
    expect(server.current.chunks.map(({ chunk }) => chunk).sort()).toEqual([1, 3, 4, 6, 7]);
    expect(server.current.file('kept')).toEqual(await bytesOf(file));
  });

  it('sends a stored chunk again if the server has no digest of it', async () => {
    const file = makeFile(2000);
    const resume = await unfinished(file, [0]);
    server.current.digests.push({ chunkNumber: 1, sha256: null });
    await keep(file, [0, 1]);
    const manager = makeManager();
    manager.start({ file, title: 'Some Game', platform: 'Windows', resume });
    await ended(manager, 'kept');
    expect(server.current.chunks.map(({ chunk }) => chunk)).toEqual([1]);
  });

  it.each([
    ['another size', 7400, undefined],
    ['another first chunk', 7500, 10],
    ['another last stored chunk', 7500, 5010],
  ])('refuses a file with %s before anything is sent', async (_, size, changedAt) => {
    const file = makeFile(7500);
    const bytes = await bytesOf(file);
    if (changedAt !== undefined) bytes[changedAt] = (bytes[changedAt] ?? 0) ^ 1;
    const other = new File([bytes.subarray(0, size)], 'Some Game.zip');
    const manager = makeManager();
    const resume = await unfinished(file, [0, 2, 5]);
    manager.start({ file: other, title: 'Some Game', platform: 'Windows', resume });
    expect(await ended(manager, 'kept')).toMatchObject({ status: 'failed', errorCode: 'not_same_file' });
    expect(server.current.sent).toEqual([]);
    await manager.cancel('kept');
    expect(server.current.cancelled).toEqual([]);
  });

  it('never completes with a file that differs only in the middle of the stored part', async () => {
    const file = makeFile(7500);
    const bytes = await bytesOf(file);
    bytes[2010] = (bytes[2010] ?? 0) ^ 1;
    const manager = makeManager();
    const resume = await unfinished(file, [0, 2, 5]);
    manager.start({ file: new File([bytes], file.name), title: 'Some Game', platform: 'Windows', resume });
    expect(await ended(manager, 'kept')).toMatchObject({ status: 'failed', errorCode: 'not_same_file' });
    expect(server.current.completions).toEqual([]);
    // With the right file it continues, and says which game it has become.
    manager.resumeWith('kept', file);
    expect(await ended(manager, 'kept')).toMatchObject({ status: 'completed', gameId: 'game' });
    expect(server.current.file('kept')).toEqual(await bytesOf(file));
  });
});
