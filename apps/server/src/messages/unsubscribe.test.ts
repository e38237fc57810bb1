// The unsubscribe link of emails about new games: it works with one click and permits nothing else.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { fromAddress } from '#test/logins.ts';
import { createTestDatabase } from '#test/test-database.ts';

let app: TestApp;
beforeAll(async () => {
  const env = { PUBLIC_URL: 'https://games.example.org', TRUST_PROXY: '1', SITE_NAME: 'Our Shelf' };
  app = await buildApp({ env });
});
afterAll(() => app.close());

const idOf = (client: Client) => client.account?.id ?? '';

async function tokenOf(client: Client, of = app): Promise<string> {
  const { pageUrl } = await of.services.unsubscribe.linksOf(idOf(client));
  return new URL(pageUrl).searchParams.get('token') ?? '';
}

async function pathOf(client: Client): Promise<string> {
  const { oneClickUrl } = await app.services.unsubscribe.linksOf(idOf(client));
  return new URL(oneClickUrl).pathname;
}

async function isOn(client: Client): Promise<boolean> {
  return (await client.call(api.getPreferences)).body.emailNotifications;
}

describe('the links of an email', () => {
  it('use the public address, are URL-safe and never change for a member', async () => {
    const member = await app.as('member');
    const links = await app.services.unsubscribe.linksOf(idOf(member));
    expect(links.oneClickUrl).toMatch(
      /^https:\/\/games\.example\.org\/api\/notifications\/unsubscribe\/[\w.-]{60,80}$/,
    );
    expect(links.pageUrl).toMatch(/^https:\/\/games\.example\.org\/unsubscribe\?token=[\w.-]{60,80}$/);
    expect(await app.services.unsubscribe.linksOf(idOf(member))).toEqual(links);
    const other = await app.as('member');
    expect((await app.services.unsubscribe.linksOf(idOf(other))).pageUrl).not.toBe(links.pageUrl);
  });

  it('remain valid after a restart', async () => {
    const database = await createTestDatabase();
    const first = await buildApp({ database, dataDir: app.dataDir });
    const member = await first.as('member');
    const token = await tokenOf(member, first);
    await first.close();
    const second = await buildApp({ database, dataDir: app.dataDir });
    expect((await second.visitor.call(api.postUnsubscribe, { params: { token } })).status).toBe(200);
    await second.close();
    await database.drop();
  });
});

describe('GET', () => {
  it('returns the state and changes nothing, however often scanners follow the link', async () => {
    const member = await app.as('member');
    const params = { token: await tokenOf(member) };
    for (let count = 0; count < 3; count += 1) {
      const { status, body } = await app.visitor.call(api.getUnsubscribe, { params });
      expect({ status, body }).toEqual({
        status: 200,
        body: { emailNotifications: true, siteName: 'Our Shelf' },
      });
    }
    await app.visitor.fetch(await pathOf(member), { method: 'HEAD' });
    await app.visitor.fetch(await pathOf(member), { headers: { accept: 'text/html' }, redirect: 'manual' });
    expect(await isOn(member)).toBe(true);
  });

  it('redirects a browser to the page', async () => {
    const member = await app.as('member');
    const accept = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';
    const path = await pathOf(member);
    const { status, headers } = await app.visitor.fetch(path, { headers: { accept }, redirect: 'manual' });
    expect(status).toBe(303);
    expect(headers.get('location')).toBe(`/unsubscribe?token=${await tokenOf(member)}`);
    expect(headers.get('cache-control')).toBe('no-store');
  });

  it('never redirects elsewhere', async () => {
    const init = { headers: { accept: 'text/html' }, redirect: 'manual' as const };
    for (const token of [
      '%2F%2Felsewhere.example',
      'a%0D%0ASet-Cookie:%20a=b',
      '%5C%5Celsewhere.example&x=1',
    ]) {
      const { headers } = await app.visitor.fetch(`/api/notifications/unsubscribe/${token}`, init);
      expect(headers.get('location')).toMatch(/^\/unsubscribe\?token=[\w.%-]+$/);
      expect(headers.get('set-cookie')).toBeNull();
    }
  });
});

