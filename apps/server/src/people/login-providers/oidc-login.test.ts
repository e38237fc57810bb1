import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#test/client.ts';
import { createAccount, samplePassword } from '#test/factories.ts';
import { confirm, findUser } from '#test/logins.ts';
import { exchange, logInAs, type OidcSite, openOidcSite, problemIn } from '#test/oidc-site.ts';

let site: OidcSite;
beforeAll(async () => {
  site = await openOidcSite();
});
afterAll(() => site.close());

describe('a login through a provider', () => {
  it('creates an account, and finds it again by the subject although name and address have changed', async () => {
    const person = site.addPerson();
    const first = await logInAs(site, person.sub);
    expect(first.account?.email).toBe(person.email);
    site.addPerson({ sub: person.sub, name: 'Renamed', email: 'moved@cellar.example' });
    const second = await logInAs(site, person.sub);
    expect(second.account).toMatchObject({ id: first.account?.id, email: person.email });
    expect((await second.call(api.me)).body).toMatchObject({
      name: person.name,
      isVerified: true,
      isApproved: true,
    });
  });

  it('opens the page that was asked for', async () => {
    const { sub } = site.addPerson();
    const browser = site.browser();
    const page = await browser.logIn(site.startOf('provider', '/game/abc?tab=files#top'), sub);
    expect(page.pathname).toBe('/login/oidc');
    expect(page.search).toBe('');
    expect((await exchange(site, browser, page)).body.returnTo).toBe('/game/abc?tab=files#top');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example/',
    'https:evil.example',
    '/\t/evil.example',
    '/a/..//evil.example',
    'javascript:alert(1)',
  ])('never leads to another site: %s', async (to) => {
    const { sub } = site.addPerson();
    const browser = site.browser();
    const page = await browser.logIn(site.startOf('provider', to), sub);
    expect((await exchange(site, browser, page)).body.returnTo).toBe('');
    const canceled = await site.browser().logIn(site.startOf('provider', to), '');
    expect([problemIn(canceled), canceled.searchParams.get('to')]).toEqual(['canceled', null]);
  });

  it('does not begin by a link on another site, which leads to the login page instead', async () => {
    const start = (origin: string, to?: string) =>
      site.app.visitor.fetch(site.startOf('provider', to), {
        redirect: 'manual',
        headers: { 'sec-fetch-site': origin },
      });
    const refused = await start('cross-site', '/games?sort=titleAsc');
    expect([refused.status, refused.headers.get('location')]).toEqual([
      303,
      '/login?to=%2Fgames%3Fsort%3DtitleAsc',
    ]);
    expect(refused.headers.getSetCookie()).toEqual([]);
    expect((await start('cross-site', '//evil.example')).headers.get('location')).toBe('/login');
    for (const origin of ['same-origin', 'same-site', 'none']) {
      expect((await start(origin)).headers.get('location'), origin).toContain(site.provider.issuer);
    }
  });

  it('gives a code that works once, only in the same browser, for a minute', async () => {
    const { sub } = site.addPerson();
    const browser = site.browser();
    const begin = () => browser.logIn(site.startOf('provider'), sub);
    const stolen = await begin();
    expect(await exchange(site, site.browser(), stolen)).toMatchObject({
      status: 400,
      body: { code: 'login_expired' },
    });
    expect((await exchange(site, browser, stolen)).status).toBe(200);
    expect((await exchange(site, browser, stolen)).body.code).toBe('login_expired');
    const late = await begin();
    site.app.clock.advance(61_000);
    expect((await exchange(site, browser, late)).body.code).toBe('login_expired');
  });

  it('does not finish in another browser, twice, too late, or without a beginning', async () => {
    const { sub } = site.addPerson();
    const { address } = await captureCallback(sub);
    expect(problemIn(await site.browser().go(address))).toBe('other_browser');
    const own = await captureCallback(sub);
    expect((await own.browser.go(own.address)).pathname).toBe('/login/oidc');
    expect(problemIn(await own.browser.go(own.address))).toBe('expired');
    const late = await captureCallback(sub);
    site.app.clock.advance(11 * 60_000);
    expect(problemIn(await late.browser.go(late.address))).toBe('expired');
    for (const query of [
      '',
      '?state=invented&code=x',
      '?state=a&state=b',
      `?state=${'x'.repeat(3000)}`,
      '?error=access_denied',
    ]) {
      expect(problemIn(await site.browser().go(`/api/auth/oidc/callback${query}`)), query).toBe('expired');
    }
  });

  it('says that the visitor has canceled, and keeps the page that was asked for', async () => {
    const page = await site.browser().logIn(site.startOf('provider', '/games?sort=size'), '');
    expect([problemIn(page), page.searchParams.get('to')]).toEqual(['canceled', '/games?sort=size']);
  });

  it('works after the provider has changed its keys, and says when it is away', async () => {
    const { sub } = site.addPerson();
    await logInAs(site, sub);
    await site.provider.rotateKeys();
    await logInAs(site, sub);
    const captured = await captureCallback(sub);
    await site.provider.goDown();
    expect(problemIn(await site.browser().go(site.startOf('provider', '/games')))).toBe('provider_away');
    expect(problemIn(await captured.browser.go(captured.address))).toBe('provider_away');
    await site.provider.comeUp();
    await logInAs(site, sub);
  });

  it('knows no providers that are off or absent', async () => {
    await site.set('provider', { isEnabled: false });
    expect(problemIn(await site.browser().go(site.startOf('provider')))).toBe('unknown_provider');
    expect(problemIn(await site.browser().go('/api/auth/oidc/nothing/start'))).toBe('unknown_provider');
    const shown = (await site.app.visitor.call(api.site)).body.loginProviders;
    expect(shown).toEqual([{ id: site.ids.liar, label: 'Liar' }]);
    await site.set('provider', {});
  });

  it('ends the provider’s session too, if the session began there', async () => {
    const { sub, email } = site.addPerson();
    const member = await logInAs(site, sub);
    const { logoutUrl } = (await member.call(api.logout)).body;
    const url = new URL(logoutUrl);
    expect(url.origin).toBe(site.provider.issuer);
    expect(url.searchParams.get('post_logout_redirect_uri')).toBe(`${site.app.url}/login`);
    expect(url.searchParams.get('id_token_hint')).toBeTruthy();
    expect((await member.call(api.me)).status).toBe(401);
    const local = await site.app.as('member');
    expect((await local.call(api.logout)).body).toEqual({ message: 'Logged out' });
    expect((await findUser(site.app, email))?.passwordHash).toBe('');
  });
});

