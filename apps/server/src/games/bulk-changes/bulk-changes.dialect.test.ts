// Changing many games at once: all or nothing (except deletions), with the marks of a single edit, and an undo that keeps what was changed since.

import type { AuditEntry } from '@cellar/contract/admin/audit.endpoints.ts';
import { api } from '@cellar/contract/api.ts';
import type { BulkAction } from '@cellar/contract/games/bulk-changes.endpoints.ts';
import type { Game } from '@cellar/contract/games/games.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { newId } from '#platform/tokens.ts';
import type { Answer } from '#test/client.ts';
import { addEntries, createGame, type SampleEntry } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');

/** Adds games with unique titles that begin with `title`. */
function addGames(...entries: Partial<SampleEntry>[]): Promise<string[]> {
  return addEntries(
    app.services,
    entries.map((entry) => ({ ...entry, title: `${entry.title ?? 'Game'} ${newId()}` })),
  );
}

function change(ids: string[], action: BulkAction, client = admin): Promise<Answer> {
  return client.call(api.changeGames, { json: { ids, action } });
}

function undo(id: string): Promise<Answer> {
  return admin.call(api.undoBulkChange, { params: { id } });
}

async function show(id: string): Promise<Game> {
  return (await admin.call(api.getGame, { params: { id } })).body;
}

function genresOf(ids: string[]): Promise<string[][]> {
  return Promise.all(ids.map(async (id) => (await show(id)).genres));
}

