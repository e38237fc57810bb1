// Own platforms over HTTP: the list that admins edit, and uploads, games and downloads for them.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Answer } from '#test/client.ts';
import { addEntries, createGame, sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import { complete, formOf, listUnfinished, sampleUpload, sendAll, sendChunk } from '#test/sample-upload.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const ps2 = { name: 'PlayStation 2', aliases: ['PS2'], icon: 'console' };

const app = sharedApp();
const admin = sharedClient(app, 'admin');
const member = sharedClient(app, 'member');
beforeEach(async () => {
  for (const table of ['ownPlatforms', 'games', 'uploads'] as const) {
    await app.services.database.db.deleteFrom(table).execute();
  }
});

async function add(content: object = ps2) {
  const { status, body } = await admin.call(api.addPlatform, { json: { icon: 'disc', ...content } });
  expect(status, body.message).toBe(201);
  return body as { _id: string; name: string; aliases: string[]; icon: string; games: number };
}

const list = async () => (await admin.call(api.listPlatforms)).body.platforms;
const names = async () => (await list()).map(({ name }: { name: string }) => name);
const change = (id: string, content: object) =>
  admin.call(api.changePlatform, { params: { id }, json: { ...ps2, ...content } });
const remove = (id: string) => admin.call(api.deletePlatform, { params: { id } });
const codeOf = ({ status, body }: Answer) => [status, body.code];

async function lastAction() {
  const { action, actor, subject, detail } = (await admin.call(api.listAudit)).body.entries[0];
  return { action, isOwn: actor === admin.account?.email, subject, detail };
}

describe('adding a platform', () => {
  it('appends it to the others', async () => {
    expect(await add()).toEqual({ _id: expect.any(String), ...ps2, games: 0 });
    expect(await lastAction()).toEqual({
      ...{ action: 'platform_added', isOwn: true, subject: 'PlayStation 2', detail: null },
    });
    await add({ name: ' Méga  Drive ', aliases: ['genesis', 'Genesis'] });
    expect(await list()).toMatchObject([ps2, { name: 'Méga Drive', aliases: ['Genesis'], icon: 'disc' }]);
  });

  it('counts the games that already have files for it', async () => {
    await addEntries(app.services, [{ title: 'One', platforms: ['DOS', 'Windows'] }]);
    expect((await add({ name: 'DOS' })).games).toBe(1);
  });

  it.each([
    {},
    { name: '' },
    { name: 'Windows' },
    { name: 'linux v2' },
    { name: 'a/b' },
    { name: '..' },
    { name: 'x'.repeat(41) },
    { aliases: ['windows'] },
    { aliases: 'ps2' },
    { aliases: Array.from({ length: 21 }, (_, at) => `a${at}`) },
    { icon: 'nothing' },
    { icon: undefined },
  ])('refuses %j', async (content) => {
    const json = Object.keys(content).length === 0 ? {} : { ...ps2, ...content };
    expect(codeOf(await admin.call(api.addPlatform, { json }))).toEqual([400, 'validation_failed']);
    expect(await list()).toEqual([]);
  });

  it.each([
    ['name', { name: 'playstation 2' }],
    ['name', { name: 'ps-2' }],
    ['aliases', { name: 'Other', aliases: ['x', 'PS 2'] }],
    ['aliases', { name: 'Other', aliases: ['playstation_2'] }],
  ])('refuses a %s that another platform has: %j', async (path, content) => {
    await add({ ...ps2, aliases: ['PS 2'] });
    const answer = await admin.call(api.addPlatform, { json: { icon: 'disc', ...content } });
    expect(codeOf(answer)).toEqual([409, 'platform_taken']);
    expect(answer.body.issues[0].path).toBe(path);
    expect(answer.body.message).toContain('PlayStation 2');
    expect(await names()).toEqual(['PlayStation 2']);
  });

  it('refuses more than the limit', async () => {
    for (let at = 1; at <= limits.ownPlatforms; at += 1) await add({ name: `Platform ${at}` });
    const answer = await admin.call(api.addPlatform, { json: ps2 });
    expect(codeOf(answer)).toEqual([409, 'too_many_platforms']);
  });

  it('adds one of two that are sent at the same time with the same name', async () => {
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(api.addPlatform, { json: ps2 })));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });
});

