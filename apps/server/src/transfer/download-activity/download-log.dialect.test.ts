// The admin's log of downloads: filters, statistics, export, clearing, running downloads, and the tracking settings.
import { api } from '@cellar/contract/api.ts';
import type { LoggedActivity } from '@cellar/contract/transfer/download-activity.endpoints.ts';
import { afterEach, describe, expect, it } from 'vitest';
import type { Client } from '#test/client.ts';
import { createGame } from '#test/factories.ts';
import { activityOf, addDownloads, getTicket, type SampleDownload } from '#test/sample-download.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const app = sharedApp();
const admin = sharedClient(app, 'admin');
afterEach(async () => {
  await app.services.database.db.deleteFrom('downloads').execute();
  await app.services.settings.change({ email: 'test' }, { activityClearedAt: '' });
});

const log = async (query = {}) => (await admin.call(api.allActivity, { query })).body;
const titles = async (query = {}) =>
  (await log({ limit: 100, ...query })).activities.map(({ gameTitle }: LoggedActivity) => gameTitle);
const add = (member: Client | undefined, ...downloads: SampleDownload[]) =>
  addDownloads(app.services, member, downloads);
const named = async (name: string, nameFold = name.toLowerCase()) => {
  const member = await app.as('member');
  const users = app.services.database.db.updateTable('users').set({ name, nameFold });
  await users.where('id', '=', member.account?.id ?? '').execute();
  return member;
};
const emailOf = ({ account }: Client) => account?.email ?? '';
const idOf = ({ account }: Client) => account?.id ?? '';
const track = (usageStatistics: object) => admin.call(api.updateSettings, { json: { usageStatistics } });

describe('all activity', () => {
  it('lists downloads with their members, newest first, and the totals', async () => {
    const member = await named('Ada');
    const game = await createGame(app.services, admin, { title: 'Tunic' });
    await add(member, { gameTitle: 'Old Tunic', gameId: game.id }, { status: 'failed' });
    await add(undefined, { gameTitle: 'Gone', startedAt: '2020-01-01T00:00:00.000Z' });
    const { downloadId } = await getTicket(member, game);
    const { activities, ...rest } = await log();
    expect(activities[0]).toMatchObject({
      downloadId,
      gameTitle: 'Tunic',
      downloadStatus: 'in_progress',
      user: { _id: idOf(member), name: 'Ada', email: emailOf(member) },
      game: { _id: game.id, title: 'Tunic', boxArtUrl: null },
    });
    expect(activities.map(({ gameTitle }: LoggedActivity) => gameTitle)).toEqual([
      ...['Tunic', 'Old Tunic', 'Sample Game', 'Gone'],
    ]);
    expect(activities[3]).toMatchObject({ user: null, game: null });
    expect(rest).toEqual({
      currentPage: 1,
      totalPages: 1,
      total: 4,
      pagination: { pages: 1 },
      stats: { totalDownloads: 4, uniqueUsers: 1, uniqueGames: 3, inProgress: 1 },
    });
  });

  it('is listed in pages of twenty without overlaps or gaps, from both ends', async () => {
    const startedAt = '2026-01-01T00:00:00.000Z';
    await add(undefined, ...Array.from({ length: 95 }, (_, at) => ({ gameTitle: `Game ${at}`, startedAt })));
    const pages = await Promise.all([1, 2, 3, 4, 5, 6].map((page) => log({ page })));
    expect(pages.map(({ activities }) => activities.length)).toEqual([20, 20, 20, 20, 15, 0]);
    const shown = pages.flatMap(({ activities }) => activities.map((one: LoggedActivity) => one._id));
    expect(new Set(shown).size).toBe(95);
    expect(shown).toEqual(shown.toSorted().reverse());
  });

  it('is filtered by member, game, status and days, separately and combined', async () => {
    const [zoe, ben] = [await named('Zoë', 'zoe'), await named('Ben_100%')];
    const game = await createGame(app.services, admin, { title: 'Pokémon' });
    await add(zoe, { gameTitle: 'A', gameId: game.id, startedAt: '2026-03-01T23:59:59.999Z' });
    await add(zoe, { gameTitle: 'B', status: 'failed', startedAt: '2026-03-02T00:00:00.000Z' });
    await add(ben, { gameTitle: 'C', status: 'in_progress', startedAt: '2026-03-03T12:00:00.000Z' });
    const filters: [object, string[]][] = [
      [{}, ['C', 'B', 'A']],
      [{ member: 'ZOE' }, ['B', 'A']],
      [{ member: emailOf(ben) }, ['C']],
      [{ member: idOf(ben) }, ['C']],
      [{ member: '_100%' }, ['C']],
      [{ member: '%' }, ['C']],
      [{ member: 'nobody' }, []],
      [{ game: 'pokemon' }, ['A']],
      [{ game: game.id }, ['A']],
      [{ game: 'b' }, ['B']],
      [{ status: 'failed' }, ['B']],
      [{ status: '', from: '', to: '' }, ['C', 'B', 'A']],
      [{ from: '2026-03-02' }, ['C', 'B']],
      [{ to: '2026-03-01' }, ['A']],
      [{ from: '2026-03-02', to: '2026-03-02' }, ['B']],
      [{ from: '2026-03-03T11:00:00Z', to: '2026-03-03T12:00:00Z' }, ['C']],
      [{ member: 'zoe', status: 'completed', game: 'poké', from: '2026-01-01', to: '9999-12-31' }, ['A']],
    ];
    for (const [query, expected] of filters) {
      expect(await titles(query), JSON.stringify(query)).toEqual(expected);
      expect((await log(query)).total, JSON.stringify(query)).toBe(expected.length);
    }
  });

  it.each([
    { status: 'lost' },
    { from: 'yesterday' },
    { to: '2026-02-30' },
    { limit: 0 },
    { member: 'a\u0000' },
  ])('refuses %j', async (query) => {
    expect((await admin.call(api.allActivity, { query: query as never })).status).toBe(400);
  });

  it('is cleared immediately; running downloads continue, and members keep their history', async () => {
    const member = await app.as('member');
    await add(
      member,
      { gameTitle: 'Old' },
      {},
      { gameTitle: 'Running', status: 'in_progress', endedAt: null },
    );
    app.clock.advance(1);
    expect((await admin.call(api.clearAllActivity)).body).toEqual({ message: 'Download history cleared' });
    const none = { totalDownloads: 0, uniqueUsers: 0, uniqueGames: 0, inProgress: 0 };
    expect(await log({ from: '2020-01-01' })).toMatchObject({ activities: [], total: 0, stats: none });
    expect(await (await admin.fetch('/api/download-activity/all-activity/export')).text()).toMatch(
      /^Began.*\r\n$/,
    );
    const { days, games } = (await admin.call(api.activityStats)).body;
    expect([days.at(-1).downloads, games]).toEqual([0, []]);
    const [line] = (await admin.call(api.listAudit)).body.entries;
    expect(line).toMatchObject({ action: 'history_cleared', actor: emailOf(admin) });

    await add(member, { gameTitle: 'New', startedAt: app.clock.now().toISOString() });
    expect(await titles()).toEqual(['New']);
    expect((await admin.call(api.runningDownloads)).body.total).toBe(1);
    await app.services.downloadHistory.forgetHidden();
    expect((await member.call(api.myActivity)).body.total).toBe(4);
    expect(await titles()).toEqual(['New']);
    const { db } = app.services.database;
    const logged = db.selectFrom('downloads').select('gameTitle').where('logged', '=', 1);
    expect(await logged.execute()).toEqual([{ gameTitle: 'New' }]);
  });
});

