// What the bell tells members, and how they read and clear it.

import { api } from '@cellar/contract/api.ts';
import type { Alert, Alerts } from '@cellar/contract/messages/alerts.endpoints.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { dayMs, minuteMs } from '#platform/clock.ts';
import { newId } from '#platform/tokens.ts';
import type { Client } from '#test/client.ts';
import { addNewGames } from '#test/digests.ts';
import { createGame, sampleArchive } from '#test/factories.ts';
import { activityOf, getTicket, holdDownload } from '#test/sample-download.ts';
import { sharedApp } from '#test/shared-app.ts';

let admin: Client;
let member: Client;
const app = sharedApp({ env: { METADATA_PROVIDERS: 'off' } });
beforeEach(async () => {
  const { db } = app.services.database;
  await db.deleteFrom('games').execute();
  await db.deleteFrom('users').execute();
  [admin, member] = [await app.as('admin'), await app.as('member')];
  app.clock.advance(1000);
});

async function listOf(client: Client, before?: string): Promise<Alerts> {
  const { status, body } = await client.call(api.listAlerts, before ? { query: { before } } : {});
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
}

const unreadOf = async (client: Client): Promise<number> => (await client.call(api.countAlerts)).body.unread;

/** Returns the kinds and what they say, and checks that both endpoints count the same. */
async function heardBy(client: Client): Promise<[Alert['kind'], Alert['data']][]> {
  const { alerts, unread } = await listOf(client);
  expect(unread).toBe(alerts.filter(({ readAt }) => readAt === null).length);
  expect(await unreadOf(client)).toBe(unread);
  return alerts.map(({ kind, data }) => [kind, data]);
}

const readAll = async (client: Client) => {
  const { alerts } = await listOf(client);
  return client.call(api.readAlerts, { json: { through: alerts[0]?.createdAt } });
};
const prefer = (client: Client, json: object) => client.call(api.updatePreferences, { json });
const idOf = (client: Client) => client.account?.id ?? '';

/** Adds alerts of answered requests, each a minute later. */
async function addAlerts(client: Client, count: number): Promise<void> {
  const { database, alerts } = app.services;
  for (let at = 0; at < count; at += 1) {
    app.clock.advance(minuteMs);
    const data = { requestId: `r${at}`, title: `Request ${at}`, state: 'accepted', gameId: null } as const;
    await database.db
      .transaction()
      .execute((trx) =>
        alerts.add(trx, [idOf(client)], { kind: 'request_answered', subject: newId(), data }),
      );
  }
}

const titlesOf = ({ alerts }: Alerts) => alerts.map(({ data }) => ('title' in data ? data.title : ''));

describe('new games', () => {
  it('are one alert that grows, until it is read', async () => {
    expect(await heardBy(member)).toEqual([]);
    await addNewGames(app, 'One');
    expect(await heardBy(member)).toEqual([['new_games', { count: 1 }]]);
    app.clock.advance(minuteMs);
    await addNewGames(app, 'Two', 'Three');
    expect(await heardBy(member)).toEqual([['new_games', { count: 3 }]]);
    expect((await readAll(member)).body).toEqual({ unread: 0 });
    expect(await heardBy(member)).toEqual([]);
    expect(await heardBy(admin), 'of others').toEqual([['new_games', { count: 3 }]]);
  });

  it('that come while the member reads stay unread', async () => {
    await addNewGames(app, 'One');
    const { alerts } = await listOf(member);
    app.clock.advance(minuteMs);
    await addNewGames(app, 'Two');
    const json = { through: alerts[0]?.createdAt };
    expect((await member.call(api.readAlerts, { json })).body).toEqual({ unread: 1 });
    expect(await heardBy(member)).toEqual([['new_games', { count: 1 }]]);
  });

  it('stay read when a page that was left open marks older ones', async () => {
    await addNewGames(app, 'One');
    const { alerts } = await listOf(member);
    app.clock.advance(minuteMs);
    await addNewGames(app, 'Two');
    await readAll(member);
    const json = { through: alerts[0]?.createdAt };
    expect((await member.call(api.readAlerts, { json })).body).toEqual({ unread: 0 });
    const newcomer = await app.as('member');
    expect((await newcomer.call(api.readAlerts, { json })).body, 'before the approval').toEqual({
      unread: 0,
    });
  });

  it('are not those that were hidden, that were there before the member, or that were new at an earlier visit', async () => {
    const [hidden = ''] = await addNewGames(app, 'Secret', 'Public');
    const action = { kind: 'setVisibility', isHidden: true };
    await admin.call(api.changeGames, { json: { ids: [hidden], action } });
    expect(await heardBy(member)).toEqual([['new_games', { count: 1 }]]);
    app.clock.advance(minuteMs);
    expect(await heardBy(await app.as('member'))).toEqual([]);
    await member.call(api.recordVisit);
    app.clock.advance(limits.visitGapMs + minuteMs);
    await addNewGames(app, 'Later');
    await member.call(api.recordVisit);
    expect(await heardBy(member)).toEqual([['new_games', { count: 1 }]]);
  });

  it('are counted up to a hundred', async () => {
    await addNewGames(app, ...Array.from({ length: 103 }, (_, at) => `Game ${at}`));
    expect(await heardBy(member)).toEqual([['new_games', { count: 100 }]]);
  });

  it('are not told to members who do not want that', async () => {
    await prefer(member, { bellNewGames: false });
    await addNewGames(app, 'One');
    expect(await heardBy(member)).toEqual([]);
  });
});

