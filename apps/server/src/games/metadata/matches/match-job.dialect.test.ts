// Searches for the metadata of new games in the background: certain matches are applied, others wait for an admin. Covers
// outages, restarts and several nodes.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import { addEntries } from '#test/factories.ts';
import {
  addGame,
  countMatches,
  edit,
  forgetPauses,
  listed,
  matchOf,
  metadataLibrary,
  show,
  stateOf,
} from '#test/metadata-library.ts';
import { createTestDatabase } from '#test/test-database.ts';
import { listDue } from './matches.repository.ts';

const library = metadataLibrary();
const search = () => library.app.services.matchJob.workOff();
const hour = 3600_000;

/** The ids of the games whose details were requested from Steam. */
const detailsAsked = () =>
  library.server
    .askedOf('steam')
    .flatMap(({ path, query }) => (path === '/api/appdetails' ? [query.get('appids')] : []));

describe('a game that was added', () => {
  it('is queued, and then gets facts, a cover and pictures, all stored by this server', async () => {
    const { admin, app } = library;
    const id = await addGame(admin, 'Hollow Knight', 'Hollow.Knight.v1.5.78-GOG.zip');
    expect(await matchOf(admin, id)).toMatchObject({ state: 'queued', canUndo: false });
    await search();
    const game = await show(admin, id);
    expect(game).toMatchObject({ title: 'Hollow Knight', releaseDate: '2017-02-24', editedFields: [] });
    expect(game.description.length).toBeGreaterThan(20);
    // Videos come from a different provider than the other facts.
    expect(game.videos.length).toBeGreaterThan(0);
    for (const url of [game.boxArtUrl, ...game.gameplayImages]) {
      expect(url).toMatch(/^\/api\/artwork\/[0-9a-f]{64}\.webp$/);
      expect((await app.visitor.fetch(url ?? '')).status).toBe(200);
    }
    const match = await matchOf(admin, id);
    expect(match).toMatchObject({ state: 'matched', canUndo: true });
    expect(match).toMatchObject({ matchId: 'steam:367520+igdb:14593', matchName: 'Hollow Knight (2017)' });
    expect(match?.reason).toMatch(
      /^Matched automatically: “Hollow Knight” from Steam and IGDB, \d+% confidence\.$/,
    );
    const { body } = await admin.call(api.listGames, { query: { search: 'hollow knight' } });
    expect(body.games).toMatchObject([{ _id: id, boxArtUrl: game.boxArtUrl }]);
  });

  it('is matched without a search if its file name contains a provider’s id', async () => {
    const id = await addGame(library.admin, 'Some Shooter', 'some shooter [steam-620].zip');
    await search();
    expect(await matchOf(library.admin, id)).toMatchObject({
      state: 'matched',
      matchName: 'Portal 2 (2011)',
      confidence: 1,
    });
    expect(detailsAsked()).toContain('620');
    expect(library.server.askedOf('steam').some(({ path }) => path === '/api/storesearch/')).toBe(false);
    expect((await show(library.admin, id)).title).toBe('Some Shooter');
  });

  it('is left for review if the provider has no game with the id in its file name', async () => {
    const { admin } = library;
    const id = await addGame(admin, 'Left 4 Dead 2', 'Left 4 Dead 2 [igdb-999999].zip');
    await search();
    const entry = await listed(admin, 'review', id);
    expect(entry?.reason).toMatch(/^IGDB has no game with the id 999999\./);
    expect(entry?.candidates[0]).toMatchObject({ name: 'Left 4 Dead 2' });
  });

  it('waits for the provider that its file name refers to', async () => {
    const { admin, server, app } = library;
    const id = await addGame(admin, 'Half-Life 2: Episode One', 'Half-Life 2 Episode One [igdb-289].zip');
    server.behaviour.igdb = { status: 500 };
    await search();
    expect(await stateOf(admin, id)).toBe('failed');
    server.behaviour = {};
    app.clock.advance(hour);
    await search();
    expect((await matchOf(admin, id))?.matchId).toMatch(/^igdb:289\b/);
  });

  it('is searched for within seconds by a running server', async () => {
    const { admin, app } = library;
    app.services.scheduler.start();
    const id = await addGame(admin, 'DOOM Eternal');
    await expect.poll(() => stateOf(admin, id)).toBe('matched');
    await app.services.scheduler.stop();
  });

  it('is left for review if several games match', async () => {
    const { admin } = library;
    const id = await addGame(admin, 'Prey');
    await search();
    const entry = await listed(admin, 'review', id);
    expect(entry).toMatchObject({ state: 'review', title: 'Prey', canUndo: false });
    expect(entry?.candidates.map(({ name }) => name).slice(0, 2)).toEqual(['Prey', 'Prey']);
    expect(entry?.reason).toBeTruthy();
    expect(await show(admin, id)).toMatchObject({ description: '', boxArtUrl: null, revision: 1 });
  });

  it('is listed as unmatched, with the providers that were asked', async () => {
    const { admin } = library;
    const id = await addGame(admin, 'Zxqv Wnptk');
    await search();
    expect(await listed(admin, 'none', id)).toMatchObject({
      reason: 'No game like “Zxqv Wnptk” was found at Steam, IGDB and RAWG.',
      candidates: [],
    });
  });

  it('is searched for by its title if that differs from the file name', async () => {
    const { admin } = library;
    const id = await addGame(admin, 'Celeste', 'backup_disc_07.zip');
    await search();
    expect(await stateOf(admin, id)).toBe('matched');
  });

  it('is not searched for if the setting is off or the game already existed', async () => {
    const { admin, app } = library;
    await admin.call(api.updateMetadataSettings, { json: { autoMatch: false } });
    const off = await addGame(admin, 'Terraria');
    expect((await admin.call(api.getMetadataSettings)).body.autoMatch).toBe(false);
    await admin.call(api.updateMetadataSettings, { json: { autoMatch: true } });
    const [old = ''] = await addEntries(app.services, [{ title: 'Factorio', platforms: ['Mac'] }]);
    expect(await addGame(admin, 'Factorio')).toBe(old);
    expect([await matchOf(admin, off), await matchOf(admin, old)]).toEqual([null, null]);
  });

  it('keeps fields that an admin has edited, also during the search', async () => {
    const { admin, server } = library;
    const id = await addGame(admin, 'Portal 2');
    await edit(admin, id, { developer: 'Us' });
    server.behaviour.pictures = { delayMs: 300 };
    const searching = search();
    await expect.poll(() => server.askedOf('pictures').length).toBeGreaterThan(0);
    await edit(admin, id, { description: 'Ours.', genres: ['Riddles'] });
    await searching;
    expect(await stateOf(admin, id)).toBe('matched');
    expect(await show(admin, id)).toMatchObject({
      developer: 'Us',
      description: 'Ours.',
      genres: ['Riddles'],
      releaseDate: '2011-04-18',
      editedFields: ['developer', 'description', 'genres'],
    });
  });

  it('gets its facts even if pictures cannot be fetched', async () => {
    const { admin, server } = library;
    const id = await addGame(admin, 'LIMBO');
    server.behaviour.pictures = { status: 500 };
    await search();
    const game = await show(admin, id);
    expect(game).toMatchObject({ boxArtUrl: null, gameplayImages: [], releaseDate: '2011-08-02' });
    expect((await matchOf(admin, id))?.reason).toContain('The cover could not be fetched');
  });
});

