// The review list: filters and counts, the problems of items, and changes of one, several and all items that a filter shows.
import { api } from '@cellar/contract/api.ts';
import type { ItemsResponse, LibraryItem } from '@cellar/contract/folders/folders.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { createGame } from '#test/factories.ts';
import { insertFolder, insertItem, itemRow } from '#test/library-folders.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

let folderId: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');

beforeEach(async () => {
  await app.services.database.db.deleteFrom('libraryFolders').execute();
  folderId = await insertFolder(app.services);
});

type NewItem = Omit<Parameters<typeof insertItem>[1], 'folderId'>;

const found = (item: NewItem = {}) => insertItem(app.services, { folderId, ...item });

async function list(query: Record<string, string | number> = {}): Promise<ItemsResponse> {
  const { status, body } = await admin.call(api.listLibraryItems, { query });
  expect(status).toBe(200);
  return body;
}

const titles = ({ items }: ItemsResponse) => items.map(({ title }) => title);

async function itemOf(id: string, state = 'found'): Promise<LibraryItem | undefined> {
  return (await list({ state })).items.find((item) => item.id === id);
}

async function change(selection: object, changes: object): Promise<number> {
  const { status, body } = await admin.call(api.changeLibraryItems, { json: { selection, change: changes } });
  expect(status).toBe(200);
  return body.changed;
}

async function add(selection: object): Promise<{ adding: number; left: number }> {
  const { status, body } = await admin.call(api.addLibraryItems, { json: { selection } });
  expect(status).toBe(202);
  return body;
}

describe('the list of items', () => {
  it('shows all items although a file has a date or a size that no API has a place for', async () => {
    // The year 30828, and times beyond those of JavaScript.
    const times = [910_670_515_200_000, 9e15, -9e15];
    for (const [at, modifiedAt] of times.entries()) await found({ title: `Odd ${at}`, modifiedAt });
    await found({ title: 'Sparse', size: 9e18 });
    const dates = (await list()).items.map(({ modifiedAt }) => modifiedAt.slice(0, 4));
    expect(dates).toEqual(['9999', '9999', '0000', '2024']);
  });

  it('shows an item with all that the scan has found out', async () => {
    const id = await found({
      path: 'PC/Half-Life 2 (2004) [steam-220].zip',
      title: 'Half-Life 2',
      size: 4_000_000_000,
      year: 2004,
      version: '1.2',
      ids: '{"steam":"220"}',
      isCertain: 1,
    });
    expect((await list()).items).toEqual([
      {
        id,
        folderId,
        path: 'PC/Half-Life 2 (2004) [steam-220].zip',
        kind: 'file',
        extension: '.zip',
        size: 4_000_000_000,
        fileCount: 1,
        modifiedAt: '2024-01-01T00:00:00.000Z',
        state: 'found',
        title: 'Half-Life 2',
        platform: 'Windows',
        version: '1.2',
        year: 2004,
        ids: { steam: '220' },
        isCertain: true,
        problem: null,
        leftOutLinks: 0,
        missingSince: null,
        gameId: null,
      },
    ]);
  });

  it('is sorted by title and has pages', async () => {
    for (const title of ['delta', 'Bravo', 'Charlie', 'alpha', 'Echo']) await found({ title });
    const first = await list({ limit: 2 });
    expect([titles(first), first.totalItems, first.totalPages]).toEqual([['alpha', 'Bravo'], 5, 3]);
    expect(titles(await list({ limit: 2, page: 3 }))).toEqual(['Echo']);
    expect(titles(await list({ limit: 2, page: 4 }))).toEqual([]);
  });

  it('is filtered by folder, state, text and platform', async () => {
    const other = await insertFolder(app.services);
    await insertItem(app.services, { folderId: other, title: 'Elsewhere', path: 'Shooters/d00m_100%.zip' });
    await found({ title: 'Doom', platform: 'Windows v1.2' });
    await found({ title: 'Myst', platform: 'Mac' });
    await found({ title: 'Skipped', state: 'skipped' });
    expect(titles(await list({ folder: other }))).toEqual(['Elsewhere']);
    expect(titles(await list({ state: 'skipped' }))).toEqual(['Skipped']);
    expect(titles(await list({ search: 'dOOm' }))).toEqual(['Doom']);
    expect(titles(await list({ search: 'SHOOTERS/D' }))).toEqual(['Elsewhere']);
    expect(titles(await list({ search: '0m_1' }))).toEqual(['Elsewhere']);
    expect(titles(await list({ search: '%' }))).toEqual(['Elsewhere']);
    expect(titles(await list({ platform: 'Windows', search: 'doom' }))).toEqual(['Doom']);
    expect(titles(await list({ platform: 'Mac' }))).toEqual(['Myst']);
    expect((await list({ folder: 'unknown' })).totalItems).toBe(0);
  });

  it('names the problem of each item, and counts by it', async () => {
    const game = await createGame(app.services, admin, { title: 'Taken' });
    await found({ title: 'Fine' });
    await found({ title: 'TAKEN ' });
    await found({ title: '', path: 'no-title.zip' });
    await found({ title: 'No Platform', platform: null });
    await found({ title: 'Same', path: 'a.zip' });
    await found({ title: 'same', path: 'b.zip' });
    await found({ title: 'Changing', modifiedAt: app.clock.now().getTime() - 20_000 });
    await found({ title: 'Failed', problem: 'failed' });
    const [soon, wrong] = [23, 25].map((hours) => app.clock.now().getTime() + hours * 3_600_000);
    await found({ title: 'Clock Ahead', modifiedAt: soon });
    await found({ title: 'Wrong Date', modifiedAt: wrong });
    await found({ title: 'Missing', platform: null, missingSince: '2026-01-01T00:00:00.000Z' });
    const all = await list();
    expect(Object.fromEntries(all.items.map(({ path, problem }) => [path, problem]))).toEqual({
      'Fine.zip': null,
      'TAKEN .zip': 'platform_taken',
      'no-title.zip': 'no_title',
      'No Platform.zip': 'no_platform',
      'a.zip': 'same_as_other',
      'b.zip': 'same_as_other',
      'Changing.zip': 'still_changing',
      'Failed.zip': 'failed',
      'Clock Ahead.zip': 'still_changing',
      'Wrong Date.zip': null,
      'Missing.zip': null,
    });
    expect(all.items.find(({ path }) => path === 'TAKEN .zip')?.gameId).toBe(game.id);
    expect([all.totalItems, all.counts]).toEqual([11, { ready: 2, problem: 8, missing: 1 }]);
    expect(titles(await list({ show: 'ready' }))).toEqual(['Fine', 'Wrong Date']);
    expect(titles(await list({ show: 'missing' }))).toEqual(['Missing']);
    const problems = await list({ show: 'problem', limit: 5, page: 2 });
    expect([problems.items.length, problems.totalItems, problems.counts]).toEqual([3, 8, all.counts]);
  });

  it('no longer names a problem whose cause is gone', async () => {
    const game = await createGame(app.services, admin, { title: 'Gone Soon' });
    const taken = await found({ title: 'Gone Soon' });
    const changing = await found({ title: 'Written', modifiedAt: app.clock.now().getTime() });
    await admin.call(api.deleteGame, { params: { id: game.id } });
    app.clock.advance(31_000);
    expect(await itemOf(taken)).toMatchObject({ problem: null, gameId: null });
    expect(await itemOf(changing)).toMatchObject({ problem: null });
  });
});