describe('POST /api/admin/games/change', () => {
  it('is undone for as many games as one page of them has, and for games that were all deleted', async () => {
    const ids = await addGames(...Array.from({ length: 200 }, () => ({})));
    const first = await change(ids, { kind: 'addGenres', genres: ['Paged'] });
    expect((await undo(first.body.change._id)).body).toMatchObject({ changed: 200, skipped: 0, missing: 0 });
    const second = await change(ids, { kind: 'addGenres', genres: ['Paged'] });
    await app.services.database.db.deleteFrom('games').where('id', 'in', ids).execute();
    expect((await undo(second.body.change._id)).body).toMatchObject({ changed: 0, missing: 200 });
  });

  it('adds genres with the marks of a person, and undoes it', async () => {
    const ids = await addGames({ genres: ['Action'] }, { genres: ['Puzzle', 'action'] }, {});
    const { status, body } = await change(ids, { kind: 'addGenres', genres: ['Action', 'New'] });
    expect(status).toBe(200);
    expect(body).toMatchObject({ changed: 3, unchanged: 0, missing: 0, skipped: 0 });
    expect(await genresOf(ids)).toEqual([
      ['Action', 'New'],
      ['Puzzle', 'action', 'New'],
      ['Action', 'New'],
    ]);
    expect(await show(ids[0] ?? '')).toMatchObject({ revision: 2, editedFields: ['genres'] });
    const found = await admin.call(api.listGames, { query: { genre: 'New' } });
    expect(found.body.totalGames).toBe(3);

    const undone = await undo(body.change._id);
    expect(undone.body).toMatchObject({ changed: 3, skipped: 0, change: { canUndo: false } });
    expect(await genresOf(ids)).toEqual([['Action'], ['Puzzle', 'action'], []]);
    expect(await show(ids[0] ?? '')).toMatchObject({ revision: 3, editedFields: [] });
    expect(await undo(body.change._id)).toMatchObject({ status: 409, body: { code: 'change_undone' } });

    const { body: list } = await admin.call(api.listBulkChanges);
    const email = admin.account?.email;
    expect(list.changes[0]).toMatchObject({
      ...{ kind: 'addGenres', actor: email, from: ['Action', 'New'], games: 3, undoneBy: email },
    });
    const { body: audit } = await admin.call(api.listAudit);
    expect(audit.entries.slice(0, 2)).toMatchObject([
      { action: 'bulk_change_undone', actor: email, detail: '3' },
      { action: 'games_changed', actor: email, subject: 'addGenres: Action, New', detail: '3' },
    ]);
  });

  it('removes and replaces genres, and skips games that would have too many', async () => {
    const many = Array.from({ length: 20 }, (_, at) => `Genre ${at}`);
    const ids = await addGames({ genres: ['RÔLE', 'Action'] }, { genres: many, title: 'Full' });
    expect((await change(ids, { kind: 'removeGenres', genres: ['role'] })).body).toMatchObject({
      changed: 1,
      unchanged: 1,
    });
    const { body } = await change(ids, { kind: 'addGenres', genres: ['One more'] });
    expect(body).toMatchObject({ changed: 1, skipped: 1 });
    expect(body.skippedGames).toMatchObject([{ _id: ids[1], reason: 'too_many_genres' }]);
    await change(ids, { kind: 'setGenres', genres: [] });
    expect(await genresOf(ids)).toEqual([[], []]);
  });

  it('sets and clears companies', async () => {
    const ids = await addGames({}, {});
    await change(ids, { kind: 'setDeveloper', value: 'Ann & Co' });
    const { body } = await change(ids, { kind: 'setPublisher', value: 'Bob' });
    expect(await show(ids[0] ?? '')).toMatchObject({ developer: 'Ann & Co', publisher: 'Bob' });
    expect((await change(ids, { kind: 'setDeveloper', value: '' as never })).body.changed).toBe(2);
    await undo(body.change._id);
    expect(await show(ids[1] ?? '')).toMatchObject({ developer: null, publisher: null });
  });

  it('keeps what was changed after it, and names those games', async () => {
    const ids = await addGames(
      { genres: ['Old'], title: 'Edited' },
      { genres: ['Old'] },
      { genres: ['Old'] },
    );
    const { body } = await change(ids, { kind: 'setGenres', genres: ['New'] });
    const [edited = '', kept = '', deleted = ''] = ids;
    await admin.call(api.editGame, { params: { id: edited }, json: { genres: ['Mine'] } });
    await admin.call(api.deleteGame, { params: { id: deleted } });
    const undone = await undo(body.change._id);
    expect(undone.body).toMatchObject({ changed: 1, skipped: 1, missing: 1 });
    expect(undone.body.skippedGames).toMatchObject([{ _id: edited, reason: 'changed_since' }]);
    expect(await genresOf([edited, kept])).toEqual([['Mine'], ['Old']]);
  });

  it('refuses an edit that began before it', async () => {
    const [id = ''] = await addGames({});
    const { revision } = await show(id);
    await change([id], { kind: 'setDeveloper', value: 'Many' });
    const edit = await admin.call(api.editGame, { params: { id }, json: { developer: 'One', revision } });
    expect(edit).toMatchObject({ status: 409, body: { code: 'edit_conflict' } });
  });

  it('makes overlapping changes and edits one after the other', async () => {
    const ids = await addGames(...Array.from({ length: 450 }, () => ({})));
    const add = (genre: string, order: string[]) => change(order, { kind: 'addGenres', genres: [genre] });
    const edits = ids
      .slice(0, 5)
      .map((id) => admin.call(api.editGame, { params: { id }, json: { description: 'Edited' } }));
    const answers = await Promise.all([
      add('One', ids),
      add('Two', ids.toReversed()),
      add('Three', ids.slice(200)),
      ...edits,
    ]);
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    const all = await genresOf(ids.slice(200, 205));
    expect(all.map((genres) => genres.toSorted())).toEqual(all.map(() => ['One', 'Three', 'Two']));
  });

  it('changes nothing if it fails in the middle', async () => {
    const ids = (await addGames(...Array.from({ length: 450 }, () => ({ genres: ['Old'] })))).toSorted();
    const { db } = app.services.database;
    // A row that only a constraint refuses, in the last step.
    const broken = ids.at(-1) ?? '';
    await db.updateTable('games').set({ editedFields: 'no JSON' }).where('id', '=', broken).execute();
    expect((await change(ids, { kind: 'setGenres', genres: ['New'] })).status).toBe(500);
    await db.updateTable('games').set({ editedFields: '[]' }).where('id', '=', broken).execute();
    expect(await genresOf([ids[0] ?? '', broken])).toEqual([['Old'], ['Old']]);
    const { body } = await admin.call(api.listBulkChanges);
    expect(body.changes[0]).not.toMatchObject({ from: ['New'], games: 450 });
  });

  it('counts unknown games, and records nothing if no game changes', async () => {
    const [id = ''] = await addGames({ genres: ['Same'] });
    const before = (await admin.call(api.listBulkChanges)).body;
    const { body } = await change([id, 'unknown', id], { kind: 'setGenres', genres: ['Same'] });
    expect(body).toEqual({
      change: null,
      changed: 0,
      unchanged: 1,
      missing: 1,
      skipped: 0,
      skippedGames: [],
    });
    expect((await admin.call(api.listBulkChanges)).body).toEqual(before);
    expect(await undo('unknown')).toMatchObject({ status: 404, body: { code: 'not_found' } });
  });

  it('refuses members and invalid requests', async () => {
    const ids = await addGames({});
    const match = { kind: 'match' } as const;
    expect((await change(ids, match, await app.as('member'))).status).toBe(403);
    const invalid = [
      { ids: [], action: match },
      { ids: Array.from({ length: 10_001 }, (_, at) => `g${at}`), action: match },
      { ids: ["'; drop table games"], action: match },
      { ids, action: { kind: 'other' } },
      { ids, action: { kind: 'addGenres', genres: [] } },
      { ids, action: { kind: 'addGenres', genres: ['x'.repeat(101)] } },
      { ids, action: { kind: 'setDeveloper', value: 'a\u0000b' } },
      { ids, action: { kind: 'changePlatform', from: 'Mac', to: 'Mac' } },
      { ids, action: { kind: 'changePlatform', from: 'Mac', to: '../etc' } },
      { ids, action: { kind: 'changePlatform', from: 'Mac', to: 'Unknown Console' } },
    ];
    for (const json of invalid) {
      const { status, body } = await admin.call(api.changeGames, { json });
      expect([status, body.code], JSON.stringify(json).slice(0, 100)).toEqual([400, 'validation_failed']);
    }
    const most = Array.from({ length: 10_000 }, (_, at) => `${at}`.padStart(64, 'x'));
    expect((await change(most, { kind: 'setDeveloper', value: 'X' })).body.missing).toBe(10_000);
  });
});

