// Admins answer requests, and games that arrive answer them too. Everybody who has voted is told once.
import { api } from '@cellar/contract/api.ts';
import type { GameRequest } from '@cellar/contract/club/requests.endpoints.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addNewGames } from '#test/digests.ts';
import { type MailServer, startMailServer } from '#test/mail-server.ts';

let mail: MailServer;
let app: TestApp;
let admin: Client;
let member: Client;
let other: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: { ...mail.env, METADATA_PROVIDERS: 'off' } });
});
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('gameRequests').execute();
  await db.deleteFrom('games').execute();
  [admin, member, other] = [await app.as('admin'), await app.as('member'), await app.as('member')];
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

const ask = async (client: Client, title: string, more: object = {}): Promise<GameRequest> =>
  (await client.call(api.createRequest, { json: { title, ...more } })).body.request;
const show = async (client: Client, id: string): Promise<GameRequest> =>
  (await client.call(api.getRequest, { params: { id } })).body;
const decide = (id: string, json: object, client = admin) =>
  client.call(api.decideRequest, { params: { id }, json });
const vote = (client: Client, id: string) => client.call(api.voteForRequest, { params: { id } });
const setHidden = (isHidden: boolean, ...ids: string[]) =>
  admin.call(api.changeGames, { json: { ids, action: { kind: 'setVisibility', isHidden } } });

/** Runs the jobs as they run every minute. */
async function pass(services = app.services): Promise<void> {
  await services.digests.run();
  await services.requestArrivals.run();
  await services.mails.deliverDue();
}

/** What begins after the answer of an admin, and may take a while. */
async function tell(): Promise<void> {
  await app.services.requestAnswers.tell();
  await app.services.mails.deliverDue();
}

const mailsTo = (client: Client) =>
  mail.to(client.account?.email ?? '').filter(({ subject }) => !subject?.startsWith('New'));

describe('an admin', () => {
  it('accepts a request, marks it as on its way, and takes that back', async () => {
    const { _id: id } = await ask(member, 'Outpost');
    for (const state of ['accepted', 'on_its_way', 'open']) {
      expect((await decide(id, { state })).body).toMatchObject({ state, votes: 1 });
      expect((await decide(id, { state })).status, 'twice').toBe(200);
    }
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(
      entries
        .slice(0, 3)
        .map(({ action }: { action: string }) => action)
        .toSorted(),
    ).toEqual(['request_accepted', 'request_on_its_way', 'request_reopened']);
    await pass();
    expect(mailsTo(member)).toEqual([]);
  });

  it('declines with a reason, which everybody who voted learns', async () => {
    const { _id: id } = await ask(member, 'Outpost');
    await vote(other, id);
    await member.call(api.updatePreferences, { json: { language: 'fr' } });
    expect((await decide(id, { state: 'declined', reason: 'It is lost.' })).body).toMatchObject({
      ...{ state: 'declined', reason: 'It is lost.' },
    });
    await tell();
    const received = await mail.next(other.account?.email ?? '');
    expect(received.subject).toBe('Your request for “Outpost” was declined');
    expect(received.text).toContain('It is lost.');
    expect(received.text).toContain(`/requests/${id}`);
    expect((await mail.next(member.account?.email ?? '')).subject).toMatch(/a été refusée$/);
  });

  it('fulfils with a game that members see', async () => {
    const { _id: id } = await ask(member, 'Outpost');
    const [gameId = '', hidden = ''] = await addNewGames(app, 'Outpost Gold', 'Secret');
    await setHidden(true, hidden);
    expect((await decide(id, { state: 'fulfilled', gameId: hidden })).status).toBe(404);
    expect((await decide(id, { state: 'fulfilled', gameId })).body).toMatchObject({
      game: { _id: gameId, title: 'Outpost Gold' },
    });
    await tell();
    const received = await mail.next(member.account?.email ?? '');
    expect(received.subject).toBe('Outpost Gold is now at Cellar');
    expect(received.text).toContain(`/game/${gameId}`);

    await setHidden(true, gameId);
    expect((await show(member, id)).game).toBeNull();
    expect((await show(admin, id)).game).not.toBeNull();
  });

  it('answers once: another answer needs a reopened request, and only one request for a game waits', async () => {
    const { _id: id } = await ask(member, 'Outpost');
    await decide(id, { state: 'declined', reason: 'No.' });
    const [gameId] = await addNewGames(app, 'Elsewhere');
    expect((await decide(id, { state: 'fulfilled', gameId })).body.code).toBe('request_answered');
    const second = await ask(member, 'Outpost');
    expect((await decide(id, { state: 'open' })).body.code).toBe('request_exists');
    await admin.call(api.deleteRequest, { params: { id: second._id } });
    expect((await decide(id, { state: 'open' })).body).toMatchObject({ state: 'open', reason: '' });
  });

  it.each([
    {},
    { state: 'x' },
    { state: 'declined' },
    { state: 'declined', reason: ' ' },
    { state: 'fulfilled' },
    { state: 'fulfilled', gameId: '../x' },
  ])('cannot decide %j', async (json) => {
    const { _id: id } = await ask(member, 'Outpost');
    expect((await decide(id, json)).status).toBe(400);
  });

  it('is the only one who decides', async () => {
    const { _id: id } = await ask(member, 'Outpost');
    expect((await decide(id, { state: 'accepted' }, member)).status).toBe(403);
    expect((await decide('nothing', { state: 'accepted' })).status).toBe(404);
  });
});