describe('accounts that wait for approval', () => {
  it('are told to admins until nobody waits', async () => {
    await app.as('unverified');
    expect(await heardBy(admin)).toEqual([]);
    const [first, second] = [await app.as('pending'), await app.as('pending')];
    expect(await heardBy(admin)).toEqual([['approval_waiting', { count: 2 }]]);
    expect(await heardBy(member)).toEqual([]);
    expect((await readAll(admin)).body).toEqual({ unread: 0 });
    const [alert] = (await listOf(admin)).alerts;
    expect(alert).toMatchObject({ kind: 'approval_waiting', readAt: expect.any(String) });

    const approve = (client: Client) => admin.call(api.approveAccess, { params: { userId: idOf(client) } });
    await approve(first);
    expect(await heardBy(admin)).toEqual([['approval_waiting', { count: 1 }]]);
    app.clock.advance(minuteMs);
    const third = await app.as('pending');
    expect(await unreadOf(admin), 'another one').toBe(1);
    for (const client of [second, third]) await approve(client);
    expect(await heardBy(admin)).toEqual([]);
  });

  it('are not told to admins who do not want that', async () => {
    await app.as('pending');
    await prefer(admin, { bellApprovals: false });
    expect(await heardBy(admin)).toEqual([]);
  });
});

describe('requests', () => {
  const decide = async (id: string, json: object) => {
    expect((await admin.call(api.decideRequest, { params: { id }, json })).status).toBe(200);
    await app.services.requestAnswers.tell();
  };
  const ask = async (title: string): Promise<string> =>
    (await member.call(api.createRequest, { json: { title } })).body.request._id;

  it('tell everybody who voted of each state, the last one only', async () => {
    const other = await app.as('member');
    const id = await ask('Outpost');
    await other.call(api.voteForRequest, { params: { id } });
    const heard = (state: string, gameId: string | null = null) => [
      ['request_answered', { requestId: id, title: 'Outpost', state, gameId }],
    ];
    await decide(id, { state: 'accepted' });
    expect(await heardBy(member)).toEqual(heard('accepted'));
    expect(await heardBy(other)).toEqual(heard('accepted'));
    expect(await heardBy(admin)).toEqual([]);
    await readAll(member);
    app.clock.advance(minuteMs);
    await decide(id, { state: 'on_its_way' });
    expect(await heardBy(member)).toEqual(heard('on_its_way'));
    expect(await unreadOf(member), 'unread again').toBe(1);
    await prefer(member, { bellNewGames: false });
    const [gameId = ''] = await addNewGames(app, 'Outpost Gold');
    await decide(id, { state: 'fulfilled', gameId });
    expect(await heardBy(member)).toEqual(heard('fulfilled', gameId));
  });

  it('tell of a refusal, and nobody who does not want that', async () => {
    await prefer(member, { bellRequests: false });
    const id = await ask('Nothing');
    await decide(id, { state: 'declined', reason: 'No.' });
    expect(await heardBy(member)).toEqual([]);
    await prefer(member, { bellRequests: true });
    const second = await ask('Something');
    await decide(second, { state: 'declined', reason: 'No.' });
    expect(await heardBy(member)).toMatchObject([['request_answered', { state: 'declined' }]]);
  });
});

