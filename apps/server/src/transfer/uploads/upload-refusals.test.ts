// Invalid input to the upload endpoints: each gets a clear 4xx, and nothing is left behind.
import { randomBytes } from 'node:crypto';
import { api } from '@cellar/contract/api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import {
  chunkBytes,
  complete,
  formOf,
  ourFields,
  sampleUpload,
  send,
  sendChunk,
  specFields,
} from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, storedSha256, traces } from '#test/traces.ts';

const maxChunkBytes = 65_536;

let before: Awaited<ReturnType<typeof traces>>;
const app = sharedApp({ env: { MAX_CHUNK_BYTES: String(maxChunkBytes) } });
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  before = await traces(app);
});

async function expectRefused(
  { status, body }: Answer,
  expected: [number, string],
  issue?: string,
): Promise<void> {
  expect([status, body.code], JSON.stringify(body)).toEqual(expected);
  expect(body.message.length).toBeGreaterThan(5);
  expect(body.requestId).toBeTruthy();
  if (issue) expect(body.issues.map(({ path }: { path: string }) => path)).toContain(issue);
  expect(await traces(app)).toEqual(before);
}

const long = 'x'.repeat(10_000);

const wrongValues: [string, string[]][] = [
  [
    'title',
    [
      '',
      '   ',
      long,
      '../../etc/passwd',
      'a/../b',
      '..',
      'nul\u0000',
      'bell\u0007',
      'line\nbreak',
      'c1\u0085x',
    ],
  ],
  ['platform', ['', long, 'Windows/..', 'Win%64ows', 'Windows\u0000', 'Windows (Version)', 'windows']],
  ['fileExtension', ['', '.exe', 'zip/../x', '.zip\u0000', long, '.tar.gz', '..zip']],
  ['uploadId', ['', '../up', 'a/b', 'a\u0000b', '.hidden', 'ü', long, 'x'.repeat(129)]],
  [
    'chunkNumber',
    ['', '-1', '4', '99', '1e0', '0x1', '1.5', ' 1', 'one', '١', '9'.repeat(30), 'NaN', 'Infinity'],
  ],
  ['totalChunks', ['', '0', '-4', '1e3', '0x10', 'four', '4.0', '9'.repeat(16), '100001']],
  ['fileSize', ['', '-1', '1e3', 'much', '9'.repeat(16)]],
  ['chunkSize', ['', '-1', '0x10', 'big']],
  ['chunkSha256', ['', 'abc', 'Z'.repeat(64), 'a'.repeat(63), 'A'.repeat(64)]],
  ['fileName', [' ', 'x'.repeat(256), 'a\u0000b']],
];

describe('a field of a chunk', () => {
  for (const [field, values] of wrongValues) {
    it.each(values.map((value) => [value.slice(0, 40), value]))(
      `${field} may not be %j`,
      async (_, value) => {
        const upload = sampleUpload();
        const { chunkSha256, ...fields } = ourFields(upload, 0);
        const all = { ...fields, ...(field === 'chunkSha256' ? { chunkSha256 } : {}), [field]: value };
        const parts = Object.entries(all) as [string, string | Buffer][];
        const file: [string, Buffer] = ['gameFile', chunkBytes(upload, 0)];
        await expectRefused(await send(admin, upload, [...parts, file]), [400, 'validation_failed'], field);
        // The same when the file comes first.
        await expectRefused(await send(admin, upload, [file, ...parts]), [400, 'validation_failed'], field);
        // The same at completion.
        await expectRefused(await send(admin, upload, parts), [400, 'validation_failed'], field);
      },
    );
  }

  it.each(Object.keys(specFields(sampleUpload(), 0)))('%s may not be missing', async (field) => {
    const upload = sampleUpload();
    await expectRefused(
      await sendChunk(admin, upload, 0, { without: [field] }),
      [400, 'validation_failed'],
      field,
    );
    await expectRefused(await complete(admin, upload, { [field]: '' }), [400, 'validation_failed'], field);
  });

  it.each(Object.keys(ourFields(sampleUpload(), 0)))('%s may not be repeated', async (field) => {
    const upload = sampleUpload();
    const fields = Object.entries(ourFields(upload, 0));
    const twice: [string, string] = [field, ourFields(upload, 0)[field] ?? ''];
    const file: [string, Buffer] = ['gameFile', chunkBytes(upload, 0)];
    await expectRefused(await send(admin, upload, [...fields, twice, file]), [400, 'malformed_request']);
    // The second one may arrive after the chunk has been written.
    await expectRefused(await send(admin, upload, [...fields, file, twice]), [400, 'malformed_request']);
    await expectRefused(await send(admin, upload, [file, ...fields, twice]), [400, 'malformed_request']);
  });

  it.each(['fileSize', 'chunkSize', 'chunkSha256'])('%s must come before the file', async (field) => {
    const upload = sampleUpload();
    const { [field]: late = '', ...fields } = ourFields(upload, 0);
    const parts: [string, string | Buffer][] = [
      ...Object.entries(fields),
      ['gameFile', chunkBytes(upload, 0)],
    ];
    await expectRefused(await send(admin, upload, [...parts, [field, late]]), [400, 'malformed_request']);
  });

  it('may not exceed the limits for number and length', async () => {
    const upload = sampleUpload();
    const heap = Array.from({ length: 40 }, (_, at): [string, string] => [`extra${at}`, 'x']);
    const fields = Object.entries(ourFields(upload, 0));
    const file: [string, Buffer] = ['gameFile', chunkBytes(upload, 0)];
    await expectRefused(await send(admin, upload, [...heap, ...fields, file]), [400, 'malformed_request']);
    await expectRefused(await send(admin, upload, [...fields, file, ...heap]), [400, 'malformed_request']);
    const endless: [string, string] = ['note', 'x'.repeat(300_000)];
    await expectRefused(await send(admin, upload, [endless, ...fields, file]), [400, 'malformed_request']);
    await expectRefused(await send(admin, upload, [...fields, file, endless]), [400, 'malformed_request']);
  });

  it('may not contradict the others', async () => {
    const upload = sampleUpload();
    const contradictions: [string, string][] = [
      ['totalChunks', '5'],
      ['fileSize', '99999'],
      ['chunkSize', '0'],
      ['chunkSize', '7'],
    ];
    for (const [field, value] of contradictions) {
      const fields = { [field]: value };
      await expectRefused(await sendChunk(admin, upload, 0, { fields }), [400, 'malformed_request']);
    }
  });
});

