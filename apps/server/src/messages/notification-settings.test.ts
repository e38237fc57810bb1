// An admin's settings for emails about new games, and the number of waiting games.
import { api } from '@cellar/contract/api.ts';
import { afterEach, describe, expect, it } from 'vitest';
import { createGame } from '#test/factories.ts';
import { sharedApp, sharedClient } from '#test/shared-app.ts';

const defaults = { emailFrequency: 'weekly', customMessage: '' };
const hour = 3600_000;

const app = sharedApp({ env: { TZ: 'America/New_York' } });
const admin = sharedClient(app, 'admin');
afterEach(async () => {
  await change(defaults);
});

const read = async () => (await admin.call(api.getNotificationSettings)).body;
const change = (json: unknown) => admin.call(api.putNotificationSettings, { json });

/** Returns the local time in New York. */
function wallClock(iso: string) {
  const format = new Intl.DateTimeFormat('en-US', {
    ...{ timeZone: 'America/New_York', weekday: 'short', day: 'numeric', hourCycle: 'h23' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  return Object.fromEntries(format.formatToParts(new Date(iso)).map(({ type, value }) => [type, value]));
}

describe('notification settings', () => {
  it('start with the defaults', async () => {
    expect(await read()).toEqual({
      ...defaults,
      ...{ timeZone: 'America/New_York', waitingGames: 0, isDelivering: false },
      nextDigestAt: expect.any(String),
    });
  });

  it('change one at a time, each with an audit entry', async () => {
    const steps: [unknown, unknown][] = [
      [{ emailFrequency: 'daily' }, { emailFrequency: 'daily' }],
      [{ customMessage: '  Hello\r\nyou  ' }, { customMessage: 'Hello\nyou' }],
    ];
    for (const [json, logged] of steps) {
      app.clock.advance(1000);
      const { status, body } = await change(json);
      expect(status).toBe(200);
      expect(body).toMatchObject(logged as object);
      const [line] = (await admin.call(api.listAudit)).body.entries;
      expect(line).toMatchObject({ action: 'settings_changed', actor: admin.account?.email });
      expect(JSON.parse(line.detail)).toEqual(logged);
    }
    const expected = { emailFrequency: 'daily', customMessage: 'Hello\nyou' };
    expect(await read()).toMatchObject(expected);
  });

  it('are not changed by an empty request, which leaves no audit entry', async () => {
    const before = await read();
    const lines = (await admin.call(api.listAudit)).body.entries.length;
    for (const json of [{}, { unknown: 1 }]) {
      expect(await change(json)).toMatchObject({ status: 200, body: before });
    }
    expect((await admin.call(api.listAudit)).body.entries).toHaveLength(lines);
  });

  it.each([
    { emailFrequency: 'hourly' },
    { emailFrequency: null },
    { customMessage: 'x'.repeat(2001) },
    { customMessage: 'a\u0000b' },
    { customMessage: 'half a pair \ud800' },
    { customMessage: 7 },
    [[]],
  ])('refuse %j, and change nothing', async (json) => {
    const before = await read();
    expect((await change(json)).status).toBe(400);
    expect(await read()).toEqual(before);
  });

  it('are not part of the site settings', async () => {
    await change({ customMessage: 'Hello' });
    expect(JSON.stringify((await admin.call(api.getSettings)).body)).not.toContain('Hello');
  });
});

describe('the next digest', () => {
  it.each([
    ['daily', { hour: '09', minute: '00' }],
    ['weekly', { weekday: 'Mon', hour: '09', minute: '00' }],
    ['monthly', { day: '1', hour: '09', minute: '00' }],
  ])('%s: at 9 AM in the time zone of the site', async (emailFrequency, expected) => {
    const { nextDigestAt } = (await change({ emailFrequency })).body;
    expect(wallClock(nextDigestAt)).toMatchObject(expected);
    expect(Date.parse(nextDigestAt)).toBeGreaterThan(app.clock.now().getTime());
  });

  it('immediate: has no fixed time', async () => {
    expect((await change({ emailFrequency: 'immediate' })).body.nextDigestAt).toBeNull();
  });
});

describe('waiting games', () => {
  it('are those added since the last digest', async () => {
    await change({ emailFrequency: 'daily' });
    await createGame(app.services, admin);
    await createGame(app.services, admin);
    expect((await read()).waitingGames, 'before they are announced').toBe(2);
    app.clock.advance(hour / 2);
    await app.services.digests.run();
    const { nextDigestAt, waitingGames } = await read();
    expect(waitingGames, 'announced').toBe(2);
    app.clock.advance(Date.parse(nextDigestAt) - app.clock.now().getTime() + 1000);
    expect((await read()).waitingGames, 'after the digest').toBe(0);
  });

  it('are counted until they are sent, also for immediate emails', async () => {
    await change({ emailFrequency: 'immediate' });
    await app.services.digests.run();
    const before = (await read()).waitingGames;
    await createGame(app.services, admin);
    app.clock.advance(hour / 2);
    await app.services.digests.run();
    expect((await read()).waitingGames, 'announced, not sent').toBe(before + 1);
    app.clock.advance(hour);
    await app.services.digests.run();
    expect((await read()).waitingGames, 'sent').toBe(0);
  });
});
