// A chunk that is sent again: before, after or while it is stored, with the same content or a different one.
import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import {
  beginUpload,
  chunkBytes,
  chunkNumbersOf,
  complete,
  listUnfinished,
  ourFields,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, storedSha256, traces, untilWriting } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

function begin(upload: ReturnType<typeof sampleUpload>, number: number, fields = {}) {
  return beginUpload(`${app.url}/api/games`, admin.account, { ...ourFields(upload, number), ...fields });
}

describe('a repeated chunk', () => {
  it('is accepted and counted once', async () => {
    const upload = sampleUpload();
    expect((await sendChunk(admin, upload, 0)).body.stored).toBe(1);
    expect(await sendChunk(admin, upload, 0)).toMatchObject({ status: 200, body: { stored: 1 } });
    const both = await Promise.all([sendChunk(admin, upload, 1), sendChunk(admin, upload, 1)]);
    expect(both.map(({ status, body }) => [status, body.stored])).toEqual([
      [200, 2],
      [200, 2],
    ]);
  });

  it('is refused when its content differs, and the stored chunk is unchanged', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const body = randomBytes(1000);
    const refused = await sendChunk(admin, upload, 1, { body, fields: { chunkSha256: sha256(body) } });
    expect(refused).toMatchObject({ status: 409, body: { code: 'chunk_mismatch' } });
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it.each([
    ['with other bytes', () => randomBytes(1000)],
    ['with more bytes', (chunk: Buffer) => Buffer.concat([chunk, chunk])],
    ['with fewer bytes', (chunk: Buffer) => chunk.subarray(1)],
  ])('is refused %s, also if no request had a digest', async (_what, change) => {
    const upload = sampleUpload();
    const without = ['chunkSha256'];
    for (const number of [0, 1, 2, 3]) await sendChunk(admin, upload, number, { without });
    expect((await sendChunk(admin, upload, 1, { without })).status).toBe(200);
    const other = { body: change(chunkBytes(upload, 1)), without };
    expect(await sendChunk(admin, upload, 1, other)).toMatchObject({
      status: 409,
      body: { code: 'chunk_mismatch' },
    });
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('does not damage the stored chunk when it breaks off', async () => {
    const upload = sampleUpload({ chunkSize: 3000 });
    await sendAll(admin, upload);
    const again = begin(upload, 0);
    await again.write(randomBytes(1500));
    again.cut();
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('waits while the first is arriving, and both are answered', async () => {
    const upload = sampleUpload();
    const first = begin(upload, 0);
    await first.write(chunkBytes(upload, 0).subarray(0, 500));
    await untilWriting(app, upload.uploadId);
    const second = begin(upload, 0);
    await second.write(chunkBytes(upload, 0));
    second.finish();
    await first.write(chunkBytes(upload, 0).subarray(500));
    first.finish();
    expect((await first.answer).status).toBe(200);
    expect((await second.answer).status).toBe(200);
    for (const number of [1, 2, 3]) await sendChunk(admin, upload, number);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('is refused if it was sent with different content while the first was arriving', async () => {
    const upload = sampleUpload();
    const first = begin(upload, 0);
    await first.write(chunkBytes(upload, 0).subarray(0, 500));
    await untilWriting(app, upload.uploadId);
    const body = randomBytes(1000);
    const second = sendChunk(admin, upload, 0, { body, fields: { chunkSha256: sha256(body) } });
    await first.write(chunkBytes(upload, 0).subarray(500));
    first.finish();
    expect((await first.answer).status).toBe(200);
    expect(await second).toMatchObject({ status: 409, body: { code: 'chunk_mismatch' } });
    for (const number of [1, 2, 3]) await sendChunk(admin, upload, number);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('replaces a first one that broke off', async () => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 1);
    const first = begin(upload, 0);
    await first.write(Buffer.from('PK\u0003\u0004bytes that must not stay'));
    await untilWriting(app, upload.uploadId);
    const second = sendChunk(admin, upload, 0);
    first.cut();
    expect((await second).status).toBe(200);
    for (const number of [2, 3]) await sendChunk(admin, upload, number);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('replaces a first one that has stalled, without waiting for its connection to close', async () => {
    const upload = sampleUpload();
    const stalled = begin(upload, 0);
    await stalled.write(chunkBytes(upload, 0).subarray(0, 500));
    await untilWriting(app, upload.uploadId);
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    expect(await stalled.answer).toMatchObject({ status: 408, body: { code: 'request_timeout' } });
    stalled.cut();
    for (const number of [1, 2, 3]) await sendChunk(admin, upload, number);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('does not delay other chunks', async () => {
    const upload = sampleUpload();
    const slow = begin(upload, 0);
    await slow.write(chunkBytes(upload, 0).subarray(0, 500));
    await untilWriting(app, upload.uploadId);
    for (const number of [1, 2, 3]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    const listed = (await listUnfinished(admin)).find(({ uploadId }) => uploadId === upload.uploadId);
    expect(listed?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([1, 2, 3]);
    await slow.write(chunkBytes(upload, 0).subarray(500));
    slow.finish();
    expect((await slow.answer).status).toBe(200);
  });

  it('is refused after completion', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const game = await complete(admin, upload);
    for (const number of chunkNumbersOf(upload)) {
      const late = await sendChunk(admin, upload, number);
      expect(late).toMatchObject({ status: 409, body: { code: 'upload_finished' } });
    }
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });
});

describe('a chunk of a client that announces no chunk size', () => {
  const silent = ['chunkSize', 'fileSize'];

  it('is not affected by a damaged earlier attempt', async () => {
    const before = await traces(app);
    const upload = sampleUpload();
    const { chunkSize: _, fileSize: __, ...fields } = ourFields(upload, 0);
    const first = beginUpload(`${app.url}/api/games`, admin.account, fields);
    await first.write(chunkBytes(upload, 0).subarray(0, 500));
    await untilWriting(app, upload.uploadId);
    // The positions of these chunks are unknown, so they are stored separately. Their digests show that they are damaged.
    for (const [number, size] of [
      [2, 1000],
      [3, 500],
    ] as const) {
      const damaged = await sendChunk(admin, upload, number, { body: randomBytes(size), without: silent });
      expect(damaged).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
    }
    await first.write(chunkBytes(upload, 0).subarray(500));
    first.finish();
    expect((await first.answer).status).toBe(200);
    for (const number of [1, 2, 3]) {
      expect((await sendChunk(admin, upload, number, { without: silent })).status).toBe(200);
    }
    const game = await complete(admin, upload);
    expect(game.status).toBe(201);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
    // Only the finished file is left.
    expect((await traces(app)).onDisk.length).toBe(before.onDisk.length + 1);
  });

  it('is not affected by a longer earlier attempt of the last chunk', async () => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0, { without: ['fileSize'] });
    const longer = { body: randomBytes(900), without: ['fileSize'] };
    expect((await sendChunk(admin, upload, 3, longer)).status).toBe(400);
    for (const number of [1, 2, 3]) await sendChunk(admin, upload, number, { without: ['fileSize'] });
    const game = await complete(admin, upload);
    expect(game.status).toBe(201);
    expect(game.body.totalSize).toBe(3500);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('is not affected by an earlier attempt that broke off', async () => {
    const upload = sampleUpload();
    const { chunkSize: _, fileSize: __, ...fields } = ourFields(upload, 3);
    const slow = beginUpload(`${app.url}/api/games`, admin.account, fields);
    const other = beginUpload(`${app.url}/api/games`, admin.account, { ...fields, chunkNumber: '2' });
    await slow.write(randomBytes(300));
    await other.write(randomBytes(300));
    await sendChunk(admin, upload, 0, { without: silent });
    slow.cut();
    other.cut();
    for (const number of [1, 2, 3]) {
      expect((await sendChunk(admin, upload, number, { without: silent })).status).toBe(200);
    }
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });
});
