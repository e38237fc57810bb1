// POST /api/games/{id}/upload: a platform file for an existing game, whole or in chunks.
import { api } from '@cellar/contract/api.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#test/client.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { complete, formOf, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, storedSha256, traces } from '#test/traces.ts';

const tarGz = Buffer.concat([Buffer.from([0x1f, 0x8b, 0x08, 0, 0, 0, 0, 0, 0, 3]), Buffer.alloc(3000, 1)]);
const maxChunkBytes = 65_536;

let game: Awaited<ReturnType<typeof createGame>>;
const app = sharedApp({ env: { MAX_CHUNK_BYTES: String(maxChunkBytes) } });
const admin = sharedClient(app, 'admin');
beforeEach(async () => {
  game = await createGame(app.services, admin);
});

type Part = [string, string | Buffer];

function post(parts: Part[], fileName?: string): Promise<Answer> {
  return admin.call(api.addFile, { params: { id: game.id }, form: formOf(parts, fileName) });
}

async function expectAdded({ status, body }: Answer, platform: string, file: Buffer): Promise<void> {
  expect(status, JSON.stringify(body)).toBe(201);
  expect(body).toMatchObject({ _id: game.id, title: game.title });
  expect(body.platforms).toContain(platform);
  expect(await storedSha256(app, game.id, platform)).toBe(sha256(file));
  expect(await storedSha256(app, game.id, 'Windows')).toBe(sha256(game.archive));
}

