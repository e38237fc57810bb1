// Editing a game: only the named fields change, hostile input is refused, and no editor silently overwrites another's changes.
import { api } from '@cellar/contract/api.ts';
import { editableFields } from '@cellar/contract/games/game-edit.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { playModes } from '@cellar/contract/games/rules/play-modes.ts';
import { foldText } from '@cellar/contract/rules/sort.ts';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '#test/client.ts';
import { addEntries, createGame } from '#test/factories.ts';
import { samplePicture, sendPicture } from '#test/sample-pictures.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

let pictures: string[];
const app = sharedApp();
const admin = sharedClient(app, 'admin');

beforeAll(async () => {
  pictures = await Promise.all([1, 2, 3].map(keptPicture));
});

async function keptPicture(): Promise<string> {
  return (await sendPicture(admin, await samplePicture(40, 60).png().toBuffer())).body.url;
}

async function newGame(title = `Game ${Math.random()}`): Promise<string> {
  return (await addEntries(app.services, [{ title }]))[0] as string;
}

function edit(id: string, json: unknown, client = admin): Promise<Answer> {
  return client.call(api.editGame, { params: { id }, json });
}

async function show(id: string): Promise<Game> {
  return (await admin.call(api.getGame, { params: { id } })).body;
}

const link = (id: string) => `https://www.youtube.com/watch?v=${id}`;

