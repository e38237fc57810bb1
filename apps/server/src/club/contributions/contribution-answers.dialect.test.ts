// Admins accept and decline contributions, and contributors withdraw them. Only the first answer counts.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addCheat, sendExtra } from '#test/extras-and-cheats.ts';
import { createGame } from '#test/factories.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';
import { getTicket } from '#test/sample-download.ts';
import {
  accept,
  chunkNumbersOf,
  complete,
  contribute,
  decline,
  listForReview,
  listOwn,
  sampleUpload,
  sendAll,
  sendChunk,
  withdraw,
} from '#test/sample-upload.ts';
import { filesUnder } from '#test/traces.ts';

let mail: MailServer;
let app: TestApp;
let admin: Client;
let member: Client;
let contributor: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: { ...mail.env, METADATA_PROVIDERS: 'off' } });
});
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('games').execute();
  await db.deleteFrom('contributions').execute();
  [admin, member] = [await app.as('admin'), await app.as('member')];
  contributor = await app.as('contributor');
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const getGame = async (client: Client, id: string) => client.call(api.getGame, { params: { id } });
const search = async (title: string): Promise<number> =>
  (await member.call(api.listGames, { query: { search: title } })).body.totalGames;
const stateOf = async (id: string) => (await listOwn(contributor)).find(({ _id }) => _id === id)?.state;
const lastMail = async () => {
  await app.services.mails.deliverDue();
  return mail.to(contributor.account?.email ?? '').at(-1);
};
const alertsOf = async (client: Client) => (await client.call(api.listAlerts)).body.alerts;

describe('an accepted game', () => {
  it('appears as a new game, and its contributor is told', async () => {
    const { contribution, gameId, upload } = await contribute(contributor, { title: 'Arrived' });
    await createGame(app.services, admin, { title: 'Added Later' });
    app.clock.advance(60_000);
    const before = app.clock.now().toISOString();
    const { status, body } = await accept(admin, contribution._id);
    expect([status, body.gameId]).toEqual([200, gameId]);
    const { body: game } = await getGame(member, gameId);
    expect(game).toMatchObject({ isHidden: false, contributionId: null, platforms: ['Windows'] });
    expect(game.createdAt >= before).toBe(true);
    const { body: listed } = await member.call(api.listGames);
    expect(listed.games.map(({ title }: { title: string }) => title)).toEqual(['Arrived', 'Added Later']);
    const { url } = await getTicket(member, { id: gameId, platform: 'Windows' });
    const bytes = Buffer.from(await (await member.fetch(url)).arrayBuffer());
    expect(bytes.equals(upload.archive)).toBe(true);

    expect(await listForReview(admin)).toEqual([]);
    expect(await listForReview(admin, 'answered')).toMatchObject([
      {
        ...{ state: 'accepted', answeredAt: expect.any(String), answeredBy: 'Sample User' },
        files: [{ platform: 'Windows', fileSize: upload.archive.length, extra: null }],
      },
    ]);
    expect(await listOwn(contributor)).toMatchObject([{ state: 'accepted', gameId, title: 'Arrived' }]);
    expect(await lastMail()).toMatchObject({ subject: 'Arrived was accepted' });
    expect((await lastMail())?.text).toContain(`/game/${gameId}`);
    expect(await alertsOf(contributor)).toContainEqual(
      expect.objectContaining({
        kind: 'contribution_answered',
        data: { contributionId: contribution._id, title: 'Arrived', state: 'accepted', gameId },
      }),
    );
    const { body: audit } = await admin.call(api.listAudit);
    expect(audit.entries[0]).toMatchObject({ action: 'contribution_accepted', subject: 'Arrived' });
  });

  it('has what an admin has edited while it waited', async () => {
    const { contribution, gameId } = await contribute(contributor, { title: 'arival' });
    const json = { title: 'Arrival', developer: 'Studio' };
    expect((await admin.call(api.editGame, { params: { id: gameId }, json })).status).toBe(200);
    expect(await listForReview(admin)).toMatchObject([{ title: 'Arrival', state: 'waiting' }]);
    expect((await getGame(member, gameId)).status).toBe(404);
    await contribute(contributor, { title: 'Arival', platform: 'Linux' });
    await accept(admin, contribution._id);
    const { body } = await getGame(member, gameId);
    expect(body).toMatchObject({ title: 'Arrival', developer: 'Studio', platforms: ['Linux', 'Windows'] });
    const check = await admin.call(api.checkGame, { query: { title: 'Arrival', platform: 'Linux' } });
    expect(check.body).toMatchObject({ exists: true, gameId });
  });

  it('joins the game that has got its title in the meantime', async () => {
    const { contribution, gameId } = await contribute(contributor, { title: 'Twice', platform: 'Linux' });
    const { id } = await createGame(app.services, admin, { title: 'Twice' });
    await addCheat(admin, gameId);
    await sendExtra(contributor, gameId);
    const open = sampleUpload({ gameId, platform: 'Xbox' });
    await sendAll(contributor, open);
    expect((await accept(admin, contribution._id)).body.gameId).toBe(id);
    const { body } = await getGame(member, id);
    expect(body.platforms).toEqual(['Linux', 'Windows']);
    expect([body.extras.length, body.cheatFiles.length]).toEqual([1, 1]);
    expect((await getGame(admin, gameId)).status).toBe(404);
    expect(await search('Twice')).toBe(1);
    // The upload that was under way continues for the game, as another contribution.
    expect((await complete(contributor, { ...open, gameId: id })).status).toBe(201);
    expect(await listForReview(admin)).toMatchObject([{ kind: 'file', targetGameId: id }]);
  });
});

