// A provider that lies, or someone who pretends to be one.
import { api } from '@cellar/contract/api.ts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { exchange, type OidcSite, openOidcSite, problemIn } from '#test/oidc-site.ts';
import type { Lies } from '../../../../../test/login-provider/lying-provider.ts';

let site: OidcSite;
beforeAll(async () => {
  site = await openOidcSite();
});
afterAll(() => site.close());
beforeEach(() => {
  site.liar.lies = {};
});

async function logIn(lies: Lies) {
  site.liar.lies = lies;
  const browser = site.browser();
  return { browser, page: await browser.logIn(site.startOf('liar'), '') };
}

const email = { email: 'someone@cellar.example', email_verified: true };
const now = () => Math.floor(Date.now() / 1000);

describe('a login', () => {
  it('is accepted if nothing is forged', async () => {
    const { browser, page } = await logIn({ claims: email });
    expect((await exchange(site, browser, page)).body.email).toBe(email.email);
  });

  it('is accepted although the provider’s issuer ends with a slash', async () => {
    const iss = `${site.liar.issuer}/`;
    const { browser, page } = await logIn({ discovery: { issuer: iss }, iss, claims: { ...email, iss } });
    expect((await exchange(site, browser, page)).status).toBe(200);
  });

  const forged: Record<string, () => Lies> = {
    'for another client': () => ({ claims: { aud: 'another-client' } }),
    'for several clients, of which another one is meant': () => ({
      claims: { aud: ['cellar', 'b'], azp: 'b' },
    }),
    'that has expired': () => ({ claims: { iat: now() - 900, exp: now() - 600 } }),
    'that is not valid yet': () => ({ claims: { nbf: now() + 600 } }),
    'with the nonce of another login': () => ({ claims: { nonce: 'replayed' } }),
    'without a nonce': () => ({ claims: { nonce: undefined } }),
    'by another issuer': () => ({ claims: { iss: 'https://elsewhere.example' } }),
    'without a signature': () => ({ signature: 'none' }),
    'signed with a key that is not the provider’s': () => ({ signature: 'other-key' }),
    'signed with an unknown key': () => ({ header: { kid: 'another' }, signature: 'other-key' }),
    'signed with the client’s secret': () => ({ signature: 'secret' }),
    'whose algorithm is none, but with a signature': () => ({ header: { alg: 'none' } }),
    'without a subject': () => ({ claims: { sub: '' } }),
    'with a subject that is too long': () => ({
      claims: { sub: 'x'.repeat(300) },
      userInfo: { sub: 'x'.repeat(300) },
    }),
    'with a subject that is no text': () => ({ claims: { sub: 42 } }),
    'whose user info is about someone else': () => ({ userInfo: { sub: 'another' } }),
    'whose answer names another issuer (mix-up)': () => ({ iss: 'https://elsewhere.example' }),
    'whose answer hides its issuer, although the provider announces it': () => ({ iss: null }),
    'whose tokens are refused': () => ({ tokens: { status: 400, body: '{"error":"invalid_client"}' } }),
    'whose tokens are no JSON': () => ({ tokens: { status: 200, body: '<p>' } }),
    'whose tokens are a list': () => ({ tokens: { status: 200, body: '[]' } }),
    'without an ID token': () => ({
      tokens: { status: 200, body: '{"access_token":"a","token_type":"Bearer"}' },
    }),
    'whose tokens are huge': () => ({ tokens: { status: 200, body: `"${'x'.repeat(400_000)}"` } }),
  };
  it.each(Object.entries(forged))('is refused %s', async (_name, liesOf) => {
    const lies = liesOf();
    const { page } = await logIn({ ...lies, claims: { ...email, ...lies.claims } });
    expect(problemIn(page)).toBe('provider_refused');
  });

  it('is refused if the code is another provider’s (mix-up)', async () => {
    const { sub } = site.addPerson();
    const browser = site.browser();
    const theirs = new URL(await browser.logInUpToCallback(site.startOf('provider'), sub));
    const ours = new URL(await browser.logInUpToCallback(site.startOf('liar'), ''));
    const before = site.liar.exchanges;
    theirs.searchParams.set('state', ours.searchParams.get('state') ?? '');
    expect(problemIn(await browser.go(theirs.href))).toBe('provider_refused');
    // The code was not given away.
    expect(site.liar.exchanges).toBe(before);
  });

  it('says that the provider is away if it reports an error of its own', async () => {
    const { page } = await logIn({ tokens: { status: 503, body: '' } });
    expect(problemIn(page)).toBe('provider_away');
  });

  it('trusts no address whose verification comes from elsewhere', async () => {
    const { page } = await logIn({
      claims: { sub: 'two-sources', email: 'verified@cellar.example', email_verified: true },
      userInfo: { sub: 'two-sources', email: 'victim@cellar.example' },
    });
    expect(problemIn(page)).toBe('unverified');
  });
});

describe('the test of a provider', () => {
  const test = async (json: object) => (await site.admin.call(api.testLoginProvider, { json })).body;

  const wrong: [string, Lies, object][] = [
    [
      'issuer_differs',
      { discovery: { issuer: 'https://auth.example/' } },
      { detail: 'https://auth.example/' },
    ],
    ['no_authorization', { discovery: { authorization_endpoint: undefined } }, {}],
    ['no_token', { discovery: { token_endpoint: undefined } }, {}],
    ['no_code_flow', { discovery: { response_types_supported: ['id_token'] } }, {}],
    ['no_signing_key', { discovery: { id_token_signing_alg_values_supported: ['HS256'] } }, {}],
    ['not_a_provider', { extraBytes: 400_000 }, {}],
    ['not_a_provider', { discovery: { issuer: 42 } }, {}],
  ];
  it.each(wrong)('says %s', async (problem, lies, more) => {
    site.liar.lies = lies;
    expect(await test({ issuer: site.liar.issuer, allowsPrivate: true })).toMatchObject({ problem, ...more });
  });

  it('says whether the provider can be reached, and whether that is allowed', async () => {
    const { issuer } = site.provider;
    expect(await test({ issuer, allowsPrivate: true })).toEqual({
      problem: null,
      detail: null,
      canLogOut: true,
    });
    expect(
      await test({ issuer: `${issuer}/.well-known/openid-configuration`, allowsPrivate: true }),
    ).toMatchObject({ problem: null });
    expect(await test({ issuer })).toMatchObject({ problem: 'no_https' });
    expect(await test({ issuer: issuer.replace('http:', 'https:') })).toMatchObject({
      problem: 'private_address',
    });
    expect(await test({ issuer: `${issuer}/realm`, allowsPrivate: true })).toMatchObject({
      problem: 'not_found',
    });
    await site.provider.goDown();
    expect(await test({ issuer, allowsPrivate: true })).toMatchObject({ problem: 'unreachable' });
    await site.provider.comeUp();
  });

  it('does not wait for a provider that is too slow', async () => {
    site.liar.lies = { delayMs: 15_000 };
    const address = { issuer: site.liar.issuer, allowsPrivate: true };
    const [tested, page] = await Promise.all([test(address), site.browser().go(site.startOf('liar'))]);
    expect(tested).toMatchObject({ problem: 'timeout' });
    expect(problemIn(page)).toBe('provider_away');
  }, 30_000);
});