describe('changing a platform', () => {
  it('changes name, aliases and icon, and keeps the order', async () => {
    const { _id } = await add();
    await add({ name: 'DOS' });
    const { status, body } = await change(_id, { name: 'PS2', aliases: [], icon: 'disc' });
    expect([status, body]).toEqual([200, { _id, name: 'PS2', aliases: [], icon: 'disc', games: 0 }]);
    expect(await names()).toEqual(['PS2', 'DOS']);
    expect(await lastAction()).toEqual({
      ...{ action: 'platform_changed', isOwn: true, subject: 'PS2', detail: 'before: PlayStation 2' },
    });
  });

  it('allows another spelling of its own name, and its own aliases', async () => {
    const { _id } = await add();
    expect((await change(_id, { name: 'playstation 2' })).status).toBe(200);
    expect((await change(_id, { name: 'PS 2', aliases: ['PS2', 'PlayStation 2'] })).status).toBe(200);
    expect((await lastAction()).subject).toBe('PS 2');
  });

  it('also renames the platform of its files, in any number, but not in the history', async () => {
    const { _id } = await add();
    const many = Array.from({ length: 403 }, (_, at) => ({
      title: `Game ${at}`,
      platforms: ['PlayStation 2'],
    }));
    await addEntries(app.services, many);
    const game = await createGame(app.services, admin, { platform: 'PlayStation 2' });
    const ticket = await getTicket(member, game);
    expect((await change(_id, { name: 'PS two' })).body.games).toBe(404);

    const { body } = await member.call(api.getGame, { params: { id: game.id } });
    expect(body.gameFiles).toMatchObject([{ platform: 'PS two', icon: 'console' }]);
    const found = await member.call(api.listGames, { query: { platform: 'PS two', limit: 1 } });
    expect(found.body.totalGames).toBe(404);
    const old = await member.call(api.listGames, { query: { platform: 'PlayStation 2' } });
    expect(old.body.totalGames).toBe(0);
    // A download that has begun can be resumed with its link.
    const download = await member.fetch(ticket.url);
    expect([download.status, Buffer.from(await download.arrayBuffer())]).toEqual([200, game.archive]);
    const history = await member.call(api.myActivity);
    expect(history.body.activities[0]).toMatchObject({
      ...{ platform: 'PlayStation 2', currentPlatform: 'PS two' },
    });
    expect((await getTicket(member, { ...game, platform: 'PS two' })).fileName).toContain('(PS two).zip');
  });

  it('refuses a new name while an upload is unfinished, but not other changes', async () => {
    const { _id } = await add();
    const upload = sampleUpload({ platform: 'PlayStation 2' });
    await sendChunk(admin, upload, 0);
    const answer = await change(_id, { name: 'PS two' });
    expect(codeOf(answer)).toEqual([409, 'platform_in_use']);
    expect((await change(_id, { icon: 'disc' })).status).toBe(200);
    await sendAll(admin, upload);
    expect((await complete(admin, upload)).status).toBe(201);
    expect((await change(_id, { name: 'PS two' })).body.games).toBe(1);
  });

  it('refuses a name that files of an unknown platform already have', async () => {
    const { _id } = await add();
    await addEntries(app.services, [{ title: 'One', platforms: ['DOS'] }]);
    expect(codeOf(await change(_id, { name: 'DOS' }))).toEqual([409, 'platform_taken']);
    expect(await names()).toEqual(['PlayStation 2']);
  });

  it('refuses names and aliases of others, invalid content and unknown ids', async () => {
    const { _id } = await add();
    await add({ name: 'DOS', aliases: ['MS-DOS'] });
    expect(codeOf(await change(_id, { name: 'dos' }))).toEqual([409, 'platform_taken']);
    expect(codeOf(await change(_id, { aliases: ['ms dos'] }))).toEqual([409, 'platform_taken']);
    expect(codeOf(await change(_id, { name: 'Windows' }))).toEqual([400, 'validation_failed']);
    expect(codeOf(await change('nothing', {}))).toEqual([404, 'not_found']);
    expect(await list()).toMatchObject([ps2, { name: 'DOS' }]);
  });
});

describe('deleting a platform', () => {
  it('removes it', async () => {
    const { _id } = await add();
    expect((await remove(_id)).status).toBe(200);
    expect(await list()).toEqual([]);
    expect(await lastAction()).toMatchObject({ action: 'platform_deleted', subject: 'PlayStation 2' });
    expect(codeOf(await remove(_id))).toEqual([404, 'not_found']);
  });

  it('is refused while games have files for it, or uploads are unfinished', async () => {
    const { _id } = await add();
    await addEntries(app.services, [
      { title: 'One', platforms: ['PlayStation 2'] },
      { title: 'Two', platforms: ['PlayStation 2', 'Windows'] },
    ]);
    const used = await remove(_id);
    expect(codeOf(used)).toEqual([409, 'platform_in_use']);
    expect(used.body.message).toContain('2 games have files');
    await app.services.database.db.deleteFrom('games').execute();

    await sendChunk(admin, sampleUpload({ platform: 'PlayStation 2' }), 0);
    const uploading = await remove(_id);
    expect(codeOf(uploading)).toEqual([409, 'platform_in_use']);
    expect(uploading.body.message).toContain('unfinished upload');
    const [upload] = await listUnfinished(admin);
    await admin.call(api.cancelUpload, { params: { uploadId: upload?.uploadId ?? '' } });
    expect((await remove(_id)).status).toBe(200);
  });

  it('never leaves an upload behind that begins at the same time', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { _id } = await add();
      const upload = sampleUpload({ platform: 'PlayStation 2' });
      const [deleted, sent] = await Promise.all([remove(_id), sendChunk(admin, upload, 0)]);
      expect([deleted.status, sent.status]).toEqual(sent.status === 200 ? [409, 200] : [200, 400]);
      await app.services.database.db.deleteFrom('uploads').execute();
      await app.services.database.db.deleteFrom('ownPlatforms').execute();
    }
  });
});

