// Updates and extras that are uploaded in chunks: resuming, repeating and cancelling. upload-crash.long.test.ts has crashes.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { listExtras } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import {
  chunkBytes,
  complete,
  listUnfinished,
  type SampleUpload,
  sampleUpload,
  sendAll,
  sendChunk,
  specFields,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { filesUnder, sha256, traces } from '#test/traces.ts';

let gameId: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');

async function extraUpload(facts: Record<string, string> = {}): Promise<SampleUpload> {
  gameId = (await createGame(app.services, admin)).id;
  return sampleUpload({ gameId, extra: { kind: 'dlc', name: 'The Island', ...facts } });
}

describe('an extra in chunks', () => {
  it('is stored whole, in whatever order its chunks arrive', async () => {
    const upload = await extraUpload({ platform: 'Linux', version: '2', note: 'Needs 1.1' });
    for (const number of [0, 3, 1, 2]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    const { status, body } = await complete(admin, upload);
    expect([status, body._id]).toEqual([201, gameId]);
    await app.services.files.digestFiles();
    expect(await listExtras(admin, gameId)).toMatchObject([
      {
        kind: 'dlc',
        name: 'The Island',
        version: '2',
        platform: 'Linux',
        note: 'Needs 1.1',
        fileName: 'sample.zip',
        sha256: sha256(upload.archive),
      },
    ]);
  });

  it('is named after its facts if the client sends no file name', async () => {
    const upload = await extraUpload({ version: '2' });
    const { send, formFields } = plainClient(upload);
    for (const number of [0, 1, 2, 3]) expect((await send(number)).status).toBe(200);
    const form = new FormData();
    for (const [name, value] of Object.entries(formFields(3))) form.append(name, value);
    expect((await admin.call(api.addExtra, { params: { id: gameId }, form })).status).toBe(201);
    expect(await listExtras(admin, gameId)).toMatchObject([{ fileName: 'The Island 2.zip' }]);
  });

  it('is listed as unfinished with its facts, can be resumed, and can be cancelled', async () => {
    const before = await filesUnder(app.dataDir);
    const upload = await extraUpload();
    const stored = await filesUnder(app.dataDir);
    await sendChunk(admin, upload, 0);
    const [listed] = (await listUnfinished(admin)).filter(({ uploadId }) => uploadId === upload.uploadId);
    expect(listed).toMatchObject({
      gameId,
      platform: '',
      extra: { kind: 'dlc', name: 'The Island', version: '', platform: null, note: '' },
    });
    const params = { uploadId: upload.uploadId };
    expect((await admin.call(api.cancelUpload, { params })).status).toBe(200);
    expect(await filesUnder(app.dataDir)).toEqual(stored);
    expect(before.length).toBe(stored.length - 1);
  });

  it('returns the same game when its completion is repeated', async () => {
    const upload = await extraUpload();
    await sendAll(admin, upload);
    expect((await complete(admin, upload)).status).toBe(201);
    const after = await traces(app);
    expect(await complete(admin, upload)).toMatchObject({ status: 201, body: { _id: gameId } });
    expect(await traces(app)).toEqual(after);
  });

  it('refuses chunks with other facts', async () => {
    const upload = await extraUpload();
    await sendChunk(admin, upload, 0);
    for (const extra of [
      { ...upload.extra, kind: 'map' },
      { ...upload.extra, name: 'Another' },
      { ...upload.extra, platform: 'Linux' },
    ] as Record<string, string>[]) {
      expect(await sendChunk(admin, { ...upload, extra }, 1)).toMatchObject({
        status: 409,
        body: { code: 'upload_changed' },
      });
    }
    const asPlatformFile: SampleUpload = { ...upload };
    delete asPlatformFile.extra;
    expect((await sendChunk(admin, asPlatformFile, 1)).status).toBe(409);
  });

  it('can be sent at the same time as another extra and a file, but not twice', async () => {
    const upload = await extraUpload();
    await sendChunk(admin, upload, 0);
    const twice = sampleUpload({ gameId, extra: upload.extra ?? {} });
    expect(await sendChunk(admin, twice, 0)).toMatchObject({
      status: 409,
      body: { code: 'upload_under_way' },
    });
    const others = [
      sampleUpload({ gameId, extra: { kind: 'dlc', name: 'The Sea' } }),
      sampleUpload({ gameId, extra: { kind: 'manual', name: 'The Island' } }),
      sampleUpload({ gameId, platform: 'Linux' }),
    ];
    for (const other of others) expect((await sendChunk(admin, other, 0)).status).toBe(200);
    for (const other of others) await sendAll(admin, other);
    for (const other of others) expect((await complete(admin, other)).status).toBe(201);
    expect(await listExtras(admin, gameId)).toHaveLength(2);
  });

  it('names its missing chunks', async () => {
    const upload = await extraUpload();
    await sendChunk(admin, upload, 0);
    expect(await complete(admin, upload)).toMatchObject({
      status: 409,
      body: { code: 'missing_chunks', missingChunks: [1, 2, 3] },
    });
  });

  it('ends with its game', async () => {
    const before = await filesUnder(app.dataDir);
    const upload = await extraUpload();
    await sendChunk(admin, upload, 0);
    expect((await admin.call(api.deleteGame, { params: { id: gameId } })).status).toBe(200);
    expect((await sendChunk(admin, upload, 1)).status).toBe(404);
    expect(await filesUnder(app.dataDir)).toEqual(before);
  });

  /** A client that sends only the specification's fields. */
  function plainClient(upload: SampleUpload) {
    const formFields = (number: number) => specFields(upload, number);
    const send = (number: number) => {
      const form = new FormData();
      for (const [name, value] of Object.entries(formFields(number))) form.append(name, value);
      form.append('gameFile', new Blob([new Uint8Array(chunkBytes(upload, number))]), 'chunk');
      return admin.call(api.addExtra, { params: { id: gameId }, form });
    };
    return { send, formFields };
  }
});
