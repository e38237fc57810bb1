// User management by admins: listing, searching, approving, suspending and deleting accounts.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { type AccountState, samplePassword } from '#test/factories.ts';
import { findUser, logIn, newcomer } from '#test/logins.ts';
import { linkIn, type MailServer, startMailServer } from '#test/mail-server.ts';

let mail: MailServer;
let app: TestApp;
let admin: Client;
beforeAll(async () => {
  mail = await startMailServer();
  app = await buildApp({ env: mail.env });
  admin = await app.as('admin');
});
afterAll(async () => {
  await app.close();
  await mail.close();
});

async function someone(state: AccountState) {
  const client = await app.as(state);
  return { client, email: client.account?.email ?? '', params: { userId: client.account?.id ?? '' } };
}

const tryLogin = (email: string) =>
  app.visitor.call(api.login, { json: { email, password: samplePassword } });

async function found(query: Record<string, string | number>): Promise<string[]> {
  const { status, body } = await admin.call(api.listUsers, { query });
  expect(status).toBe(200);
  return body.users.map((user: { email: string }) => user.email);
}

describe('GET /api/users', () => {
  it('lists accounts, newest first, without private fields', async () => {
    app.clock.advance(1000);
    const first = await someone('member');
    app.clock.advance(1000);
    const second = await someone('pending');
    const { body } = await admin.call(api.listUsers);
    expect(body.users.slice(0, 2).map((user: { email: string }) => user.email)).toEqual([
      second.email,
      first.email,
    ]);
    expect(body.users[0]).toEqual({
      _id: second.params.userId,
      name: 'Sample User',
      email: second.email,
      isAdmin: false,
      isContributor: false,
      isApproved: false,
      isVerified: true,
      isSuspended: false,
      createdAt: expect.any(String),
      lastSeenAt: null,
      hasSecondFactor: false,
    });
  });

  it('returns accounts in pages', async () => {
    for (let count = 0; count < 5; count += 1) await someone('member');
    const all = await found({ limit: 200 });
    const { body } = await admin.call(api.listUsers, { query: { limit: 2, page: 2 } });
    expect(body.users.map((user: { email: string }) => user.email)).toEqual(all.slice(2, 4));
    expect(body).toMatchObject({
      currentPage: 2,
      totalPages: Math.ceil(all.length / 2),
      totalUsers: all.length,
    });
    const beyond = await admin.call(api.listUsers, { query: { limit: 2, page: 999 } });
    expect(beyond.body.users).toEqual([]);
  });

  it.each(['Zoë', 'zoe', 'ZOË ÜN', 'ünal', 'under_score', '100%', 'back\\slash', 'SCORE'])(
    'finds %j in name or address, ignoring case',
    async (search) => {
      const person = newcomer({ name: 'Zoë Ünal 100% back\\slash' });
      const email = `under_score-${person.email}`;
      await app.services.users.create(
        app.services.database.db,
        { name: person.name, email, passwordHash: '' },
        'member',
        { isVerified: true, isApproved: true },
      );
      expect(await found({ search, limit: 200 })).toContain(email);
      expect(await found({ search, limit: 200 })).not.toContain(admin.account?.email);
    },
  );

  it('finds members by a changed name', async () => {
    const { client, email } = await someone('member');
    await client.call(api.updateProfile, { json: { name: 'Öykü', email } });
    expect(await found({ search: 'öykü' })).toEqual([email]);
  });

  it.each([
    ['pending', ['pending']],
    ['unverified', ['unverified']],
    ['suspended', ['suspended']],
    ['admin', ['admin']],
    ['approved', ['member', 'suspended', 'admin']],
  ] as [string, AccountState[]][])('filters by the state %s', async (state, expected) => {
    const made = new Map<AccountState, string>();
    for (const one of ['unverified', 'pending', 'suspended', 'member', 'admin'] as const) {
      made.set(one, (await someone(one)).email);
    }
    const emails = await found({ state, limit: 200 });
    for (const [one, email] of made)
      expect([one, emails.includes(email)]).toEqual([one, expected.includes(one)]);
  });

  it('counts pending approvals regardless of the search', async () => {
    const waiting = async () =>
      (await admin.call(api.listUsers, { query: { search: 'nobody at all' } })).body.waiting;
    const before = await waiting();
    await someone('unverified');
    const { params } = await someone('pending');
    expect(await waiting()).toBe(before + 1);
    await admin.call(api.approveAccess, { params });
    expect(await waiting()).toBe(before);
  });

  it('counts unverified addresses too without a mail server, because nobody gets the link', async () => {
    const silent = await buildApp({});
    await silent.as('unverified');
    await silent.as('pending');
    const { body } = await (await silent.as('admin')).call(api.listUsers, {});
    expect(body.waiting).toBe(2);
    await silent.close();
  });

  it.each<Record<string, string | number>>([
    { page: 0 },
    { limit: 201 },
    { limit: 'x' },
    { state: 'none' },
    { search: 'x'.repeat(300) },
    { search: 'a\u0000b' },
  ])('refuses %j', async (query) => {
    expect((await admin.call(api.listUsers, { query })).status).toBe(400);
  });
});