describe('the export', () => {
  const lines = async (query = '') => {
    const response = await admin.fetch(`/api/download-activity/all-activity/export?${query}`);
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toContain('text/csv');
    return (await response.text()).split('\r\n');
  };

  it('quotes fields and ends lines by RFC 4180, and contains no formulas', async () => {
    const member = await named('=HYPERLINK("http://evil.example")');
    const startedAt = '2026-03-03T12:00:00.000Z';
    const facts = `${startedAt},${startedAt},completed`;
    const quote = (text: string) => `"${text.replaceAll('"', '""')}"`;
    const who = `${quote(`'=HYPERLINK("http://evil.example")`)},${emailOf(member)}`;
    const begins = ['+1', '-1', '@a', ' =2+2', '＝1+1'];
    const later = ['a;=1+1;', ';=1+1', 'a; ＋1', 'a;"=1+1&";b'];
    for (const [at, gameTitle] of ['Plain, "quoted"; a=b', ...begins, ...later].entries())
      await add(member, { gameTitle, clientId: `x${at}`, startedAt });
    const [head, ...rest] = await lines();
    expect(head).toBe(
      'Began,Ended,Status,Game,Platform,File size,Bytes sent,Handed over,Member,E-mail,Download id,Extra,Single file',
    );
    expect(rest.pop()).toBe('');
    const harmless = ["a;'=1+1;", ";'=1+1", "a;' ＋1", `a;'"=1+1&";b`];
    const titles = ['Plain, "quoted"; a=b', ...begins.map((title) => `'${title}`), ...harmless];
    const expected = titles.map(
      (title, at) => `${facts},${quote(title)},Windows,1000,1000,no,${who},x${at},,`,
    );
    expect(rest.toSorted()).toEqual(expected.toSorted());
    // Spreadsheets of some languages separate cells by semicolons. They see quotes only where a cell begins.
    const cells = rest.flatMap((line) => line.split(';'));
    expect(cells.filter((cell) => /^[\s"]*[=+\-@＝＋－＠]/.test(cell))).toEqual([]);
  });

  it('contains each entry of a long log once, and applies the filter', async () => {
    const startedAt = '2026-03-03T12:00:00.000Z';
    const many = Array.from({ length: 1203 }, (_, at) => ({ clientId: `long-${at}`, startedAt }));
    await add(undefined, ...many.slice(0, 700));
    await add(undefined, ...many.slice(700).map((one) => ({ ...one, status: 'failed' as const })));
    const ids = (await lines()).slice(1, -1).map((line) => line.split(',').at(-3));
    expect(new Set(ids)).toEqual(new Set(many.map(({ clientId }) => clientId)));
    expect(ids).toHaveLength(1203);
    expect(await lines('status=failed')).toHaveLength(505);
    expect((await admin.fetch('/api/download-activity/all-activity/export?status=no')).status).toBe(400);
  });
});

describe('the statistics by day', () => {
  it('count downloads and bytes by UTC day, including empty days, and list the most downloaded games', async () => {
    const game = await createGame(app.services, admin, { title: 'Hades' });
    const at = (back: number, time: string) =>
      `${new Date(app.clock.now().getTime() - back * 24 * 3600_000).toISOString().slice(0, 10)}T${time}Z`;
    await add(undefined, { gameId: game.id, startedAt: at(2, '00:00:00.000') });
    await add(undefined, {
      gameId: game.id,
      startedAt: at(2, '23:59:59.999'),
      status: 'failed',
      bytesSent: 7,
    });
    await add(undefined, { gameTitle: 'Deleted', startedAt: at(0, '00:00:00.000') });
    await add(undefined, { gameTitle: 'Too old', startedAt: at(3, '23:59:59.999') });
    await add(undefined, { gameTitle: 'Not tracked', startedAt: at(0, '00:00:00.000'), logged: 0 });
    const { body } = await admin.call(api.activityStats, { query: { days: 3 } });
    const dayOf = (back: number) => at(back, '').slice(0, 10);
    expect(body).toEqual({
      handedOver: 0,
      days: [
        { day: dayOf(2), downloads: 2, completed: 1, bytes: 1007 },
        { day: dayOf(1), downloads: 0, completed: 0, bytes: 0 },
        { day: dayOf(0), downloads: 1, completed: 1, bytes: 1000 },
      ],
      games: [
        {
          gameTitle: 'Sample Game',
          downloads: 2,
          bytes: 1007,
          game: { _id: game.id, title: 'Hades', boxArtUrl: null, boxArtThumbhash: null },
        },
        { gameTitle: 'Deleted', downloads: 1, bytes: 1000, game: null },
      ],
    });
    expect((await admin.call(api.activityStats)).body.days).toHaveLength(30);
    expect((await admin.call(api.activityStats, { query: { days: 367 } })).status).toBe(400);
  });
});

describe('tracking', () => {
  afterEach(() => track({ enabled: true, trackDownloads: true, trackUserActivity: true }));

  it.each([{ enabled: false }, { trackDownloads: false }])(
    'by %j enters nothing new; members have their own history, admins see what runs',
    async (off) => {
      const member = await app.as('member');
      const game = await createGame(app.services, admin);
      await getTicket(member, game);
      await track(off);
      const { downloadId } = await getTicket(member, game);
      expect((await log()).total, 'only the one before').toBe(1);
      expect((await member.call(api.myActivity)).body.total).toBe(2);
      expect(await activityOf(member, downloadId)).toBeDefined();
      expect((await admin.call(api.runningDownloads)).body.total).toBe(2);
    },
  );

  it('without members logs a download as Unknown, also in searches and exports', async () => {
    const member = await named('Grace');
    const game = await createGame(app.services, admin);
    await track({ trackUserActivity: false });
    await getTicket(member, game);
    const { activities, stats } = await log();
    expect(activities).toMatchObject([{ gameTitle: game.title, user: null }]);
    expect(stats).toMatchObject({ totalDownloads: 1, uniqueUsers: 0 });
    expect((await log({ member: 'grace' })).total).toBe(0);
    expect((await log({ member: idOf(member) })).total).toBe(0);
    expect((await admin.call(api.runningDownloads)).body.downloads).toMatchObject([{ user: null }]);
    const csv = await (await admin.fetch('/api/download-activity/all-activity/export')).text();
    expect(csv).not.toContain('Grace');
    expect((await member.call(api.myActivity)).body.total).toBe(1);
  });
});
