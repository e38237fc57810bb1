// Requests that break in the middle, and cancels while chunks arrive: nothing is recorded, and nothing is left behind.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { createGame, sampleArchive } from '#test/factories.ts';
import {
  beginUpload,
  chunkBytes,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  sampleUpload,
  sendChunk,
  specFields,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { openFilesUnder, sha256, storedSha256, traces, untilWriting } from '#test/traces.ts';
import { eventually } from '../../../../../test/waiting.ts';

const MiB = 1024 * 1024;

const app = sharedApp();
const admin = sharedClient(app, 'admin');

/** Large enough that the first bytes are on disk before the last ones have arrived. */
function largeUpload(): SampleUpload {
  return sampleUpload({ archive: sampleArchive(8 * MiB), chunkSize: 4 * MiB });
}

function begin(upload: SampleUpload, number: number, fields = ourFields(upload, number)) {
  const path = upload.gameId ? `/api/games/${upload.gameId}/upload` : '/api/games';
  return beginUpload(`${app.url}${path}`, admin.account, fields);
}

function expectSoon(expected: Awaited<ReturnType<typeof traces>>) {
  return eventually(async () => expect(await traces(app)).toEqual(expected));
}

describe('a body that breaks off', () => {
  it('leaves nothing of a new upload', async () => {
    const before = await traces(app);
    const upload = largeUpload();
    const request = begin(upload, 0);
    await request.write(chunkBytes(upload, 0).subarray(0, 3 * MiB));
    await untilWriting(app, upload.uploadId);
    request.cut();
    await expectSoon(before);
  });

  it('leaves nothing when the file precedes its fields', async () => {
    const before = await traces(app);
    const request = begin(largeUpload(), 0, {});
    await request.write(sampleArchive(3 * MiB));
    await eventually(async () => expect(await openFilesUnder(app.dataDir)).not.toEqual([]));
    request.cut();
    await expectSoon(before);
  });

  it('leaves nothing of a whole file', async () => {
    const game = await createGame(app.services, admin);
    const before = await traces(app);
    const request = begin(sampleUpload({ gameId: game.id }), 0, { platform: 'Linux' });
    await request.write(sampleArchive(3 * MiB));
    await eventually(async () => expect(await traces(app)).not.toEqual(before));
    request.cut();
    await expectSoon(before);
  });

  it('leaves the stored chunks, and the interrupted one can be sent again', async () => {
    const upload = largeUpload();
    await sendChunk(admin, upload, 1);
    const request = begin(upload, 0);
    await request.write(chunkBytes(upload, 0).subarray(0, 3 * MiB));
    await untilWriting(app, upload.uploadId);
    request.cut();
    const listed = (await listUnfinished(admin)).find(({ uploadId }) => uploadId === upload.uploadId);
    expect(listed?.chunks.map(({ chunkNumber }) => chunkNumber)).toEqual([1]);
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('is refused when the request ends properly but the form is incomplete', async () => {
    const before = await traces(app);
    const upload = sampleUpload({ chunkSize: 10_000 });
    for (const fields of [ourFields(upload, 0), specFields(upload, 0), {}]) {
      const request = begin(upload, 0, fields);
      await request.write(upload.archive);
      request.breakOff();
      expect(await request.answer).toMatchObject({ status: 400, body: { code: 'malformed_request' } });
      expect(await traces(app)).toEqual(before);
    }
  });

  it('does not count as stored before the end of the form, even if all its bytes arrived', async () => {
    const before = await traces(app);
    const upload = sampleUpload({ chunkSize: 10_000 });
    const request = begin(upload, 0);
    await request.write(upload.archive);
    await request.write(Buffer.from('\r\n--cellar-test-boundary\r\n'));
    await eventually(async () => expect(await traces(app)).not.toEqual(before));
    request.cut();
    await expectSoon(before);
  });

  it('leaves nothing when all requests of an upload break off at the same time', async () => {
    const before = await traces(app);
    const upload = largeUpload();
    const requests = [0, 1].map((number) => begin(upload, number));
    await Promise.all(
      requests.map((request, number) => request.write(chunkBytes(upload, number).subarray(0, MiB))),
    );
    await untilWriting(app, upload.uploadId, 2);
    for (const request of requests) request.cut();
    await expectSoon(before);
  });

  it('leaves no open file', async () => {
    const before = await traces(app);
    const upload = largeUpload();
    const request = begin(upload, 0);
    await request.write(chunkBytes(upload, 0).subarray(0, 3 * MiB));
    await untilWriting(app, upload.uploadId);
    request.cut();
    await expectSoon(before);
    expect(await openFilesUnder(app.dataDir)).toEqual([]);
  });
});

describe('a cancel while chunks are arriving', () => {
  it('leaves nothing, and ends their requests', async () => {
    const before = await traces(app);
    const upload = largeUpload();
    const requests = [0, 1].map((number) => begin(upload, number));
    await Promise.all(
      requests.map((request, number) => request.write(chunkBytes(upload, number).subarray(0, MiB))),
    );
    await untilWriting(app, upload.uploadId, 2);
    const { status } = await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
    expect(status).toBe(200);
    expect(await traces(app)).toEqual(before);
    for (const request of requests) {
      expect((await request.answer).status).toBeGreaterThanOrEqual(400);
      request.cut();
    }
    expect(await traces(app)).toEqual(before);
    expect(await openFilesUnder(app.dataDir)).toEqual([]);
  });

  it('leaves nothing of a repeated chunk that waits for the first', async () => {
    const before = await traces(app);
    const upload = largeUpload();
    const requests = [begin(upload, 0), begin(upload, 0), begin(upload, 0)];
    for (const request of requests) await request.write(chunkBytes(upload, 0).subarray(0, MiB));
    await untilWriting(app, upload.uploadId);
    const statuses: number[] = [];
    for (const request of requests) request.answer.then(({ status }) => statuses.push(status));
    // On a busy machine, a request may arrive after the first cancel, and opens the upload again.
    await eventually(async () => {
      await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
      expect(statuses).toHaveLength(requests.length);
    });
    expect(Math.min(...statuses)).toBeGreaterThanOrEqual(400);
    for (const request of requests) request.cut();
    expect(await traces(app)).toEqual(before);
  });

  it('leaves nothing of a chunk whose bytes have all arrived', async () => {
    const before = await traces(app);
    const upload = largeUpload();
    const request = begin(upload, 0);
    await request.write(chunkBytes(upload, 0));
    await untilWriting(app, upload.uploadId);
    // The file part has ended, and another field follows.
    await request.write(
      Buffer.from('\r\n--cellar-test-boundary\r\nContent-Disposition: form-data; name="note"\r\n\r\nx'),
    );
    const { status } = await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
    expect(status).toBe(200);
    request.finish();
    expect((await request.answer).status).toBeGreaterThanOrEqual(400);
    expect(await traces(app)).toEqual(before);
  });

  it('leaves nothing when it comes from deleting the game', async () => {
    const before = await traces(app);
    const game = await createGame(app.services, admin);
    const upload = { ...largeUpload(), gameId: game.id, platform: 'Linux' };
    const request = begin(upload, 0);
    await request.write(chunkBytes(upload, 0).subarray(0, 2 * MiB));
    await untilWriting(app, upload.uploadId);
    await admin.call(api.deleteGame, { params: { id: game.id } });
    await request.write(chunkBytes(upload, 0).subarray(2 * MiB));
    request.finish();
    expect((await request.answer).status).toBe(404);
    expect(await traces(app)).toEqual(before);
  });
});
