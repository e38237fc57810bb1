// The final request: too early, twice, at once with itself and with a cancel.
import { rm } from 'node:fs/promises';
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { complete, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sha256, storedSha256, traces } from '#test/traces.ts';

let app: TestApp;
let admin: Client;
beforeAll(async () => {
  app = await buildApp();
  admin = await app.as('admin');
});
afterAll(() => app.close());

function cancel(uploadId: string) {
  return admin.call(api.cancelUpload, { params: { uploadId } });
}

describe('completing an upload', () => {
  it('names the chunks that are missing, and goes on when they are there', async () => {
    const upload = sampleUpload();
    for (const number of [0, 2]) await sendChunk(admin, upload, number);
    const before = await traces(app);
    const early = await complete(admin, upload);
    expect(early).toMatchObject({ status: 409, body: { code: 'missing_chunks', missingChunks: [1, 3] } });
    expect(early.body.message).toBe('2 of 4 chunks are missing');
    expect(await traces(app)).toEqual(before);
    for (const number of [1, 3]) await sendChunk(admin, upload, number);
    expect((await complete(admin, upload)).status).toBe(201);
  });

  it('twice gives the same game', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const first = await complete(admin, upload);
    const after = await traces(app);
    const second = await complete(admin, upload);
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(second.body._id).toBe(first.body._id);
    expect(await traces(app)).toEqual(after);
  });

  it('at once in several requests makes one game, and each is told of it', async () => {
    const before = await traces(app);
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const answers = await Promise.all([1, 2, 3, 4].map(() => complete(admin, upload)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
    expect(new Set(answers.map(({ body }) => body._id)).size).toBe(1);
    const after = await traces(app);
    expect(after.games.length).toBe(before.games.length + 1);
    expect(after.gameFiles.length).toBe(before.gameFiles.length + 1);
    expect(after.onDisk.length).toBe(before.onDisk.length + 1);
    expect(await storedSha256(app, answers[0]?.body._id)).toBe(sha256(upload.archive));
  });

  it('is refused when the file of that platform has come by another way meanwhile', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { db } = app.services.database;
    await db
      .updateTable('uploads')
      .set({ titleKey: 'set aside' })
      .where('clientId', '=', upload.uploadId)
      .execute();
    const game = await createGame(app.services, admin, { title: upload.title });
    await db
      .updateTable('uploads')
      .set({ titleKey: upload.title.toLowerCase() })
      .where('clientId', '=', upload.uploadId)
      .execute();
    const before = await traces(app);
    expect(await complete(admin, upload)).toMatchObject({ status: 409, body: { code: 'game_exists' } });
    expect(await traces(app)).toEqual(before);
    expect(await storedSha256(app, game.id)).toBe(sha256(game.archive));
  });

  it('at once with a cancel ends in one of the two, whole', async () => {
    for (let round = 0; round < 12; round += 1) {
      const before = await traces(app);
      const upload = sampleUpload();
      await sendAll(admin, upload);
      const [completed, cancelled] = await Promise.all([complete(admin, upload), cancel(upload.uploadId)]);
      if (completed.status === 201) {
        expect(cancelled.status).toBe(404);
        expect(await storedSha256(app, completed.body._id)).toBe(sha256(upload.archive));
      } else {
        expect([completed.status, cancelled.status]).toEqual([404, 200]);
        expect(await traces(app)).toEqual(before);
      }
    }
  });

  it('of an upload that lost its bytes to a cancel half way does not make a game', async () => {
    // The moment between the file's move and its record: what a cancel on another node would meet.
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const before = await traces(app);
    const { db } = app.services.database;
    const row = await db
      .selectFrom('uploads')
      .select('id')
      .where('clientId', '=', upload.uploadId)
      .executeTakeFirst();
    const completing = complete(admin, upload);
    await db
      .deleteFrom('uploads')
      .where('id', '=', row?.id ?? '')
      .execute();
    const { status } = await completing;
    expect([201, 404]).toContain(status);
    const after = await traces(app);
    expect(after.gameFiles.length - before.gameFiles.length).toBe(status === 201 ? 1 : 0);
  });

  it('goes on after a crash between the move of the file and its record', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { db } = app.services.database;
    const { id } = await db
      .selectFrom('uploads')
      .select('id')
      .where('clientId', '=', upload.uploadId)
      .executeTakeFirstOrThrow();
    await app.services.storage.finishUpload(id, { size: 3500, chunkSize: 1000, totalChunks: 4 });
    const game = await complete(admin, upload);
    expect(game.status).toBe(201);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('of a game that was deleted since is told that there is none', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const game = await complete(admin, upload);
    await admin.call(api.deleteGame, { params: { id: game.body._id } });
    expect((await complete(admin, upload)).status).toBe(404);
    expect((await sendChunk(admin, upload, 0)).status).toBe(200);
  });
});

describe('cancelling an upload', () => {
  it('removes everything of it, once', async () => {
    const before = await traces(app);
    const upload = sampleUpload();
    for (const number of [0, 2]) await sendChunk(admin, upload, number);
    expect(await cancel(upload.uploadId)).toMatchObject({
      status: 200,
      body: { message: 'Upload cancelled' },
    });
    expect(await traces(app)).toEqual(before);
    expect((await cancel(upload.uploadId)).status).toBe(404);
    expect((await complete(admin, upload)).status).toBe(404);
    expect(await traces(app)).toEqual(before);
  });

  it('does nothing to a completed one', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const game = await complete(admin, upload);
    const after = await traces(app);
    expect((await cancel(upload.uploadId)).status).toBe(404);
    expect(await traces(app)).toEqual(after);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('lets the same client begin again', async () => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 1);
    await cancel(upload.uploadId);
    await sendAll(admin, upload);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('of a file whose bytes are gone from the disk still works', async () => {
    const before = await traces(app);
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    await rm((await traces(app)).onDisk.filter((path) => !before.onDisk.includes(path))[0] ?? '');
    expect((await cancel(upload.uploadId)).status).toBe(200);
    expect(await traces(app)).toEqual(before);
  });
});

describe('deleting a game', () => {
  it('removes its files and what an unfinished upload for it had stored', async () => {
    const before = await traces(app);
    const game = await createGame(app.services, admin);
    await sendChunk(admin, sampleUpload({ gameId: game.id, platform: 'Mac' }), 0);
    expect((await admin.call(api.deleteGame, { params: { id: game.id } })).status).toBe(200);
    expect(await traces(app)).toEqual(before);
  });
});
