import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { samplePassword } from '#test/factories.ts';
import { sharedApp } from '#test/shared-app.ts';

const app = sharedApp();

async function logIn(email: string | undefined, password = samplePassword) {
  return app.visitor.call(api.login, { json: { email, password } });
}

describe('POST /api/users/login', () => {
  it('starts a session for a member', async () => {
    const member = await app.as('member');
    const { status, body } = await logIn(member.account?.email.toUpperCase());
    expect(status).toBe(200);
    expect(body).toMatchObject({
      isAdmin: false,
      isApproved: true,
      isVerified: true,
      _id: member.account?.id,
    });
    expect(Object.keys(body)).not.toContain('passwordHash');
  });

  it('answers the same for a wrong password and an unknown address', async () => {
    const member = await app.as('member');
    const wrong = await logIn(member.account?.email, 'something else');
    const unknown = await logIn('nobody@cellar.example');
    for (const { status, body } of [wrong, unknown]) {
      expect(status).toBe(401);
      expect(body).toMatchObject({ code: 'invalid_credentials', message: 'Invalid email or password' });
    }
  });

  it('lists what is missing for a login, without starting a session', async () => {
    const unverified = await app.as('unverified');
    const pending = await app.as('pending');
    expect((await logIn(unverified.account?.email)).body).toEqual({
      needsVerification: true,
      message: 'Please verify your email before logging in. Check your inbox for the verification email.',
    });
    expect((await logIn(pending.account?.email)).body).toEqual({
      pendingApproval: true,
      message: 'Your account is pending approval.',
    });
  });

  it('refuses suspended members', async () => {
    const suspended = await app.as('suspended');
    expect(await logIn(suspended.account?.email)).toMatchObject({
      status: 403,
      body: { code: 'account_suspended' },
    });
  });

  it.each([
    {},
    { email: 'a@cellar.example' },
    { email: 'no address', password: 'x' },
    { email: 'a@cellar.example', password: 5 },
    { email: 'a@cellar.example', password: 'x'.repeat(10_000) },
    { email: `${'a'.repeat(300)}@cellar.example`, password: 'x' },
    [],
    'text',
  ])('refuses the body %j', async (json) => {
    const { status, body } = await app.visitor.call(api.login, { json });
    expect(status).toBe(400);
    expect(body.issues.length).toBeGreaterThan(0);
  });

  it('refuses bodies that are not JSON', async () => {
    const headers = { 'content-type': 'application/json' };
    const broken = await app.visitor.fetch('/api/users/login', {
      method: 'POST',
      headers,
      body: '{"email":',
    });
    expect(broken.status).toBe(400);
    const other = await app.visitor.fetch('/api/users/login', { method: 'POST', body: 'email=a' });
    expect(other.status).toBe(415);
    const large = await app.visitor.fetch('/api/users/login', {
      method: 'POST',
      headers,
      body: ' '.repeat(2e6),
    });
    expect(large.status).toBe(413);
  });
});

describe('a session', () => {
  it('is valid until logout', async () => {
    const member = await app.as('member');
    expect((await member.call(api.me)).body._id).toBe(member.account?.id);
    expect((await member.call(api.logout)).status).toBe(200);
    expect(await member.call(api.me)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
  });

  it('is extended by use and ends 30 days after its last use', async () => {
    const day = 24 * 3600_000;
    const { account } = await app.as('member');
    const { body } = await logIn(account?.email);
    const headers = { authorization: `Bearer ${body.token}` };
    for (const [days, status] of [
      [29, 200],
      [29, 200],
      [31, 401],
    ] as const) {
      app.clock.advance(days * day);
      expect((await app.visitor.call(api.me, { headers })).status).toBe(status);
    }
  });

  it('is stored as a hash only', async () => {
    const member = await app.as('member');
    const rows = await app.services.database.db.selectFrom('sessions').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(member.account?.token);
  });

  it('allows public requests with an expired token', async () => {
    const expired = await app.as('expired');
    expect((await expired.call(api.site)).status).toBe(200);
  });
});
