// Chunks as every kind of client sends them, up to the stored file.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { type StoredChunks, uploadsPerPage } from '@cellar/contract/transfer/uploads.endpoints.ts';
import { describe, expect, it } from 'vitest';
import { sampleArchive } from '#test/factories.ts';
import {
  chunkBytes,
  chunkNumbersOf,
  complete,
  listUnfinished,
  ourFields,
  type SampleUpload,
  sampleUpload,
  send,
  sendAll,
  sendChunk,
  specFields,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, storedSha256 } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

async function expectStored(
  upload: SampleUpload,
  answer: Awaited<ReturnType<typeof complete>>,
): Promise<void> {
  expect(answer.status, JSON.stringify(answer.body)).toBe(201);
  expect(await storedSha256(app, answer.body._id, upload.platform)).toBe(sha256(upload.archive));
}

describe('POST /api/games', () => {
  it('stores the chunks of our own client and makes a game from them', async () => {
    const upload = sampleUpload();
    for (const number of chunkNumbersOf(upload)) {
      const { status, body } = await sendChunk(admin, upload, number);
      expect(status).toBe(200);
      expect(body).toEqual({
        message: `Chunk ${number + 1} of 4 stored`,
        uploadId: upload.uploadId,
        chunkNumber: number,
        totalChunks: 4,
        stored: number + 1,
      });
    }
    const answer = await complete(admin, upload);
    await expectStored(upload, answer);
    expect(answer.body).toMatchObject({
      title: upload.title,
      platforms: ['Windows'],
      gameFiles: [{ platform: 'Windows', fileSize: 3500, fileName: `${upload.title} (Windows).zip` }],
      downloadOptions: [{ platform: 'Windows', fileSize: 3500 }],
      totalSize: 3500,
    });
    expect((await app.visitor.call(api.getGame, { params: { id: answer.body._id } })).status).toBe(200);
  });

  it('accepts a client that sends only the fields of the specification, with chunks in any order', async () => {
    const upload = sampleUpload();
    for (const number of [3, 1, 0, 2]) {
      const parts = [...Object.entries(specFields(upload, number)), ['gameFile', chunkBytes(upload, number)]];
      expect((await send(admin, upload, parts as [string, string][])).status).toBe(200);
    }
    await expectStored(upload, await send(admin, upload, Object.entries(specFields(upload, 3))));
  });

  it('accepts all chunks of such a client at the same time', async () => {
    const upload = sampleUpload();
    const answers = await Promise.all(
      chunkNumbersOf(upload).map((number) =>
        send(admin, upload, [
          ...Object.entries(specFields(upload, number)),
          ['gameFile', chunkBytes(upload, number)],
        ]),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    await expectStored(upload, await send(admin, upload, Object.entries(specFields(upload, 3))));
  });

  it('accepts fields after the file, or on both sides of it', async () => {
    const upload = sampleUpload();
    for (const number of chunkNumbersOf(upload)) {
      const fields = Object.entries(number % 2 ? ourFields(upload, number) : specFields(upload, number));
      const at = number < 2 ? 0 : 3;
      const file: [string, Buffer] = ['gameFile', chunkBytes(upload, number)];
      const answer = await send(admin, upload, [...fields.slice(0, at), file, ...fields.slice(at)]);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    }
    await expectStored(upload, await complete(admin, upload));
  });

  it.each([
    ['a file of one chunk', sampleUpload({ chunkSize: 10_000 })],
    ['a file of exactly two chunks', sampleUpload({ chunkSize: 1750 })],
    ['chunks of one byte', sampleUpload({ archive: Buffer.from('PK\u0003\u0004abc'), chunkSize: 1 })],
    ['an archive no longer than its signature', sampleUpload({ archive: Buffer.from('PK\u0005\u0006') })],
    ['an extension without its dot, in capitals', sampleUpload({ fileExtension: 'ZIP' })],
  ])('stores %s', async (_, upload) => {
    const first = await sendChunk(admin, upload, 0);
    if (upload.chunkSize < 4) {
      // One byte is not enough to recognize an archive, so such a client is refused with an explanation.
      expect(first).toMatchObject({ status: 415, body: { code: 'not_an_archive' } });
      return;
    }
    await sendAll(admin, upload);
    await expectStored(upload, await complete(admin, upload));
  });

  it.each([
    ['.rar', [0x52, 0x61, 0x72, 0x21, 0x1a, 0x07, 0x01, 0x00]],
    ['.7z', [0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0x00, 0x04]],
  ])('knows a %s archive by its first bytes', async (fileExtension, head) => {
    const upload = sampleUpload({ fileExtension, archive: Buffer.from([...head, ...Array(200).fill(7)]) });
    await sendAll(admin, upload);
    await expectStored(upload, await complete(admin, upload));
  });

  it('adds another platform to the same game, also with its title in different case', async () => {
    const first = sampleUpload();
    await sendAll(admin, first);
    const { body: game } = await complete(admin, first);
    const title = `  ${first.title.toUpperCase()} `;
    const second = sampleUpload({ title, platform: 'Windows v1.2 (beta)' });
    await sendAll(admin, second);
    const { status, body } = await complete(admin, second);
    expect(status).toBe(201);
    expect(body).toMatchObject({
      _id: game._id,
      title: first.title,
      platforms: ['Windows', 'Windows v1.2 (beta)'],
    });
    await expectStored(first, { ...(await complete(admin, first)), status: 201 });
  });
});

describe('GET /api/games/uploads', () => {
  it('lists unfinished uploads with their stored chunks', async () => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    await sendChunk(admin, upload, 2);
    const listed = (await listUnfinished(admin)).find(({ uploadId }) => uploadId === upload.uploadId);
    expect(listed).toEqual({
      ...{ uploadId: upload.uploadId, title: upload.title, platform: 'Windows', gameId: null },
      ...{
        extra: null,
        replace: false,
        fileName: 'sample.zip',
        fileExtension: '.zip',
        fileSize: 3500,
        chunkSize: 1000,
        totalChunks: 4,
      },
      storedChunks: 2,
      storedBytes: 2000,
      chunks: [0, 2].map((number) => ({ chunkNumber: number, sha256: sha256(chunkBytes(upload, number)) })),
      startedAt: expect.any(String),
      touchedAt: expect.any(String),
      isSending: true,
      startedBy: { name: 'Sample User', isYou: true },
    });
    await sendChunk(admin, upload, 1);
    await sendChunk(admin, upload, 3);
    await complete(admin, upload);
    expect((await listUnfinished(admin)).map(({ uploadId }) => uploadId)).not.toContain(upload.uploadId);
  });

  it('shows which uploads are being sent, and who started them', async () => {
    const upload = sampleUpload();
    const find = async () =>
      (await listUnfinished(admin)).find(({ uploadId }) => uploadId === upload.uploadId);
    await sendChunk(admin, upload, 0);
    expect(await find()).toMatchObject({ isSending: true, startedBy: { isYou: true } });
    app.clock.advance(10_000);
    expect(await find()).toMatchObject({ isSending: false, startedBy: { isYou: true } });
    const other = (await listUnfinished(await app.as('admin'))).find(
      ({ uploadId }) => uploadId === upload.uploadId,
    );
    expect(other).toMatchObject({ startedBy: { name: 'Sample User', isYou: false } });
  });

  it('has pages, and begins with the upload that received bytes most recently', async () => {
    const uploads = Array.from({ length: uploadsPerPage + 1 }, () => sampleUpload());
    for (const upload of uploads) {
      app.clock.advance(1000);
      await sendChunk(admin, upload, 0);
    }
    const titles = uploads.map(({ title }) => title);
    const page = async (number: number) =>
      (await admin.call(api.listUploads, { query: { page: number } })).body;
    const titlesOn = ({ uploads: listed }: { uploads: { title: string }[] }) =>
      listed.map(({ title }) => title);
    const first = await page(1);
    expect(titlesOn(first)).toEqual(titles.slice(1).reverse());
    expect(first).toMatchObject({ currentPage: 1, totalPages: expect.any(Number) });
    const second = await page(2);
    expect(titlesOn(second)).toContain(titles[0]);
    expect(titlesOn(await page(first.totalPages + 1))).toEqual([]);
    expect((await admin.call(api.listUploads, { query: { page: 0 } })).status).toBe(400);
    for (const { uploadId } of uploads) await admin.call(api.cancelUpload, { params: { uploadId } });
  });

  it('can be limited to one game', async () => {
    const game = sampleUpload();
    await sendAll(admin, game);
    const { body } = await complete(admin, game);
    const file = sampleUpload({ gameId: body._id, platform: 'Linux' });
    await sendChunk(admin, file, 0);
    await sendChunk(admin, sampleUpload(), 0);
    const ofGame = async (gameId: string) =>
      (await admin.call(api.listUploads, { query: { gameId } })).body.uploads;
    expect(await ofGame(body._id)).toMatchObject([{ uploadId: file.uploadId, gameId: body._id }]);
    expect(await ofGame('unknown')).toEqual([]);
  });

  it('forgets completed uploads after a week, and keeps their games', async () => {
    const upload = sampleUpload();
    await sendAll(admin, upload);
    const { body: game } = await complete(admin, upload);
    app.clock.advance(8 * 24 * 3600_000);
    await app.services.uploads.forgetCompleted();
    expect((await complete(admin, upload)).status).toBe(404);
    expect(await storedSha256(app, game._id)).toBe(sha256(upload.archive));
  });
});

describe('GET /api/games/uploads/:uploadId/chunks', () => {
  const paramsOf = ({ uploadId }: SampleUpload) => ({ uploadId });

  it('lists stored chunks after a number, at most 1,000 in one answer', async () => {
    const upload = sampleUpload({
      archive: sampleArchive(4 * (limits.storedChunksPerAnswer + 5)),
      chunkSize: 4,
    });
    await sendChunk(admin, upload, 0);
    const { id } = await app.services.database.db
      .selectFrom('uploads')
      .select('id')
      .where('clientId', '=', upload.uploadId)
      .executeTakeFirstOrThrow();
    const others = chunkNumbersOf(upload).slice(2);
    await app.services.database.db
      .insertInto('uploadChunks')
      .values(
        others.map((chunkNumber) => ({ uploadId: id, chunkNumber, size: 4, sha256: null, receipt: '' })),
      )
      .execute();
    const chunks = async (query?: { after: number }) => {
      const { body } = await admin.call(api.listUploadChunks, {
        params: paramsOf(upload),
        ...(query && { query }),
      });
      return body.chunks as StoredChunks;
    };
    const first = await chunks();
    expect(first).toHaveLength(limits.storedChunksPerAnswer);
    expect(first.slice(0, 2)).toEqual([
      { chunkNumber: 0, sha256: sha256(chunkBytes(upload, 0)) },
      { chunkNumber: 2, sha256: null },
    ]);
    const rest = await chunks({ after: first.at(-1)?.chunkNumber ?? 0 });
    expect([...first, ...rest].map(({ chunkNumber }) => chunkNumber)).toEqual([0, ...others]);
  });

  it('refuses unknown and completed uploads, and invalid numbers', async () => {
    const upload = sampleUpload();
    const call = (query = {}) => admin.call(api.listUploadChunks, { params: paramsOf(upload), query });
    expect((await call()).status).toBe(404);
    await sendAll(admin, upload);
    expect((await call()).status).toBe(200);
    for (const after of [-2, 'x', 1e9]) expect((await call({ after })).status).toBe(400);
    await complete(admin, upload);
    expect((await call()).status).toBe(404);
    const member = await app.as('member');
    expect((await member.call(api.listUploadChunks, { params: paramsOf(upload) })).status).toBe(403);
  });
});