describe('a whole file', () => {
  it('is added to its game, with the platform before or after the file', async () => {
    const file = sampleArchive(4000);
    await expectAdded(
      await post([
        ['platform', 'Linux'],
        ['gameFile', file],
      ]),
      'Linux',
      file,
    );
    await expectAdded(
      await post([
        ['gameFile', file],
        ['platform', 'Mac'],
      ]),
      'Mac',
      file,
    );
    expect((await traces(app)).chunks).toBe(0);
  });

  it('may be larger than a chunk, with the platform before or after the file', async () => {
    const file = sampleArchive(3 * maxChunkBytes);
    await expectAdded(
      await post([
        ['platform', 'Linux'],
        ['gameFile', file],
      ]),
      'Linux',
      file,
    );
    await expectAdded(
      await post([
        ['gameFile', file],
        ['platform', 'Mac'],
      ]),
      'Mac',
      file,
    );
  });

  it('may be a .tar.gz', async () => {
    const answer = await post(
      [
        ['platform', 'Linux'],
        ['gameFile', tarGz],
      ],
      'Sample.TAR.GZ',
    );
    await expectAdded(answer, 'Linux', tarGz);
    expect(answer.body.gameFiles[0].fileName).toBe(`${game.title} (Linux).tar.gz`);
  });

  it.each<[string, [number, string], Part[], string?]>([
    ['without a platform', [400, 'validation_failed'], [['gameFile', sampleArchive(500)]]],
    [
      'for an unknown platform',
      [400, 'validation_failed'],
      [
        ['platform', 'Amiga'],
        ['gameFile', sampleArchive(500)],
      ],
    ],
    ['without a file', [400, 'malformed_request'], [['platform', 'Linux']]],
    [
      'for a platform that is there',
      [409, 'game_exists'],
      [
        ['platform', 'Windows'],
        ['gameFile', sampleArchive(500)],
      ],
    ],
    [
      'for a platform that is there, file first',
      [409, 'game_exists'],
      [
        ['gameFile', sampleArchive(500)],
        ['platform', 'Windows'],
      ],
    ],
    [
      'that is no archive',
      [415, 'not_an_archive'],
      [
        ['platform', 'Linux'],
        ['gameFile', Buffer.from('no archive')],
      ],
    ],
    [
      'that is empty',
      [415, 'not_an_archive'],
      [
        ['platform', 'Linux'],
        ['gameFile', Buffer.alloc(0)],
      ],
    ],
    [
      'with the wrong extension',
      [415, 'not_an_archive'],
      [
        ['platform', 'Linux'],
        ['gameFile', tarGz],
      ],
      'a.zip',
    ],
    [
      'with no extension',
      [400, 'validation_failed'],
      [
        ['platform', 'Linux'],
        ['gameFile', tarGz],
      ],
      'a',
    ],
    [
      'with a path for a name',
      [400, 'validation_failed'],
      [
        ['platform', 'Linux'],
        ['gameFile', tarGz],
      ],
      '../../x.sh',
    ],
  ])('%s is refused', async (_, expected, parts, fileName) => {
    const before = await traces(app);
    const { status, body } = await post(parts, fileName);
    expect([status, body.code], JSON.stringify(body)).toEqual(expected);
    expect(await traces(app)).toEqual(before);
  });

  it('is refused with the name of the game that has this platform already', async () => {
    const { body } = await post([
      ['platform', 'Windows'],
      ['gameFile', sampleArchive(500)],
    ]);
    expect(body.message).toBe(`Game "${game.title}" already exists for platform "Windows"`);
  });

  it('is added once when sent twice at the same time', async () => {
    const before = await traces(app);
    const files = [sampleArchive(4000), sampleArchive(4000)];
    const answers = await Promise.all(
      files.map((file) =>
        post([
          ['platform', 'Linux'],
          ['gameFile', file],
        ]),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
    const winner = files[answers.findIndex(({ status }) => status === 201)] ?? Buffer.alloc(0);
    expect(await storedSha256(app, game.id, 'Linux')).toBe(sha256(winner));
    expect((await traces(app)).onDisk.length).toBe(before.onDisk.length + 1);
  });
});

describe('a file in chunks', () => {
  it('is added to its game', async () => {
    const upload = sampleUpload({
      gameId: game.id,
      platform: 'Linux',
      fileExtension: '.tar.gz',
      archive: tarGz,
    });
    await sendAll(admin, upload);
    await expectAdded(await complete(admin, upload), 'Linux', tarGz);
    await expectAdded(await complete(admin, upload), 'Linux', tarGz);
  });

  it('is refused for an existing platform', async () => {
    const before = await traces(app);
    const answer = await sendChunk(admin, sampleUpload({ gameId: game.id }), 0);
    expect(answer).toMatchObject({ status: 409, body: { code: 'game_exists' } });
    expect(await traces(app)).toEqual(before);
  });

  it('is not mistaken for a whole file when it has a single field of the chunk protocol', async () => {
    const before = await traces(app);
    const parts: Part[] = [
      ['platform', 'Linux'],
      ['chunkNumber', '0'],
      ['gameFile', sampleArchive(500)],
    ];
    expect(await post(parts)).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(await traces(app)).toEqual(before);
  });
});

describe('GET /api/games/check', () => {
  it('distinguishes a new title, a known game and a known platform, whatever the case', async () => {
    const check = (title: string, platform: string) =>
      admin.call(api.checkGame, { query: { title, platform } });
    expect((await check('Nothing like it', 'Windows')).body).toEqual({
      exists: false,
      platformExists: false,
      gameId: null,
    });
    expect((await check(game.title, 'Linux')).body).toEqual({
      exists: true,
      platformExists: false,
      gameId: game.id,
    });
    const title = ` ${game.title.toUpperCase()} `;
    expect((await check(title, 'Windows')).body).toEqual({
      exists: true,
      platformExists: true,
      gameId: game.id,
    });
  });

  it.each([
    { title: 'A game' },
    { platform: 'Windows' },
    { title: '', platform: 'Windows' },
    { title: 'A game', platform: 'Windows (Version)' },
    { title: 'nul\u0000', platform: 'Windows' },
    { title: '../up', platform: 'Windows' },
    { title: 'x'.repeat(10_000), platform: 'Windows' },
  ])('refuses %j', async (query) => {
    const { status, body } = await admin.call(api.checkGame, {
      query: query as unknown as Record<string, string>,
    });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});
