import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Client, createClient } from '#test/client.ts';
import { logInAs, type OidcSite, openOidcSite, problemIn } from '#test/oidc-site.ts';

let site: OidcSite;
beforeAll(async () => {
  site = await openOidcSite();
});
afterAll(() => site.close());

/** Begins at an endpoint for members, and returns the page of the site that follows. */
async function visitProvider(member: Client, endpoint: 'startLoginLink' | 'startConfirmation', sub: string) {
  const json = { providerId: site.ids.provider };
  const { status, headers, body } = await member.call(api[endpoint], { json });
  expect(status, JSON.stringify(body)).toBe(200);
  const browser = site.browser();
  browser.keep(headers);
  return browser.logIn(body.url, sub);
}

const linksOf = async (member: Client) => (await member.call(api.listLoginLinks)).body;

describe('linking a login', () => {
  it('lets a member log in with it, whatever its address is', async () => {
    const member = await site.app.as('member');
    const person = site.addPerson({ email: 'elsewhere@cellar.example' });
    expect(await linksOf(member)).toMatchObject({ links: [], hasPassword: true });
    const page = await visitProvider(member, 'startLoginLink', person.sub);
    expect(page.href).toBe(`${site.app.url}/account?tab=security&login=linked`);
    expect((await linksOf(member)).links).toMatchObject([{ label: 'Club', lastUsedAt: null }]);
    const mails = await mailsTo(member);
    expect(mails).toEqual(['loginLinked']);
    expect((await linksOf(member)).providers).toEqual([{ id: site.ids.liar, label: 'Liar' }]);
    const again = await logInAs(site, person.sub);
    expect(again.account).toMatchObject({ id: member.account?.id, email: member.account?.email });
    expect((await linksOf(member)).links).toMatchObject([{ email: person.email }]);
  });

  it('is refused if the login is another member’s, or the visitor cancels', async () => {
    const { sub } = site.addPerson();
    await logInAs(site, sub);
    const member = await site.app.as('member');
    const page = await visitProvider(member, 'startLoginLink', sub);
    expect([page.pathname, problemIn(page)]).toEqual(['/account', 'linked_elsewhere']);
    expect(problemIn(await visitProvider(member, 'startLoginLink', ''))).toBe('canceled');
    expect((await linksOf(member)).links).toEqual([]);
  });

  it('cannot be finished in another browser', async () => {
    const member = await site.app.as('member');
    const { sub } = site.addPerson();
    const { body } = await member.call(api.startLoginLink, { json: { providerId: site.ids.provider } });
    expect(problemIn(await site.browser().logIn(body.url, sub))).toBe('other_browser');
    expect((await linksOf(member)).links).toEqual([]);
  });
});

describe('a new password', () => {
  it('ends a link that an intruder has begun, and removes those that exist', async () => {
    const member = await site.app.as('member');
    const [linked, begun] = [site.addPerson(), site.addPerson()];
    await visitProvider(member, 'startLoginLink', linked.sub);
    const { headers, body } = await member.call(api.startLoginLink, {
      json: { providerId: site.ids.provider },
    });
    await site.app.services.recovery.rescue(member.account?.email ?? '', 'another password');
    const browser = site.browser();
    browser.keep(headers);
    expect(problemIn(await browser.logIn(body.url, begun.sub))).toBe('expired');
    const { db } = site.app.services.database;
    const links = db
      .selectFrom('oidcLinks')
      .select('id')
      .where('userId', '=', member.account?.id ?? '');
    expect(await links.execute()).toEqual([]);
  });
});

