import { api } from '@cellar/contract/api.ts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { buildApp, type TestApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { createApiToken, enterPassword, logInWith, turnOn } from '#test/logins.ts';

let app: TestApp;
let admin: Client;
beforeEach(async () => {
  app = await buildApp();
  admin = await app.as('admin');
});
afterEach(() => app.close());

const demand = (requireSecondFactor: string, by = admin) =>
  by.call(api.updateSettings, { json: { security: { requireSecondFactor } } });

const lacking = { status: 403, body: { code: 'second_factor_required' } };

describe('the requirement', () => {
  it('can be set only by an admin who has two-step login', async () => {
    const refused = { status: 409, body: { code: 'second_factor_off' } };
    for (const who of ['admins', 'everyone']) expect(await demand(who)).toMatchObject(refused);
    expect((await demand('nobody')).status).toBe(200);
    await turnOn(app, admin);
    expect((await demand('admins')).body.security).toEqual({ requireSecondFactor: 'admins' });
    expect((await demand('somebody')).status).toBe(400);
    expect((await admin.call(api.getSettings)).body.security).toEqual({ requireSecondFactor: 'admins' });
  });

  it('for admins leaves members alone', async () => {
    await turnOn(app, admin);
    await demand('admins');
    const member = await app.as('member');
    const other = await app.as('admin');
    expect((await member.call(api.listGames)).status).toBe(200);
    expect((await admin.call(api.listUsers)).status).toBe(200);
    expect(await other.call(api.listUsers)).toMatchObject(lacking);
    expect(await other.call(api.listGames)).toMatchObject(lacking);
  });

  it('can be changed only in a confirmed session', async () => {
    await turnOn(app, admin);
    app.clock.advance(10 * 60_000);
    expect((await demand('everyone')).body.code).toBe('confirmation_required');
    const systemSettings = { siteName: 'Another name' };
    expect((await admin.call(api.updateSettings, { json: { systemSettings } })).status).toBe(200);
  });

  it('applies to API tokens too', async () => {
    const member = await app.as('member');
    const { client: script } = await createApiToken(app, member);
    await turnOn(app, admin);
    await demand('everyone');
    expect(await script.call(api.listGames)).toMatchObject(lacking);
    await turnOn(app, member);
    expect((await script.call(api.listGames)).status).toBe(200);
  });

  it('for everyone applies to running sessions, until two-step login is set up', async () => {
    const member = await app.as('member');
    expect((await member.call(api.listGames)).status).toBe(200);
    await turnOn(app, admin);
    await demand('everyone');
    expect(await member.call(api.listGames)).toMatchObject(lacking);
    for (const endpoint of [api.me, api.getProfile, api.getPreferences, api.listSessions])
      expect((await member.call(endpoint)).status, endpoint.path).toBe(200);
    expect((await member.call(api.getSecondFactor)).body).toMatchObject({ isRequired: true, onSince: null });
    await turnOn(app, member);
    expect((await member.call(api.listGames)).status).toBe(200);
    const off = await member.call(api.turnSecondFactorOff);
    expect(off).toMatchObject({ status: 409, body: { code: 'second_factor_needed' } });
    await demand('nobody');
    expect((await member.call(api.turnSecondFactorOff)).status).toBe(200);
    expect((await member.call(api.listGames)).status).toBe(200);
  });

  it('does not stop a login, after which only the setup is possible', async () => {
    const member = await app.as('member');
    await turnOn(app, admin);
    await demand('everyone');
    const { body } = await enterPassword(app, member.account?.email);
    const headers = { authorization: `Bearer ${body.token}` };
    expect(await app.visitor.call(api.listGames, { headers })).toMatchObject(lacking);
    app.clock.advance(11 * 60_000);
    expect((await app.visitor.call(api.setUpApp, { headers })).body.code).toBe('confirmation_required');
    const json = { password: samplePassword };
    expect((await app.visitor.call(api.confirm, { headers, json })).status).toBe(200);
    expect((await app.visitor.call(api.setUpApp, { headers })).status).toBe(200);
    expect((await app.visitor.call(api.logout, { headers })).status).toBe(200);
  });
});

describe('an admin’s reset', () => {
  const reset = (client: Client, by = admin) =>
    by.call(api.resetSecondFactor, { params: { userId: client.account?.id ?? '' } });

  it('lets the member log in with the password alone, tells the member, and is logged', async () => {
    const member = await app.as('member');
    const email = member.account?.email ?? '';
    const { code } = await turnOn(app, member);
    const { deviceToken } = (await logInWith(app, email, { code: code(), trustDevice: true })).body;
    const listed = async () => (await admin.call(api.listUsers, { query: { search: email } })).body.users[0];
    expect((await listed()).hasSecondFactor).toBe(true);
    expect(await reset(member)).toMatchObject({ status: 200, body: { user: { hasSecondFactor: false } } });
    expect((await listed()).hasSecondFactor).toBe(false);
    expect((await enterPassword(app, email)).body.token).toBeTruthy();
    const { entries } = (await admin.call(api.listAudit)).body;
    expect(entries).toContainEqual(
      expect.objectContaining({
        action: 'second_factor_reset',
        actor: admin.account?.email,
        subject: email,
      }),
    );
    await turnOn(app, member);
    expect((await enterPassword(app, email, deviceToken)).body.needsSecondFactor).toBe(true);
    const { mails } = (await admin.call(api.listOutbox)).body;
    const kinds = mails
      .filter(({ to }: { to: string }) => to === email)
      .map(({ kind }: { kind: string }) => kind);
    expect(kinds.toSorted()).toEqual(['secondFactorOn', 'secondFactorOn', 'secondFactorReset']);
  });

  it('needs a recent check of the password, and does not work for oneself or nobody', async () => {
    const member = await app.as('member');
    await turnOn(app, member);
    expect((await reset(admin)).body.code).toBe('own_account');
    expect((await admin.call(api.resetSecondFactor, { params: { userId: 'nobody' } })).status).toBe(404);
    expect((await reset(member, member)).status).toBe(403);
    app.clock.advance(11 * 60_000);
    expect((await reset(member)).body.code).toBe('confirmation_required');
  });
});

describe('a password', () => {
  it('that is reset by email leaves two-step login on', async () => {
    const member = await app.as('member');
    const email = member.account?.email ?? '';
    await turnOn(app, member);
    const { links, database, recovery } = app.services;
    const draft = links.draft('reset');
    await database.db.transaction().execute((trx) => links.record(trx, draft, member.account?.id ?? ''));
    const json = { token: draft.token, newPassword: samplePassword };
    expect((await app.visitor.call(api.resetPassword, { json })).status).toBe(200);
    expect((await enterPassword(app, email)).body.needsSecondFactor).toBe(true);
    // The command line does this, for an admin who has lost everything.
    await recovery.rescue(email, samplePassword);
    expect((await enterPassword(app, email)).body.token).toBeTruthy();
  });
});
