// Push messages, from the alert to the browser, through a push service on a real socket.
import { api } from '@cellar/contract/api.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Client, createClient } from '#test/client.ts';
import { type Browser, type PushServer, startPushServer } from '#test/push-service.ts';

let pushServer: PushServer;
let app: TestApp;
let member: Client;
beforeAll(async () => {
  pushServer = await startPushServer();
  const env = { PUSH_PRIVATE_ADDRESSES: 'allow', PUBLIC_URL: 'https://games.example', SITE_NAME: 'Club' };
  app = await buildApp({ env: { ...env, METADATA_PROVIDERS: 'off' } });
});
beforeEach(async () => {
  pushServer.status = undefined;
  const { db } = app.services.database;
  await db.deleteFrom('users').execute();
  await db.deleteFrom('pushMessages').execute();
  member = await app.as('member');
});
afterAll(async () => {
  await app.close();
  await pushServer.close();
});

async function turnOn(client: Client): Promise<Browser> {
  const { body } = await client.call(api.getPush);
  const browser = pushServer.subscribe(body.publicKey);
  const { status, body: state } = await client.call(api.turnPushOn, { json: browser.subscription });
  expect([status, state], JSON.stringify(state)).toEqual([200, { publicKey: body.publicKey, isOn: true }]);
  return browser;
}

type State = 'accepted' | 'fulfilled';

/** Adds the alert of an answered request. */
function answer(client: Client, title: string, state: State = 'accepted', gameId: string | null = null) {
  const { database, alerts } = app.services;
  const data = { requestId: 'r1', title, state, gameId };
  return database.db
    .transaction()
    .execute((trx) =>
      alerts.add(trx, [client.account?.id ?? ''], { kind: 'request_answered', subject: 'r1', data }),
    );
}

const deliver = () => app.services.push.deliverDue();
const isOnFor = async (client: Client): Promise<boolean> => (await client.call(api.getPush)).body.isOn;
const waiting = async () =>
  (await app.services.database.db.selectFrom('pushMessages').selectAll().execute()).length;