describe('the platform of many games', () => {
  const toLinux = { kind: 'changePlatform', from: 'Windows', to: 'Linux' } as const;

  it('changes with the extras, unless the game has a file for it, and can be undone', async () => {
    const [moved = '', taken = '', none = ''] = await addGames(
      { platforms: ['Windows', 'Mac'] },
      { platforms: ['Windows', 'Linux'] },
      { platforms: ['Mac'] },
    );
    const extra = { id: newId(), gameId: moved, kind: 'map', name: 'Map', version: '', note: '' } as const;
    const file = { fileName: 'map.zip', extension: '.zip', fileSize: 5, storageKey: newId(), sha256: null };
    const row = { ...extra, ...file, platform: 'Windows', createdAt: new Date().toISOString() };
    await app.services.database.db
      .insertInto('gameExtras')
      .values(row as never)
      .execute();
    const { body } = await change([moved, taken, none], toLinux);
    expect(body).toMatchObject({ changed: 1, unchanged: 1, skipped: 1 });
    expect(body.skippedGames).toMatchObject([{ _id: taken, reason: 'platform_taken' }]);
    expect(await show(moved)).toMatchObject({ platforms: ['Linux', 'Mac'], extras: [{ platform: 'Linux' }] });
    expect((await undo(body.change._id)).body).toMatchObject({ changed: 1 });
    expect(await show(moved)).toMatchObject({
      platforms: ['Mac', 'Windows'],
      extras: [{ platform: 'Windows' }],
    });
  });

  it('stays if the file has another one by the time of the undo, or if its platform is gone', async () => {
    const ids = await addGames({ platforms: ['Windows'] });
    const { body } = await change(ids, toLinux);
    await change(ids, { kind: 'changePlatform', from: 'Linux', to: 'Xbox' });
    expect((await undo(body.change._id)).body).toMatchObject({ changed: 0, skipped: 1 });
    expect((await show(ids[0] ?? '')).platforms).toEqual(['Xbox']);

    const json = { name: 'Own Console', aliases: [], icon: 'disc' };
    const own = await admin.call(api.addPlatform, { json });
    await change(ids, { kind: 'changePlatform', from: 'Xbox', to: 'Own Console' });
    const away = await change(ids, { kind: 'changePlatform', from: 'Own Console', to: 'Mac' });
    await admin.call(api.deletePlatform, { params: { id: own.body._id } });
    const refused = await undo(away.body.change._id);
    expect(refused).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    expect(refused.body.message).toContain('Own Console');
  });
});

