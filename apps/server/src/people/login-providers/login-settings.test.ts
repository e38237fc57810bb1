import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildApp } from '#test/build-app.ts';
import type { Client } from '#test/client.ts';
import { samplePassword } from '#test/factories.ts';
import { newcomer } from '#test/logins.ts';
import { logInAs, type OidcSite, openOidcSite, problemIn } from '#test/oidc-site.ts';
import { aMemberWithPasskey, site as passkeySite } from '#test/passkeys.ts';

let site: OidcSite;
beforeAll(async () => {
  site = await openOidcSite();
});
afterAll(() => site.close());

const body = {
  label: 'Example',
  issuer: 'https://auth.example/realm',
  clientId: 'cellar',
  clientSecret: 'a secret that nobody sees',
};

const settingsOf = async (admin: Client) => (await admin.call(api.getLoginSettings)).body;

describe('the providers of Admin Settings', () => {
  it('are added, changed and deleted, and their secrets are never shown', async () => {
    const admin = await site.app.as('admin');
    const added = await admin.call(api.addLoginProvider, { json: body });
    expect(added.status).toBe(201);
    expect(added.body).toMatchObject({
      label: 'Example',
      issuer: body.issuer,
      hasSecret: true,
      isFixed: false,
    });
    const params = { id: added.body._id };
    const { clientSecret: _, ...without } = body;
    const changed = await admin.call(api.changeLoginProvider, {
      params,
      json: { ...without, label: 'Renamed' },
    });
    expect(changed.body).toMatchObject({ label: 'Renamed', hasSecret: true });
    const removed = await admin.call(api.changeLoginProvider, {
      params,
      json: { ...body, clientSecret: null },
    });
    expect(removed.body.hasSecret).toBe(false);
    expect(JSON.stringify([added.body, await settingsOf(admin)])).not.toContain(body.clientSecret);
    const rows = await site.app.services.database.db.selectFrom('oidcProviders').selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain(body.clientSecret);
    const audit = JSON.stringify((await admin.call(api.listAudit)).body);
    expect(audit).toContain('login_provider_changed');
    expect(audit).not.toContain(body.clientSecret);
    expect((await admin.call(api.deleteLoginProvider, { params })).status).toBe(200);
    expect((await admin.call(api.deleteLoginProvider, { params })).status).toBe(404);
    expect((await admin.call(api.changeLoginProvider, { params, json: body })).status).toBe(404);
  });

  it('have one issuer each', async () => {
    const admin = await site.app.as('admin');
    const json = { ...body, issuer: site.provider.issuer, allowsPrivate: true };
    const answer = await admin.call(api.addLoginProvider, { json });
    expect(answer).toMatchObject({ status: 409, body: { code: 'login_provider_exists' } });
    const params = { id: site.ids.liar };
    const moved = { ...json, clientSecret: 'another' };
    expect((await admin.call(api.changeLoginProvider, { params, json: moved })).status).toBe(409);
  });

  it('do not send a stored secret to another server', async () => {
    const admin = await site.app.as('admin');
    const { clientSecret: _, ...json } = { ...body, issuer: 'https://elsewhere.example' };
    const answer = await admin.call(api.changeLoginProvider, { params: { id: site.ids.liar }, json });
    expect(answer.body.issues).toEqual([{ path: 'clientSecret', message: expect.any(String) }]);
  });

  it.each([
    { issuer: 'auth.example' },
    { issuer: 'ftp://auth.example' },
    { issuer: 'https://auth.example/?a=b' },
    { issuer: 'https://user:password@auth.example' },
    { issuer: `https://auth.example/${'x'.repeat(500)}` },
    { label: '' },
    { clientId: ' ' },
    { clientSecret: 'ü' },
    { scopes: 'groups "all"' },
    { adminClaim: 'groups' },
    { adminValue: 'admins' },
    { issuer: 'http://login.example', allowsPrivate: false },
    { mayCreate: 'yes' },
  ])('are refused: %j', async (changes) => {
    const admin = await site.app.as('admin');
    const { status, body: refusal } = await admin.call(api.addLoginProvider, {
      json: { ...body, ...changes },
    });
    expect([status, refusal.code]).toEqual([400, 'validation_failed']);
  });

  it('are at most 20', async () => {
    const admin = await site.app.as('admin');
    const added: string[] = [];
    for (let number = 0; number < 18; number += 1) {
      const json = { ...body, issuer: `https://auth-${number}.example` };
      added.push((await admin.call(api.addLoginProvider, { json })).body._id);
    }
    expect((await admin.call(api.addLoginProvider, { json: body })).status).toBe(400);
    for (const id of added) await admin.call(api.deleteLoginProvider, { params: { id } });
  });
});

