import { api } from '@cellar/contract/api.ts';
import { describe, expect, it } from 'vitest';
import { createClient } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { logIn } from '#test/logins.ts';
import { sharedApp } from '#test/shared-app.ts';

const day = 24 * 3600_000;

const app = sharedApp();

async function logInWith(userAgent: string, email = '') {
  const json = { email, password: samplePassword };
  const headers = { 'user-agent': userAgent };
  const { body } = await app.visitor.call(api.login, { json, headers });
  return createClient(app.url, { token: body.token, id: body._id, email: body.email });
}

describe('GET /api/users/sessions', () => {
  it('lists the caller’s sessions, most recently used first, and marks the current one', async () => {
    const { account } = await app.as('member');
    const phone = await logInWith('Phone', account?.email);
    app.clock.advance(60_000);
    const desk = await logInWith('Desk', account?.email);
    const { status, body } = await phone.call(api.listSessions);
    expect(status).toBe(200);
    const names = body.sessions.map((session: { userAgent: string | null }) => session.userAgent);
    expect(names).toEqual(['Desk', 'Phone', null]);
    const current = body.sessions.filter((session: { isCurrent: boolean }) => session.isCurrent);
    expect(current).toEqual([expect.objectContaining({ userAgent: 'Phone' })]);
    expect(JSON.stringify(body)).not.toMatch(/token/i);
    expect((await desk.call(api.listSessions)).body.sessions[0]).toMatchObject({ isCurrent: true });
  });

  it('truncates a very long user agent', async () => {
    const { account } = await app.as('member');
    const client = await logInWith('x'.repeat(2000), account?.email);
    const { body } = await client.call(api.listSessions);
    expect(body.sessions[0].userAgent).toHaveLength(300);
  });

  it('omits expired sessions, which the job removes', async () => {
    const { account } = await app.as('member');
    await logIn(app, account?.email);
    app.clock.advance(31 * day);
    const fresh = await logIn(app, account?.email);
    expect((await fresh.call(api.listSessions)).body.sessions).toHaveLength(1);
    const { db } = app.services.database;
    const count = async () =>
      (
        await db
          .selectFrom('sessions')
          .select('id')
          .where('userId', '=', account?.id ?? '')
          .execute()
      ).length;
    expect(await count()).toBe(3);
    await app.services.auth.removeExpiredSessions();
    expect(await count()).toBe(1);
  });
});

describe('DELETE /api/users/sessions/{id}', () => {
  it('ends one of the caller’s sessions immediately', async () => {
    const member = await app.as('member');
    const other = await logInWith('Other', member.account?.email);
    const { sessions } = (await member.call(api.listSessions)).body;
    const { _id: id } = sessions.find((session: { userAgent: string }) => session.userAgent === 'Other');
    expect((await member.call(api.endSession, { params: { id } })).status).toBe(200);
    expect(await other.call(api.me)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    expect((await member.call(api.me)).status).toBe(200);
    expect((await member.call(api.endSession, { params: { id } })).status).toBe(404);
  });

  it('does not end the sessions of others', async () => {
    const member = await app.as('member');
    const victim = await app.as('member');
    const id = (await victim.call(api.listSessions)).body.sessions[0]._id;
    expect((await member.call(api.endSession, { params: { id } })).status).toBe(404);
    expect((await victim.call(api.me)).status).toBe(200);
  });
});

describe('DELETE /api/users/sessions', () => {
  it('ends exactly the caller’s other sessions', async () => {
    const member = await app.as('member');
    const email = member.account?.email;
    const others = [await logIn(app, email), await logIn(app, email)];
    const stranger = await app.as('member');
    expect((await member.call(api.endOtherSessions)).status).toBe(200);
    for (const other of others) {
      expect(await other.call(api.me)).toMatchObject({ status: 401, body: { code: 'session_expired' } });
    }
    const { status, body } = await member.call(api.listSessions);
    expect([status, body.sessions]).toEqual([200, [expect.objectContaining({ isCurrent: true })]]);
    expect((await stranger.call(api.me)).status).toBe(200);
    expect((await logIn(app, email)).account?.id, 'a new login').toBe(member.account?.id);
  });

  it('needs a session', async () => {
    expect((await app.visitor.call(api.endOtherSessions)).status).toBe(401);
  });
});

describe('a login', () => {
  it('updates the last visit', async () => {
    const admin = await app.as('admin');
    const { account } = await app.as('member');
    const lastSeen = async () => {
      const { body } = await admin.call(api.listUsers, { query: { search: account?.email ?? '' } });
      return body.users[0].lastSeenAt;
    };
    expect(await lastSeen()).toBeNull();
    await logIn(app, account?.email);
    const seen = await lastSeen();
    expect(Date.parse(seen)).toBeGreaterThan(0);
    const member = await logIn(app, account?.email);
    app.clock.advance(11 * 60_000);
    await member.call(api.me);
    expect((await lastSeen()) > seen).toBe(true);
  });
});
