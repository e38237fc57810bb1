// Lists of several downloads: what they contain, what their tickets open, and what the history says of them.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import type { DownloadPlan, LeftOut } from '@cellar/contract/transfer/download-lists.endpoints.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addExtra } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { insertFolder, insertItem } from '#test/library-folders.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { sha256 } from '#test/traces.ts';

type Game = Awaited<ReturnType<typeof createGame>>;

let game: Game;
let other: Game;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');

beforeAll(async () => {
  game = await createGame(app.services, admin, { title: 'Fate/stay <night> & "day"' });
  other = await createGame(app.services, admin, { title: 'Zoë', platform: 'Linux' });
});

const db = () => app.services.database.db;
const gamesOf = (...games: { id: string }[]) => games.map(({ id }) => ({ id }));

async function planOf(client: Client, json: object): Promise<DownloadPlan> {
  const { status, body } = await client.call(api.planDownloadList, { json });
  expect(status).toBe(200);
  return body;
}

const askList = (client: Client, json: object) => client.call(api.createDownloadList, { json });

async function setHidden(isHidden: boolean, ...ids: string[]) {
  await admin.call(api.changeGames, { json: { ids, action: { kind: 'setVisibility', isHidden } } });
}

describe('POST /api/downloads/plan', () => {
  it('lists the files with folders, sizes and digests, in the order of the request', async () => {
    const plan = await planOf(member, { games: [...gamesOf(other, game), { id: game.id }] });
    expect(plan).toEqual({
      files: [
        {
          ...{ gameId: other.id, title: 'Zoë', platform: 'Linux', extra: null },
          ...{ path: 'Zoë/Zoë (Linux).zip', fileSize: 5000, sha256: sha256(other.archive) },
        },
        {
          ...{ gameId: game.id, title: game.title, platform: 'Windows', extra: null },
          path: 'Fate stay night & day/Fate stay night & day (Windows).zip',
          ...{ fileSize: 5000, sha256: sha256(game.archive) },
        },
      ],
      leftOut: [],
      platforms: [
        { name: 'Linux', games: 1 },
        { name: 'Windows', games: 1 },
      ],
      totalSize: 10_000,
    });
  });

  it('includes the extras for the platform of the file, if they are wanted', async () => {
    const rich = await createGame(app.services, admin);
    await addExtra(app.services, admin, rich.id, { facts: { name: 'For all' }, fileName: 'all.zip' });
    await addExtra(app.services, admin, rich.id, { facts: { name: 'For it', platform: 'Windows' } });
    await addExtra(app.services, admin, rich.id, { facts: { name: 'For another', platform: 'Mac' } });
    const json = { games: gamesOf(rich), withExtras: true };
    const names = (await planOf(member, json)).files.map(({ extra }) => extra?.name ?? null);
    expect(names.toSorted()).toEqual(['For all 1.2', 'For it 1.2', null]);
    expect((await planOf(member, { ...json, withExtras: false })).files.length).toBe(1);
  });

  it('says which games it leaves out, and why', async () => {
    const hidden = await createGame(app.services, admin);
    const [missing, quarantined, empty] = [
      await createGame(app.services, admin),
      await createGame(app.services, admin),
      await createGame(app.services, admin),
    ];
    await setHidden(true, hidden.id);
    const folderId = await insertFolder(app.services);
    const itemId = await insertItem(app.services, { folderId, missingSince: new Date().toISOString() });
    await db()
      .updateTable('gameFiles')
      .set({ libraryItemId: itemId })
      .where('gameId', '=', missing.id)
      .execute();
    const keyOf = db().selectFrom('gameFiles').select('storageKey').where('gameId', '=', quarantined.id);
    await db()
      .updateTable('virusScans')
      .set({ result: 'infected', threat: 'Eicar' })
      .where('storageKey', '=', keyOf)
      .execute();
    const params = { id: empty.id, platform: empty.platform };
    expect((await admin.call(api.deletePlatformFile, { params })).status).toBe(200);

    const asked = [hidden, missing, quarantined, empty, { id: 'no-such-game' }, other];
    const json = { games: gamesOf(...asked), platforms: ['Windows'], isOnlyThese: true };
    const { files, leftOut } = await planOf(member, json);
    expect(files).toEqual([]);
    const reason = (gameId: string, title: string | null, part: string | null, why: LeftOut['reason']) => ({
      ...{ gameId, title, part, reason: why },
    });
    expect(leftOut).toEqual([
      reason(hidden.id, null, null, 'unknown'),
      reason(missing.id, missing.title, 'Windows', 'missing'),
      reason(quarantined.id, quarantined.title, 'Windows', 'quarantined'),
      reason(empty.id, empty.title, null, 'no_file'),
      reason('no-such-game', null, null, 'unknown'),
      reason(other.id, 'Zoë', null, 'other_platform'),
    ]);
    expect((await planOf(admin, { games: gamesOf(hidden) })).files.length, 'for an admin').toBe(1);
    expect((await askList(member, { ...json, format: 'links' })).body.code).toBe('file_missing');
  });

  it.each([
    { games: [] },
    { games: Array.from({ length: limits.gamesPerDownloadList + 1 }, (_, at) => ({ id: `g${at}` })) },
    { games: [{ id: '../x' }] },
    { games: [{ id: 'x', platform: '\u0000' }] },
    { games: 'x' },
    {},
    { games: [{ id: 'x' }], platforms: ['Win\ndows'] },
    { games: [{ id: 'x' }], isOnlyThese: 'yes' },
  ])('refuses a request that is not valid', async (json) => {
    for (const endpoint of [api.planDownloadList, api.createDownloadList]) {
      const answer = await member.call(endpoint, { json: { format: 'links', ...json } });
      expect(answer).toMatchObject({ status: 400, body: { code: 'validation_failed' } });
    }
  });

  it('accepts as many long ids as the limit permits', async () => {
    const games = Array.from({ length: limits.gamesPerDownloadList }, (_, at) => ({
      id: `${at}`.padStart(64, 'x'),
      platform: `Windows v${'1'.repeat(40)}`,
    }));
    expect((await planOf(member, { games })).leftOut.length).toBe(limits.gamesPerDownloadList);
  });
});

