// What admins decide about a name is remembered for the next game with this name: the match that was chosen, and the candidates that
// were refused.
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { addEntries } from '#test/factories.ts';
import { addGame, edit, listed, matchOf, metadataLibrary, show, stateOf } from '#test/metadata-library.ts';
import { learnableName, nameKey } from './learned-names.service.ts';

const library = metadataLibrary();
const search = () => library.app.services.matchJob.workOff();
const oldPrey = 'igdb:506';

const call = (endpoint: (typeof api)['undoMatch' | 'leaveMatch' | 'retryMatch'], id: string) =>
  library.admin.call(endpoint, { params: { id } });
const undo = (id: string) => call(api.undoMatch, id);
const leave = (id: string) => call(api.leaveMatch, id);
const choose = async (id: string, selectedGameId: string) => {
  const { status } = await library.admin.call(api.confirmRescrape, {
    params: { id },
    json: { selectedGameId },
  });
  expect(status).toBe(200);
};
const learned = async () => (await library.admin.call(api.listLearnedNames)).body;
const nameOf = async (name: string) =>
  (await learned()).names.find((entry: { name: string }) => entry.name === name);

let renamed = 0;
/** Adds a game and searches for it. The title is then free for the next game. */
async function addSearched(title: string, fileName?: string): Promise<string> {
  const id = await addGame(library.admin, title, fileName);
  await search();
  renamed += 1;
  expect((await edit(library.admin, id, { title: `Renamed ${renamed}` })).status).toBe(200);
  return id;
}

async function forgetAll(): Promise<void> {
  await library.app.services.database.db.deleteFrom('learnedNames').execute();
}

describe('the match that an admin chooses', () => {
  it('is applied to the next game with the same name, until it is undone there', async () => {
    const { admin } = library;
    const first = await addSearched('Prey');
    expect(await stateOf(admin, first)).toBe('review');
    await choose(first, oldPrey);
    expect(await nameOf('Prey')).toMatchObject({
      matchId: oldPrey,
      matchName: 'Prey (2006)',
      refused: 0,
      uses: 0,
      by: expect.stringContaining('@'),
    });

    const second = await addSearched('PREY!', 'PREY!_v1.2-GOG.zip');
    expect(await matchOf(admin, second)).toMatchObject({
      state: 'matched',
      matchId: oldPrey,
      reason: 'Matched automatically: an admin has chosen “Prey (2006)” for this name before.',
      canUndo: true,
    });
    expect((await show(admin, second)).releaseDate).toMatch(/^2006-/);
    expect((await nameOf('Prey')).uses).toBe(1);

    await undo(second);
    expect(await stateOf(admin, second)).toBe('review');
    expect(await nameOf('Prey')).toBeUndefined();
    const third = await addSearched('Prey');
    expect(await stateOf(admin, third)).toBe('review');
    expect(await stateOf(admin, first)).toBe('matched');
  });

  it('is forgotten when the admin undoes it', async () => {
    const id = await addSearched('Prey');
    await choose(id, oldPrey);
    expect(await nameOf('Prey')).toBeDefined();
    await undo(id);
    expect(await nameOf('Prey')).toBeUndefined();
  });

  it('gives way to a later choice, until that is undone', async () => {
    const first = await addSearched('Prey');
    await choose(first, oldPrey);
    const second = await addSearched('Prey');
    await choose(second, 'steam:620');
    expect(await nameOf('Prey')).toMatchObject({
      matchId: 'steam:620',
      matchName: expect.stringContaining('Portal 2'),
    });
    await undo(second);
    expect(await nameOf('Prey')).toMatchObject({ matchId: oldPrey, matchName: 'Prey (2006)' });
    await undo(first);
    expect(await nameOf('Prey')).toBeUndefined();
  });

  it('is offered first in the picker, also for a game that was never searched for', async () => {
    const { admin, app } = library;
    const [known = ''] = await addEntries(app.services, [{ title: 'Tomb Raider', platforms: ['Windows'] }]);
    const found = await admin.call(api.rescrape, { params: { id: known }, json: {} });
    const last = found.body.matches.at(-1);
    expect(last.isChosenBefore).toBe(false);
    await choose(known, last.id);
    const [next = ''] = await addEntries(app.services, [{ title: 'Tomb-Raider', platforms: ['Windows'] }]);
    const again = await admin.call(api.rescrape, { params: { id: next }, json: {} });
    expect(again.body.matches[0]).toMatchObject({ id: last.id, isChosenBefore: true });
    await undo(known);
    expect(await nameOf('Tomb Raider')).toBeUndefined();
  });

  it('is not applied to a file whose name contains the id of another game', async () => {
    const first = await addSearched('Prey');
    await choose(first, oldPrey);
    const pinned = await addSearched('Prey', 'Prey [steam-620].zip');
    expect((await matchOf(library.admin, pinned))?.matchId).toMatch(/^steam:620\b/);
    await forgetAll();
  });

  it('is tried again later if its provider is down, and is not applied if the provider no longer has the game', async () => {
    const { admin, server, app } = library;
    const first = await addSearched('Prey');
    await choose(first, oldPrey);
    server.behaviour.igdb = { status: 500 };
    const second = await addGame(admin, 'Prey');
    await search();
    expect(await stateOf(admin, second)).toBe('failed');
    server.behaviour = {};
    await app.services.database.db.updateTable('learnedNames').set({ matchId: 'igdb:999999' }).execute();
    app.clock.advance(3600_000);
    await search();
    expect(await stateOf(admin, second)).toBe('review');
    await edit(admin, second, { title: 'Prey after an outage' });
    await forgetAll();
  });

  it('is not learned for a name that says nothing about the game', async () => {
    const id = await addSearched('setup', 'setup.zip');
    await choose(id, 'steam:620');
    expect((await learned()).names).toEqual([]);
  });
});