describe('a game that arrives', () => {
  it('fulfils the request with its title, and tells everybody who voted once', async () => {
    const { _id: id } = await ask(member, 'Outpost');
    await vote(other, id);
    const [suspended, quiet] = [await app.as('member'), await app.as('member')];
    await vote(suspended, id);
    await vote(quiet, id);
    const params = { userId: suspended.account?.id ?? '' };
    await admin.call(api.changeUser, { params, json: { isSuspended: true } });
    await quiet.call(api.updatePreferences, { json: { requestMails: false } });
    await decide(id, { state: 'on_its_way' });
    const [gameId] = await addNewGames(app, 'OUTPOST', 'Other');
    await pass();
    await pass();
    expect(await show(member, id)).toMatchObject({ state: 'fulfilled', game: { _id: gameId } });
    for (const client of [member, other]) {
      expect(mailsTo(client).map(({ subject }) => subject)).toEqual(['OUTPOST is now at Cellar']);
    }
    for (const client of [suspended, quiet, admin]) expect(mailsTo(client)).toEqual([]);
  });

  it('does not do so while it is hidden, or if it is of another year', async () => {
    const hidden = await ask(member, 'Hidden');
    const old = await ask(member, 'Remake', { year: 1994 });
    const near = await ask(member, 'Near', { year: 1994 });
    const [hiddenGame = ''] = await addNewGames(app, 'Hidden', 'Remake', 'Near');
    const { db } = app.services.database;
    await db.updateTable('games').set({ releaseDate: '2016-05-13' }).where('title', '=', 'Remake').execute();
    await db.updateTable('games').set({ releaseDate: '1995-01-01' }).where('title', '=', 'Near').execute();
    await setHidden(true, hiddenGame);
    await pass();
    expect((await show(member, hidden._id)).state).toBe('open');
    expect((await show(member, old._id)).state).toBe('open');
    expect((await show(member, near._id)).state).toBe('fulfilled');
    await setHidden(false, hiddenGame);
    await pass();
    expect((await show(member, hidden._id)).state).toBe('fulfilled');
  });

  it('does not fulfil a request made while it was there, nor one that was reopened', async () => {
    await addNewGames(app, 'Outpost');
    await pass();
    const { _id: id } = await ask(member, 'Outpost', { platform: 'Mac' });
    const reopened = await ask(member, 'Skyline');
    await addNewGames(app, 'Skyline');
    await pass();
    expect((await show(member, id)).state).toBe('open');
    expect((await show(member, reopened._id)).state).toBe('fulfilled');
    await decide(reopened._id, { state: 'open' });
    await pass();
    expect(await show(member, reopened._id)).toMatchObject({ state: 'open', game: null });
  });

  it('fulfils the request for the same provider’s game', async () => {
    const { db } = app.services.database;
    const { _id: id } = await ask(member, 'Outpost');
    const { _id: similar } = await ask(member, 'Outposts');
    await db
      .insertInto('requestCandidates')
      .values([
        { entry: 'steam:22', requestId: id },
        { entry: 'igdb:7', requestId: id },
        { entry: 'steam:2', requestId: similar },
      ])
      .execute();
    const [gameId = ''] = await addNewGames(app, 'Außenposten');
    await db
      .insertInto('gameMatches')
      .values({
        ...{ gameId, state: 'matched', matchId: 'steam:22+rawg:9', reason: '', candidates: '[]' },
        ...{ attempts: 0, updatedAt: app.clock.now().toISOString() },
        ...{ fileName: null, dueAt: null, holder: null, leaseUntil: null, confidence: null, brought: null },
        ...{ previous: null, scannedAt: null, stateBefore: null },
      })
      .execute();
    await pass();
    expect(await show(member, id)).toMatchObject({ state: 'fulfilled', game: { _id: gameId } });
    expect((await show(member, similar)).state).toBe('open');
  });

  it('fulfils many requests in pages, and tells many voters in steps, even if the job runs twice', async () => {
    const { db } = app.services.database;
    const voters = await Promise.all(Array.from({ length: 60 }, () => app.as('member')));
    const { _id: id } = await ask(member, 'Game 299');
    for (const voter of voters) await vote(voter, id);
    const row = await db.selectFrom('gameRequests').selectAll().executeTakeFirstOrThrow();
    const more = Array.from({ length: 299 }, (_, n) => ({
      ...{ ...row, id: `request-${n}`, requestedBy: null, votes: 0 },
      ...{ title: `Game ${n}`, titleKey: `game ${n}` },
    }));
    await db.insertInto('gameRequests').values(more).execute();
    await addNewGames(app, ...Array.from({ length: 300 }, (_, n) => `Game ${n}`));
    await app.services.digests.run();
    const { requestArrivals } = app.services;
    await Promise.all([requestArrivals.run(), requestArrivals.run()]);
    await app.services.mails.deliverDue();
    const { count } = await db
      .selectFrom('gameRequests')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('state', '=', 'fulfilled')
      .executeTakeFirstOrThrow();
    expect(Number(count)).toBe(300);
    for (const voter of [member, ...voters]) expect(mailsTo(voter)).toHaveLength(1);
  });

  it('stops telling voters when the request is reopened', async () => {
    const { db } = app.services.database;
    const { _id: id } = await ask(member, 'Outpost');
    await db.updateTable('gameRequests').set({ state: 'fulfilled', isWaiting: 0, toldThrough: '' }).execute();
    await decide(id, { state: 'open' });
    await pass();
    expect(mailsTo(member)).toEqual([]);
  });
});