describe('one click', () => {
  const form = 'List-Unsubscribe=One-Click';
  const multipart = (value = 'One-Click') => {
    const data = new FormData();
    data.set('List-Unsubscribe', value);
    return data;
  };
  const encoded = 'application/x-www-form-urlencoded';

  it.each<[string, RequestInit]>([
    ['a form (RFC 8058)', { body: form, headers: { 'content-type': encoded } }],
    ['a form with a charset', { body: form, headers: { 'content-type': `${encoded}; charset=UTF-8` } }],
    ['a multipart form', { body: multipart() }],
    ['an empty form', { body: '', headers: { 'content-type': encoded } }],
    ['no body', {}],
    ['an empty object', { body: '{}', headers: { 'content-type': 'application/json' } }],
    [
      'a JSON object',
      { body: '{"emailNotifications":false}', headers: { 'content-type': 'application/json' } },
    ],
  ])('by %s turns the emails off, also repeatedly', async (_name, init) => {
    const member = await app.as('member');
    const path = await pathOf(member);
    for (let count = 0; count < 2; count += 1) {
      const response = await app.visitor.fetch(path, { method: 'POST', ...init });
      expect(response.status).toBe(200);
      expect(await response.json()).toEqual({ emailNotifications: false });
      expect(await isOn(member)).toBe(false);
    }
    const params = { token: await tokenOf(member) };
    expect((await app.visitor.call(api.getUnsubscribe, { params })).body.emailNotifications).toBe(false);
  });

  it('can be undone by the page, but not by a form', async () => {
    const member = await app.as('member');
    const params = { token: await tokenOf(member) };
    await app.visitor.call(api.postUnsubscribe, { params });
    const body = 'emailNotifications=true';
    const headers = { 'content-type': encoded };
    await app.visitor.fetch(await pathOf(member), { method: 'POST', body, headers });
    expect(await isOn(member)).toBe(false);
    const json = { emailNotifications: true };
    expect(await app.visitor.call(api.postUnsubscribe, { params, json })).toMatchObject({
      status: 200,
      body: { emailNotifications: true },
    });
    expect(await isOn(member)).toBe(true);
  });

  it('affects only this setting of this member', async () => {
    const [member, other] = [await app.as('member'), await app.as('member')];
    const before = (await member.call(api.getPreferences)).body;
    await app.visitor.call(api.postUnsubscribe, { params: { token: await tokenOf(member) } });
    expect((await member.call(api.getPreferences)).body).toEqual({ ...before, emailNotifications: false });
    expect(await isOn(other)).toBe(true);
    const authorization = `Bearer ${await tokenOf(other)}`;
    expect((await app.visitor.call(api.me, { headers: { authorization } })).status).toBe(401);
  });

  it.each<[number, RequestInit]>([
    [400, { body: '{"emailNotifications":"no"}', headers: { 'content-type': 'application/json' } }],
    [400, { body: '{', headers: { 'content-type': 'application/json' } }],
    [413, { body: 'x'.repeat(5000), headers: { 'content-type': encoded } }],
    [413, { body: multipart('x'.repeat(5000)) }],
    [415, { body: form, headers: { 'content-type': 'text/plain' } }],
  ])('is refused with %i if its body is invalid', async (status, init) => {
    const member = await app.as('member');
    expect((await app.visitor.fetch(await pathOf(member), { method: 'POST', ...init })).status).toBe(status);
    expect(await isOn(member)).toBe(true);
  });

  it('is the only endpoint that accepts forms', async () => {
    const admin = await app.as('admin');
    const headers = { 'content-type': encoded };
    const body = 'emailNotifications=false';
    const { status } = await admin.fetch('/api/users/preferences', { method: 'PUT', body, headers });
    expect(status).toBe(415);
  });
});

describe('an invalid link', () => {
  it('is refused for GET and POST', async () => {
    const member = await app.as('member');
    const token = await tokenOf(member);
    const [id, signature = ''] = token.split('.');
    const other = (await tokenOf(await app.as('member'))).split('.')[1];
    const swapped = signature[0] === 'A' ? 'B' : 'A';
    const wrong = [
      'nothing',
      `${id}`,
      `${id}.`,
      `.${signature}`,
      `${id}.${other}`,
      `${id}.${swapped}${signature.slice(1)}`,
      `${id}.${signature}A`,
      `${'x'.repeat(60)}.${signature}`,
    ];
    for (const [at, given] of wrong.entries()) {
      const request = { params: { token: given }, ...fromAddress(`203.0.113.${at}`) };
      for (const endpoint of [api.getUnsubscribe, api.postUnsubscribe]) {
        const { status, body } = await app.visitor.call(endpoint, request);
        expect([status, body.code], given).toEqual([400, 'link_invalid']);
      }
    }
    const tooLong = { params: { token: 'x'.repeat(150) } };
    expect((await app.visitor.call(api.getUnsubscribe, tooLong)).body.code).toBe('validation_failed');
    expect(await isOn(member)).toBe(true);
  });

  it('becomes invalid when the account is deleted', async () => {
    const member = await app.as('member');
    const params = { token: await tokenOf(member) };
    await app.services.database.db.deleteFrom('users').where('id', '=', idOf(member)).execute();
    const { body } = await app.visitor.call(api.postUnsubscribe, { params });
    expect(body.code).toBe('link_invalid');
  });

  it('is limited, while valid links keep working', async () => {
    const member = await app.as('member');
    const from = fromAddress('198.51.100.7');
    const wrong = () => app.visitor.call(api.getUnsubscribe, { params: { token: 'nothing' }, ...from });
    const answers = [];
    for (let count = 0; count < 61; count += 1) answers.push(await wrong());
    expect(new Set(answers.slice(0, 60).map(({ status }) => status))).toEqual(new Set([400]));
    expect(answers.at(-1)?.status).toBe(429);
    expect(Number(answers.at(-1)?.headers.get('retry-after'))).toBeGreaterThan(0);
    const right = { params: { token: await tokenOf(member) }, ...from };
    expect((await app.visitor.call(api.postUnsubscribe, right)).status).toBe(200);
  });
});

describe('the setting', () => {
  it.each(['suspended', 'pending', 'admin'] as const)('can be changed by a %s account too', async (state) => {
    const account = await app.as(state);
    const { database } = app.services;
    await app.visitor.call(api.postUnsubscribe, { params: { token: await tokenOf(account) } });
    const query = database.db
      .selectFrom('users')
      .select('emailNotifications')
      .where('id', '=', idOf(account));
    expect(await query.executeTakeFirst()).toEqual({ emailNotifications: 0 });
  });
});