describe('the providers of the environment', () => {
  it('work, and can’t be changed', async () => {
    const fixed = { ...body, id: 'club', issuer: site.provider.issuer, allowsPrivate: true };
    const app = await buildApp({ env: { OIDC_PROVIDERS: JSON.stringify([fixed]) } });
    const admin = await app.as('admin');
    expect((await app.visitor.call(api.site)).body.loginProviders).toEqual([
      { id: 'club', label: 'Example' },
    ]);
    const { providers } = await settingsOf(admin);
    expect(providers).toMatchObject([{ _id: 'club', isFixed: true, hasSecret: true }]);
    expect(JSON.stringify(providers)).not.toContain(body.clientSecret);
    const params = { id: 'club' };
    for (const answer of [
      await admin.call(api.changeLoginProvider, { params, json: body }),
      await admin.call(api.deleteLoginProvider, { params }),
    ])
      expect(answer).toMatchObject({ status: 409, body: { code: 'set_by_environment' } });
    const { id: _, ...again } = fixed;
    const same = await admin.call(api.addLoginProvider, { json: again });
    expect(same.body.code).toBe('login_provider_exists');
    const start = await app.visitor.fetch('/api/auth/oidc/club/start', { redirect: 'manual' });
    expect(start.headers.get('location')).toContain(`${fixed.issuer}/auth?`);
    expect(start.headers.get('set-cookie')).toMatch(/HttpOnly.*SameSite=Lax/i);
    await app.close();
  });

  it('mark the browser with a cookie for https only, where the site has https', async () => {
    const app = await buildApp({ env: { PUBLIC_URL: 'https://library.example' } });
    const { headers } = await app.visitor.fetch('/api/auth/oidc/club/start', { redirect: 'manual' });
    expect(headers.get('set-cookie')).toMatch(/^__Host-.*; Path=\/;.*Secure/);
    await app.close();
  });
});

describe('a claim of the provider', () => {
  it('makes an admin, and takes only what it gave', async () => {
    await site.set('provider', {
      adminClaim: 'groups',
      adminValue: 'keepers',
      scopes: 'groups',
      approvesAtOnce: false,
    });
    const person = site.addPerson({ groups: ['players', 'keepers'] });
    const isAdmin = async () => (await (await logInAs(site, person.sub)).call(api.me)).body.isAdmin;
    expect(await isAdmin()).toBe(true);
    site.addPerson({ ...person, groups: ['players'] });
    expect(await isAdmin()).toBe(false);
    // Another admin gives the role, which the provider then can't take.
    const { id } = (await logInAs(site, person.sub)).account ?? { id: '' };
    await site.admin.call(api.changeUser, { params: { userId: id }, json: { isAdmin: true } });
    expect(await isAdmin()).toBe(true);
    await site.set('provider', {});
  });

  it('is found below others, and never takes the role of the last admin', async () => {
    const other = await openOidcSite();
    await other.set('provider', { adminClaim: 'groups.names', adminValue: 'keepers', scopes: 'groups' });
    const person = other.addPerson({ groups: { names: ['keepers'] } });
    const member = await logInAs(other, person.sub);
    const { db } = other.app.services.database;
    await db
      .deleteFrom('users')
      .where('id', '!=', member.account?.id ?? '')
      .execute();
    other.addPerson({ ...person, groups: {} });
    expect((await (await logInAs(other, person.sub)).call(api.me)).body.isAdmin).toBe(true);
    await other.close();
  });
});

describe('the second factor that the site requires', () => {
  it('is the provider’s task for those who log in there', async () => {
    const confirmed = await site.app.as('admin');
    const { sub } = site.addPerson();
    const member = await logInAs(site, sub);
    const local = await site.app.as('member');
    const { settings } = site.app.services;
    await settings.change(confirmed.account ?? { email: '' }, { requireSecondFactor: 'everyone' });
    expect((await local.call(api.listLoginLinks)).body.code).toBe('second_factor_required');
    expect((await member.call(api.listLoginLinks)).status).toBe(200);
    await settings.change(confirmed.account ?? { email: '' }, { requireSecondFactor: 'nobody' });
  });
});

