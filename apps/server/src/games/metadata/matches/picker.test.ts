// The match picker: searches, shows a match, and applies it completely or in part, or stores facts that an admin has entered.
// Also covers undoing matches.
import { setTimeout as sleep } from 'node:timers/promises';
import { api } from '@cellar/contract/api.ts';
import type { EditableField } from '@cellar/contract/games/game-edit.ts';
import type { Match, Offer } from '@cellar/contract/games/matches.ts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { dayMs } from '#platform/clock.ts';
import { addEntries } from '#test/factories.ts';
import {
  addGame,
  edit,
  forgetPauses,
  listed,
  matchOf,
  metadataLibrary,
  show,
  stateOf,
} from '#test/metadata-library.ts';
import { samplePicture, sendPicture } from '#test/sample-pictures.ts';

const library = metadataLibrary();
const search = () => library.app.services.matchJob.workOff();

async function newGame(title: string): Promise<string> {
  return (await addEntries(library.app.services, [{ title, platforms: ['Windows'] }]))[0] as string;
}

const rescrape = async (id: string, json: unknown = {}) =>
  library.admin.call(api.rescrape, { params: { id }, json });
const confirm = (id: string, json: unknown) =>
  library.admin.call(api.confirmRescrape, { params: { id }, json });
const offer = async (id: string, matchId: string): Promise<Offer> =>
  (await library.admin.call(api.metadataOffer, { params: { id }, query: { id: matchId } })).body;
const undo = (id: string) => library.admin.call(api.undoMatch, { params: { id } });

describe('POST /api/games/{id}/rescrape', () => {
  it('lists the matches of all providers, best first, one for each game', async () => {
    const id = await newGame('Half-Life 2');
    const { status, body } = await rescrape(id);
    expect(status).toBe(200);
    expect(body.failures).toEqual([]);
    expect(body.isAnswered).toBe(true);
    const [first, ...others]: Match[] = body.matches;
    expect(first).toMatchObject({
      id: 'steam:220+igdb:233+rawg:13537',
      source: 'steam',
      sources: ['steam', 'igdb', 'rawg'],
      name: 'Half-Life 2',
      year: 2004,
      developer: 'Valve',
      publisher: 'Valve',
    });
    expect(first?.summary).toBeTruthy();
    expect(first?.confidence).toBeGreaterThan(0.9);
    expect(others.every(({ confidence }) => confidence < (first?.confidence ?? 0))).toBe(true);
    expect(others.map(({ name }) => name)).toContain('Half-Life 2: Episode One');
  });

  it('keeps games with the same title separate', async () => {
    const { body } = await rescrape(await newGame('Prey (old)'), { title: 'Prey' });
    const years = body.matches.filter(({ name }: Match) => name === 'Prey').map(({ year }: Match) => year);
    expect(years).toEqual(expect.arrayContaining([2006, 2017]));
    for (const { id } of body.matches) expect(id).not.toMatch(/igdb:19531.*rawg:19709|igdb:506.*rawg:2462/);
  });

  it('serves small covers from our own address, without a session', async () => {
    const { body } = await rescrape(await newGame('Team Fortress 2'));
    const { coverUrl } = body.matches[0];
    expect(coverUrl).toMatch(/^\/api\/metadata\/pictures\?of=[\w.-]+$/);
    expect(coverUrl).not.toContain('steam');
    const response = await library.app.visitor.fetch(coverUrl);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toBe('image/webp');
    const bytes = Buffer.from(await response.arrayBuffer());
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    const asked = library.server.askedOf('pictures').length;
    await library.app.visitor.fetch(coverUrl);
    expect(library.server.askedOf('pictures').length).toBe(asked);
    for (const of of [
      '',
      'x',
      'v1.AAAA',
      `${coverUrl.split('of=')[1].slice(0, -3)}AAA`,
      'https://a.example/b.jpg',
    ]) {
      const refused = await library.app.visitor.call(api.candidatePicture, { query: { of } });
      expect([400, 404]).toContain(refused.status);
    }
    library.app.clock.advance(37 * 3600_000);
    expect((await library.app.visitor.fetch(coverUrl)).status).toBe(404);
    library.app.clock.advance(-37 * 3600_000);
  });

  it('lists failed providers beside the matches, and succeeds even if all failed', async () => {
    const { server, app } = library;
    const id = await newGame('Portal');
    server.behaviour.steam = { status: 500 };
    const some = await rescrape(id);
    expect(some.body.matches[0].sources).toEqual(['igdb', 'rawg']);
    expect(some.body.isAnswered).toBe(true);
    expect(some.body.failures).toMatchObject([
      { source: 'steam', message: expect.stringContaining('Steam') },
    ]);
    server.behaviour = {
      steam: { status: 500 },
      igdb: { html: true },
      rawg: { status: 429, retryAfter: '60' },
    };
    const none = await rescrape(id);
    expect(none.status).toBe(200);
    expect(none.body.matches).toEqual([]);
    expect(none.body.isAnswered).toBe(false);
    expect(none.body.failures.map(({ source }: Match) => source).toSorted()).toEqual([
      'igdb',
      'rawg',
      'steam',
    ]);
    await forgetPauses(app);
  });

  it('refuses an invalid title', async () => {
    const id = await newGame('Fallout');
    for (const json of [{ title: '' }, { title: 'x'.repeat(201) }, { title: 7 }, { title: 'a\u0000b' }, []]) {
      expect((await rescrape(id, json)).status).toBe(400);
    }
    expect((await rescrape(id, { title: '???' })).body.matches).toEqual([]);
    expect((await rescrape('nothing')).status).toBe(404);
  });
});

