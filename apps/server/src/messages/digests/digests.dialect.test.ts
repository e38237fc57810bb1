// Which members get which digests, and when. The time zone is Europe/Berlin, where 9 AM is 8:00 UTC in winter.
import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { addNewGames, listDigestMails, moveClockTo, runDigestsAt, setFrequency } from '#test/digests.ts';

let app: TestApp;
let member: Client;
beforeEach(async () => {
  app = await buildApp({ env: { TZ: 'Europe/Berlin', METADATA_PROVIDERS: 'off' } });
  // A Tuesday.
  moveClockTo(app, '2049-01-12T12:00:00Z');
  await setFrequency(app, 'daily');
  member = await app.as('member');
  await app.services.digests.run();
});
afterEach(() => app.close());

const titles = async () => {
  const mails = await listDigestMails(app);
  return mails.map(({ to, subject }) => (to === member.account?.email ? subject : `${to}: ${subject}`));
};
const changeUser = (changes: object, id = member.account?.id ?? '') =>
  app.services.users.change(app.services.database.db, id, changes);

describe('a digest', () => {
  it('comes once at 9 AM, with the games of the previous day', async () => {
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await runDigestsAt(app, '2049-01-13T07:58:00Z');
    expect(await titles()).toEqual([]);
    await addNewGames(app, 'Late');
    await runDigestsAt(app, '2049-01-13T08:00:01Z');
    await runDigestsAt(app, '2049-01-13T08:01:01Z');
    expect(await titles()).toEqual(['New Game Added: Outpost']);
    await runDigestsAt(app, '2049-01-14T08:00:01Z');
    expect(await titles()).toEqual(['New Game Added: Outpost', 'New Game Added: Late']);
  });

  it('comes on Mondays or on the 1st if the site’s frequency is weekly or monthly', async () => {
    await addNewGames(app, 'Outpost', 'Undertow');
    await setFrequency(app, 'weekly');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await runDigestsAt(app, '2049-01-18T07:58:00Z');
    expect(await titles()).toEqual([]);
    await runDigestsAt(app, '2049-01-18T08:00:01Z');
    expect(await titles()).toEqual(['2 New Games Added to Cellar']);
    await setFrequency(app, 'monthly');
    await addNewGames(app, 'Later');
    await runDigestsAt(app, '2049-01-18T08:01:01Z');
    await runDigestsAt(app, '2049-01-31T08:00:01Z');
    expect(await titles()).toHaveLength(1);
    await runDigestsAt(app, '2049-02-01T08:00:01Z');
    expect(await titles()).toEqual(['2 New Games Added to Cellar', 'New Game Added: Later']);
  });

  it('comes late if the server slept at 9 AM, and not early if the frequency changes', async () => {
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await runDigestsAt(app, '2049-01-13T15:00:00Z');
    expect(await titles()).toEqual(['New Game Added: Outpost']);
    await setFrequency(app, 'weekly');
    await runDigestsAt(app, '2049-01-13T15:01:01Z');
    await addNewGames(app, 'Undertow');
    await runDigestsAt(app, '2049-01-13T15:02:01Z');
    await runDigestsAt(app, '2049-01-14T14:58:00Z');
    await setFrequency(app, 'daily');
    await runDigestsAt(app, '2049-01-14T15:00:01Z');
    expect(await titles()).toHaveLength(1);
    await runDigestsAt(app, '2049-01-15T08:00:01Z');
    expect(await titles()).toEqual(['New Game Added: Outpost', 'New Game Added: Undertow']);
  });

  it('is not sent without new games', async () => {
    for (const day of [13, 14, 15]) await runDigestsAt(app, `2049-01-${day}T08:00:01Z`);
    expect(await titles()).toEqual([]);
  });

  it('comes as rarely as the member wants, and never more often than the site’s setting', async () => {
    await changeUser({ emailFrequency: 'weekly' });
    const other = await app.as('member');
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await runDigestsAt(app, '2049-01-13T08:00:01Z');
    expect(await titles()).toEqual([`${other.account?.email}: New Game Added: Outpost`]);
    await runDigestsAt(app, '2049-01-18T08:00:01Z');
    expect(await titles()).toHaveLength(2);
    await setFrequency(app, 'monthly');
    await addNewGames(app, 'Undertow');
    await runDigestsAt(app, '2049-01-18T08:01:01Z');
    await runDigestsAt(app, '2049-01-25T08:00:01Z');
    expect(await titles()).toHaveLength(2);
    await runDigestsAt(app, '2049-02-01T08:00:01Z');
    expect(await titles()).toHaveLength(4);
  });
});

