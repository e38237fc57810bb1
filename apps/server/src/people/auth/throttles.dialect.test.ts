// Rate limits of login and registration, per account and per network, including across restarts.

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { hourMs, minuteMs } from '#platform/clock.ts';
import { buildApp, type TestApp } from '#test/build-app.ts';
import { samplePassword } from '#test/factories.ts';
import { fromAddress, newcomer } from '#test/logins.ts';
import { sharedApp } from '#test/shared-app.ts';
import { createTestDatabase } from '#test/test-database.ts';

const env = { TRUST_PROXY: '1' };

let calls = 0;
const app = sharedApp({ env });

interface Try {
  endpoint: 'login' | 'register' | 'requestAccess' | 'forgotPassword' | 'resendVerification';
  json: unknown;
  from?: string;
  device?: string;
  at?: TestApp;
}

/** Uses a different network address for each request by default. */
function attempt({ endpoint, json, from, device, at = app }: Try) {
  calls += 1;
  const address = from ?? `2001:db8:0:${calls.toString(16)}::1`;
  const headers = { ...fromAddress(address).headers, ...(device && { 'cellar-device': device }) };
  return at.visitor.call(api[endpoint], { json, headers });
}

async function statuses(count: number, make: () => Try): Promise<number[]> {
  const found = [];
  for (let index = 0; index < count; index += 1) found.push((await attempt(make())).status);
  return found;
}

/** Exhausts a limit per address without sending that many requests. */
async function useUp(key: string, count: number, windowMs: number) {
  const endsAt = new Date(app.clock.now().getTime() + windowMs).toISOString();
  await app.services.database.db.insertInto('rateLimits').values({ key, count, endsAt }).execute();
}

const wrong = (email: string): Try => ({ endpoint: 'login', json: { email, password: 'wrong' } });
const right = (email: string): Try => ({ endpoint: 'login', json: { email, password: samplePassword } });