describe('deleting and matching many games', () => {
  it('deletes the games with their bytes, and says beforehand what will be deleted', async () => {
    const games = [await createGame(app.services, admin), await createGame(app.services, admin)];
    const ids = games.map(({ id }) => id);
    const keys = await app.services.database.db
      .selectFrom('gameFiles')
      .select('storageKey')
      .where('gameId', 'in', ids)
      .execute();
    const summary = await admin.call(api.summarizeGames, { json: { ids: [...ids, 'unknown'] } });
    expect(summary.body).toMatchObject({
      ...{ games: 2, storedFiles: 2, storedBytes: 10_000, filesInPlace: 0 },
      ...{ platforms: [{ name: 'Windows', games: 2 }], genres: [] },
      titles: games
        .map(({ title }) => title)
        .toSorted((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    });
    const { body } = await change(ids, { kind: 'delete' });
    expect(body).toMatchObject({ changed: 2, change: { kind: 'delete', canUndo: false } });
    expect((await admin.call(api.getGame, { params: { id: ids[0] ?? '' } })).status).toBe(404);
    expect(await undo(body.change._id)).toMatchObject({ status: 404 });
    const isStored = (key: string) =>
      app.services.storage.openFile(key).then(
        () => true,
        () => false,
      );
    // Tests start no jobs.
    await app.services.files.removeMarkedFiles();
    expect(await Promise.all(keys.map(({ storageKey }) => isStored(storageKey)))).toEqual([false, false]);
  });

  it('deletes in steps, and records what was deleted if a later step fails', async () => {
    const games = Array.from({ length: 101 }, () => ({ title: 'Deleted in steps' }));
    const ids = (await addGames(...games)).toSorted();
    const last = ids.at(-1) ?? '';
    const { db } = app.services.database;
    await sql`create table keepers (id text references games (id))`.execute(db);
    await sql`insert into keepers values (${last})`.execute(db);
    expect((await change(ids, { kind: 'delete' })).status).toBeGreaterThanOrEqual(400);
    expect((await show(last)).title).toContain('Deleted in steps');
    const left = await db.selectFrom('games').select('id').where('id', 'in', ids).execute();
    expect(left).toEqual([{ id: last }]);
    const { body } = await admin.call(api.listBulkChanges);
    expect(body.changes[0]).toMatchObject({ kind: 'delete', games: 100 });
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries[0]).toMatchObject({ action: 'games_deleted', detail: '100' });

    await sql`drop table keepers`.execute(db);
    const again = await change(ids, { kind: 'delete' });
    expect(again.body).toMatchObject({ changed: 1, missing: 100, change: { games: 1 } });
  });

  it('counts the games of all steps in one change and one entry of the audit log', async () => {
    const deletions = async () => {
      const entries: AuditEntry[] = (await admin.call(api.listAudit)).body.entries;
      return entries.filter(({ action }) => action === 'games_deleted');
    };
    const before = await deletions();
    const ids = await addGames(...Array.from({ length: 101 }, () => ({})));
    const { body } = await change(ids, { kind: 'delete' });
    expect(body).toMatchObject({ changed: 101, missing: 0, change: { games: 101 } });
    const changes = (await admin.call(api.listBulkChanges)).body.changes;
    expect(changes[0]).toEqual(body.change);
    expect(await deletions()).toEqual([expect.objectContaining({ detail: '101' }), ...before]);
  });

  it('queues games without a match for a search', async () => {
    const ids = await addGames({ title: 'Matched' }, {}, {});
    const { db } = app.services.database;
    await db.transaction().execute((trx) => app.services.matches.adopt(trx, ids[0] ?? '', 'steam:1'));
    const { body } = await change(ids, { kind: 'match' });
    expect(body).toMatchObject({ changed: 2, skipped: 1, change: { canUndo: false } });
    expect(body.skippedGames).toMatchObject([{ _id: ids[0], reason: 'matched' }]);
    const queued = db.selectFrom('gameMatches').select('gameId').where('gameId', 'in', ids.slice(1));
    expect(await queued.execute()).toHaveLength(2);
  });
});

describe('old changes', () => {
  it('are forgotten after 30 days', async () => {
    const ids = await addGames({});
    await change(ids, { kind: 'setDeveloper', value: 'Forgotten' });
    app.clock.advance(31 * 24 * 3600_000);
    await app.services.bulkChanges.removeOld();
    // The session of the other client has expired.
    const client = await app.as('admin');
    expect((await client.call(api.listBulkChanges)).body).toEqual({ changes: [] });
    const { rows } = await sql`select 1 from "bulkChangedGames"`.execute(app.services.database.db);
    expect(rows).toEqual([]);
  });
});

describe('POST /api/admin/spellings/merge', () => {
  it('refuses to change more games than any other bulk change', async () => {
    const most = limits.gamesPerBulkChange;
    for (let at = 0; at <= most; at += 1000) {
      const titles = Array.from({ length: Math.min(1000, most + 1 - at) }, () => ({ title: newId() }));
      await addEntries(app.services, titles);
    }
    const { db } = app.services.database;
    await sql`insert into "gameGenres" ("gameId", position, genre)
      select id, 0, 'Far too many' from games where not exists
        (select 1 from "gameGenres" where "gameId" = games.id) limit ${most + 1}`.execute(db);
    const json = { kind: 'genre', values: ['Far too many'], keep: 'Many' };
    // Tests before this one have moved the clock beyond the end of the session.
    const later = await app.as('admin');
    const { status, body } = await later.call(api.mergeSpellings, { json });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
    expect(body.message).toContain('at most 10000');
    const { body: filters } = await later.call(api.gameFilters);
    expect(filters.genres).toContain('Far too many');
  });
});