describe('removing a linked login', () => {
  it('is possible with a password, and refused if nothing else is left', async () => {
    const member = await site.app.as('member');
    await visitProvider(member, 'startLoginLink', site.addPerson().sub);
    const [link] = (await linksOf(member)).links;
    expect(
      (await (await site.app.as('member')).call(api.deleteLoginLink, { params: { id: link._id } })).status,
    ).toBe(404);
    expect((await member.call(api.deleteLoginLink, { params: { id: link._id } })).status).toBe(200);
    expect((await linksOf(member)).links).toEqual([]);

    const stranger = await confirmed(await logInAs(site, site.addPerson().sub));
    const [only] = (await linksOf(stranger)).links;
    const answer = await stranger.call(api.deleteLoginLink, { params: { id: only._id } });
    expect(answer).toMatchObject({ status: 409, body: { code: 'last_login' } });
  });
});

describe('confirming a session by a linked login', () => {
  it('permits sensitive requests after the person has logged in there again', async () => {
    const person = site.addPerson();
    const member = await logInAs(site, person.sub);
    expect(await isConfirmed(member)).toBe(false);
    const page = await visitProvider(member, 'startConfirmation', person.sub);
    expect(page.href).toBe(`${site.app.url}/login/oidc?login=confirmed`);
    expect(await isConfirmed(member)).toBe(true);
  });

  it('is refused to another person', async () => {
    const member = await logInAs(site, site.addPerson().sub);
    const other = site.addPerson();
    await logInAs(site, other.sub);
    expect(problemIn(await visitProvider(member, 'startConfirmation', other.sub))).toBe('not_confirmed');
    expect(await isConfirmed(member)).toBe(false);
  });

  it('is refused without a time of the login, or with an old one', async () => {
    const browser = site.browser();
    site.liar.lies = {
      claims: { sub: 'old', email: 'old@cellar.example', email_verified: true },
      userInfo: { sub: 'old' },
    };
    const page = await browser.logIn(site.startOf('liar'), '');
    const code = page.hash.slice('#code='.length);
    const headers = { cookie: browser.cookies() };
    const { body } = await site.app.visitor.call(api.exchangeLoginCode, { json: { code }, headers });
    const member = createClient(site.app.url, { token: body.token, id: body._id, email: body.email });
    for (const authTime of [undefined, Math.floor(Date.now() / 1000) - 3600, 'now']) {
      site.liar.lies.claims = { ...site.liar.lies.claims, auth_time: authTime };
      const started = await member.call(api.startConfirmation, { json: { providerId: site.ids.liar } });
      const own = site.browser();
      own.keep(started.headers);
      expect(problemIn(await own.go(started.body.url)), String(authTime)).toMatch(
        /not_confirmed|provider_refused/,
      );
    }
    expect(await isConfirmed(member)).toBe(false);
  });
});

describe('beginning to link a login', () => {
  // The last one, because the provider's clock does not move with that of the site.
  it('needs a recent check of the password, and a provider that exists and answers', async () => {
    const member = await site.app.as('member');
    const start = (providerId: string) => member.call(api.startLoginLink, { json: { providerId } });
    expect((await start('nothing')).status).toBe(404);
    await site.provider.goDown();
    expect(await start(site.ids.provider)).toMatchObject({
      status: 424,
      body: { code: 'login_provider_failed' },
    });
    await site.provider.comeUp();
    site.app.clock.advance(11 * 60_000);
    expect((await start(site.ids.provider)).body.code).toBe('confirmation_required');
  });
});

async function isConfirmed(member: Client): Promise<boolean> {
  const { body } = await member.call(api.deleteLoginLink, { params: { id: 'nothing' } });
  return body.code !== 'confirmation_required';
}

async function confirmed(member: Client): Promise<Client> {
  const confirmedAt = site.app.clock.now().toISOString();
  const { db } = site.app.services.database;
  await db
    .updateTable('sessions')
    .set({ confirmedAt })
    .where('userId', '=', member.account?.id ?? '')
    .execute();
  return member;
}

async function mailsTo(member: Client): Promise<string[]> {
  const { db } = site.app.services.database;
  const { email = '' } = member.account ?? {};
  const rows = await db.selectFrom('mails').select('kind').where('toAddress', '=', email).execute();
  return rows.map(({ kind }) => kind);
}