describe('the order', () => {
  it('can be changed; platforms that are not named come last', async () => {
    const [a, b, c] = [await add({ name: 'A1' }), await add({ name: 'B1' }), await add({ name: 'C1' })];
    const reorder = (...ids: string[]) => admin.call(api.reorderPlatforms, { json: { platforms: ids } });
    const { body } = await reorder(c._id, a._id, b._id);
    expect(body.platforms.map(({ name }: { name: string }) => name)).toEqual(['C1', 'A1', 'B1']);
    expect((await lastAction()).action).toBe('platforms_reordered');
    await reorder(b._id);
    expect(await names()).toEqual(['B1', 'C1', 'A1']);
    await add({ name: 'D1' });
    expect(await names()).toEqual(['B1', 'C1', 'A1', 'D1']);
    expect(codeOf(await reorder('nothing'))).toEqual([404, 'not_found']);
    expect(codeOf(await reorder(a._id, a._id))).toEqual([400, 'validation_failed']);
    expect(codeOf(await reorder())).toEqual([400, 'validation_failed']);
  });
});

describe('a file', () => {
  it('can be added for an own platform, shown with its icon, downloaded, replaced and deleted', async () => {
    const name = `Player's Choice (EU) + A&B`;
    await add({ name, icon: 'cartridge' });
    const upload = sampleUpload({ platform: name });
    await sendAll(admin, upload);
    const { status, body: game } = await complete(admin, upload);
    expect([status, game.platforms]).toEqual([201, [name]]);
    const visited = await app.visitor.call(api.getGame, { params: { id: game._id } });
    expect(visited.body.gameFiles).toMatchObject([{ platform: name, icon: 'cartridge' }]);

    const { url, fileName } = await getTicket(member, { id: game._id, platform: name });
    expect(fileName).toBe(`${upload.title} (${name}).zip`);
    const download = await app.visitor.fetch(url);
    expect(Buffer.from(await download.arrayBuffer())).toEqual(upload.archive);

    const archive = sampleArchive(700);
    const form = formOf([
      ['platform', name],
      ['replace', 'true'],
      ['gameFile', archive],
    ]);
    const replaced = await admin.call(api.addFile, { params: { id: game._id }, form });
    expect([replaced.status, replaced.body.totalSize]).toEqual([201, 700]);
    const params = { id: game._id, platform: name };
    expect((await admin.call(api.deletePlatformFile, { params })).body.platforms).toEqual([]);
  });

  it('has a platform with as many letters as fit into an address', async () => {
    const name = '島'.repeat(40);
    await add({ name });
    const game = await createGame(app.services, admin, { platform: name });
    const { url } = await getTicket(member, { ...game, platform: name });
    expect((await member.fetch(url)).status).toBe(200);
  });

  it('cannot be added for an unknown platform', async () => {
    await add();
    for (const platform of ['Amiga', 'playstation 2', 'PlayStation 3']) {
      const upload = sampleUpload({ platform });
      const refused = await sendChunk(admin, upload, 0);
      expect(codeOf(refused)).toEqual([400, 'validation_failed']);
      expect(refused.body.issues[0].path).toBe('platform');
      expect(codeOf(await complete(admin, upload))).toEqual([404, 'not_found']);
    }
    expect(await listUnfinished(admin)).toEqual([]);
  });

  it('of a platform that is no longer known can be read, downloaded and deleted', async () => {
    const { _id } = await add();
    const { id } = await createGame(app.services, admin, { platform: 'PlayStation 2' });
    await app.services.database.db.deleteFrom('ownPlatforms').where('id', '=', _id).execute();
    const { body } = await member.call(api.getGame, { params: { id } });
    expect(body.gameFiles).toMatchObject([{ platform: 'PlayStation 2', icon: null }]);
    const { url } = await getTicket(member, { id, platform: 'PlayStation 2' });
    expect((await member.fetch(url)).status).toBe(200);
    const params = { id, platform: 'PlayStation 2' };
    expect((await admin.call(api.deletePlatformFile, { params })).status).toBe(200);
  });
});
