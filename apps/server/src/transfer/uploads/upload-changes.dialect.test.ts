// Properties that must not change during an upload, and two uploads for the same game and platform.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { createGame } from '#test/factories.ts';
import {
  chunkNumbersOf,
  complete,
  listUnfinished,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, storedSha256, traces } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

describe('an unfinished upload', () => {
  it.each([
    ['title', { title: 'Another Title' }],
    ['platform', { platform: 'Linux' }],
    ['extension', { fileExtension: '.rar' }],
    ['file size, within its last chunk', { fileSize: '3001', totalChunks: '4' }],
    ['file size', { fileSize: '3600' }],
    ['chunk size', { chunkSize: '1100' }],
  ])('keeps its %s', async (_, fields) => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    const before = await traces(app);
    for (const number of [1, 3]) {
      const answer = await sendChunk(admin, upload, number, { fields });
      expect(answer).toMatchObject({ status: 409, body: { code: 'upload_changed' } });
    }
    expect(await complete(admin, upload, fields)).toMatchObject({ status: 409 });
    expect(await traces(app)).toEqual(before);
    for (const number of [1, 2, 3]) await sendChunk(admin, upload, number);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('keeps its number of chunks, also for a client that announces no sizes', async () => {
    const upload = sampleUpload();
    const silent = ['fileSize', 'chunkSize', 'chunkSha256'];
    await sendChunk(admin, upload, 0, { without: silent });
    for (const totalChunks of ['3', '5', '1']) {
      const answer = await sendChunk(admin, upload, 0, { without: silent, fields: { totalChunks } });
      expect(answer).toMatchObject({ status: 409, body: { code: 'upload_changed' } });
    }
  });

  it('takes its chunk size from the first request that announces one, and refuses any other', async () => {
    const upload = sampleUpload();
    const silent = ['fileSize', 'chunkSize', 'chunkSha256'];
    await sendChunk(admin, upload, 0, { without: silent });
    const other = {
      without: ['fileSize', 'chunkSha256'],
      fields: { chunkSize: '500' },
      body: Buffer.alloc(500),
    };
    expect(await sendChunk(admin, upload, 1, other)).toMatchObject({
      status: 409,
      body: { code: 'upload_changed' },
    });
    for (const number of [1, 2, 3]) await sendChunk(admin, upload, number);
    const game = await complete(admin, upload);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('accepts its title in different case and spacing', async () => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    const title = ` ${upload.title.toUpperCase().replaceAll(' ', '  ')} `;
    expect((await sendChunk(admin, upload, 1, { fields: { title } })).status).toBe(200);
  });

  it('does not become a file of a different size than announced', async () => {
    const upload = sampleUpload();
    for (const number of chunkNumbersOf(upload))
      await sendChunk(admin, upload, number, { without: ['fileSize'] });
    const before = await traces(app);
    const answer = await complete(admin, upload, { fileSize: '3999' });
    expect(answer).toMatchObject({ status: 409, body: { code: 'upload_changed' } });
    expect(await traces(app)).toEqual(before);
    expect((await complete(admin, upload)).status).toBe(201);
  });

  it('accepts chunks only at the endpoint and for the game it was started with', async () => {
    const game = await createGame(app.services, admin);
    const upload = sampleUpload({ title: game.title, platform: 'Linux' });
    await sendChunk(admin, upload, 0);
    const answer = await sendChunk(admin, { ...upload, gameId: game.id }, 1);
    expect(answer).toMatchObject({ status: 409, body: { code: 'upload_changed' } });
  });
});

describe('a second upload of one title and platform', () => {
  it('is refused while the first is unfinished, whatever the case of its title', async () => {
    const first = sampleUpload();
    await sendChunk(admin, first, 0);
    const before = await traces(app);
    for (const title of [first.title, ` ${first.title.toLowerCase().replace(' ', '   ')}`]) {
      const second = await sendChunk(admin, sampleUpload({ title }), 0);
      expect(second).toMatchObject({ status: 409, body: { code: 'upload_under_way' } });
    }
    expect(await traces(app)).toEqual(before);
    await admin.call(api.cancelUpload, { params: { uploadId: first.uploadId } });
    expect((await sendChunk(admin, sampleUpload({ title: first.title }), 0)).status).toBe(200);
  });

  it('is refused when both start at the same time, and the first continues', async () => {
    const first = sampleUpload();
    const second = sampleUpload({ title: first.title });
    const answers = await Promise.all([first, second].map((upload) => sendChunk(admin, upload, 0)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    const unfinished = (await listUnfinished(admin)).map(({ uploadId }) => uploadId);
    expect([first, second].filter(({ uploadId }) => unfinished.includes(uploadId)).length).toBe(1);
  });

  it('is also refused when one of the two is for an existing game', async () => {
    const game = await createGame(app.services, admin);
    await sendChunk(admin, sampleUpload({ title: game.title, platform: 'Mac' }), 0);
    const answer = await sendChunk(admin, sampleUpload({ gameId: game.id, platform: 'Mac' }), 0);
    expect(answer).toMatchObject({ status: 409, body: { code: 'upload_under_way' } });
  });

  it('is accepted for another platform, and both make one game even if they complete at the same time', async () => {
    const first = sampleUpload();
    const second = sampleUpload({ title: first.title.toUpperCase(), platform: 'Linux' });
    await Promise.all([sendAll(admin, first), sendAll(admin, second)]);
    const answers = await Promise.all([complete(admin, first), complete(admin, second)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body._id).toBe(answers[1]?.body._id);
    const game = await app.visitor.call(api.getGame, { params: { id: answers[0]?.body._id } });
    expect(game.body.platforms).toEqual(['Linux', 'Windows']);
    expect(await storedSha256(app, game.body._id, 'Linux')).toBe(sha256(second.archive));
    expect(await storedSha256(app, game.body._id, 'Windows')).toBe(sha256(first.archive));
  });
});