describe('the file of a chunk', () => {
  it('may not be in another field, nor accompany a second file', async () => {
    const upload = sampleUpload();
    const fields = Object.entries(ourFields(upload, 0));
    const bytes = chunkBytes(upload, 0);
    await expectRefused(await send(admin, upload, [...fields, ['file', bytes]]), [400, 'malformed_request']);
    const two: [string, Buffer][] = [
      ['gameFile', bytes],
      ['gameFile', bytes],
    ];
    await expectRefused(await send(admin, upload, [...fields, ...two]), [400, 'malformed_request']);
    await expectRefused(await send(admin, upload, [...two, ...fields]), [400, 'malformed_request']);
  });

  it('may be missing only with the last chunk number', async () => {
    const upload = sampleUpload();
    await expectRefused(await send(admin, upload, Object.entries(ourFields(upload, 1))), [
      400,
      'malformed_request',
    ]);
  });

  it.each([
    ['text', Buffer.from('just some text, no archive at all')],
    ['nothing', Buffer.alloc(0)],
    ['a program', Buffer.from('MZ\u0090\u0000\u0003\u0000\u0000\u0000 and so on')],
    ['a zip signature that is cut', Buffer.from('PK')],
    ['a zip signature in another place', Buffer.from('xxPK\u0003\u0004')],
    ['a gzip archive', Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3])],
    ['a 7z archive called .zip', Buffer.from([0x37, 0x7a, 0xbc, 0xaf, 0x27, 0x1c, 0, 4])],
  ])('may not be %s', async (_, archive) => {
    const upload = sampleUpload({ archive, chunkSize: 1000 });
    await expectRefused(await sendChunk(admin, upload, 0), [415, 'not_an_archive']);
    const fileFirst: [string, string | Buffer][] = [
      ['gameFile', archive],
      ...Object.entries(specFields(upload, 0)),
    ];
    await expectRefused(await send(admin, upload, fileFirst), [415, 'not_an_archive']);
  });

  it('ends the upload when it is not an archive, even if other chunks are stored', async () => {
    const upload = sampleUpload({ archive: randomBytes(3500) });
    for (const number of [1, 2, 3]) expect((await sendChunk(admin, upload, number)).status).toBe(200);
    await expectRefused(await sendChunk(admin, upload, 0), [415, 'not_an_archive']);
    expect((await complete(admin, upload)).status).toBe(404);
  });

  it('ends the upload when it is not an archive, even if other chunks are arriving', async () => {
    const upload = sampleUpload({ archive: randomBytes(3500) });
    await Promise.all([1, 2, 3].map((number) => sendChunk(admin, upload, number)));
    const answers = await Promise.all([0, 1, 2].map((number) => sendChunk(admin, upload, number)));
    expect(answers[0]?.status).toBe(415);
    await admin.call(api.cancelUpload, { params: { uploadId: upload.uploadId } });
    expect(await traces(app)).toEqual(before);
  });

  it('must have the announced digest', async () => {
    const upload = sampleUpload();
    const fields = { chunkSha256: sha256(Buffer.from('something else')) };
    await expectRefused(await sendChunk(admin, upload, 0, { fields }), [400, 'malformed_request']);
  });

  it('may not exceed the maximum chunk size', async () => {
    const upload = sampleUpload({ archive: sampleArchive(maxChunkBytes + 1), chunkSize: maxChunkBytes + 1 });
    await expectRefused(await sendChunk(admin, upload, 0), [413, 'payload_too_large']);
    const silent = { without: ['fileSize', 'chunkSize', 'chunkSha256'] };
    await expectRefused(await sendChunk(admin, upload, 0, silent), [413, 'payload_too_large']);
    await expectRefused(await sendChunk(admin, upload, 0, { without: ['chunkSize'] }), [
      413,
      'payload_too_large',
    ]);
    const fields = Object.entries(specFields(upload, 0));
    const fileFirst: [string, string | Buffer][] = [['gameFile', upload.archive], ...fields];
    await expectRefused(await send(admin, upload, fileFirst), [413, 'payload_too_large']);
    const exact = sampleUpload({ archive: sampleArchive(maxChunkBytes), chunkSize: maxChunkBytes });
    expect((await sendChunk(admin, exact, 0)).status).toBe(200);
  });

  it.each([
    ['longer than announced', 1001],
    ['shorter than announced', 999],
    ['empty', 0],
    ['longer by far than announced', 30_000],
  ])('may not be %s, and does not touch its neighbours', async (_, size) => {
    const upload = sampleUpload();
    for (const number of [0, 2, 3]) await sendChunk(admin, upload, number);
    before = await traces(app);
    const wrong = { body: randomBytes(size), without: ['chunkSha256'] };
    await expectRefused(await sendChunk(admin, upload, 1, wrong), [400, 'malformed_request']);
    await sendChunk(admin, upload, 1);
    const game = await complete(admin, upload);
    expect(game.status).toBe(201);
    expect(await storedSha256(app, game.body._id)).toBe(sha256(upload.archive));
  });

  it('must be as long as the others when no size is announced', async () => {
    const upload = sampleUpload();
    const silent = { without: ['fileSize', 'chunkSize', 'chunkSha256'] };
    for (const number of [0, 2]) await sendChunk(admin, upload, number, silent);
    before = await traces(app);
    for (const size of [1, 999, 1001]) {
      const wrong = { ...silent, body: randomBytes(size) };
      await expectRefused(await sendChunk(admin, upload, 1, wrong), [400, 'malformed_request']);
    }
  });
});