describe('changing items', () => {
  it('sets title and platform, which scans then keep', async () => {
    const id = await found({ title: 'hl2', problem: 'failed' });
    expect(await change({ ids: [id] }, { title: ' Half-Life 2 ', platform: 'Linux' })).toBe(1);
    expect(await itemOf(id)).toMatchObject({ title: 'Half-Life 2', platform: 'Linux', problem: null });
    const row = await app.services.database.db.selectFrom('libraryItems').selectAll().executeTakeFirst();
    expect(row).toMatchObject({ isEdited: 1, titleKey: 'half-life 2', platformKey: 'Linux' });
  });

  it('skips items, and finds them again', async () => {
    const ids = [await found(), await found()];
    const removed = await found({ state: 'removed' });
    expect(await change({ ids }, { state: 'skipped' })).toBe(2);
    expect((await list({ state: 'skipped' })).totalItems).toBe(2);
    expect(await change({ ids: [...ids, removed] }, { state: 'found' })).toBe(3);
    expect((await list()).totalItems).toBe(3);
    const row = await app.services.database.db.selectFrom('libraryItems').select('isEdited').execute();
    expect(row).toEqual([{ isEdited: 0 }, { isEdited: 0 }, { isEdited: 0 }]);
  });

  it('merges items into one game with one title, and splits them with different titles', async () => {
    const ids = [await found({ title: 'Doom' }), await found({ title: 'Doom 1993', platform: 'Mac' })];
    expect(await change({ ids }, { title: 'Doom' })).toBe(2);
    expect((await list()).items.map(({ title, problem }) => [title, problem])).toEqual([
      ['Doom', null],
      ['Doom', null],
    ]);
    await change({ ids }, { platform: 'Windows' });
    expect((await list()).items.map(({ problem }) => problem)).toEqual(['same_as_other', 'same_as_other']);
    expect(await change({ ids: [ids[1]] }, { title: 'Doom 2' })).toBe(1);
    expect((await list()).counts).toEqual({ ready: 2, problem: 0, missing: 0 });
  });

  it('changes everything that a filter shows', async () => {
    const rows = Array.from({ length: 600 }, (_, at) =>
      itemRow({ folderId, title: `Many ${at}`, platform: null }),
    );
    await app.services.database.db.insertInto('libraryItems').values(rows).execute();
    await found({ title: 'Another', platform: null });
    expect(await change({ filter: { search: 'many', show: 'problem' } }, { platform: 'Linux' })).toBe(600);
    expect((await list()).counts).toEqual({ ready: 600, problem: 1, missing: 0 });
    // The changes make each item after the first one a problem, but the filter is applied only once.
    expect(await change({ filter: { show: 'ready' } }, { title: 'The Same' })).toBe(600);
    expect((await list({ search: 'the same' })).counts).toEqual({ ready: 0, problem: 600, missing: 0 });
  });

  it('leaves items alone that are already added', async () => {
    const added = await found({ state: 'added', title: 'Added' });
    for (const changes of [{ title: 'Other' }, { state: 'found' }, { state: 'skipped' }])
      expect(await change({ ids: [added, 'unknown'] }, changes)).toBe(0);
    expect(await itemOf(added, 'added')).toMatchObject({ title: 'Added' });
  });

  it('gives a platform only to items that have none, if the others are to keep theirs', async () => {
    const ids = [
      await found({ platform: 'Linux' }),
      await found({ platform: null }),
      await found({ platform: null }),
    ];
    expect(await change({ ids: ids.slice(0, 2) }, { platform: 'Windows', keepsPlatforms: true })).toBe(1);
    expect(await change({ filter: {} }, { platform: 'Mac', keepsPlatforms: true })).toBe(1);
    const platforms = await Promise.all(ids.map(async (id) => (await itemOf(id))?.platform));
    expect(platforms).toEqual(['Linux', 'Windows', 'Mac']);
    expect(await change({ filter: {} }, { platform: 'Mac' })).toBe(3);
  });

  it.each([
    [{ selection: { ids: ['x'] }, change: {} }],
    [{ selection: { ids: ['x'] }, change: { keepsPlatforms: true } }],
    [{ selection: { ids: ['x'] }, change: { state: 'added' } }],
    [{ selection: { ids: ['x'] }, change: { platform: 'Toaster' } }],
    [{ selection: { ids: ['x'] }, change: { title: '../x' } }],
    [{ selection: { ids: [] }, change: { state: 'found' } }],
    [{ selection: { ids: Array.from({ length: 1001 }, () => 'x') }, change: { state: 'found' } }],
    [{ selection: { filter: { state: 'lost' } }, change: { state: 'found' } }],
  ])('refuses invalid input %#', async (json) => {
    const { status, body } = await admin.call(api.changeLibraryItems, { json });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });
});