describe('failing providers', () => {
  it('stop the job with 429, and it continues after the pause', async () => {
    const { admin, server, app } = library;
    const ids = [await addGame(admin, 'Stardew Valley'), await addGame(admin, 'FEZ')];
    server.behaviour = { steam: limited, igdb: limited, rawg: limited };
    await search();
    expect(await Promise.all(ids.map((id) => stateOf(admin, id)))).toEqual(['queued', 'queued']);
    expect((await matchOf(admin, ids[0] ?? ''))?.reason).toContain('Steam received too many requests');
    const asked = server.asked.length;
    server.behaviour = {};
    await search();
    expect(server.asked.length).toBe(asked);
    app.clock.advance(700_000);
    await search();
    expect(await Promise.all(ids.map((id) => stateOf(admin, id)))).toEqual(['matched', 'matched']);
  });

  it('do not prevent requests to others', async () => {
    const { admin, server } = library;
    const id = await addGame(admin, 'INSIDE');
    server.behaviour.steam = { status: 500 };
    await search();
    expect((await matchOf(admin, id))?.matchId).toBe('igdb:7342');
  });

  it('are reported and asked again later', async () => {
    const { admin, server, app } = library;
    const id = await addGame(admin, 'Control');
    server.behaviour = { steam: { status: 500 }, igdb: { status: 500 }, rawg: { html: true } };
    await search();
    const entry = await listed(admin, 'failed', id);
    expect(entry?.reason).toContain('Steam');
    expect(entry?.dueAt).toBeTruthy();
    server.behaviour = {};
    app.clock.advance(hour);
    await search();
    expect(await stateOf(admin, id)).toBe('matched');
  });

  it('are asked again immediately for all failed games if an admin requests it', async () => {
    const { admin, server, app } = library;
    const id = await addGame(admin, 'ELDEN RING');
    server.behaviour = { steam: { status: 500 }, igdb: { status: 500 }, rawg: { status: 500 } };
    await search();
    expect(await stateOf(admin, id)).toBe('failed');
    server.behaviour = {};
    await forgetPauses(app);
    expect((await admin.call(api.retryMatches)).body).toEqual({ queued: 1 });
    await search();
    expect(await stateOf(admin, id)).toBe('matched');
  });

  it('leave a game queued with the reason if none is set up', async () => {
    const { admin } = library;
    const setOrder = (order: string[]) => admin.call(api.updateMetadataSettings, { json: { order } });
    await setOrder([]);
    const id = await addGame(admin, 'Left 4 Dead');
    await search();
    expect(await matchOf(admin, id)).toMatchObject({
      state: 'queued',
      reason: expect.stringContaining('No metadata provider is set up'),
    });
    const { status, body } = await admin.call(api.rescrape, { params: { id } });
    expect([status, body.matches]).toEqual([200, []]);
    expect(body.failures).toMatchObject([{ source: null }]);
    await setOrder(['steam', 'igdb', 'rawg']);
    await search();
    expect(await stateOf(admin, id)).toBe('matched');
  });

  it('do not change a game that an admin left unmatched during the search', async () => {
    const { admin, server } = library;
    const id = await addGame(admin, 'Hades');
    server.behaviour.pictures = { delayMs: 300 };
    const searching = search();
    await expect.poll(() => server.askedOf('pictures').length).toBeGreaterThan(0);
    await admin.call(api.leaveMatch, { params: { id } });
    await searching;
    expect(await stateOf(admin, id)).toBe('left');
    expect(await show(admin, id)).toMatchObject({ description: '', revision: 1 });
  });
});