describe('immediate emails', () => {
  beforeEach(() => setFrequency(app, 'immediate'));

  it('come when no game was added for five minutes', async () => {
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-12T12:02:01Z');
    await addNewGames(app, 'Undertow');
    await runDigestsAt(app, '2049-01-12T12:06:01Z');
    await runDigestsAt(app, '2049-01-12T12:10:01Z');
    expect(await titles()).toEqual([]);
    await runDigestsAt(app, '2049-01-12T12:11:01Z');
    await runDigestsAt(app, '2049-01-12T12:30:01Z');
    expect(await titles()).toEqual(['2 New Games Added to Cellar']);
  });

  it('come once an hour while games are added for hours', async () => {
    const begin = Date.parse('2049-01-12T12:01:01Z');
    // No run is exactly on the hour, because the clock also advances during the test.
    for (let minute = 0; minute < 150; minute += 4.5) {
      await addNewGames(app, `Volume ${minute}a`, `Volume ${minute}b`);
      await runDigestsAt(app, new Date(begin + minute * 60_000));
    }
    await runDigestsAt(app, new Date(begin + 160 * 60_000));
    const [first, second, third] = await titles();
    expect([first, second, third]).toEqual([
      '30 New Games Added to Cellar',
      '30 New Games Added to Cellar',
      '8 New Games Added to Cellar',
    ]);
    expect(await titles()).toHaveLength(3);
  });
});

describe('a game', () => {
  const day = (number: number) => runDigestsAt(app, `2049-01-${number}T08:00:01Z`);

  it('that was deleted is not sent, before or after its announcement', async () => {
    const [first = '', second = ''] = await addNewGames(app, 'Outpost', 'Undertow');
    await app.services.games.deleteGame(first);
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await app.services.games.deleteGame(second);
    await day(13);
    expect(await titles()).toEqual([]);
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-13T12:00:01Z');
    await day(14);
    expect(await titles()).toEqual(['New Game Added: Outpost']);
  });

  it('is sent once, even if its platform files change', async () => {
    const { db } = app.services.database;
    const [id = ''] = await addNewGames(app, 'Outpost');
    const files = await db.selectFrom('gameFiles').selectAll().execute();
    await db.deleteFrom('gameFiles').execute();
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await day(13);
    expect(await titles(), 'no file yet').toEqual([]);
    await db.insertInto('gameFiles').values(files).execute();
    await runDigestsAt(app, '2049-01-13T12:00:01Z');
    await day(14);
    expect(await titles()).toEqual(['New Game Added: Outpost']);
    const file = { ...files[0], id: 'later', gameId: id, platform: 'Linux', storageKey: 'later' };
    await db
      .insertInto('gameFiles')
      .values(file as never)
      .execute();
    await day(15);
    await db.deleteFrom('gameFiles').execute();
    await db.insertInto('gameFiles').values(files).execute();
    await day(16);
    expect(await titles()).toHaveLength(1);
  });

  it('waits for its metadata, but not for long', async () => {
    const [id = ''] = await addNewGames(app, 'Outpost');
    const { db } = app.services.database;
    await putSearch(id, 'searching');
    const unannounced = async () => {
      const query = db.selectFrom('games').select('title').where('announcedAt', 'is', null);
      return (await query.execute()).map(({ title }) => title);
    };
    await runDigestsAt(app, '2049-01-12T12:08:00Z');
    expect(await unannounced()).toEqual(['Outpost']);
    await runDigestsAt(app, '2049-01-12T12:12:00Z');
    expect(await unannounced()).toEqual([]);
    const [other = ''] = await addNewGames(app, 'Undertow');
    await putSearch(other, 'review');
    await runDigestsAt(app, '2049-01-12T12:13:00Z');
    expect(await unannounced()).toEqual([]);
    const [unasked = ''] = await addNewGames(app, 'Nobody is asked about this one');
    await putSearch(unasked, 'queued');
    await runDigestsAt(app, '2049-01-12T12:14:00Z');
    expect(await unannounced()).toEqual([]);
  });

  async function putSearch(gameId: string, state: 'queued' | 'searching' | 'review') {
    const updatedAt = app.clock.now().toISOString();
    await app.services.database.db
      .insertInto('gameMatches')
      .values({ gameId, state, reason: '', attempts: 0, candidates: '[]', updatedAt })
      .execute();
  }
});