describe('an accepted file or extra', () => {
  it('moves to its game, whatever that is called now', async () => {
    const { id } = await createGame(app.services, admin, { title: 'Old Name' });
    const file = await contribute(contributor, { gameId: id, platform: 'Linux' });
    await sendExtra(contributor, id);
    await admin.call(api.editGame, { params: { id }, json: { title: 'New Name' } });
    for (const { _id } of await listForReview(admin)) {
      expect((await accept(admin, _id)).body.gameId).toBe(id);
    }
    const { body } = await getGame(member, id);
    expect(body.platforms).toEqual(['Linux', 'Windows']);
    expect(body.extras).toMatchObject([{ name: 'Patch' }]);
    const { url } = await getTicket(member, { id, platform: 'Linux' });
    const bytes = Buffer.from(await (await member.fetch(url)).arrayBuffer());
    expect(bytes.equals(file.upload.archive)).toBe(true);
  });

  it('is refused while the game has another one, and still waits then', async () => {
    const { id } = await createGame(app.services, admin);
    const { contribution } = await contribute(contributor, { gameId: id, platform: 'Linux' });
    await sendExtra(contributor, id);
    await sendExtra(admin, id);
    const upload = sampleUpload({ gameId: id, platform: 'Linux' });
    await sendAll(admin, upload);
    await complete(admin, upload);
    const codes: string[] = [];
    for (const { _id } of await listForReview(admin)) codes.push((await accept(admin, _id)).body.code);
    expect(codes.toSorted()).toEqual(['extra_exists', 'game_exists']);
    expect(await stateOf(contribution._id)).toBe('waiting');
    await admin.call(api.deletePlatformFile, { params: { id, platform: 'Linux' } });
    expect((await accept(admin, contribution._id)).status).toBe(200);
  });

  it('becomes a game of its own if its game was deleted, and an extra cannot', async () => {
    const { id } = await createGame(app.services, admin, { title: 'Gone' });
    await sendExtra(contributor, id);
    const { contribution, gameId } = await contribute(contributor, { gameId: id, platform: 'Linux' });
    await admin.call(api.deleteGame, { params: { id } });
    const [extra] = await listOwn(contributor).then((all) => all.filter(({ kind }) => kind === 'extra'));
    expect((await accept(admin, extra?._id ?? '')).body.code).toBe('contribution_without_game');
    expect((await accept(admin, contribution._id)).body.gameId).toBe(gameId);
    expect((await getGame(member, gameId)).body.title).toBe('Gone');
    // Now it has one again.
    expect((await accept(admin, extra?._id ?? '')).body.gameId).toBe(gameId);
  });
});