const limited = { status: 429, retryAfter: '600' };

describe('a scan', () => {
  const titles = [
    'Half-Life',
    'Left 4 Dead',
    'XCOM 2',
    'DARK SOULS III',
    'Team Fortress 2',
    'Half-Life: Alyx',
  ];

  it('continues after a restart, and searches for each game once on two nodes', async () => {
    const database = await createTestDatabase();
    const { server } = library;
    const env = { ...server.env, METADATA_PROVIDERS: 'steam' };
    const first = await buildApp({ env, dataDir: `${library.app.dataDir}/scan`, database });
    const admin = await first.as('admin');
    await addEntries(
      first.services,
      titles.map((title) => ({ title, platforms: ['Windows'] })),
    );
    expect((await admin.call(api.scanMatches)).body).toEqual({ queued: titles.length });
    server.behaviour.steam = { delayMs: 50 };
    const cut = first.services.matchJob.workOff();
    await expect.poll(() => server.asked.length).toBeGreaterThan(3);
    await first.services.matchJob.close();
    await cut;
    const { scan, counts } = await countMatches(admin);
    expect(scan).toMatchObject({ total: titles.length, left: counts.queued });
    expect(counts.queued).toBeGreaterThan(0);
    expect(counts.searching).toBe(0);
    const nodes = await Promise.all([1, 2].map(() => buildApp({ env, dataDir: first.dataDir, database })));
    server.reset();
    const before = counts.matched;
    await Promise.all(nodes.map(({ services }) => services.matchJob.workOff()));
    const after = await countMatches(admin);
    expect(after.counts.matched).toBe(titles.length);
    expect(after.scan).toMatchObject({ total: titles.length, left: 0 });
    const searched = server.askedOf('steam').filter(({ path }) => path === '/api/storesearch/');
    expect(searched.length).toBe(titles.length - before);
    for (const node of [...nodes, first]) await node.close();
    await database.drop();
  });

  it('queues every game without metadata and no others, and can be canceled', async () => {
    const { admin, app } = library;
    await search();
    await addEntries(app.services, [{ title: 'Nothing Else' }, { title: 'Nothing Known' }]);
    const [done = ''] = await addEntries(app.services, [{ title: 'Done By Hand' }]);
    const reviewed = (await countMatches(admin)).counts.review;
    await admin.call(api.leaveMatch, { params: { id: done } });
    const none = (await countMatches(admin)).counts.none;
    const { queued } = (await admin.call(api.scanMatches)).body;
    expect(queued).toBeGreaterThanOrEqual(2 + none);
    expect(await stateOf(admin, done)).toBe('left');
    const during = await countMatches(admin);
    expect(during.scan).toMatchObject({ total: queued, left: queued });
    expect((await admin.call(api.cancelScan)).body).toEqual({ cancelled: queued });
    const { counts, scan } = await countMatches(admin);
    expect(counts).toMatchObject({ none, queued: 0, review: reviewed });
    expect(scan).toBe(null);
    expect(await stateOf(admin, done)).toBe('left');
  });

  it('of many games runs in steps that do not undo concurrent requests', async () => {
    const { admin, app } = library;
    const { db } = app.services.database;
    await search();
    const ids = await addEntries(
      app.services,
      Array.from({ length: 700 }, (_, at) => ({ title: `Many ${at}` })),
    );
    const before = (await countMatches(admin)).counts;
    const { queued } = (await admin.call(api.scanMatches)).body;
    expect(queued).toBeGreaterThanOrEqual(ids.length);
    const [first = ''] = ids;
    await admin.call(api.retryMatch, { params: { id: first } });
    // An admin's requests come before the games of the scan.
    expect((await listDue(db, app.clock.now().toISOString(), 2))[0]).toBe(first);
    const cancelling = admin.call(api.cancelScan);
    const leaving = admin.call(api.leaveMatch, { params: { id: first } });
    expect((await cancelling).body).toEqual({ cancelled: queued - 1 });
    await leaving;
    const { counts, scan } = await countMatches(admin);
    expect([counts, scan]).toEqual([{ ...before, left: before.left + 1 }, null]);
    await db.deleteFrom('games').where('id', 'in', ids).execute();
  });

  it('ends if it is canceled while it starts', async () => {
    const { admin, app } = library;
    const ids = await addEntries(
      app.services,
      Array.from({ length: 700 }, (_, at) => ({ title: `Begun ${at}` })),
    );
    const [{ body }] = await Promise.all([admin.call(api.scanMatches), admin.call(api.cancelScan)]);
    expect(body.queued).toBeLessThanOrEqual(ids.length + 10);
    await admin.call(api.cancelScan);
    expect((await countMatches(admin)).counts.queued).toBe(0);
    await app.services.database.db.deleteFrom('games').where('id', 'in', ids).execute();
  });

  it('replaces no existing values', async () => {
    const { admin, app } = library;
    const [id = ''] = await addEntries(app.services, [{ title: 'Hades II' }]);
    const old = { description: 'Older than our records.', developer: 'Us' };
    await app.services.database.db.updateTable('games').set(old).where('id', '=', id).execute();
    await admin.call(api.scanMatches);
    await search();
    expect(await stateOf(admin, id)).toBe('matched');
    expect(await show(admin, id)).toMatchObject({ ...old, releaseDate: '2025-09-25', editedFields: [] });
  });

  it('is continued by another node if its node was killed', async () => {
    const { admin, app } = library;
    const id = await addGame(admin, 'The Witcher 3: Wild Hunt');
    const { db } = app.services.database;
    const lost = { state: 'searching' as const, holder: 'dead', leaseUntil: app.clock.now().toISOString() };
    await db.updateTable('gameMatches').set(lost).where('gameId', '=', id).execute();
    await search();
    expect(await stateOf(admin, id)).toBe('matched');
  });
});