describe('a member', () => {
  it('who turns emails on starts with new games', async () => {
    const pending = await app.as('pending');
    const suspended = await app.as('suspended');
    const unverified = await app.as('unverified');
    const now = () => app.clock.now().toISOString();
    expect((await member.call(api.updatePreferences, { json: { emailNotifications: false } })).status).toBe(
      200,
    );
    await addNewGames(app, 'Missed');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await runDigestsAt(app, '2049-01-13T08:00:01Z');
    const admin = await app.as('admin');
    await member.call(api.updatePreferences, { json: { emailNotifications: true } });
    await admin.call(api.approveAccess, { params: { userId: pending.account?.id ?? '' } });
    const params = { userId: suspended.account?.id ?? '' };
    expect((await admin.call(api.changeUser, { params, json: { isSuspended: false } })).status).toBe(200);
    await changeUser({ verifiedAt: now(), approvedAt: now() }, unverified.account?.id);
    await runDigestsAt(app, '2049-01-14T08:00:01Z');
    expect(await listDigestMails(app)).toEqual([]);
    await addNewGames(app, 'Seen');
    await runDigestsAt(app, '2049-01-14T08:01:01Z');
    await runDigestsAt(app, '2049-01-15T08:00:01Z');
    const mails = await listDigestMails(app);
    const everybody = [member, pending, suspended, unverified, admin].map(({ account }) => account?.email);
    expect(mails.map(({ to }) => to).toSorted()).toEqual(everybody.toSorted());
    expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['New Game Added: Seen']));
  });

  it('who turns emails off and on within a day misses only the games in between', async () => {
    await addNewGames(app, 'Missed');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await changeUser({ emailNotifications: 0 });
    await changeUser({ emailNotifications: 1 });
    await addNewGames(app, 'Seen');
    await runDigestsAt(app, '2049-01-12T12:02:01Z');
    await runDigestsAt(app, '2049-01-13T08:00:01Z');
    expect(await titles()).toEqual(['New Game Added: Seen']);
  });

  it('gets no emails while suspended, unverified, unapproved or unsubscribed', async () => {
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    for (const state of ['suspended', 'pending', 'unverified'] as const) await app.as(state);
    await changeUser({ suspendedAt: app.clock.now().toISOString() });
    await runDigestsAt(app, '2049-01-13T08:00:01Z');
    await changeUser({ suspendedAt: null, emailNotifications: 0 });
    await addNewGames(app, 'Undertow');
    await runDigestsAt(app, '2049-01-13T08:01:01Z');
    await runDigestsAt(app, '2049-01-14T08:00:01Z');
    expect(await listDigestMails(app)).toEqual([]);
  });
});

describe('the clock', () => {
  it('that is set back repeats no period and delays no game permanently', async () => {
    await addNewGames(app, 'Outpost');
    await runDigestsAt(app, '2049-01-12T12:01:01Z');
    await runDigestsAt(app, '2049-01-15T08:00:01Z');
    await runDigestsAt(app, '2049-01-13T07:00:00Z');
    await addNewGames(app, 'Undertow');
    for (const day of [13, 14, 15]) await runDigestsAt(app, `2049-01-${day}T08:00:01Z`);
    expect(await titles()).toEqual(['New Game Added: Outpost']);
    await runDigestsAt(app, '2049-01-16T08:00:01Z');
    expect(await titles()).toEqual(['New Game Added: Outpost', 'New Game Added: Undertow']);
  });

  it('that was a year ahead stops nothing after it is corrected', async () => {
    moveClockTo(app, '2028-01-12T12:00:00Z');
    await addNewGames(app, 'Future');
    await app.services.digests.run();
    await runDigestsAt(app, '2028-01-13T08:00:01Z');
    expect(await titles()).toHaveLength(1);
    await addNewGames(app, 'Not told yet');
    await runDigestsAt(app, '2028-01-13T12:00:00Z');
    await runDigestsAt(app, '2049-01-13T12:00:00Z');
    await runDigestsAt(app, '2049-01-14T08:00:01Z');
    expect(await titles()).toHaveLength(2);
    await addNewGames(app, 'Present');
    await runDigestsAt(app, '2049-01-14T12:00:00Z');
    await runDigestsAt(app, '2049-01-15T08:00:01Z');
    expect((await titles()).toSorted()).toEqual([
      'New Game Added: Future',
      'New Game Added: Not told yet',
      'New Game Added: Present',
    ]);
  });
});
