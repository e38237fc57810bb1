// What contributors may upload, and that nothing of it is visible to others before an admin has accepted it.
import { api } from '@cellar/contract/api.ts';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { listDigestMails, runDigestsAt, setFrequency } from '#test/digests.ts';
import { sendExtra } from '#test/extras-and-cheats.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { getTicket } from '#test/sample-download.ts';
import {
  chunkNumbersOf,
  complete,
  contribute,
  decline,
  listForReview,
  listOwn,
  listUnfinished,
  sampleUpload,
  sendAll,
  sendChunk,
} from '#test/sample-upload.ts';
import { sharedApp } from '#test/shared-app.ts';

let admin: Client;
let member: Client;
let contributor: Client;
let other: Client;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
beforeEach(async () => {
  await app.services.database.db.deleteFrom('games').execute();
  await app.services.database.db.deleteFrom('contributions').execute();
  [admin, member] = [await app.as('admin'), await app.as('member')];
  [contributor, other] = [await app.as('contributor'), await app.as('contributor')];
});

const getGame = async (client: Client, id: string) => client.call(api.getGame, { params: { id } });
const search = async (client: Client, title: string): Promise<number> =>
  (await client.call(api.listGames, { query: { search: title } })).body.totalGames;
const check = async (client: Client, title: string, platform = 'Windows') =>
  (await client.call(api.checkGame, { query: { title, platform } })).body;

/** Announces a file of this size, and sends its last 1,000 bytes. */
async function announce(client: Client, bytes: number): Promise<number> {
  const chunkSize = 50 * 1024 ** 2;
  const totalChunks = Math.floor(bytes / chunkSize) + 1;
  const upload = sampleUpload({ archive: sampleArchive(1000) });
  const fileSize = (totalChunks - 1) * chunkSize + 1000;
  const fields = { fileSize, chunkSize, totalChunks, chunkNumber: totalChunks - 1 };
  const texts = Object.entries(fields).map(([name, value]) => [name, String(value)]);
  return (await sendChunk(client, upload, 0, { fields: Object.fromEntries(texts) })).status;
}

describe('the room for files', () => {
  it('can’t be taken from others by contributors who only announce large files', async () => {
    const free = (await app.services.storage.freeBytes()) ?? 0;
    expect(await announce(contributor, 0.6 * free)).toBe(507);
    expect(await announce(contributor, 0.3 * free)).toBe(200);
    expect(await announce(contributor, 0.3 * free)).toBe(507);
    expect(await announce(other, 0.3 * free)).toBe(200);
    expect(await announce(admin, 0.9 * free)).toBe(200);
    expect(await announce(admin, 0.3 * free)).toBe(507);
    await app.services.database.db.deleteFrom('uploads').execute();
  });
});

