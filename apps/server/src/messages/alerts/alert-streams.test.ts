// The stream that tells connected pages to look again.
import { once } from 'node:events';
import { createServer, IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import { api } from '@cellar/contract/api.ts';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { type Account, type Client, createClient } from '#test/client.ts';
import { addNewGames } from '#test/digests.ts';
import { createTestDatabase, type TestDatabase } from '#test/test-database.ts';
import { eventually } from '../../../../../test/waiting.ts';
import { createAlertStreams } from './alert-streams.service.ts';

let database: TestDatabase;
let app: TestApp;
let other: TestApp;
let member: Client;
beforeAll(async () => {
  database = await createTestDatabase();
  const env = { METADATA_PROVIDERS: 'off' };
  app = await buildApp({ env, database });
  other = await buildApp({ env, database, dataDir: app.dataDir });
});
beforeEach(async () => {
  member = await app.as('member');
  for (const { clock } of [app, other]) clock.advance(1000);
});
afterAll(async () => {
  for (const node of [other, app]) await node.close();
  await database.drop();
});

const path = '/api/alerts/stream';
const opened: AbortController[] = [];
afterEach(() => {
  for (const connection of opened.splice(0)) connection.abort();
});

/** Opens a stream. `next` waits for the next event, and is undefined at the end. */
async function follow(client: Client) {
  const connection = new AbortController();
  opened.push(connection);
  const response = await client.fetch(path, { signal: connection.signal });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  async function next(): Promise<unknown> {
    for (;;) {
      const [, data, rest] = /^(?::\n\n)*event: unread\ndata: (.*)\n\n([\s\S]*)$/.exec(received) ?? [];
      if (data !== undefined) {
        received = rest ?? '';
        return JSON.parse(data);
      }
      const piece = await reader?.read();
      if (!piece || piece.done) return undefined;
      received += piece.value;
    }
  }
  return { response, next, leave: () => connection.abort() };
}

describe('the stream', () => {
  it('says how many alerts are unread, and after each change again', async () => {
    const stream = await follow(member);
    expect(stream.response.status).toBe(200);
    const { headers } = stream.response;
    expect(headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    expect(headers.get('x-accel-buffering')).toBe('no');
    expect(headers.get('cache-control')).toContain('no-store');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(await stream.next()).toEqual({ unread: 0 });
    await addNewGames(app, 'One');
    expect(await stream.next()).toEqual({ unread: 1 });
    await member.call(api.readAlerts, { json: { through: new Date(app.clock.now()).toISOString() } });
    expect(await stream.next()).toEqual({ unread: 0 });
  });

  it('forgets pages that leave before it begins, and goes on for others', async () => {
    const hasty = await app.as('member');
    for (let times = 0; times < 8; times += 1) {
      const connection = new AbortController();
      const asked = hasty.fetch(path, { signal: connection.signal });
      connection.abort();
      await expect(asked).rejects.toThrow();
    }
    await eventually(async () => {
      const stream = await follow(hasty);
      expect(stream.response.status).toBe(200);
    });
    const stream = await follow(member);
    expect(await stream.next()).toEqual({ unread: 0 });
    await addNewGames(app, 'Two');
    expect(await stream.next()).toEqual({ unread: 1 });
  });

  it('learns of changes on other nodes', async () => {
    const stream = await follow(createClient(other.url, member.account));
    expect(await stream.next()).toEqual({ unread: 0 });
    const { database, alerts } = app.services;
    const data = { requestId: 'r', title: 'Outpost', state: 'accepted', gameId: null } as const;
    await database.db
      .transaction()
      .execute((trx) =>
        alerts.add(trx, [member.account?.id ?? ''], { kind: 'request_answered', subject: 'r', data }),
      );
    expect(await stream.next()).toEqual({ unread: 1 });
  });

  it('ends with the session', async () => {
    const stream = await follow(member);
    await stream.next();
    await member.call(api.logout);
    await app.services.alertStreams.checkAll();
    expect(await stream.next()).toBeUndefined();
    expect((await member.fetch(path)).status).toBe(401);
  });

  it.each(['suspendedAt', 'approvedAt'] as const)(
    'ends when the member has lost access (%s)',
    async (name) => {
      const stream = await follow(member);
      await stream.next();
      await app.services.database.db
        .updateTable('users')
        .set({ [name]: name === 'suspendedAt' ? app.clock.now().toISOString() : null })
        .where('id', '=', member.account?.id ?? '')
        .execute();
      await app.services.alertStreams.checkAll();
      expect(await stream.next()).toBeUndefined();
      expect((await member.fetch(path)).status).toBe(403);
    },
  );

  it('is limited per member, and has room again when a page leaves', async () => {
    const streams = [];
    for (let at = 0; at < 6; at += 1) streams.push(await follow(member));
    const refused = await member.fetch(path);
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
    expect((await follow(await app.as('member'))).response.status, 'of others').toBe(200);
    streams[0]?.leave();
    await expect.poll(async () => (await follow(member)).response.status).toBe(200);
  });

  it('keeps no place for a page that left during the lookup of its session', async () => {
    const { id, token } = member.account as Account;
    for (let times = 0; times < 6; times += 1) {
      const response = new ServerResponse(new IncomingMessage(new Socket()));
      response.destroy();
      await app.services.alertStreams.open({ id, token }, response, () => undefined);
    }
    expect((await follow(member)).response.status).toBe(200);
  });

  it('begins with its headers although it ends while it begins', async () => {
    const { id, token } = member.account as Account;
    const { db } = app.services.database;
    const streams = createAlertStreams({ db, clock: app.clock, log: pino({ level: 'silent' }) });
    const server = createServer((_request, response) => {
      void streams.open({ id, token }, response, () => response.writeHead(200, { 'x-begun': 'yes' }));
      void streams.close();
    });
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    expect(response.headers.get('x-begun')).toBe('yes');
    expect(await response.text()).toBe('event: unread\ndata: {"unread":0}\n\n');
    server.close();
  });

  it('answers HEAD without an end to wait for', async () => {
    const { status, headers } = await member.fetch(path, { method: 'HEAD' });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  });

  it('ends when the server stops, and further ones at once', async () => {
    const stopping = await buildApp();
    const client = await stopping.as('member');
    const stream = await follow(client);
    await stream.next();
    await stopping.services.alertStreams.close();
    expect(await stream.next()).toBeUndefined();
    const late = await follow(client);
    expect([await late.next(), await late.next()]).toEqual([{ unread: 0 }, undefined]);
    await stopping.close();
  });
});