describe('login', () => {
  const home = '203.0.113.1';

  it('allows ten attempts per account and network', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    expect(await statuses(10, () => ({ ...wrong(email), from: home }))).toEqual(Array(10).fill(401));
    const refused = await attempt({ ...right(email.toUpperCase()), from: home });
    expect(refused).toMatchObject({
      status: 429,
      body: {
        code: 'too_many_requests',
        message: 'Too many tries. Please try again in 15 minutes.',
      },
    });
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    app.clock.advance(seconds * 1000);
    expect((await attempt({ ...right(email), from: home })).status).toBe(200);
  });

  it.each([
    ['IPv4', '203.0.113.7', (port: number) => `203.0.113.7:${port}`],
    ['IPv6', '2001:db8:7::1', (port: number) => `[2001:db8:7::1]:${port}`],
  ])(
    'counts the connections of one %s address together if the proxy adds their ports',
    async (_, plain, at) => {
      const { account } = await app.as('member');
      const email = account?.email ?? '';
      let port = 50_000;
      const make = () => ({ ...wrong(email), from: at(port++) });
      expect(await statuses(11, make)).toEqual([...Array(10).fill(401), 429]);
      expect((await attempt({ ...right(email), from: plain })).status).toBe(429);
    },
  );

  it('does not lock out the owner when others fail from elsewhere', async () => {
    const { account } = await app.as('admin');
    const email = account?.email ?? '';
    expect(await statuses(30, () => wrong(email))).toEqual(Array(30).fill(401));
    expect((await attempt({ ...right(email), from: home })).status).toBe(200);
  });

  it('allows 300 attempts per hour and account from unknown networks, and any number from known ones', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    expect((await attempt({ ...right(email), from: home })).status).toBe(200);
    await attempt(wrong(email));
    const { db } = app.services.database;
    const rows = db.updateTable('rateLimits').set({ count: 300 }).where('key', 'like', `login:${email}:%`);
    await rows.where('key', 'not like', '%@%/64').where('key', 'not like', `%@${home}`).execute();
    const refused = await attempt(right(email));
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(59 * 60);
    expect((await attempt({ ...right(email), from: home })).status, 'from a known network').toBe(200);
  });

  it('does not limit other accounts', async () => {
    const { account } = await app.as('member');
    const { account: other } = await app.as('member');
    await statuses(11, () => ({ ...wrong(account?.email ?? ''), from: home }));
    expect((await attempt({ ...right(other?.email ?? ''), from: home })).status).toBe(200);
  });

  it('does not reveal whether the account exists', async () => {
    const { email } = newcomer();
    const make = () => ({ ...wrong(email), from: home });
    expect(await statuses(11, make)).toEqual([...Array(10).fill(401), 429]);
  });

  it('counts forged addresses together, unless a proxy is trusted', async () => {
    const direct = await buildApp();
    const { account } = await direct.as('member');
    const make = () => ({ ...wrong(account?.email ?? ''), at: direct });
    expect(await statuses(11, make)).toEqual([...Array(10).fill(401), 429]);
    await direct.close();
  });

  it('resets the count on the correct password', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    for (let round = 0; round < 3; round += 1) {
      expect(await statuses(6, () => ({ ...wrong(email), from: home }))).toEqual(Array(6).fill(401));
      expect((await attempt({ ...right(email), from: home })).status).toBe(200);
    }
  });

  it('counts concurrent attempts exactly', async () => {
    const { account } = await app.as('member');
    const make = () => attempt({ ...wrong(account?.email ?? ''), from: home });
    const answers = await Promise.all(Array.from({ length: 20 }, make));
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(10);
  });

  it('writes no row for an attempt that the network limit refuses', async () => {
    const from = '198.51.100.77';
    await useUp(`login-ip:${from}`, 300, 10 * minuteMs);
    const { email } = newcomer();
    expect((await attempt({ ...wrong(email), from })).status).toBe(429);
    const { db } = app.services.database;
    const rows = await db.selectFrom('rateLimits').select('key').where('key', 'like', `%${email}%`).execute();
    expect(rows).toEqual([]);
  });

  it('allows 300 attempts in ten minutes per address, for all accounts together', async () => {
    const from = '198.51.100.9';
    await useUp(`login-ip:${from}`, 300, 10 * minuteMs);
    const { account } = await app.as('member');
    const refused = await attempt({ ...right(account?.email ?? ''), from });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(9 * 60);
    expect((await attempt(right(account?.email ?? ''))).status, 'from elsewhere').toBe(200);
    app.clock.advance(10 * minuteMs);
    expect((await attempt({ ...right(account?.email ?? ''), from })).status).toBe(200);
  });

  it('does not count correct passwords towards the limit of an address', async () => {
    const from = '198.51.100.10';
    await useUp(`login-ip:${from}`, 299, 10 * minuteMs);
    for (const role of ['member', 'unverified', 'member'] as const) {
      const { account } = await app.as(role);
      expect((await attempt({ ...right(account?.email ?? ''), from })).status, role).toBe(200);
    }
    expect((await attempt({ ...wrong('nobody@cellar.example'), from })).status).toBe(401);
    expect((await attempt({ ...wrong('nobody@cellar.example'), from })).status).toBe(429);
  });

  it('lets devices in that the account has been used on, whatever others behind their address try', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    const [from, busy] = ['198.51.100.11', '198.51.100.12'];
    const device = 'd'.repeat(32);
    const tooShort = 'my-laptop';
    for (const known of [device, tooShort]) await attempt({ ...right(email), device: known });
    await statuses(11, () => ({ ...wrong(email), from }));
    const first = await attempt({ ...right(email), from, device });
    expect(first.status, 'beyond the limit of account and network').toBe(200);
    await useUp(`login-ip:${busy}`, 300, 10 * minuteMs);
    const fromBusy = async (id?: string) =>
      (await attempt({ ...right(email), from: busy, ...(id && { device: id }) })).status;
    expect(await fromBusy(device), 'beyond the limit of the network').toBe(200);
    expect(await fromBusy(), 'without the device').toBe(429);
    expect(await fromBusy('e'.repeat(32)), 'on another device').toBe(429);
    expect(await fromBusy(tooShort), 'with an id that can be guessed').toBe(429);
    const { account: other } = await app.as('member');
    const json = right(other?.email ?? '');
    expect((await attempt({ ...json, from: busy, device })).status, 'to another account').toBe(429);
  });

  it('allows ten attempts per account and known device, on all networks together', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    const [device, another] = ['f'.repeat(32), 'a'.repeat(32)];
    for (const known of [device, another]) await attempt({ ...right(email), device: known });
    expect(await statuses(11, () => ({ ...wrong(email), device }))).toEqual([...Array(10).fill(401), 429]);
    expect((await attempt({ ...right(email), device: another })).status).toBe(200);
    expect((await attempt({ ...right(email), from: home })).status, 'without it').toBe(200);
  });

  it('unlocks an account when its password is reset by email', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    await statuses(11, () => ({ ...wrong(email), from: home }));
    await attempt({ endpoint: 'forgotPassword', json: { email } });
    const admin = await app.as('admin');
    let token = '';
    await expect
      .poll(async () => {
        const [latest] = (await admin.call(api.listOutbox)).body.mails;
        if (latest?.to !== email) return '';
        const { body } = await admin.call(api.readMail, { params: { id: latest._id } });
        token = /token=([\w-]+)/.exec(body.text)?.[1] ?? '';
        return token;
      })
      .not.toBe('');
    await app.visitor.call(api.resetPassword, { json: { token, newPassword: 'a new secret' } });
    const json = { email, password: 'a new secret' };
    expect((await attempt({ endpoint: 'login', json, from: home })).status).toBe(200);
  });

  it('unlocks an account when its password is reset on the command line', async () => {
    const { account } = await app.as('member');
    const email = account?.email ?? '';
    expect(await statuses(11, () => ({ ...wrong(email), from: home }))).toContain(429);
    await app.services.recovery.rescue(email, 'a new secret');
    const json = { email, password: 'a new secret' };
    expect((await attempt({ endpoint: 'login', json, from: home })).status).toBe(200);
  });

  it('keeps its limits after a restart and on other nodes', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'cellar-test-'));
    const database = await createTestDatabase();
    const first = await buildApp({ env, dataDir, database });
    const { account } = await first.as('member');
    const email = account?.email ?? '';
    expect(await statuses(11, () => ({ ...wrong(email), from: home, at: first }))).toContain(429);
    const second = await buildApp({ env, dataDir, database });
    expect((await attempt({ ...right(email), from: home, at: second })).status).toBe(429);
    await second.close();
    await first.close();
    const restarted = await buildApp({ env, dataDir, database });
    expect((await attempt({ ...right(email), from: home, at: restarted })).status).toBe(429);
    restarted.clock.advance(15 * minuteMs);
    expect((await attempt({ ...right(email), from: home, at: restarted })).status).toBe(200);
    await restarted.close();
    await database.drop();
    await rm(dataDir, { recursive: true, force: true });
  });
});