describe('a declined contribution', () => {
  it('is deleted, and the reason is mailed in the language of its contributor', async () => {
    const { db } = app.services.database;
    const id = contributor.account?.id ?? '';
    await db.updateTable('users').set({ language: 'fr' }).where('id', '=', id).execute();
    const stored = async () =>
      (await filesUnder(app.config.dataDir)).filter((name) => name.includes('files/'));
    const before = await stored();
    const { contribution, gameId } = await contribute(contributor, { title: 'Refusé' });
    expect((await stored()).length).toBe(before.length + 1);
    const reason = 'Il manque la moitié des niveaux.';
    expect((await decline(admin, contribution._id, reason)).status).toBe(200);
    expect(await stored()).toEqual(before);
    expect((await getGame(admin, gameId)).status).toBe(404);
    expect(await listOwn(contributor)).toMatchObject([
      { state: 'declined', reason, gameId: null, answeredBy: null, files: [{ platform: 'Windows' }] },
    ]);
    const sent = await lastMail();
    expect(sent?.subject).toBe('Votre contribution « Refusé » a été refusée');
    expect(sent?.text).toContain(reason);
    expect(await alertsOf(contributor)).toContainEqual(
      expect.objectContaining({ data: expect.objectContaining({ state: 'declined', gameId: null }) }),
    );
  });

  it.each([{}, { reason: '' }, { reason: '  ' }, { reason: 'x'.repeat(501) }, { reason: 7 }])(
    'needs a reason: %o',
    async (json) => {
      const { contribution } = await contribute(contributor);
      const params = { id: contribution._id };
      const { status, body } = await admin.call(api.declineContribution, { params, json });
      expect([status, body.code]).toEqual([400, 'validation_failed']);
      expect(await stateOf(contribution._id)).toBe('waiting');
    },
  );

  it('is what remains if an admin deletes the waiting game', async () => {
    const { contribution, gameId } = await contribute(contributor);
    await admin.call(api.deleteGame, { params: { id: gameId } });
    expect(await listOwn(contributor)).toMatchObject([{ state: 'declined', reason: '' }]);
    expect((await accept(admin, contribution._id)).body.code).toBe('contribution_answered');
  });

  it('stops uploads that would add to it', async () => {
    const { contribution, gameId } = await contribute(contributor);
    const upload = sampleUpload({ gameId, platform: 'Linux' });
    await sendChunk(contributor, upload, 0);
    await decline(admin, contribution._id);
    for (const number of chunkNumbersOf(upload)) {
      expect((await sendChunk(contributor, upload, number)).status).toBe(404);
    }
    expect((await complete(contributor, upload)).status).toBe(404);
  });
});

describe('an answer', () => {
  it('is refused if files have been added since the admin looked', async () => {
    const { contribution } = await contribute(contributor, { title: 'Outpost' });
    const seen = { params: { id: contribution._id }, json: { files: 1 } };
    await contribute(contributor, { title: 'Outpost', platform: 'Linux' });
    expect(await admin.call(api.acceptContribution, seen)).toMatchObject({
      status: 409,
      body: { code: 'edit_conflict' },
    });
    expect(await stateOf(contribution._id)).toBe('waiting');
    expect((await admin.call(api.acceptContribution, { ...seen, json: { files: 2 } })).status).toBe(200);
  });

  it('counts once: later ones are refused', async () => {
    const { contribution } = await contribute(contributor);
    const { _id: id } = contribution;
    expect((await accept(admin, id)).status).toBe(200);
    for (const answer of [
      await accept(admin, id),
      await decline(admin, id),
      await withdraw(contributor, id),
    ]) {
      expect([answer.status, answer.body.code]).toEqual([409, 'contribution_answered']);
    }
  });

  it('counts once of several at the same moment', async () => {
    const second = await app.as('admin');
    for (let round = 0; round < 5; round += 1) {
      const { contribution, gameId } = await contribute(contributor);
      const { _id: id } = contribution;
      const answers = await Promise.all([
        accept(admin, id),
        accept(second, id),
        decline(second, id),
        withdraw(contributor, id),
        admin.call(api.deleteGame, { params: { id: gameId } }),
      ]);
      const [first] = answers.filter(({ status }) => status === 200);
      expect(first).toBeDefined();
      for (const { status } of answers) expect([200, 404, 409]).toContain(status);
      expect(answers.slice(0, 4).filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
      const state = await stateOf(id);
      if (answers[0]?.status === 200 || answers[1]?.status === 200) expect(state).toBe('accepted');
      if (answers[2]?.status === 200) expect(state).toBe('declined');
      if (answers[3]?.status === 200) expect(state).toBeUndefined();
    }
  });

  it('loses no file that is completed at the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { contribution, gameId, upload: first } = await contribute(contributor);
      const upload = sampleUpload({ title: first.title, platform: 'Linux' });
      await sendAll(contributor, upload);
      const [completed, accepted] = await Promise.all([
        complete(contributor, upload),
        accept(admin, contribution._id),
      ]);
      expect(accepted.status).toBe(200);
      const again = completed.status === 201 ? completed : await complete(contributor, upload);
      expect(again.status).toBe(201);
      const { body } = await getGame(member, gameId);
      const waiting = (await listForReview(admin)).filter(({ title }) => title === first.title);
      expect(body.platforms.length + waiting.length).toBe(2);
    }
  });

  it('of a contributor withdraws only own contributions', async () => {
    const { contribution, gameId } = await contribute(contributor);
    const other = await app.as('contributor');
    expect((await withdraw(other, contribution._id)).status).toBe(404);
    expect((await withdraw(contributor, contribution._id)).status).toBe(200);
    expect(await listOwn(contributor)).toEqual([]);
    expect((await getGame(admin, gameId)).status).toBe(404);
  });
});