describe('a push message', () => {
  it('says in the member’s language what has happened, and where that is', async () => {
    const browser = await turnOn(member);
    await member.call(api.updatePreferences, { json: { language: 'fr' } });
    await answer(member, 'Outpost');
    await deliver();
    expect(await browser.next(1)).toEqual({
      title: 'Club',
      body: 'Outpost\u00a0: la demande a été acceptée',
      url: '/requests/r1',
      tag: 'request r1',
    });
    await answer(member, 'Outpost', 'fulfilled', 'g1');
    await deliver();
    const { body, url } = await browser.next(2);
    expect([body, url]).toEqual(['Outpost est arrivé', '/game/g1']);
    await deliver();
    expect([browser.messages.length, await waiting()], 'once').toEqual([2, 0]);
  });

  it('fits, however long the title is', async () => {
    const browser = await turnOn(member);
    await answer(member, '語'.repeat(200));
    await deliver();
    expect((await browser.next(1)).body.length).toBeLessThan(200);
  });

  it('reaches all browsers of those who want it, and nobody else', async () => {
    const other = await app.as('member');
    const [one, foreign] = [await turnOn(member), await turnOn(other)];
    const second = createClient(app.url, member.account);
    const { email } = member.account ?? {};
    const login = await second.call(api.login, { json: { email, password: 'correct horse' } });
    const two = await turnOn(createClient(app.url, { ...login.body, id: login.body._id }));
    await answer(member, 'Outpost');
    await deliver();
    await Promise.all([one.next(1), two.next(1)]);
    expect(foreign.messages).toEqual([]);
    await member.call(api.updatePreferences, { json: { bellRequests: false } });
    await answer(member, 'Outpost', 'fulfilled');
    await deliver();
    expect(one.messages).toHaveLength(1);
  });

  it('says only the last state, and nothing that was read already', async () => {
    const browser = await turnOn(member);
    await answer(member, 'Outpost');
    await answer(member, 'Outpost', 'fulfilled');
    await deliver();
    expect((await browser.next(1)).body).toBe('Outpost has arrived');
    await answer(member, 'Outpost');
    const through = new Date(app.clock.now().getTime()).toISOString();
    await member.call(api.readAlerts, { json: { through } });
    await deliver();
    expect([browser.messages.length, await waiting()]).toEqual([1, 0]);
  });

  it('is not sent if its cause was rolled back', async () => {
    const browser = await turnOn(member);
    const { database, alerts } = app.services;
    const data = { requestId: 'r1', title: 'Outpost', state: 'accepted', gameId: null } as const;
    const failing = database.db.transaction().execute(async (trx) => {
      await alerts.add(trx, [member.account?.id ?? ''], { kind: 'request_answered', subject: 'r1', data });
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    await deliver();
    expect(browser.messages).toEqual([]);
  });

  it('is tried again while the push service has problems, and given up at last', async () => {
    const browser = await turnOn(member);
    pushServer.status = 503;
    await answer(member, 'Outpost');
    await deliver();
    expect(await waiting()).toBe(1);
    pushServer.status = undefined;
    await deliver();
    expect(browser.messages, 'not before the pause').toEqual([]);
    app.clock.advance(minuteMs);
    await deliver();
    expect(browser.messages).toHaveLength(1);

    pushServer.status = 500;
    await answer(member, 'Outpost');
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await deliver();
      app.clock.advance(3 * hourMs);
    }
    expect([await waiting(), await isOnFor(member)]).toEqual([0, true]);
  });

  it.each([404, 410, 403])('ends the subscription if the service answers %i', async (status) => {
    await turnOn(member);
    pushServer.status = status;
    await answer(member, 'Outpost');
    await deliver();
    expect([await isOnFor(member), await waiting()]).toEqual([false, 0]);
  });
});

describe('a subscription', () => {
  it('ends if it cannot be decrypted, because the secret key was replaced', async () => {
    await turnOn(member);
    await app.services.database.db
      .updateTable('pushSubscriptions')
      .set({ sealed: 'sealed before' })
      .execute();
    await answer(member, 'Outpost');
    await deliver();
    expect([await isOnFor(member), await waiting()]).toEqual([false, 0]);
  });

  it('ends when it is turned off, with the session, and with the account', async () => {
    const first = await turnOn(member);
    expect((await member.call(api.turnPushOff)).body.isOn).toBe(false);
    const second = await turnOn(member);
    await member.call(api.logout);
    const other = await app.as('member');
    const third = await turnOn(other);
    await answer(member, 'Outpost');
    await app.services.database.db
      .deleteFrom('users')
      .where('id', '=', other.account?.id ?? '')
      .execute();
    await deliver();
    expect([first, second, third].map(({ messages }) => messages.length)).toEqual([0, 0, 0]);
    const rows = await app.services.database.db.selectFrom('pushSubscriptions').selectAll().execute();
    expect(rows).toEqual([]);
  });

  it('is silent while the member is suspended', async () => {
    const browser = await turnOn(member);
    await answer(member, 'Outpost');
    await app.services.database.db
      .updateTable('users')
      .set({ suspendedAt: app.clock.now().toISOString() })
      .where('id', '=', member.account?.id ?? '')
      .execute();
    await deliver();
    expect([browser.messages.length, await waiting()]).toEqual([0, 0]);
  });

  it('moves with the browser to another session, and is unreadable in the database', async () => {
    const browser = await turnOn(member);
    const other = await app.as('member');
    await other.call(api.turnPushOn, { json: browser.subscription });
    expect([await isOnFor(member), await isOnFor(other)]).toEqual([false, true]);
    const rows = await app.services.database.db.selectFrom('pushSubscriptions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(new URL(browser.subscription.endpoint).pathname);
  });

  it('is one of a limited number', async () => {
    const { db } = app.services.database;
    const { email, id = '' } = member.account ?? {};
    for (let at = 0; at <= limits.pushBrowsersPerMember; at += 1) {
      const { body } = await app.visitor.call(api.login, { json: { email, password: 'correct horse' } });
      app.clock.advance(1000);
      await turnOn(createClient(app.url, { ...body, id: body._id }));
    }
    const rows = await db
      .selectFrom('pushSubscriptions')
      .select('createdAt')
      .where('userId', '=', id)
      .execute();
    expect(rows).toHaveLength(limits.pushBrowsersPerMember);
  });

  const keys = { p256dh: '', auth: 'BTBZMqHH6r4Tts7J_aSIgg' };
  const p256dh = 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4';
  it.each([
    {},
    { endpoint: 'https://push.example/x' },
    { endpoint: 'https://push.example/x', keys },
    { endpoint: 'https://push.example/x', keys: { ...keys, p256dh: 'A'.repeat(87) } },
    { endpoint: 'ftp://push.example/x', keys: { ...keys, p256dh } },
    { endpoint: `https://push.example/${'x'.repeat(1000)}`, keys: { ...keys, p256dh } },
    { endpoint: 5, keys: [] },
  ])('refuses %j', async (json) => {
    expect((await member.call(api.turnPushOn, { json })).status).toBe(400);
  });

  it('must be at a public address, unless the environment permits others', async () => {
    const strict = await buildApp();
    const client = await strict.as('member');
    const put = async (endpoint: string) =>
      (await client.call(api.turnPushOn, { json: { endpoint, keys: { ...keys, p256dh } } })).status;
    expect(await put('http://push.example/x')).toBe(400);
    expect(await put('https://127.0.0.1/x')).toBe(400);
    expect(await put('https://[::1]/x')).toBe(400);
    expect(await put('https://user:secret@push.example/x')).toBe(400);
    expect(await put('https://push.example/x')).toBe(200);
    // The name is looked up when a message is sent.
    expect(await put(pushServer.url.replace('http://127.0.0.1', 'https://localhost'))).toBe(200);
    const before = pushServer.requests;
    const { database, alerts, push } = strict.services;
    const data = { requestId: 'r1', title: 'Outpost', state: 'accepted', gameId: null } as const;
    await database.db
      .transaction()
      .execute((trx) =>
        alerts.add(trx, [client.account?.id ?? ''], { kind: 'request_answered', subject: 'r1', data }),
      );
    await push.deliverDue();
    expect([pushServer.requests - before, (await client.call(api.getPush)).body.isOn]).toEqual([0, false]);
    await strict.close();
  });
});

it('is off if the environment says so', async () => {
  const off = await buildApp({ env: { PUSH: 'off' } });
  expect((await (await off.as('member')).call(api.getPush)).body).toEqual({ publicKey: null, isOn: false });
  await off.close();
});