describe('a download that stopped', () => {
  const archive = sampleArchive(16 * 1024 * 1024);

  async function breakDownload(game: Awaited<ReturnType<typeof createGame>>) {
    const { url, downloadId } = await getTicket(member, game);
    const held = await holdDownload(new URL(url, app.url).href);
    held.leave();
    await held.ended;
    await expect.poll(async () => (await activityOf(member, downloadId))?.isSending).toBe(false);
    await app.services.downloads.flushProgress();
    app.clock.advance(3 * minuteMs);
    await app.services.downloads.tidy();
    return { url, downloadId };
  }

  it('is told until the file is downloaded after all, even by another download', async () => {
    await prefer(member, { bellNewGames: false });
    const game = await createGame(app.services, admin, { title: 'Long one', archive });
    const { url } = await breakDownload(game);
    const data = { gameId: game.id, title: 'Long one', platform: 'Windows', extraName: null };
    expect(await heardBy(member)).toEqual([['download_broke', data]]);
    await app.services.downloads.tidy();
    expect(await heardBy(member), 'once').toHaveLength(1);
    expect((await (await app.visitor.fetch(url)).arrayBuffer()).byteLength).toBe(archive.length);
    await expect.poll(() => heardBy(member)).toEqual([]);

    await breakDownload(game);
    expect(await heardBy(member)).toHaveLength(1);
    const again = await getTicket(member, game);
    await (await app.visitor.fetch(again.url)).arrayBuffer();
    await expect.poll(() => heardBy(member)).toEqual([]);
  });

  it('is forgotten when the member cancels it, and not told if no byte was sent or nobody wants that', async () => {
    await prefer(member, { bellNewGames: false });
    const game = await createGame(app.services, admin, { title: 'Long one', archive });
    const { downloadId } = await breakDownload(game);
    await member.call(api.cancelDownload, { params: { downloadId } });
    expect(await heardBy(member)).toEqual([]);
    await getTicket(member, game);
    app.clock.advance(3 * minuteMs);
    await app.services.downloads.tidy();
    expect(await heardBy(member), 'without a byte').toEqual([]);
    await prefer(member, { bellDownloads: false });
    await breakDownload(game);
    expect(await heardBy(member)).toEqual([]);
  });
});

describe('the list', () => {
  it('has pages, newest first, and is the member’s own', async () => {
    const other = await app.as('member');
    await addAlerts(other, 1);
    await addAlerts(member, limits.alertsPerPage + 3);
    await addNewGames(app, 'One');
    const first = await listOf(member);
    expect([first.hasMore, first.unread]).toEqual([true, limits.alertsPerPage + 4]);
    expect(first.alerts[0]?.kind).toBe('new_games');
    expect(titlesOf(first).slice(1, 3)).toEqual(['Request 22', 'Request 21']);
    const second = await listOf(member, first.alerts.at(-1)?._id);
    expect([titlesOf(second), second.hasMore]).toEqual([['Request 2', 'Request 1', 'Request 0'], false]);
    const foreign = (await listOf(other)).alerts[1]?._id;
    expect(titlesOf(await listOf(member, foreign))).toEqual([]);
  });

  it('marks some as read, and clears what was seen', async () => {
    await addAlerts(member, 3);
    const { alerts } = await listOf(member);
    const through = alerts[0]?.createdAt ?? '';
    const json = { through, ids: [alerts[1]?._id] };
    expect((await member.call(api.readAlerts, { json })).body).toEqual({ unread: 2 });
    expect((await listOf(member)).alerts.map(({ readAt }) => readAt !== null)).toEqual([false, true, false]);
    const other = await app.as('member');
    expect((await other.call(api.readAlerts, { json })).body, 'of others').toEqual({ unread: 0 });
    await addAlerts(member, 1);
    const all = await member.call(api.readAlerts, { json: { through } });
    expect(all.body, 'what came later').toEqual({ unread: 1 });
    expect((await member.call(api.clearAlerts, { query: { through } })).body).toEqual({ unread: 1 });
    expect(titlesOf(await listOf(member))).toEqual(['Request 0']);
  });

  it('can’t be read in advance', async () => {
    const json = { through: '9999-12-31T23:59:59Z' };
    expect((await member.call(api.readAlerts, { json })).status).toBe(200);
    app.clock.advance(1000);
    await addNewGames(app, 'One');
    expect(await unreadOf(member)).toBe(1);
  });

  it.each([{}, { through: 'now' }, { through: 5 }, { through: '2026-01-01T00:00:00Z', ids: [] }])(
    'refuses to mark %j',
    async (json) => {
      expect((await member.call(api.readAlerts, { json })).status).toBe(400);
    },
  );

  it.each([{}, { through: 'x' }])('refuses to clear %j', async (query) => {
    expect((await member.call(api.clearAlerts, { query: query as Record<string, string> })).status).toBe(400);
  });

  it('refuses a cursor that is no id', async () => {
    expect((await member.call(api.listAlerts, { query: { before: '../x' } })).status).toBe(400);
  });

  it('is trimmed by a job, and deleted with the account', async () => {
    const { db } = app.services.database;
    const count = async () => (await db.selectFrom('alerts').select('id').execute()).length;
    await addAlerts(member, limits.alertsPerMember + 5);
    await app.services.alerts.trim();
    expect(await count()).toBe(limits.alertsPerMember);
    expect(titlesOf(await listOf(member))[0]).toBe(`Request ${limits.alertsPerMember + 4}`);
    app.clock.advance(limits.alertDays * dayMs);
    await addAlerts(admin, 1);
    await app.services.alerts.trim();
    expect(await count()).toBe(1);
    await db.deleteFrom('users').execute();
    expect(await count()).toBe(0);
  });
});