describe('the offer of a match', () => {
  it('lists each field beside its current value', async () => {
    const id = await newGame('Celeste');
    await edit(library.admin, id, { developer: 'Us', rating: 12 });
    const { fields, revision, match } = await offer(id, 'steam:504230+igdb:26226');
    expect(revision).toBe(2);
    expect(match).toMatchObject({ source: 'steam', name: 'Celeste', year: 2018 });
    const of = (name: string) => fields.find(({ field }) => field === name);
    expect(of('title')).toMatchObject({
      current: 'Celeste',
      offered: 'Celeste',
      isSame: true,
      isTaken: false,
    });
    expect(of('developer')).toMatchObject({ current: 'Us', isSame: false, isEdited: true, isTaken: false });
    expect(of('releaseDate')).toMatchObject({ current: null, offered: '2018-01-25', isTaken: true });
    expect(of('modes')).toMatchObject({ current: [], offered: ['singlePlayer'], isTaken: true });
    expect(of('maxPlayers')).toMatchObject({ current: null, offered: 1, isTaken: true });
    expect(of('boxArtUrl')?.offered).toMatch(/^\/api\/metadata\/pictures/);
    expect((await library.admin.fetch(String(of('boxArtUrl')?.offered))).status).toBe(200);
  });

  it('is refused for an invalid match id, and explains if the provider is unreachable', async () => {
    const { admin, server, app } = library;
    const id = await newGame('FEZ II');
    for (const bad of ['', 'steam', 'steam:', 'steam:-1', 'gog:1', 'steam:1+', `steam:${'9'.repeat(90)}`]) {
      expect((await admin.call(api.metadataOffer, { params: { id }, query: { id: bad } })).status).toBe(400);
    }
    const gone = await admin.call(api.metadataOffer, { params: { id }, query: { id: 'steam:999999999' } });
    expect(gone.status).toBe(404);
    server.behaviour.steam = { status: 500 };
    const away = await admin.call(api.metadataOffer, { params: { id }, query: { id: 'steam:220' } });
    expect([away.status, away.body.code]).toEqual([424, 'provider_failed']);
    expect(away.body.message).toContain('Steam');
    await forgetPauses(app);
  });
});