describe('PUT /api/auth/approve-access/{userId}', () => {
  it('approves a verified account and emails its owner in their language', async () => {
    const { email, params } = await someone('pending');
    await app.services.users.change(app.services.database.db, params.userId, { language: 'es' });
    expect((await tryLogin(email)).body.pendingApproval).toBe(true);
    const { status, body } = await admin.call(api.approveAccess, { params });
    expect(status).toBe(200);
    expect(body.user).toMatchObject({ email, isApproved: true });
    const received = await mail.next(email);
    expect(received.subject).toBe('Te damos la bienvenida a Cellar');
    expect(linkIn(received).pathname).toBe('/login');
    expect((await tryLogin(email)).body.token).toBeTruthy();
  });

  it('refuses unverified accounts', async () => {
    const { email, params } = await someone('unverified');
    expect(await admin.call(api.approveAccess, { params })).toMatchObject({
      status: 409,
      body: {
        code: 'email_unverified',
        needsEmailVerification: true,
        message:
          'Cannot approve user: They must verify their email first. Ask them to check their inbox and click the verification link.',
      },
    });
    expect((await findUser(app, email))?.approvedAt).toBeNull();
    await app.services.mails.deliverDue();
    expect(mail.to(email)).toEqual([]);
  });

  it('approves once despite concurrent requests: one email, one audit entry', async () => {
    const { email, params } = await someone('pending');
    const answers = await Promise.all([1, 2, 3].map(() => admin.call(api.approveAccess, { params })));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const { approvedAt } = (await findUser(app, email)) ?? {};
    await admin.call(api.approveAccess, { params });
    expect((await findUser(app, email))?.approvedAt).toBe(approvedAt);
    await app.services.mails.deliverDue();
    expect(mail.to(email)).toHaveLength(1);
    const lines = (await admin.call(api.listAudit)).body.entries;
    const ofThis = lines.filter((line: { subject: string }) => line.subject === email);
    expect(ofThis).toEqual([
      expect.objectContaining({ action: 'user_approved', actor: admin.account?.email }),
    ]);
  });

  it('answers 404 for an unknown account', async () => {
    const params = { userId: 'nobody' };
    expect(await admin.call(api.approveAccess, { params })).toMatchObject({
      status: 404,
      body: { message: 'User not found' },
    });
  });
});

describe('PUT /api/users/{id}', () => {
  const change = (params: { userId: string }, json: unknown) => admin.call(api.changeUser, { params, json });

  it('suspends an account: every session and login is refused immediately, with the reason', async () => {
    const { client, email, params } = await someone('member');
    const other = await logIn(app, email);
    const { status, body } = await change(params, { isSuspended: true });
    expect([status, body.user.isSuspended]).toEqual([200, true]);
    for (const session of [client, other]) {
      expect(await session.call(api.me)).toMatchObject({ status: 403, body: { code: 'account_suspended' } });
    }
    expect(await tryLogin(email)).toMatchObject({
      status: 403,
      body: { code: 'account_suspended', message: 'Your account is suspended.' },
    });
  });

  it('reveals a suspension only with the correct password', async () => {
    const { email } = await someone('suspended');
    const wrong = await app.visitor.call(api.login, { json: { email, password: 'wrong' } });
    expect(wrong).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
  });

  it('lifts a suspension; ended sessions remain ended', async () => {
    const { client, email, params } = await someone('member');
    await change(params, { isSuspended: true });
    const { body } = await change(params, { isSuspended: false });
    expect(body.user.isSuspended).toBe(false);
    expect((await client.call(api.me)).status).toBe(401);
    expect((await tryLogin(email)).body.token).toBeTruthy();
  });

  it('marks an address as verified once, so that the account can be approved', async () => {
    const { params } = await someone('unverified');
    for (let count = 0; count < 2; count += 1) {
      const { status, body } = await change(params, { isVerified: true });
      expect([status, body.user.isVerified]).toEqual([200, true]);
    }
    expect((await admin.call(api.approveAccess, { params })).status).toBe(200);
    const { entries } = (await admin.call(api.listAudit)).body;
    const lines = entries.filter(({ subject }: { subject: string }) => subject === entries[0].subject);
    expect(lines.map(({ action }: { action: string }) => action)).toEqual(['user_approved', 'user_verified']);
    expect(lines[1].actor).toBe(admin.account?.email);
    expect((await change(params, { isVerified: false })).status).toBe(400);
  });

  it('changes nothing if the state is the same', async () => {
    const { client, params } = await someone('member');
    expect((await change(params, { isSuspended: false, isAdmin: false })).status).toBe(200);
    expect((await client.call(api.me)).status).toBe(200);
  });

  it.each([{}, { isSuspended: 'yes' }, { isAdmin: 1 }, { isApproved: true }, { name: 'x' }])(
    'refuses %j',
    async (json) => {
      const { params } = await someone('member');
      expect((await change(params, json)).status).toBe(400);
    },
  );

  it('answers 404 for an unknown account', async () => {
    expect((await change({ userId: 'nobody' }, { isSuspended: true })).status).toBe(404);
  });
});

describe('DELETE /api/users/{id}', () => {
  it('deletes an account with its sessions', async () => {
    const { client, email, params } = await someone('member');
    expect(await admin.call(api.deleteUser, { params })).toMatchObject({
      status: 200,
      body: { message: 'User deleted' },
    });
    expect((await client.call(api.me)).status).toBe(401);
    expect((await tryLogin(email)).status).toBe(401);
    expect((await admin.call(api.deleteUser, { params })).status).toBe(404);
  });

  it('declines an access request', async () => {
    const { email, params } = await someone('pending');
    expect((await admin.call(api.deleteUser, { params })).status).toBe(200);
    expect(await findUser(app, email)).toBeUndefined();
  });
});