describe('PUT /api/games/{id}', () => {
  it('changes every field, and records it in the audit log', async () => {
    const [boxArtUrl, ...gameplayImages] = pictures;
    const facts = {
      ...{
        title: 'Łódź  Nights',
        description: 'One.\nTwo.',
        releaseDate: '2004-02-29',
        developer: 'Ann & Co',
      },
      ...{
        publisher: '忍者',
        genres: ['Puzzle', 'Action'],
        rating: 87.35,
        ratingCount: 12,
        ageRating: 'PEGI 12',
      },
      ...{
        franchise: 'Nights',
        collection: 'Best of',
        modes: ['singlePlayer', 'sameScreen'],
        maxPlayers: 4,
        boxArtUrl,
        gameplayImages,
        videos: [link('a'), link('b')],
      },
    };
    const id = await newGame('Before');
    const { status, body } = await edit(id, facts);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...facts, revision: 2, editedFields: editableFields });
    expect(body.boxArtThumbhash).toBeTruthy();
    expect(await show(id)).toEqual(body);
    const { body: audit } = await admin.call(api.listAudit);
    expect(audit.entries[0]).toMatchObject({
      ...{ action: 'game_edited', actor: admin.account?.email, subject: 'Before → Łódź  Nights' },
      detail: editableFields.join(', '),
    });
    const found = await admin.call(api.listGames, { query: { search: 'lodz nights' } });
    expect(found.body.games).toMatchObject([{ _id: id, boxArtUrl, genres: ['Puzzle', 'Action'] }]);
  });

  it('accepts an unchanged game, and changes nothing', async () => {
    const { id } = await createGame(app.services, admin);
    const { body } = await edit(id, { genres: ['Racing'], rating: 66.67, boxArtUrl: pictures[0] });
    const again = await edit(id, { ...body, _id: 'other', gameFiles: [], platforms: ['Mac'], createdAt: 0 });
    expect(again).toMatchObject({ status: 200, body });
    expect(again.body.revision).toBe(2);
    expect((await edit(id, {})).body).toEqual(body);
  });

  it('restores earlier values and clears optional ones', async () => {
    const id = await newGame();
    const before = await show(id);
    await edit(id, {
      developer: 'X',
      genres: ['A'],
      videos: [link('a')],
      gameplayImages: pictures,
      rating: 1,
    });
    const emptied = await edit(id, {
      developer: ' ',
      genres: [],
      videos: [],
      gameplayImages: [],
      rating: null,
    });
    const editedFields = ['developer', 'genres', 'rating', 'gameplayImages', 'videos'];
    expect(emptied.body).toEqual({ ...before, revision: 3, editedFields });
  });

  it('keeps the order of genres, pictures and videos, and removes duplicates', async () => {
    const id = await newGame();
    const { body } = await edit(id, {
      genres: [' Rôle ', 'Action', 'role', 'ACTION', 'Rôle'],
      gameplayImages: [pictures[2], pictures[0], pictures[2]],
      videos: [link('b'), link('a'), `${link('b')}&t=4`],
    });
    expect(body.genres).toEqual(['Rôle', 'Action']);
    expect(body.gameplayImages).toEqual([pictures[2], pictures[0]]);
    expect(body.videos).toEqual([link('b'), link('a')]);
  });

  it('keeps each play mode once, in the usual order', async () => {
    const id = await newGame();
    const { body } = await edit(id, { modes: ['sameScreen', 'coop', 'singlePlayer', 'coop'] });
    expect(body.modes).toEqual(['singlePlayer', 'coop', 'sameScreen']);
    // Another order is no change.
    expect((await edit(id, { modes: ['coop', 'sameScreen', 'singlePlayer'] })).body.revision).toBe(2);
  });

  it.each([{ modes: ['coop'] }, { maxPlayers: 4 }])(
    'writes %j into the log of catalogue changes',
    async (change) => {
      const id = await newGame();
      const changes = app.services.database.db
        .selectFrom('gameChanges')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('gameId', '=', id);
      const count = async () => Number((await changes.executeTakeFirst())?.count);
      const before = await count();
      await edit(id, change);
      expect(await count()).toBe(before + 1);
      await edit(id, { ...change, franchise: 'Nights' });
      expect(await count()).toBe(before + 1);
    },
  );

  it('accepts the longest values', async () => {
    const id = await newGame();
    const many = (count: number, make: (at: number) => string) =>
      Array.from({ length: count }, (_, at) => make(at));
    const longest = {
      description: '忍'.repeat(20_000),
      genres: many(20, (at) => `${at}`.padEnd(100, 'ü')),
      videos: many(20, (at) => `https://video.example/${'x'.repeat(400)}?v=${at}`),
      cheatFiles: many(50, () => 'y'.repeat(5000)),
    };
    expect((await edit(id, longest)).status).toBe(200);
  });

  it('answers not found for an unknown game', async () => {
    expect(await edit('nothing', { title: 'X' })).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it.each([
    ['title', ['', ' ', null, 7, 'a/../b', 'x'.repeat(201), 'a\u0000b', '\ud800']],
    ['description', [null, 1, 'x'.repeat(20_001), '\u0000', '\ud800']],
    ['releaseDate', ['', '2001-02-29', '2001-1-1', '20010101', '2001-01-01T00:00:00Z', 'today', 0]],
    ['developer', ['x'.repeat(201), 'a\nb', ['x'], '\u0007']],
    ['publisher', [{}, '\ud800']],
    [
      'genres',
      [
        null,
        'Action',
        [''],
        [null],
        [['x']],
        ['x'.repeat(101)],
        Array.from({ length: 21 }, (_, at) => `${at}`),
      ],
    ],
    ['rating', [-1, 100.1, '7', Number.MAX_VALUE]],
    ['ratingCount', [-1, 0.5, 2 ** 31, 1e300]],
    ['modes', [null, 'coop', ['Coop'], [null], [['coop']], { 0: 'coop', length: 1 }]],
    ['maxPlayers', [0, -1, 1.5, 1001, '4', [4], 1e300]],
    [
      'boxArtUrl',
      ['', '/api/artwork/x.webp', 'https://other.example/a.png', `/api/artwork/${'0'.repeat(64)}-400.webp`],
    ],
    ['boxArtUrl', [`/api/artwork/${'0'.repeat(64)}.webp`, `/api/artwork/${'0'.repeat(64)}.webp\n`]],
    ['gameplayImages', [null, ['javascript:alert(1)'], [`/api/artwork/${'0'.repeat(64)}.webp`]]],
    [
      'videos',
      [['http://video.example/?v=a'], ['https://video.example/a'], ['javascript:x?v=a'], ['?v=a'], [3]],
    ],
    [
      'videos',
      [
        [`https://video.example/?v=a&${'x'.repeat(500)}`],
        Array.from({ length: 21 }, (_, at) => link(`${at}`)),
      ],
    ],
    ['revision', ['1', 1.5, null]],
  ])('refuses an invalid %s', async (field, values) => {
    const id = await newGame();
    const before = await show(id);
    for (const value of values) {
      const { status, body } = await edit(id, { developer: 'Somebody', [field]: value });
      expect([value, status, body.code]).toEqual([value, 400, 'validation_failed']);
      expect(body.message).toContain(field);
    }
    expect(await show(id)).toEqual(before);
  });

  it('refuses bodies that are not a game', async () => {
    const id = await newGame();
    for (const json of [[], 'x', 3]) expect((await edit(id, json)).status).toBe(400);
    const headers = { 'content-type': 'application/json' };
    const send = (body: string) => admin.fetch(`/api/games/${id}`, { method: 'PUT', headers, body });
    expect((await send('{"title":')).status).toBe(400);
    expect((await send(`{"description":"${'x'.repeat(1024 ** 2)}"}`)).status).toBe(413);
    expect((await show(id)).revision).toBe(1);
  });

  it('refuses the title of another game, and names that game', async () => {
    const [a, b] = [await newGame('The One'), await newGame('The Other')];
    const { status, body } = await edit(b, { title: 'the  ONE', developer: 'X' });
    expect([status, body.code]).toEqual([409, 'title_taken']);
    expect(body.message).toBe('Another game is called "The One" already.');
    expect(await show(b)).toMatchObject({ title: 'The Other', developer: null, revision: 1 });
    // The spelling of its own title may change.
    expect((await edit(a, { title: 'THE ONE' })).body.title).toBe('THE ONE');
    const answers = await Promise.all([a, b].map((id) => edit(id, { title: 'The Third' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('simultaneous edits', () => {
  it('conflict if the second one has an outdated revision', async () => {
    const id = await newGame();
    const other = await app.as('admin');
    expect((await edit(id, { revision: 1, developer: 'A' }, other)).body.revision).toBe(2);
    const late = await edit(id, { revision: 1, publisher: 'B' });
    expect(late).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
    expect(await show(id)).toMatchObject({ developer: 'A', publisher: null, revision: 2 });
    // Without a revision, an edit is not refused.
    expect((await edit(id, { publisher: 'B' })).body.revision).toBe(3);
  });

  it('succeed for exactly one admin', async () => {
    const id = await newGame();
    for (let revision = 1; revision <= 8; revision += 1) {
      const names = ['A', 'B', 'C', 'D'].map((letter) => `${letter}${revision}`);
      const answers = await Promise.all(names.map((developer) => edit(id, { revision, developer })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
      const winner = answers.findIndex(({ status }) => status === 200);
      expect(await show(id)).toMatchObject({ developer: names[winner], revision: revision + 1 });
    }
  });
});

it('changes exactly the fields in the request, for any fields', async () => {
  const text = fc.string({ maxLength: 20 }).map((value) => value.replace(/\p{Cc}/gu, '').trim());
  const nullable = (arb: fc.Arbitrary<unknown>) => fc.option(arb);
  const fact = text.map((value) => value || null);
  const once = (values: string[]) =>
    values.filter((one, at) => values.findIndex((x) => foldText(x) === foldText(one)) === at);
  const edits = fc.record(
    {
      title: fc.uuid(),
      description: text,
      releaseDate: nullable(fc.constantFrom('1999-12-31', '2026-01-01')),
      ...{ developer: fact, publisher: fact, ageRating: fact, franchise: fact, collection: fact },
      genres: fc.array(text.filter(Boolean), { maxLength: 5 }).map(once),
      rating: nullable(fc.integer({ min: 0, max: 10_000 }).map((value) => value / 100)),
      ratingCount: nullable(fc.nat()),
      modes: fc.subarray([...playModes]),
      maxPlayers: nullable(fc.integer({ min: 1, max: 1000 })),
      boxArtUrl: nullable(fc.nat({ max: 2 }).map((at) => pictures[at])),
      gameplayImages: fc
        .uniqueArray(fc.nat({ max: 2 }), { maxLength: 3 })
        .map((all) => all.map((at) => pictures[at])),
      videos: fc.uniqueArray(fc.constantFrom('a', 'b', '-c_'), { maxLength: 3 }).map((all) => all.map(link)),
    },
    { requiredKeys: [] },
  );
  const id = await newGame();
  await fc.assert(
    fc.asyncProperty(edits, async (changes) => {
      const before = await show(id);
      const { status, body } = await edit(id, changes);
      expect(status).toBe(200);
      const named = Object.entries(changes);
      const changed = named
        .filter(([name, value]) => !same(before[name as keyof Game], value))
        .map(([name]) => name);
      expect(body).toEqual({
        ...before,
        ...changes,
        boxArtThumbhash: body.boxArtUrl === before.boxArtUrl ? before.boxArtThumbhash : body.boxArtThumbhash,
        revision: before.revision + (changed.length > 0 ? 1 : 0),
        editedFields: expect.toSatisfy((names) =>
          same([...names].sort(), [...new Set([...before.editedFields, ...changed])].sort()),
        ),
      });
      expect(await show(id)).toEqual(body);
    }),
    { numRuns: 40 },
  );
});

function same(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}