describe('a contributed game', () => {
  it('waits, and only its contributor and admins see and download it', async () => {
    const { gameId, upload, contribution } = await contribute(contributor, { title: 'Ambush' });
    expect(contribution).toMatchObject({
      kind: 'game',
      title: 'Ambush',
      state: 'waiting',
      files: [{ platform: 'Windows', fileSize: upload.archive.length, extra: null }],
    });
    for (const client of [contributor, admin]) {
      const { body } = await getGame(client, gameId);
      expect(body).toMatchObject({
        contributionId: contribution._id,
        isHidden: true,
        platforms: ['Windows'],
      });
      const { url } = await getTicket(client, { id: gameId, platform: 'Windows' });
      const bytes = Buffer.from(await (await client.fetch(url)).arrayBuffer());
      expect(bytes.equals(upload.archive)).toBe(true);
    }
    expect(await listForReview(admin)).toMatchObject([{ _id: contribution._id, title: 'Ambush' }]);
    expect(await listOwn(other)).toEqual([]);
  });

  it('is not found by others at any address', async () => {
    const { gameId } = await contribute(contributor);
    const aboutGames = Object.values<AnyEndpoint>(endpoints).filter(
      ({ path, access }) =>
        path.startsWith('/api/games/:id') && ['public', 'member', 'ticket', 'contributor'].includes(access),
    );
    expect(aboutGames.length).toBeGreaterThan(10);
    const upload = sampleUpload({ gameId });
    expect((await sendChunk(other, upload, 0)).body.code).toBe('not_found');
    for (const { method, path } of aboutGames) {
      const address = path
        .replace(':id', gameId)
        .replace(':platform', 'Windows')
        .replace(/:(extraId|cheatId)/, 'nothing');
      const isForm = path.endsWith('/upload') || path.endsWith('/extras');
      const answer = await other.fetch(address, {
        method,
        ...(method === 'POST' &&
          !isForm && {
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify({ downloadId: 'of-another' }),
          }),
        ...(isForm && { body: new FormData() }),
      });
      expect([address, answer.status]).toEqual([address, 404]);
    }
    expect((await getGame(member, gameId)).status).toBe(404);
    expect((await getGame(app.visitor, gameId)).status).toBe(404);
  });

  it('is missing in the catalogue, the admin table, the bell and emails, and cannot be shown past the review', async () => {
    await setFrequency(app, 'immediate');
    const { gameId } = await contribute(contributor, { title: 'Unseen' });
    for (const client of [member, contributor, admin]) expect(await search(client, 'Unseen')).toBe(0);
    const json = { ids: [gameId], action: { kind: 'setVisibility', isHidden: false } };
    expect((await admin.call(api.changeGames, { json })).body).toMatchObject({ unchanged: 1 });
    expect((await getGame(member, gameId)).status).toBe(404);
    const { body } = await admin.call(api.listAdminGames, { query: { search: 'Unseen' } });
    expect(body.games).toEqual([]);
    for (let minutes = 0; minutes < 60; minutes += 10)
      await runDigestsAt(app, new Date(app.clock.now().getTime() + 600_000));
    expect((await listDigestMails(app)).flatMap(({ games }) => games)).not.toContain(gameId);
  });

  it('tells admins in the bell, until it is answered', async () => {
    const kinds = async (client: Client) =>
      (await client.call(api.listAlerts)).body.alerts.map(({ kind }: { kind: string }) => kind);
    const { contribution } = await contribute(contributor);
    const { body } = await admin.call(api.listAlerts);
    expect(body.unread).toBe(1);
    expect(body.alerts).toMatchObject([{ kind: 'contribution_waiting', data: { count: 1 }, readAt: null }]);
    expect(await kinds(member)).not.toContain('contribution_waiting');
    const { createdAt } = body.alerts[0];
    const read = await admin.call(api.readAlerts, { json: { through: createdAt } });
    expect(read.body).toEqual({ unread: 0 });
    await decline(admin, contribution._id);
    expect(await kinds(admin)).toEqual([]);
  });

  it('gets further files of its contributor by its title or id, as one contribution', async () => {
    const { gameId, contribution } = await contribute(contributor, { title: 'Outpost' });
    await contribute(contributor, { title: ' OUTPOST', platform: 'Linux' });
    await contribute(contributor, { gameId, platform: 'Xbox' });
    expect((await sendExtra(contributor, gameId)).status).toBe(201);
    const own = await listOwn(contributor);
    expect(own).toHaveLength(1);
    expect(own[0]).toMatchObject({ _id: contribution._id, kind: 'game' });
    expect(own[0]?.files.map(({ platform, extra }) => extra?.name ?? platform)).toEqual([
      'Linux',
      'Windows',
      'Xbox',
      'Patch',
    ]);
    const again = sampleUpload({ title: 'Outpost' });
    expect((await sendChunk(contributor, again, 0)).body.code).toBe('game_exists');
  });

  it('becomes one contribution even if two of its files are completed at once', async () => {
    const uploads = ['Windows', 'Linux', 'Xbox'].map((platform) =>
      sampleUpload({ title: 'At Once', platform }),
    );
    await Promise.all(uploads.map((upload) => sendAll(contributor, upload)));
    const answers = await Promise.all(uploads.map((upload) => complete(contributor, upload)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(await listOwn(contributor)).toHaveLength(1);
  });

  it('takes its title from nobody, and tells nobody of it', async () => {
    await contribute(contributor, { title: 'Taken' });
    expect(await check(other, 'Taken')).toEqual({ exists: false, platformExists: false, gameId: null });
    expect((await contribute(other, { title: 'Taken' })).contribution.kind).toBe('game');
    expect(await check(contributor, 'taken')).toMatchObject({ exists: true, platformExists: true });
    const { id } = await createGame(app.services, admin, { title: 'Taken' });
    expect((await getGame(member, id)).status).toBe(200);
    expect(await listForReview(admin)).toHaveLength(2);
  });

  it('does not reveal hidden games', async () => {
    const { id } = await createGame(app.services, admin, { title: 'Secret' });
    const json = { ids: [id], action: { kind: 'setVisibility', isHidden: true } };
    await admin.call(api.changeGames, { json });
    expect((await check(contributor, 'Secret')).exists).toBe(false);
    expect((await contribute(contributor, { title: 'Secret' })).contribution.kind).toBe('game');
    const upload = sampleUpload({ gameId: id, platform: 'Linux' });
    expect((await sendChunk(contributor, upload, 0)).body.code).toBe('not_found');
  });
});

describe('a contributed file', () => {
  it('for a game of the library is not listed there, by its title or id', async () => {
    const game = await createGame(app.services, admin, { title: 'Known' });
    const byId = await contribute(contributor, { gameId: game.id, platform: 'Linux' });
    const byTitle = await contribute(contributor, { title: 'known', platform: 'Xbox' });
    expect((await sendExtra(contributor, game.id)).status).toBe(201);
    const own = await listOwn(contributor);
    expect(own.map(({ kind }) => kind).toSorted()).toEqual(['extra', 'file', 'file']);
    for (const { title, targetGameId } of own) expect([title, targetGameId]).toEqual(['Known', game.id]);
    const { body } = await getGame(member, game.id);
    expect([body.platforms, body.extras]).toEqual([['Windows'], []]);
    expect((await getGame(member, byId.gameId)).status).toBe(404);
    expect((await getGame(contributor, byTitle.gameId)).body.platforms).toEqual(['Xbox']);
  });

  it('is refused if the game has one for the platform, or the contributor has contributed one', async () => {
    const { id: gameId } = await createGame(app.services, admin, { title: 'Full' });
    for (const target of [{ gameId }, { title: 'Full' }]) {
      expect((await sendChunk(contributor, sampleUpload(target), 0)).body.code).toBe('game_exists');
    }
    await contribute(contributor, { gameId, platform: 'Linux' });
    for (const target of [{ gameId }, { title: 'Full' }]) {
      const upload = sampleUpload({ ...target, platform: 'Linux' });
      expect((await sendChunk(contributor, upload, 0)).body.code).toBe('game_exists');
    }
    expect((await check(contributor, 'Full', 'Linux')).platformExists).toBe(true);
    expect((await check(other, 'Full', 'Linux')).platformExists).toBe(false);
  });

  it('cannot replace a file', async () => {
    const { id: gameId } = await createGame(app.services, admin);
    const upload = sampleUpload({ gameId });
    const { status, body } = await sendChunk(contributor, upload, 0, { fields: { replace: 'true' } });
    expect([status, body.code]).toEqual([403, 'forbidden']);
    const { gameId: own } = await contribute(contributor);
    const ofOwn = sampleUpload({ gameId: own });
    expect((await sendChunk(contributor, ofOwn, 0, { fields: { replace: 'true' } })).status).toBe(403);
  });
});

describe('an upload of a contributor', () => {
  it('is seen, continued and cancelled only by its contributor and admins', async () => {
    const upload = sampleUpload();
    await sendChunk(contributor, upload, 0);
    expect(await listUnfinished(other)).toEqual([]);
    expect(await listUnfinished(contributor)).toMatchObject([{ uploadId: upload.uploadId }]);
    expect((await listUnfinished(admin)).map(({ uploadId }) => uploadId)).toContain(upload.uploadId);
    expect((await other.call(api.listUploadChunks, { params: upload as never })).status).toBe(404);
    expect((await other.call(api.cancelUpload, { params: upload as never })).status).toBe(404);
    expect((await sendChunk(other, upload, 1)).body.code).toBe('upload_changed');
    expect((await complete(other, upload)).body.code).toBe('upload_changed');
    expect((await contributor.call(api.cancelUpload, { params: upload as never })).status).toBe(200);
  });

  it('cannot be one that an admin has begun', async () => {
    const upload = sampleUpload();
    await sendChunk(admin, upload, 0);
    expect((await sendChunk(contributor, upload, 1)).body.code).toBe('upload_changed');
    expect((await complete(contributor, upload)).body.code).toBe('upload_changed');
    for (const number of chunkNumbersOf(upload).slice(1)) await sendChunk(admin, upload, number);
    expect((await complete(admin, upload)).status).toBe(201);
    expect((await complete(contributor, upload)).body.code).toBe('upload_changed');
  });

  it('remains a contribution if an admin completes it', async () => {
    const upload = sampleUpload({ title: 'Continued' });
    await sendAll(contributor, upload);
    const { status, body } = await complete(admin, upload);
    expect([status, body.contributionId]).toEqual([201, expect.any(String)]);
    expect(await listOwn(contributor)).toMatchObject([{ title: 'Continued', gameId: body._id }]);
  });

  it('does not keep others from uploading the same', async () => {
    const upload = sampleUpload({ title: 'Same' });
    expect((await sendChunk(contributor, upload, 0)).status).toBe(200);
    for (const client of [other, admin]) {
      expect((await sendChunk(client, sampleUpload({ title: 'Same' }), 0)).status).toBe(200);
    }
    const second = await sendChunk(contributor, sampleUpload({ title: 'Same' }), 0);
    expect(second.body.code).toBe('upload_under_way');
  });

  it.each([{ isContributor: false }, { isSuspended: true }])('stops with %o', async (change) => {
    const upload = sampleUpload({ title: `Stopped ${JSON.stringify(change)}` });
    const waiting = await contribute(contributor);
    await sendChunk(contributor, upload, 0);
    const params = { userId: contributor.account?.id ?? '' };
    expect((await admin.call(api.changeUser, { params, json: change })).status).toBe(200);
    expect((await sendChunk(contributor, upload, 1)).status).toBe(403);
    expect((await complete(contributor, upload)).status).toBe(403);
    expect((await getGame(contributor, waiting.gameId)).status).not.toBe(200);
    expect(await listForReview(admin)).toMatchObject([{ _id: waiting.contribution._id }]);
  });

  it('is refused while too many files wait', async () => {
    const { gameId } = await contribute(contributor);
    const { db } = app.services.database;
    const file = await db
      .selectFrom('gameFiles')
      .selectAll()
      .where('gameId', '=', gameId)
      .executeTakeFirstOrThrow();
    const more = Array.from({ length: limits.waitingFilesPerContributor - 2 }, (_, at) => ({
      ...file,
      ...{ id: `${file.id}${at}`, storageKey: `${file.storageKey}${at}`, platform: `Mac (${at})` },
    }));
    await db.insertInto('gameFiles').values(more).execute();
    const uploads = [sampleUpload(), sampleUpload(), sampleUpload()];
    const answers = await Promise.all(uploads.map((upload) => sendChunk(contributor, upload, 0)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const refused = answers.filter(({ status }) => status !== 200);
    for (const { body } of refused) expect(body.code).toBe('too_many_contributions');
    expect((await sendChunk(other, sampleUpload(), 0)).status).toBe(200);
  });

  it('survives the deletion of its account as a contribution of nobody', async () => {
    const { contribution } = await contribute(contributor);
    const userId = contributor.account?.id ?? '';
    await admin.call(api.deleteUser, { params: { userId } });
    expect(await listForReview(admin)).toMatchObject([{ _id: contribution._id, contributor: null }]);
  });
});