describe('a request', () => {
  it.each(['application/json', 'application/x-www-form-urlencoded', 'text/plain', 'multipart/form-data', ''])(
    'may not be %j',
    async (type) => {
      const init = { method: 'POST', body: '{}', headers: { 'content-type': type } };
      const response = await admin.fetch('/api/games', init);
      expect([400, 415]).toContain(response.status);
      expect(await traces(app)).toEqual(before);
    },
  );

  it('may not be an empty form', async () => {
    const answer = await admin.call(api.addGame, { form: formOf([]) });
    expect(answer.status).toBe(400);
    expect(await traces(app)).toEqual(before);
  });

  it('is refused for an unknown upload or game', async () => {
    await expectRefused(await complete(admin, sampleUpload()), [404, 'not_found']);
    const unknown = sampleUpload({ gameId: 'nothing' });
    await expectRefused(await sendChunk(admin, unknown, 0), [404, 'not_found']);
    for (const uploadId of ['nothing', '..%2f..', '%00', 'x'.repeat(200)]) {
      const response = await admin.fetch(`/api/games/cancel/${uploadId}`, { method: 'POST' });
      expect([400, 404]).toContain(response.status);
    }
    expect(await traces(app)).toEqual(before);
  });

  it('is refused for an existing game and platform, with the wording of the page', async () => {
    const { title } = await createGame(app.services, admin);
    before = await traces(app);
    const upload = sampleUpload({ title: title.toUpperCase() });
    const answer = await sendChunk(admin, upload, 0);
    await expectRefused(answer, [409, 'game_exists']);
    expect(answer.body.message).toBe(`Game "${upload.title}" already exists for platform "Windows"`);
  });

  it('is refused for anyone but admins', async () => {
    const member = await app.as('member');
    await expectRefused(await sendChunk(member, sampleUpload(), 0), [403, 'forbidden']);
    await expectRefused(await sendChunk(app.visitor, sampleUpload(), 0), [401, 'unauthenticated']);
  });
});