describe('an account', () => {
  it('is not created by a provider that may not', async () => {
    await site.set('provider', { mayCreate: false });
    const { sub, email } = site.addPerson();
    expect(problemIn(await site.browser().logIn(site.startOf('provider'), sub))).toBe('not_linked');
    expect(await findUser(site.app, email)).toBeUndefined();
    await site.set('provider', {});
  });

  it('waits for approval unless the provider may approve at once', async () => {
    await site.set('provider', { approvesAtOnce: false });
    const { sub, email } = site.addPerson();
    expect(problemIn(await site.browser().logIn(site.startOf('provider'), sub))).toBe('pending');
    const id = (await findUser(site.app, email))?.id ?? '';
    await site.admin.call(api.approveAccess, { params: { userId: id } });
    await logInAs(site, sub);
    await confirm(site.admin);
    await site.admin.call(api.changeUser, { params: { userId: id }, json: { isSuspended: true } });
    expect(problemIn(await site.browser().logIn(site.startOf('provider'), sub))).toBe('suspended');
    await site.set('provider', {});
  });

  it('must verify an address that the provider does not vouch for', async () => {
    const { sub, email } = site.addPerson({ email_verified: false });
    expect(problemIn(await site.browser().logIn(site.startOf('provider'), sub))).toBe('unverified');
    expect((await findUser(site.app, email))?.verifiedAt).toBeNull();
    site.addPerson({ sub, email, email_verified: true });
    await logInAs(site, sub);
    expect((await findUser(site.app, email))?.verifiedAt).not.toBeNull();
    await site.set('provider', { trustsEmails: true });
    await logInAs(site, site.addPerson({ email_verified: false }).sub);
    await site.set('provider', {});
  });

  it.each([{ email: undefined }, { email: 'no address' }, { email: 'line\nbreak@cellar.example' }])(
    'needs a valid address: %j',
    async (changes) => {
      const { sub } = site.addPerson(changes as { email: string });
      expect(problemIn(await site.browser().logIn(site.startOf('provider'), sub))).toBe('email_missing');
    },
  );

  it('gets a valid name, whatever the provider says', async () => {
    const { sub, email } = site.addPerson({ name: '‮​', preferred_username: 42 });
    await logInAs(site, sub);
    expect((await findUser(site.app, email))?.name).toBe(email.split('@')[0]);
  });

  it('has no password that works', async () => {
    const { sub, email } = site.addPerson();
    await logInAs(site, sub);
    for (const password of ['x', ' ', 'undefined']) {
      const answer = await site.app.visitor.call(api.login, { json: { email, password } });
      expect(answer).toMatchObject({ status: 401, body: { code: 'invalid_credentials' } });
    }
  });
});

