// A single game: what its page shows, and what remains after its deletion.
import { api } from '@cellar/contract/api.ts';
import { game as gameSchema } from '@cellar/contract/games/games.ts';
import { describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { sampleUpload, sendChunk } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256, traces } from '#test/traces.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

function show(client: Client, id: string) {
  return client.call(api.getGame, { params: { id } });
}

describe('GET /api/games/{id}', () => {
  it('shows visitors and members the same fields, and only those of the contract', async () => {
    const { id, title, archive } = await createGame(app.services, admin, { platform: 'Linux' });
    const expected = {
      ...{
        _id: id,
        title,
        description: '',
        boxArtUrl: null,
        releaseDate: null,
        developer: null,
        publisher: null,
      },
      ...{ boxArtThumbhash: null, rating: null, ratingCount: null, ageRating: null },
      ...{ modes: [], maxPlayers: null },
      ...{ franchise: null, collection: null, cheatFiles: [], extras: [], lastDownloadedAt: null },
      ...{ isHidden: false, contributionId: null, revision: 1, editedFields: [] },
      ...{ platforms: ['Linux'], genres: [], gameplayImages: [], videos: [], totalSize: archive.length },
      gameFiles: [
        {
          platform: 'Linux',
          icon: null,
          fileSize: archive.length,
          fileName: `${title} (Linux).zip`,
          sha256: sha256(archive),
          uploadedAt: expect.any(String),
          isInPlace: false,
          missingSince: null,
          preparing: null,
          fileCount: null,
          leftOutLinks: 0,
          problem: null,
          quarantine: null,
        },
      ],
      downloadOptions: [{ platform: 'Linux', fileSize: archive.length }],
      createdAt: expect.any(String),
    };
    for (const client of [app.visitor, member, admin, await app.as('expired')]) {
      const { status, body } = await show(client, id);
      expect(status).toBe(200);
      expect(body).toEqual(expected);
      expect(Object.keys(body).sort()).toEqual(Object.keys(gameSchema.shape).sort());
    }
  });

  it('returns genres in their order, addresses of pictures, and links to videos', async () => {
    const { id } = await createGame(app.services, admin);
    const { db } = app.services.database;
    const genres = ['Strategy', 'Action', 'Puzzle'];
    await db
      .insertInto('gameGenres')
      .values(genres.map((genre, position) => ({ gameId: id, genre, position })))
      .execute();
    const media = [
      { kind: 'image' as const, value: 'b.webp' },
      { kind: 'image' as const, value: 'a.webp' },
      { kind: 'video' as const, value: 'https://video.example/1' },
    ];
    await db
      .insertInto('gameMedia')
      .values(media.map((one, position) => ({ gameId: id, position, ...one })))
      .execute();
    const { body } = await show(member, id);
    expect(body.genres).toEqual(genres);
    expect(body.gameplayImages).toEqual(['/api/artwork/b.webp', '/api/artwork/a.webp']);
    expect(body.videos).toEqual(['https://video.example/1']);
  });

  it.each(['nothing', 'x'.repeat(64)])('answers not found for %s', async (id) => {
    expect(await show(app.visitor, id)).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each(['%00', '..', 'a b', 'x'.repeat(65), "'--", 'ü'])('refuses the id %s', async (id) => {
    const { status } = await show(app.visitor, id);
    expect([400, 404]).toContain(status);
  });
});

describe('DELETE /api/games/{id}', () => {
  it('removes the game, its files, its uploads and its tickets', async () => {
    const before = await traces(app);
    const game = await createGame(app.services, admin);
    const ticket = await getTicket(member, game);
    await sendChunk(admin, sampleUpload({ gameId: game.id, platform: 'Mac' }), 0);
    expect((await app.visitor.fetch(ticket.url)).status).toBe(200);

    const answer = await admin.call(api.deleteGame, { params: { id: game.id } });
    expect(answer).toMatchObject({ status: 200, body: { message: 'Game deleted' } });
    expect(await traces(app)).toEqual(before);
    expect((await show(member, game.id)).status).toBe(404);
    expect((await app.visitor.fetch(ticket.url)).status).toBe(404);
    expect((await admin.call(api.deleteGame, { params: { id: game.id } })).status).toBe(404);
  });

  it('keeps the download history of its members', async () => {
    const game = await createGame(app.services, admin);
    const { downloadId } = await getTicket(member, game);
    await admin.call(api.deleteGame, { params: { id: game.id } });
    const row = await app.services.database.db
      .selectFrom('downloads')
      .select(['gameTitle', 'gameId', 'fileId'])
      .where('clientId', '=', downloadId)
      .executeTakeFirst();
    expect(row).toEqual({ gameTitle: game.title, gameId: null, fileId: null });
  });

  it('deletes the game once when sent twice at the same time', async () => {
    const game = await createGame(app.services, admin);
    const answers = await Promise.all(
      [1, 2].map(() => admin.call(api.deleteGame, { params: { id: game.id } })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 404]);
  });

  it('allows adding the same title again', async () => {
    const { id, title } = await createGame(app.services, admin);
    await admin.call(api.deleteGame, { params: { id } });
    const again = await createGame(app.services, admin, { title });
    expect(again.id).not.toBe(id);
  });
});