describe('POST /api/downloads/list', () => {
  it.each([
    ['metalink', 'application/metalink4+xml', 'downloads.meta4'],
    ['aria2', 'text/plain; charset=utf-8', 'downloads.aria2.txt'],
    ['links', 'text/plain; charset=utf-8', 'downloads.txt'],
  ])('answers a list of the format %s as an attachment', async (format, type, name) => {
    const { status, headers } = await askList(member, { games: gamesOf(game), format });
    expect([status, headers.get('content-type')]).toEqual([200, type]);
    expect(headers.get('content-disposition')).toBe(`attachment; filename=${name}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('refuses an unknown format', async () => {
    expect((await askList(member, { games: gamesOf(game), format: 'exe' })).status).toBe(400);
  });

  it('limits the lists of an hour', async () => {
    const busy = await app.as('member');
    const ask = async () => (await askList(busy, { games: gamesOf(game), format: 'links' })).status;
    expect(await ask()).toBe(200);
    const key = `download-lists:${busy.account?.id}`;
    await db().updateTable('rateLimits').set({ count: 60 }).where('key', '=', key).execute();
    expect(await ask()).toBe(429);
  });

  it('uses PUBLIC_URL if it is set', async () => {
    const behind = await buildApp({ env: { PUBLIC_URL: 'https://games.example/' } });
    try {
      const boss = await behind.as('admin');
      const its = await createGame(behind.services, boss);
      const { body } = await askList(boss, { games: gamesOf(its), format: 'links' });
      expect(body.startsWith(`https://games.example/api/games/${its.id}/download/Windows?ticket=`)).toBe(
        true,
      );
    } finally {
      await behind.close();
    }
  });
});