describe('candidates that an admin refuses', () => {
  it('are not suggested for the name again, until the refusal is undone', async () => {
    const { admin } = library;
    const first = await addSearched('Prey');
    const { candidates = [] } = (await listed(admin, 'review', first)) ?? {};
    expect(candidates.length).toBeGreaterThan(1);
    expect((await leave(first)).body.match).toMatchObject({ state: 'left', canUndo: true, candidates: [] });
    expect(await nameOf('Prey')).toMatchObject({ matchId: null, matchName: null });
    expect((await nameOf('Prey')).refused).toBeGreaterThanOrEqual(candidates.length);

    const second = await addSearched('Prey');
    expect(await matchOf(admin, second)).toMatchObject({
      state: 'none',
      reason: 'The search found only games that an admin has refused for this name.',
      candidates: [],
    });
    await undo(first);
    const back = await listed(admin, 'review', first);
    expect(back?.candidates.map(({ id }) => id)).toEqual(candidates.map(({ id }) => id));
    expect(await nameOf('Prey')).toBeUndefined();
    // Repeating it changes nothing.
    expect((await undo(first)).body.match.state).toBe('review');
  });

  it('are remembered for a game that an earlier version has searched for', async () => {
    const id = await addSearched('Prey');
    const { db } = library.app.services.database;
    await db.updateTable('gameMatches').set({ searchedAs: null }).where('gameId', '=', id).execute();
    await leave(id);
    expect((await learned()).names).toHaveLength(1);
    await undo(id);
    expect((await learned()).names).toEqual([]);
  });

  it('can still be chosen, which outweighs the refusal', async () => {
    const id = await addSearched('Prey');
    await leave(id);
    const before = (await nameOf('Prey')).refused;
    await choose(id, oldPrey);
    expect(await nameOf('Prey')).toMatchObject({ matchId: oldPrey, refused: before - 1 });
    const next = await addSearched('Prey');
    expect((await matchOf(library.admin, next))?.matchId).toBe(oldPrey);
    await forgetAll();
  });

  it('keep later searches for the name from choosing on their own', async () => {
    const { admin, app } = library;
    const id = await addSearched('Hollow Knight');
    expect(await stateOf(admin, id)).toBe('matched');
    await undo(id);
    await app.services.database.db
      .insertInto('learnedNames')
      .values({
        ...{ id: 'hollow', nameKey: 'hollow knight', name: 'Hollow Knight', userId: null, matchId: null },
        ...{ matchName: null, refused: '["steam:1"]', learnedAt: app.clock.now().toISOString() },
      })
      .execute();
    await call(api.retryMatch, id);
    const next = await addSearched('Hollow-Knight');
    expect(await stateOf(admin, next)).toBe('review');
    await forgetAll();
  });
});