describe('an account with the same address', () => {
  it('is linked only after its owner has logged in in the same browser and agreed', async () => {
    const { client, email } = await memberOf();
    const person = site.addPerson({ email });
    const browser = site.browser();
    const page = await browser.logIn(site.startOf('provider', '/games'), person.sub);
    expect(problemIn(page)).toBe('link_first');
    expect(new URLSearchParams(page.hash.slice(1)).get('email')).toBe(email);
    expect(await offerFor(client, site.browser().cookies())).toBeNull();
    expect(await offerFor(await site.app.as('member'), browser.cookies())).toBeNull();
    expect(await offerFor(client, browser.cookies())).toEqual({ label: 'Club', email });
    const headers = { cookie: browser.cookies() };
    expect((await client.call(api.acceptLoginOffer, { headers })).status).toBe(200);
    expect((await client.call(api.acceptLoginOffer, { headers })).body.code).toBe('login_expired');
    expect((await logInAs(site, person.sub)).account?.id).toBe(client.account?.id);
  });

  it('is not linked to an unverified address, and the stranger learns nothing', async () => {
    const { email } = await memberOf();
    const { sub } = site.addPerson({ email, email_verified: false });
    const page = await site.browser().logIn(site.startOf('provider'), sub);
    expect([problemIn(page), page.hash]).toEqual(['unverified', '']);
    const mails = await site.app.services.database.db
      .selectFrom('mails')
      .selectAll()
      .where('toAddress', '=', email)
      .execute();
    expect(mails.map(({ kind }) => kind)).toEqual(['accountExists']);
  });

  it('belongs to the first of two people with one address', async () => {
    const first = site.addPerson();
    const second = site.addPerson({ email: first.email });
    await logInAs(site, first.sub);
    expect(problemIn(await site.browser().logIn(site.startOf('provider'), second.sub))).toBe('link_first');
  });

  it('offers nothing after ten minutes', async () => {
    const { client, email } = await memberOf();
    const { sub } = site.addPerson({ email });
    const browser = site.browser();
    await browser.logIn(site.startOf('provider'), sub);
    site.app.clock.advance(10 * 60_000);
    expect(await offerFor(client, browser.cookies())).toBeNull();
  });

  it('loses the login of someone who used the address before its owner verified it', async () => {
    const { sub, email } = site.addPerson({ email_verified: false });
    await site.browser().logIn(site.startOf('provider'), sub);
    const id = (await findUser(site.app, email))?.id ?? '';
    const { links, recovery, database } = site.app.services;
    const draft = links.draft('reset');
    await database.db.transaction().execute((trx) => links.record(trx, draft, id));
    await recovery.reset(draft.token, samplePassword, { network: '192.0.2.1', userAgent: undefined });
    expect(problemIn(await site.browser().logIn(site.startOf('provider'), sub))).toBe('unverified');
  });
});

async function memberOf() {
  const account = await createAccount(site.app.services, 'member', site.app.clock.now());
  return { client: createClient(site.app.url, account), email: account.email };
}

async function offerFor(client: ReturnType<typeof createClient>, cookie: string) {
  return (await client.call(api.getLoginOffer, { headers: { cookie } })).body.offer;
}

/** Logs in at the provider, but does not open the address that it sends the browser back to. */
async function captureCallback(sub: string) {
  const browser = site.browser();
  return { browser, address: await browser.logInUpToCallback(site.startOf('provider'), sub) };
}