describe('turning passwords off', () => {
  it('is refused to an admin who could lock themselves out', async () => {
    const admin = await site.app.as('admin');
    const off = () => admin.call(api.setLocalLogin, { json: { isOn: false } });
    expect(await off()).toMatchObject({ status: 409, body: { code: 'no_working_provider' } });
    const { unlinkedMembers } = await settingsOf(admin);
    await link(admin);
    expect(await settingsOf(admin)).toMatchObject({ isLinked: true, unlinkedMembers: unlinkedMembers - 1 });
    await site.provider.goDown();
    expect((await off()).body.code).toBe('no_working_provider');
    await site.provider.comeUp();
    await site.set('provider', { isEnabled: false });
    expect((await off()).body.code).toBe('no_working_provider');
    await site.set('provider', {});
    const member = await site.app.as('member');
    const json = { isOn: false, emergencyAdminId: member.account?.id };
    expect((await admin.call(api.setLocalLogin, { json })).body.issues[0].path).toBe('emergencyAdminId');
    expect((await site.app.visitor.call(api.site)).body.localLogin).toBe(true);
  });

  it('leaves one admin who can use a password, and the command line', async () => {
    const admin = await site.app.as('admin');
    const emergency = await site.app.as('admin');
    const member = await site.app.as('member');
    await link(admin);
    const json = { isOn: false, emergencyAdminId: emergency.account?.id };
    expect((await admin.call(api.setLocalLogin, { json })).body.localLogin).toMatchObject({
      isOn: false,
      emergencyAdmin: { email: emergency.account?.email },
    });
    expect((await site.app.visitor.call(api.site)).body.localLogin).toBe(false);
    expect(await login(member)).toMatchObject({ status: 403, body: { code: 'local_login_off' } });
    expect(await login(member, 'wrong')).toMatchObject({
      status: 401,
      body: { code: 'invalid_credentials' },
    });
    expect((await login(emergency)).status).toBe(200);
    expect((await login(emergency, 'wrong')).status).toBe(401);
    for (const endpoint of [api.register, api.requestAccess]) {
      expect((await site.app.visitor.call(endpoint, { json: newcomer() })).body.code).toBe('local_login_off');
    }
    // Nobody can remove who is needed in an emergency.
    const params = { userId: emergency.account?.id ?? '' };
    const refusals = [
      await admin.call(api.changeUser, { params, json: { isAdmin: false } }),
      await admin.call(api.changeUser, { params, json: { isSuspended: true } }),
      await admin.call(api.deleteUser, { params }),
    ];
    expect(refusals.map((answer) => answer.body.code)).toEqual(new Array(3).fill('emergency_admin'));
    await logInAs(site, site.addPerson().sub);

    await site.app.services.loginSettings.turnLocalOn();
    expect((await login(member)).status).toBe(200);
  });

  it('turns passkeys off, too', async () => {
    const app = await buildApp({
      env: { PUBLIC_URL: passkeySite, OIDC_PROVIDERS: JSON.stringify([{ ...body, id: 'club' }]) },
    });
    const { authenticator } = await aMemberWithPasskey(app);
    const logIn = async () => {
      const options = (await app.visitor.call(api.askForLoginPasskey)).body;
      return app.visitor.call(api.logInWithPasskey, { json: { credential: authenticator.sign(options) } });
    };
    expect((await logIn()).status).toBe(200);
    await app.services.settings.change({ email: 'admin' }, { localLogin: false });
    expect(await logIn()).toMatchObject({ status: 403, body: { code: 'local_login_off' } });
    await app.close();
  });

  it('ends when there is no provider left', async () => {
    const other = await openOidcSite();
    const admin = await other.app.as('admin');
    const { sub } = other.addPerson();
    await linkAt(other, admin, sub);
    expect((await admin.call(api.setLocalLogin, { json: { isOn: false } })).status).toBe(200);
    for (const id of Object.values(other.ids)) await admin.call(api.deleteLoginProvider, { params: { id } });
    const member = await other.app.as('member');
    expect((await other.app.visitor.call(api.site)).body).toMatchObject({
      localLogin: true,
      loginProviders: [],
    });
    const { email } = member.account ?? {};
    expect(
      (await other.app.visitor.call(api.login, { json: { email, password: samplePassword } })).status,
    ).toBe(200);
    expect(problemIn(await other.browser().go(other.startOf('provider')))).toBe('unknown_provider');
    await other.close();
  });
});

const link = (admin: Client) => linkAt(site, admin, site.addPerson().sub);

async function linkAt(at: OidcSite, admin: Client, sub: string): Promise<void> {
  const { headers, body: started } = await admin.call(api.startLoginLink, {
    json: { providerId: at.ids.provider },
  });
  const browser = at.browser();
  browser.keep(headers);
  const page = await browser.logIn(started.url, sub);
  expect(page.search).toBe('?tab=security&login=linked');
}

function login(client: Client, password = samplePassword) {
  return site.app.visitor.call(api.login, { json: { email: client.account?.email, password } });
}