describe('adding items', () => {
  it('marks those without a problem and reports how many are left out', async () => {
    const ids = [
      await found(),
      await found({ problem: 'failed' }),
      await found({ platform: null }),
      await found({ state: 'skipped' }),
      await found({ missingSince: '2026-01-01T00:00:00.000Z' }),
    ];
    expect(await add({ ids })).toEqual({ adding: 2, left: 3 });
    expect((await list({ state: 'adding' })).items.map(({ id }) => id).sort()).toEqual(
      ids.slice(0, 2).sort(),
    );
    expect(await add({ filter: {} })).toEqual({ adding: 0, left: 2 });
    expect(await change({ filter: { state: 'adding' } }, { state: 'found' })).toBe(2);
    expect((await list({ state: 'adding' })).totalItems).toBe(0);
  });

  it('marks only one of two items that became the same since they were shown', async () => {
    const first = await found({ title: 'Twin' });
    expect(await add({ ids: [first] })).toEqual({ adding: 1, left: 0 });
    const second = await found({ title: 'Twin', path: 'other.zip' });
    expect(await add({ ids: [second] })).toEqual({ adding: 0, left: 1 });
  });

  it('is one entry in the audit log', async () => {
    await found();
    await found();
    await add({ filter: {} });
    const { body } = await admin.call(api.listAudit);
    expect(body.entries[0]).toMatchObject({
      action: 'library_items_added',
      actor: admin.account?.email,
      detail: '2',
    });
  });

  it('refuses an empty selection', async () => {
    const { status } = await admin.call(api.addLibraryItems, { json: { selection: { ids: [] } } });
    expect(status).toBe(400);
  });
});
