// Members request games, vote and comment.
import { api } from '@cellar/contract/api.ts';
import type { GameRequest, GameRequests } from '@cellar/contract/club/requests.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { sharedApp } from '#test/shared-app.ts';

let admin: Client;
let member: Client;
let other: Client;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('gameRequests').execute();
  [admin, member, other] = [await app.as('admin'), await app.as('member'), await app.as('member')];
});

const ask = (client: Client, title: string, more: object = {}) =>
  client.call(api.createRequest, { json: { title, ...more } });
const made = async (client: Client, title: string, more: object = {}): Promise<GameRequest> =>
  (await ask(client, title, more)).body.request;
const list = async (client: Client, query: Record<string, string> = {}): Promise<GameRequests> =>
  (await client.call(api.listRequests, { query })).body;
const show = async (client: Client, id: string): Promise<GameRequest> =>
  (await client.call(api.getRequest, { params: { id } })).body;
const vote = (client: Client, id: string) => client.call(api.voteForRequest, { params: { id } });
const unvote = (client: Client, id: string) => client.call(api.unvoteRequest, { params: { id } });
const titles = ({ requests }: GameRequests) => requests.map(({ title }) => title);

describe('a request', () => {
  it('is listed with the vote of its member', async () => {
    const note = 'The one with\nthe tower.';
    const { status, body } = await ask(member, ' Outpost  Nine ', { year: 1994, platform: 'Linux', note });
    expect(status).toBe(201);
    expect(body.isNew).toBe(true);
    expect(body.request).toMatchObject({
      ...{ title: 'Outpost  Nine', year: 1994, platform: 'Linux', note, state: 'open', reason: '' },
      ...{ requestedBy: 'Sample User', isOwn: true, votes: 1, hasVoted: true, comments: 0 },
      ...{ game: null, coverUrl: null },
    });
    expect(await show(other, body.request._id)).toMatchObject({ isOwn: false, hasVoted: false, votes: 1 });
    expect(await list(other)).toMatchObject({ total: 1, open: 1, currentPage: 1, totalPages: 1 });
  });

  it('becomes a vote if the game was requested before, in any spelling of case and spaces', async () => {
    const first = await made(member, 'Outpost Nine', { year: 1994 });
    for (const year of [null, 1994]) {
      const { body } = await ask(other, 'OUTPOST  nine', { year });
      expect(body).toMatchObject({ isNew: false, request: { _id: first._id, votes: 2, hasVoted: true } });
    }
    const remake = await ask(other, 'Outpost Nine', { year: 2021 });
    expect(remake.body.isNew, 'a game of another year').toBe(true);
  });

  it('is made once if many members make it at the same moment', async () => {
    const clients = await Promise.all(Array.from({ length: 8 }, () => app.as('member')));
    const answers = await Promise.all(clients.map((client) => ask(client, 'Outpost', { year: 1994 })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
    expect(answers.filter(({ body }) => body.isNew)).toHaveLength(1);
    expect(await list(member)).toMatchObject({ total: 1, requests: [{ votes: 8 }] });
  });

  it.each([
    {},
    { title: '' },
    { title: 'x'.repeat(201) },
    { title: '../x' },
    { title: 'x', year: 1949 },
    { title: 'x', year: '1999' },
    { title: 'x', note: 'x'.repeat(limits.requestNoteMax + 1) },
    { title: 'x', platform: 'x'.repeat(61) },
    { title: 'x', candidate: 'v1.forged' },
    { title: 'x', candidate: '{}' },
  ])('is refused: %j', async (json) => {
    const { status, body } = await member.call(api.createRequest, { json });
    expect([status, body.code]).toEqual([400, 'validation_failed']);
  });

  it('is limited per member to a number that wait and a number an hour', async () => {
    const { db } = app.services.database;
    for (let n = 0; n < limits.waitingRequestsPerMember; n += 1) await ask(member, `Game ${n}`);
    expect((await ask(member, 'One more')).status, 'an hour').toBe(429);
    app.clock.advance(3600_000);
    expect((await ask(member, 'One more')).body).toMatchObject({ code: 'too_many_requested' });
    expect((await ask(other, 'Game 1')).body.isNew, 'voting is not limited').toBe(false);
    await db.updateTable('gameRequests').set({ isWaiting: 0 }).where('title', '=', 'Game 0').execute();
    expect((await ask(member, 'One more')).status).toBe(201);
  });

  it('can be deleted by its member until somebody else votes for it, and always by an admin', async () => {
    const { _id: id } = await made(member, 'Outpost');
    const remove = (client: Client) => client.call(api.deleteRequest, { params: { id } });
    expect((await remove(other)).status).toBe(403);
    await vote(other, id);
    expect((await remove(member)).status).toBe(403);
    await unvote(other, id);
    expect((await remove(member)).status).toBe(200);
    expect((await remove(member)).status).toBe(404);

    const second = await made(member, 'Second');
    await vote(other, second._id);
    const params = { id: second._id };
    expect((await admin.call(api.deleteRequest, { params })).status).toBe(200);
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries[0]).toMatchObject({ action: 'request_deleted', subject: 'Second' });
  });

  it('stays without a name when its member leaves, and loses their votes and comments', async () => {
    const { _id: id } = await made(member, 'Outpost');
    await vote(other, id);
    await member.call(api.addRequestComment, { params: { id }, json: { text: 'Please!' } });
    await member.call(api.deleteOwnAccount, { json: { password: samplePassword } });
    expect(await show(other, id)).toMatchObject({ requestedBy: null, votes: 1, comments: 0 });
  });
});

describe('a vote', () => {
  it('counts once per member and can be taken back', async () => {
    const { _id: id } = await made(member, 'Outpost');
    for (let n = 0; n < 2; n += 1)
      expect((await vote(other, id)).body).toMatchObject({ votes: 2, hasVoted: true });
    for (let n = 0; n < 2; n += 1)
      expect((await unvote(other, id)).body).toMatchObject({ votes: 1, hasVoted: false });
    expect((await vote(other, 'nothing')).status).toBe(404);
  });

  it('is counted right when many vote at the same moment', async () => {
    const { _id: id } = await made(member, 'Outpost');
    const clients = await Promise.all(Array.from({ length: 10 }, () => app.as('member')));
    await Promise.all(clients.map((client) => vote(client, id)));
    expect((await show(member, id)).votes).toBe(11);
  });

  it('is refused once the request is answered', async () => {
    const { _id: id } = await made(member, 'Outpost');
    await admin.call(api.decideRequest, { params: { id }, json: { state: 'declined', reason: 'No.' } });
    for (const answer of [await vote(other, id), await unvote(member, id)])
      expect(answer).toMatchObject({ status: 409, body: { code: 'request_answered' } });
    expect((await ask(other, 'Outpost')).body.isNew, 'may be requested again').toBe(true);
  });
});

describe('the list', () => {
  it('is sorted by votes or time, filtered by state and member, and searched', async () => {
    const one = await made(member, 'Été Noir');
    app.clock.advance(1000);
    const two = await made(member, 'Outpost');
    app.clock.advance(1000);
    const three = await made(other, 'Skyline');
    await vote(other, one._id);
    expect(titles(await list(member))).toEqual(['Été Noir', 'Skyline', 'Outpost']);
    expect(titles(await list(member, { sort: 'newest' }))).toEqual(['Skyline', 'Outpost', 'Été Noir']);
    expect(titles(await list(member, { show: 'own' }))).toEqual(['Été Noir', 'Outpost']);
    expect(titles(await list(member, { search: 'ete n' }))).toEqual(['Été Noir']);
    expect(titles(await list(member, { search: '%' }))).toEqual([]);

    const decide = (id: string, json: object) => admin.call(api.decideRequest, { params: { id }, json });
    await decide(two._id, { state: 'on_its_way' });
    await decide(three._id, { state: 'declined', reason: 'No.' });
    expect(titles(await list(member))).toEqual(['Été Noir', 'Outpost']);
    expect(titles(await list(member, { show: 'declined' }))).toEqual(['Skyline']);
    expect(titles(await list(member, { show: 'on_its_way' }))).toEqual(['Outpost']);
    expect(await list(member, { show: 'all' })).toMatchObject({ total: 3, open: 1 });
  });

  it('has pages', async () => {
    const { db } = app.services.database;
    for (let n = 0; n < 3; n += 1) {
      const client = await app.as('member');
      for (let m = 0; m < 10; m += 1) await ask(client, `Game ${n} ${m}`);
    }
    const first = await list(member);
    expect(first).toMatchObject({ total: 30, totalPages: 2, currentPage: 1 });
    const second = await list(member, { page: '2' });
    expect(new Set([...titles(first), ...titles(second)]).size).toBe(30);
    expect(await list(member, { page: '3' })).toMatchObject({ requests: [] });
    await db.deleteFrom('gameRequests').execute();
  });

  it.each<Record<string, string>>([{ show: 'x' }, { sort: 'x' }, { page: '0' }, { search: 'x'.repeat(201) }])(
    'refuses %j',
    async (query) => {
      expect((await member.call(api.listRequests, { query })).status).toBe(400);
    },
  );
});

describe('comments', () => {
  const comment = (client: Client, id: string, text: string) =>
    client.call(api.addRequestComment, { params: { id }, json: { text } });

  it('are listed newest first, page by page', async () => {
    const { _id: id } = await made(member, 'Outpost');
    const { limiter } = app.services;
    for (let n = 0; n < 25; n += 1) {
      expect((await comment(member, id, `Comment ${n}`)).status).toBe(201);
      if (n % 3 === 0) app.clock.advance(1000);
    }
    await limiter.reset(app.services.database.db, `request-comments:${member.account?.id}`);
    const first = (await other.call(api.listRequestComments, { params: { id } })).body;
    expect(first.comments[0]).toMatchObject({ text: 'Comment 24', by: 'Sample User', isOwn: false });
    expect(first).toMatchObject({ hasMore: true });
    const before = first.comments.at(-1)._id;
    const second = (await other.call(api.listRequestComments, { params: { id }, query: { before } })).body;
    expect(second).toMatchObject({ hasMore: false });
    const texts = [...first.comments, ...second.comments].map(({ text }) => text);
    expect(new Set(texts).size).toBe(25);
    expect((await show(other, id)).comments).toBe(25);
  });

  it('are deleted by their author or an admin', async () => {
    const { _id: id } = await made(member, 'Outpost');
    const own = (await comment(member, id, 'Mine')).body._id;
    const second = (await comment(member, id, 'Second')).body._id;
    const remove = (client: Client, commentId: string, of = id) =>
      client.call(api.deleteRequestComment, { params: { id: of, commentId } });
    expect((await remove(other, own)).status).toBe(403);
    expect((await remove(member, own, 'another')).status).toBe(404);
    expect((await remove(member, own)).status).toBe(200);
    expect((await remove(admin, second)).status).toBe(200);
    expect((await show(member, id)).comments).toBe(0);
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries[0]).toMatchObject({ action: 'request_comment_deleted', subject: 'Outpost' });
  });

  it('are limited in length and number', async () => {
    const { _id: id } = await made(member, 'Outpost');
    for (const text of ['', '  \n ', 'x'.repeat(limits.requestCommentMax + 1), '\u0000'])
      expect((await comment(member, id, text)).status).toBe(400);
    expect((await comment(member, 'nothing', 'Hello')).status).toBe(404);
    let status = 201;
    for (let n = 0; status === 201 && n <= limits.requestCommentsPerHour; n += 1)
      ({ status } = await comment(member, id, `Comment ${n}`));
    expect(status).toBe(429);
    expect((await comment(other, id, 'Hello')).status).toBe(201);
  });
});
