// Deleting games and platform files whose bytes are in a library folder: nothing on the disk changes, and the item is remembered.
import { api } from '@cellar/contract/api.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { createGame } from '#test/factories.ts';
import { insertFolder, insertItem } from '#test/library-folders.ts';
import { complete, sampleUpload, sendAll } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';
import { filesUnder, sha256, storedSha256 } from '#test/traces.ts';

let folderId: string;
const app = sharedApp();
const admin = sharedClient(app, 'admin');

beforeAll(async () => {
  folderId = await insertFolder(app.services);
});

/** Gives a game the platform file of an item, as if the item had been added. */
async function addInPlace(gameId: string, platform: string): Promise<string> {
  const itemId = await insertItem(app.services, { folderId, platform, state: 'added' });
  await app.services.database.db.transaction().execute((trx) =>
    app.services.files.addFile(trx, {
      ...{ gameId, platform, extension: '.zip', fileSize: 1000 },
      ...{ storageKey: `nothing-${itemId}`, libraryItemId: itemId, contentTag: 'as found' },
    }),
  );
  return itemId;
}

async function stateOf(id: string) {
  const query = app.services.database.db.selectFrom('libraryItems').select(['state', 'storageKey']);
  return query.where('id', '=', id).executeTakeFirstOrThrow();
}

const listRemovals = () => app.services.database.db.selectFrom('removals').selectAll().execute();
const removed = { state: 'removed', storageKey: null };

describe('a platform file in a library folder', () => {
  it('is recognizable before it is deleted', async () => {
    const { id } = await createGame(app.services, admin);
    await addInPlace(id, 'Mac');
    const { body } = await app.visitor.call(api.getGame, { params: { id } });
    expect(body.gameFiles).toMatchObject([
      { platform: 'Mac', isInPlace: true },
      { platform: 'Windows', isInPlace: false },
    ]);
    expect(JSON.stringify(body)).not.toContain('/games/');
  });

  it('leaves no removal behind when it is deleted, and its item is remembered', async () => {
    const { id } = await createGame(app.services, admin);
    const itemId = await addInPlace(id, 'Mac');
    const { status } = await admin.call(api.deletePlatformFile, { params: { id, platform: 'Mac' } });
    expect([status, await stateOf(itemId), await listRemovals()]).toEqual([200, removed, []]);
  });

  it('is remembered when its game is deleted, and the stored files of the game are removed', async () => {
    const before = await filesUnder(app.dataDir);
    const { id } = await createGame(app.services, admin);
    const itemIds = [await addInPlace(id, 'Mac'), await addInPlace(id, 'Linux')];
    expect((await admin.call(api.deleteGame, { params: { id } })).status).toBe(200);
    for (const itemId of itemIds) expect(await stateOf(itemId)).toEqual(removed);
    expect([await listRemovals(), await filesUnder(app.dataDir)]).toEqual([[], before]);
    const { body } = await admin.call(api.listLibraryItems, {
      query: { state: 'removed', folder: folderId },
    });
    expect(body.items.map((item: { id: string }) => item.id)).toEqual(expect.arrayContaining(itemIds));
  });

  it('is replaced by an upload', async () => {
    const { id, title } = await createGame(app.services, admin);
    const itemId = await addInPlace(id, 'Mac');
    const upload = sampleUpload({ title, platform: 'Mac', gameId: id });
    await sendAll(admin, upload, { replace: 'true' });
    expect((await complete(admin, upload, { replace: 'true' })).status).toBe(201);
    expect([await stateOf(itemId), await listRemovals()]).toEqual([removed, []]);
    expect(await storedSha256(app, id, 'Mac')).toBe(sha256(upload.archive));
  });
});

it('remembers an item whose copy in the storage is deleted', async () => {
  const { id } = await createGame(app.services, admin);
  const { storageKey } = await app.services.database.db
    .selectFrom('gameFiles')
    .select('storageKey')
    .where('gameId', '=', id)
    .executeTakeFirstOrThrow();
  const itemId = await insertItem(app.services, { folderId, state: 'added', storageKey });
  await admin.call(api.deleteGame, { params: { id } });
  expect([await stateOf(itemId), await listRemovals()]).toEqual([removed, []]);
});