describe.each([
  ['register', 'register', (email: string) => newcomer({ email })],
  ['requestAccess', 'register', (email: string) => newcomer({ email })],
  ['forgotPassword', 'forgot', (email: string) => ({ email })],
  ['resendVerification', 'resend', (email: string) => ({ email })],
] as const)('%s', (endpoint, name, body) => {
  it('allows five attempts per hour and address, known or not', async () => {
    const { account } = await app.as('unverified');
    for (const email of [account?.email ?? '', newcomer().email]) {
      const make = (): Try => ({ endpoint, json: body(email) });
      const found = await statuses(6, make);
      expect(found.slice(0, 5).every((status) => status < 300)).toBe(true);
      expect(found[5]).toBe(429);
      const refused = await attempt(make());
      const seconds = Number(refused.headers.get('retry-after'));
      expect(seconds).toBeGreaterThan(50 * 60);
      app.clock.advance(seconds * 1000);
      expect((await attempt(make())).status).toBeLessThan(300);
    }
  });

  it('allows 30 attempts per hour from one network address', async () => {
    const from = `198.51.100.${endpoint.length}`;
    await useUp(`${name}-ip:${from}`, 30, hourMs);
    const json = body(newcomer().email);
    expect((await attempt({ endpoint, json, from })).status).toBe(429);
    expect((await attempt({ endpoint, json })).status, 'from elsewhere').toBeLessThan(300);
    app.clock.advance(hourMs);
    expect((await attempt({ endpoint, json, from })).status).toBeLessThan(300);
  });

  it('counts all addresses of an IPv6 network together', async () => {
    const line = `2001:db8:1:${endpoint.length}:`;
    await useUp(`${name}-ip:${line}:/64`, 30, hourMs);
    for (const from of [`${line}:1`, `${line}ffff:1:2:3`]) {
      expect((await attempt({ endpoint, json: body(newcomer().email), from })).status).toBe(429);
    }
    app.clock.advance(hourMs);
  });
});
