// Sensitive requests need a check of the password within the last 10 minutes.
import { api } from '@cellar/contract/api.ts';
import type { AnyEndpoint } from '@cellar/contract/endpoint.ts';
import { endpoints } from '@cellar/contract/endpoints.ts';
import { describe, expect, it } from 'vitest';
import { minuteMs } from '#platform/clock.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { createApiToken, logIn, newcomer } from '#test/logins.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

const refused = { status: 403, body: { code: 'confirmation_required' } };
const confirm = (client: Client, password: unknown) => client.call(api.confirm, { json: { password } });

/** A session whose last check was 10 minutes ago. */
async function anOldSession(role: 'member' | 'admin'): Promise<Client> {
  const client = await app.as(role);
  app.clock.advance(10 * minuteMs);
  return client;
}

describe('a sensitive request', () => {
  const sensitive = Object.values<AnyEndpoint>(endpoints).filter(({ isSensitive }) => isSensitive);

  it.each(sensitive)('is refused 10 minutes after the login: $method $path', async (endpoint) => {
    const admin = await anOldSession('admin');
    const params = { id: 'nothing', userId: 'nothing' };
    expect(await admin.call(endpoint, { params })).toMatchObject(refused);
    expect((await confirm(admin, samplePassword)).status).toBe(200);
    expect((await admin.call(endpoint, { params })).status).not.toBe(403);
    app.clock.advance(10 * minuteMs);
    expect(await admin.call(endpoint, { params })).toMatchObject(refused);
  });

  it.each([
    ['login provider', api.testLoginProvider],
    ['mail server', api.testMailServer],
  ])('is needed to connect to the address of a %s, which may be a private one', async (_, endpoint) => {
    const admin = await app.as('admin');
    const { client } = await createApiToken(app, admin, { scopes: ['admin'] });
    expect(await client.call(endpoint)).toMatchObject({ status: 403, body: { code: 'scope_missing' } });
    app.clock.advance(10 * minuteMs);
    expect(await admin.call(endpoint)).toMatchObject(refused);
  });

  it('deletes nothing until the session is confirmed', async () => {
    const admin = await anOldSession('admin');
    const { account } = await app.as('member');
    const params = { userId: account?.id ?? '' };
    expect(await admin.call(api.deleteUser, { params })).toMatchObject(refused);
    await confirm(admin, samplePassword);
    expect((await admin.call(api.deleteUser, { params })).status).toBe(200);
    expect((await admin.call(api.deleteUser, { params })).status).toBe(404);
  });

  it('is refused in the other sessions of a member who has confirmed one', async () => {
    const admin = await anOldSession('admin');
    await logIn(app, admin.account?.email);
    const { account } = await app.as('member');
    const params = { userId: account?.id ?? '' };
    expect(await admin.call(api.deleteUser, { params })).toMatchObject(refused);
  });

  it('is refused in sessions that are older than the check', async () => {
    const admin = await app.as('admin');
    const { db } = app.services.database;
    const sessions = db.updateTable('sessions').set({ confirmedAt: null });
    await sessions.where('userId', '=', admin.account?.id ?? '').execute();
    expect(await admin.call(api.deleteUser, { params: { userId: 'nothing' } })).toMatchObject(refused);
  });
});

describe('POST /api/users/confirm', () => {
  it.each(['wrong', samplePassword.toUpperCase()])(
    'refuses the password %j and keeps the session',
    async (password) => {
      const member = await anOldSession('member');
      expect(await confirm(member, password)).toMatchObject({
        status: 400,
        body: { code: 'wrong_password' },
      });
      expect((await member.call(api.me)).status).toBe(200);
      expect(await member.call(api.deleteOwnAccount, { json: {} })).toMatchObject(refused);
    },
  );

  it.each([undefined, '', 5, null, {}, 'x'.repeat(10_000)])(
    'refuses the invalid password %j',
    async (password) => {
      const member = await app.as('member');
      expect(await confirm(member, password)).toMatchObject({
        status: 400,
        body: { code: 'validation_failed' },
      });
    },
  );

  it('limits guesses from a stolen session', async () => {
    const member = await app.as('member');
    const tries = await Promise.all(Array.from({ length: 21 }, () => confirm(member, 'wrong')));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(1);
    expect((await confirm(member, samplePassword)).status).toBe(429);
    expect((await member.call(api.me)).status, 'still logged in').toBe(200);
  });
});

describe('a new address', () => {
  const change = (member: Client, json: object) =>
    member.call(api.updateProfile, { json: { name: 'Sample User', email: newcomer().email, ...json } });

  it('needs a recent check or the password, which counts as one', async () => {
    const member = await anOldSession('member');
    expect(await change(member, {})).toMatchObject(refused);
    expect(await change(member, { currentPassword: 'wrong' })).toMatchObject({ status: 400 });
    expect(await change(member, {})).toMatchObject(refused);
    expect((await change(member, { currentPassword: samplePassword })).status).toBe(200);
    expect((await change(member, {})).status).toBe(200);
  });

  it('is not asked for when only the name changes', async () => {
    const member = await anOldSession('member');
    const json = { name: 'New Name', email: member.account?.email };
    expect((await member.call(api.updateProfile, { json })).status).toBe(200);
  });
});

describe('the deletion of the own account', () => {
  it('needs a recent check or the password', async () => {
    const member = await anOldSession('member');
    expect(await member.call(api.deleteOwnAccount)).toMatchObject(refused);
    expect((await member.call(api.deleteOwnAccount, { json: { password: 'wrong' } })).status).toBe(400);
    await confirm(member, samplePassword);
    expect((await member.call(api.deleteOwnAccount)).status).toBe(200);
    expect((await member.call(api.me)).status).toBe(401);
  });
});