describe('POST /api/games/{id}/confirm-rescrape', () => {
  it('applies all fields except the title and edited ones', async () => {
    const id = await newGame('My Stardew');
    await edit(library.admin, id, { developer: 'Us' });
    const { status, body } = await confirm(id, { selectedGameId: 'steam:413150+igdb:17000' });
    expect(status).toBe(200);
    expect(body).toMatchObject({
      title: 'My Stardew',
      developer: 'Us',
      releaseDate: '2016-02-26',
      // Steam names the modes, IGDB the number.
      modes: ['singlePlayer', 'multiplayer', 'coop', 'sameScreen'],
      maxPlayers: 8,
      notices: [],
      editedFields: ['developer'],
    });
    expect(body.boxArtUrl).toMatch(/^\/api\/artwork\//);
    expect(body.gameplayImages.length).toBeGreaterThan(0);
    expect(await matchOf(library.admin, id)).toMatchObject({
      state: 'matched',
      matchId: 'steam:413150+igdb:17000',
      matchName: 'Stardew Valley (2016)',
      sources: ['Steam', 'IGDB'],
      canUndo: true,
    });
    const { body: audit } = await library.admin.call(api.listAudit);
    expect(audit.entries[0]).toMatchObject({ action: 'match_taken', subject: 'My Stardew' });
  });

  it('applies exactly the selected fields, which then no longer count as edited', async () => {
    const id = await newGame('My Hades');
    await edit(library.admin, id, { developer: 'Us', description: 'Ours.' });
    const { body } = await confirm(id, {
      selectedGameId: 1145360,
      source: 'steam',
      fields: ['title', 'developer'],
    });
    expect(body).toMatchObject({
      title: 'Hades',
      description: 'Ours.',
      releaseDate: null,
      boxArtUrl: null,
      editedFields: ['description'],
    });
    expect(body.developer).not.toBe('Us');
    expect(library.server.askedOf('pictures')).toEqual([]);
  });

  it('keeps fields that someone else edited while pictures were fetched, even if selected', async () => {
    const { admin, server } = library;
    const id = await newGame('My Doom');
    server.behaviour.pictures = { delayMs: 200 };
    const fields = ['developer', 'publisher', 'boxArtUrl'];
    const taking = confirm(id, { selectedGameId: 'steam:379720', fields });
    await expect.poll(() => server.askedOf('pictures').length).toBeGreaterThan(0);
    await edit(admin, id, { developer: 'Us' });
    expect((await taking).body).toMatchObject({
      developer: 'Us',
      publisher: expect.any(String),
      editedFields: ['developer'],
    });
  });

  it('applies nothing if the game was edited after the admin chose', async () => {
    const id = await newGame('My Terraria');
    await edit(library.admin, id, { developer: 'Us' });
    const before = await show(library.admin, id);
    const { status, body } = await confirm(id, { selectedGameId: 'steam:105600', revision: 1 });
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
    expect(await show(library.admin, id)).toEqual(before);
    expect((await confirm(id, { selectedGameId: 'steam:105600', revision: 2 })).status).toBe(200);
  });

  it('applies nothing if another game has the title', async () => {
    const id = await newGame('Factory Game');
    await newGame('Factorio');
    const answer = await confirm(id, { selectedGameId: 'steam:427520', fields: ['title', 'description'] });
    expect([answer.status, answer.body.code]).toEqual([409, 'title_taken']);
    expect(await show(library.admin, id)).toMatchObject({
      title: 'Factory Game',
      description: '',
      revision: 1,
    });
    expect(await stateOf(library.admin, id)).toBeUndefined();
  });

  it('reports pictures that could not be fetched', async () => {
    const id = await newGame('My Limbo');
    library.server.behaviour.pictures = { html: true };
    const { body } = await confirm(id, { selectedGameId: 'steam:48000' });
    expect(body).toMatchObject({ releaseDate: '2011-08-02', boxArtUrl: null });
    expect(body.notices).toHaveLength(2);
  });

  it('marks entered facts as edited, and stops searching', async () => {
    const { admin } = library;
    const id = await addGame(admin, 'Unheard Of');
    await search();
    const { status, body } = await confirm(id, {
      customMetadata: { description: 'Ours.', genres: ['Riddles'] },
    });
    expect(status).toBe(200);
    expect(body).toMatchObject({ description: 'Ours.', editedFields: ['description', 'genres'] });
    expect(await stateOf(admin, id)).toBe('left');
  });

  it('refuses invalid requests', async () => {
    const id = await newGame('Refused');
    const bad = [
      {},
      { selectedGameId: '' },
      { selectedGameId: 'steam:x' },
      { selectedGameId: 220 },
      { selectedGameId: '../220', source: 'steam' },
      { selectedGameId: 'steam:220', customMetadata: {} },
      { selectedGameId: 'steam:220', fields: ['gameFiles'] },
      { customMetadata: { rating: 101 } },
      { customMetadata: null },
    ];
    for (const json of bad) expect((await confirm(id, json)).status).toBe(400);
    expect((await confirm('nothing', { selectedGameId: 'steam:220' })).status).toBe(404);
    expect((await confirm('nothing', { customMetadata: {} })).status).toBe(404);
  });
});

describe('undo', () => {
  it('restores the previous values except fields edited since', async () => {
    const { admin } = library;
    const id = await addGame(admin, 'Cyberpunk 2077');
    // Otherwise the digest of the file could appear in between.
    await library.app.services.files.digestFiles();
    const before = await show(admin, id);
    await search();
    expect(await listed(admin, 'matched', id)).toMatchObject({ canUndo: true });
    await edit(admin, id, { genres: ['Ours'] });
    const { body } = await undo(id);
    expect(body.kept).toEqual(['genres']);
    expect(body.match).toMatchObject({ state: 'review', matchId: null, canUndo: false });
    expect(body.match.candidates.length).toBeGreaterThan(0);
    const after = await show(admin, id);
    expect({ ...after, revision: 1 }).toEqual({ ...before, genres: ['Ours'], editedFields: ['genres'] });
    expect((await undo(id)).body).toEqual({ ...body, kept: [] });
    const { body: audit } = await admin.call(api.listAudit);
    expect(audit.entries.filter(({ action }: { action: string }) => action === 'match_undone')).toHaveLength(
      1,
    );
  });
});

describe('undo of a match that an admin has chosen', () => {
  const choose = (id: string, fields?: EditableField[]) =>
    confirm(id, { selectedGameId: 'steam:304430', fields });

  async function keptPicture(): Promise<string> {
    return (await sendPicture(library.admin, await samplePicture(40, 60).png().toBuffer())).body.url;
  }

  it('restores facts, pictures, marks and state, even after the sweep of pictures', async () => {
    const { admin, app } = library;
    const id = await newGame('Valley');
    const boxArtUrl = await keptPicture();
    await edit(admin, id, { developer: 'Us', boxArtUrl, gameplayImages: [await keptPicture()] });
    const before = await show(admin, id);
    expect((await choose(id, ['title', 'developer', 'boxArtUrl', 'gameplayImages', 'genres'])).status).toBe(
      200,
    );
    const chosen = await show(admin, id);
    expect(chosen).toMatchObject({ title: 'INSIDE', editedFields: [] });
    expect(chosen.boxArtUrl).not.toBe(boxArtUrl);
    app.clock.advance(2 * dayMs);
    await app.services.artwork.sweep();
    const { body } = await undo(id);
    expect(body).toEqual({ match: null, kept: [] });
    expect({ ...(await show(admin, id)), revision: before.revision }).toEqual(before);
    expect((await app.visitor.fetch(boxArtUrl)).status).toBe(200);
    app.clock.advance(2 * dayMs);
    await app.services.artwork.sweep();
    expect((await app.visitor.fetch(chosen.boxArtUrl ?? '')).status, 'pictures of the match are swept').toBe(
      404,
    );
    expect((await app.visitor.fetch(boxArtUrl)).status).toBe(200);
    app.clock.advance(-4 * dayMs);
  });

  it('keeps what was edited since, and names it', async () => {
    const { admin } = library;
    const id = await newGame('Our Valley');
    await edit(admin, id, { description: 'Ours.' });
    await choose(id);
    await edit(admin, id, { developer: 'Us', genres: [] });
    const { status, body } = await undo(id);
    expect([status, body.kept]).toEqual([200, ['developer']]);
    expect(await show(admin, id)).toMatchObject({
      ...{ description: 'Ours.', developer: 'Us', releaseDate: null, genres: [] },
      editedFields: ['description', 'developer', 'genres'],
    });
  });

  it('puts the game back where it was: to review, or to the match before, which can be undone too', async () => {
    const { admin, app } = library;
    const reviewed = await addGame(admin, 'Prey');
    await search();
    await confirm(reviewed, { selectedGameId: 'steam:480490' });
    expect((await undo(reviewed)).body.match).toMatchObject({ state: 'review', canUndo: false });
    expect((await listed(admin, 'review', reviewed))?.candidates.length).toBeGreaterThan(1);

    const id = await addGame(admin, 'Hollow Knight');
    await app.services.files.digestFiles();
    const before = await show(admin, id);
    await search();
    const automatic = await matchOf(admin, id);
    const found = await show(admin, id);
    await choose(id, ['title', 'developer', 'boxArtUrl']);
    app.clock.advance(2 * dayMs);
    await app.services.artwork.sweep();
    expect((await undo(id)).body.match).toEqual({ ...automatic, updatedAt: expect.any(String) });
    expect({ ...(await show(admin, id)), revision: 0 }).toEqual({ ...found, revision: 0 });
    expect((await undo(id)).body.match).toMatchObject({ state: 'review', canUndo: false });
    expect({ ...(await show(admin, id)), revision: 1 }).toEqual(before);
    app.clock.advance(-2 * dayMs);
  });

  it('changes nothing if another game has the title now', async () => {
    const { admin } = library;
    const id = await newGame('Title To Lose');
    expect((await choose(id, ['title', 'developer'])).status).toBe(200);
    await newGame('Title To Lose');
    const chosen = await show(admin, id);
    const { status, body } = await undo(id);
    expect([status, body.code]).toEqual([409, 'title_taken']);
    expect(await show(admin, id)).toEqual(chosen);
  });

  it('is refused to members, and for games that do not exist', async () => {
    const id = await newGame('Undo Refused');
    const member = await library.app.as('member');
    expect((await member.call(api.undoMatch, { params: { id } })).status).toBe(403);
    expect((await undo('nothing')).status).toBe(404);
  });
});

describe('matches and edits in any order', () => {
  it('never lose an edit, and undo restores the rest', async () => {
    const { admin, app, server } = library;
    const { db } = app.services.database;
    const round = fc.record({
      action: fc.constantFrom('search', 'take', 'undo', 'retry'),
      edit: fc.option(fc.tuple(fc.constantFrom('developer', 'description'), fc.constantFrom('A', 'B'))),
      waitMs: fc.integer({ min: 0, max: 40 }),
    });
    const actions = {
      search,
      take: (id: string) => confirm(id, { selectedGameId: 'steam:620' }),
      undo,
      retry: (id: string) => admin.call(api.retryMatch, { params: { id } }),
    };
    await fc.assert(
      fc.asyncProperty(fc.array(round, { minLength: 5, maxLength: 5 }), async (rounds) => {
        server.behaviour = { pictures: { status: 404 }, steam: { delayMs: 5 } };
        const id = await newGame(`Portal ${Math.random()}`);
        await db.updateTable('games').set({ title: 'Portal 2' }).where('id', '=', id).execute();
        await actions.retry(id);
        const set: Record<string, string> = {};
        for (const { action, edit: wanted, waitMs } of rounds) {
          const running = actions[action as keyof typeof actions](id);
          await sleep(waitMs);
          if (wanted) {
            const { body } = await edit(admin, id, Object.fromEntries([wanted]));
            set[wanted[0]] = wanted[1];
            expect(body).toMatchObject(set);
          }
          await running;
          expect(await show(admin, id)).toMatchObject(set);
        }
        await search();
        await undo(id);
        const { editedFields, ...game } = await show(admin, id);
        expect(game).toMatchObject(set);
        expect(editedFields.toSorted()).toEqual(Object.keys(set).toSorted());
      }),
      { numRuns: 10 },
    );
  });
});