describe('the list of learned names', () => {
  it('is for admins only, who can forget each name', async () => {
    const { admin, app } = library;
    const id = await addSearched('Prey');
    await choose(id, oldPrey);
    const { names, total, totalPages } = await learned();
    expect([names.length, total, totalPages]).toEqual([1, 1, 1]);
    const member = await app.as('member');
    expect((await member.call(api.listLearnedNames)).status).toBe(403);
    const remove = (client: typeof admin) =>
      client.call(api.forgetLearnedName, { params: { id: names[0].id } });
    expect((await remove(member)).status).toBe(403);
    expect((await remove(admin)).status).toBe(200);
    expect((await remove(admin)).status).toBe(404);
    expect((await learned()).total).toBe(0);
    expect(await stateOf(admin, id)).toBe('matched');
    expect((await admin.call(api.listAudit)).body.entries[0]).toMatchObject({
      action: 'name_forgotten',
      subject: 'Prey',
    });
    expect((await admin.call(api.listLearnedNames, { query: { page: 0 } })).status).toBe(400);
    expect((await admin.call(api.forgetLearnedName, { params: { id: '../x' } })).status).toBe(400);
  });

  it('outlives the account of the admin', async () => {
    const { app, admin } = library;
    const id = await addSearched('Prey');
    await choose(id, oldPrey);
    await app.services.database.db.updateTable('learnedNames').set({ userId: null }).execute();
    expect(await nameOf('Prey')).toMatchObject({ by: null, matchId: oldPrey });
    expect((await admin.call(api.listLearnedNames, { query: { page: 7 } })).body.names).toEqual([]);
    await forgetAll();
  });
});

describe('the review', () => {
  it('lists all waiting games, longest waiting first, in pages that decisions do not shift', async () => {
    const { admin, app } = library;
    const titles = Array.from({ length: 65 }, (_, index) => `Waiting ${index}`);
    const ids = await addEntries(
      app.services,
      titles.map((title) => ({ title, platforms: ['Linux', 'Windows'] })),
    );
    const { db } = app.services.database;
    await db.deleteFrom('gameMatches').execute();
    const rows = ids.map((gameId, index) => ({
      ...{ gameId, state: 'review' as const, reason: '', candidates: '[]', attempts: 0 },
      // Some wait equally long.
      updatedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, Math.floor(index / 3))).toISOString(),
    }));
    await db
      .insertInto('gameMatches')
      .values(rows as never)
      .execute();
    expect((await admin.call(api.waitingMatches)).body).toEqual({ waiting: 65 });
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const query: Record<string, string> = after === null ? {} : { after };
      const { body } = await admin.call(api.listMatches, { query });
      if (after === null) expect(body.matches[0].platforms).toEqual(['Linux', 'Windows']);
      seen.push(...body.matches.map(({ gameId }: { gameId: string }) => gameId));
      await leave(body.matches[0].gameId);
      after = body.next;
    } while (after !== null);
    expect(seen.toSorted()).toEqual(ids.toSorted());
    expect((await admin.call(api.waitingMatches)).body).toEqual({ waiting: 62 });
  });

  it('refuses to continue from anything but the end of a page', async () => {
    for (const after of [
      'x',
      '~',
      `${'9'.repeat(200)}~a`,
      '2026-01-01T00:00:00.000Z~a\u0000',
      "2026' or 1=1~a",
    ]) {
      expect((await library.admin.call(api.listMatches, { query: { after } })).status).toBe(400);
    }
  });

  it('refuses to accept a match for a game that has changed since', async () => {
    const { admin } = library;
    const id = await addSearched('Prey');
    const { revision = 0 } = (await listed(admin, 'review', id)) ?? {};
    await edit(admin, id, { developer: 'Us' });
    const json = { selectedGameId: oldPrey, revision };
    const { status, body } = await admin.call(api.confirmRescrape, { params: { id }, json });
    expect([status, body.code]).toEqual([409, 'edit_conflict']);
    expect(await nameOf('Prey')).toBeUndefined();
  });
});

describe('nameKey', () => {
  it('ignores case, accents and punctuation, but no words', () => {
    expect(nameKey('  Pokémon: LEGENDS!  ')).toBe('pokemon legends');
    expect(nameKey('The Forest')).not.toBe(nameKey('Forest'));
    expect(nameKey('黑神话：悟空')).toBe('黑神话 悟空');
    expect(nameKey('???')).toBe('');
  });

  it('includes the year', () => {
    const name = { title: 'Prey', isYearBare: false, version: null, platforms: [], maybeNumber: null };
    expect(learnableName({ ...name, year: 2006, isGeneric: false })).toBe('Prey (2006)');
    expect(learnableName({ ...name, year: null, isGeneric: true })).toBe('');
  });
});
