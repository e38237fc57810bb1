// A site with login providers, for the tests of logging in through them.
import { api } from '@cellar/contract/api.ts';
import type { NewLoginProvider } from '@cellar/contract/people/login-providers.ts';
import {
  type LyingProvider,
  lyingClient,
  startLyingProvider,
} from '../../../../test/login-provider/lying-provider.ts';
import {
  type LoginProvider,
  type Person,
  startLoginProvider,
} from '../../../../test/login-provider/provider.ts';
import { buildApp, type TestApp } from './build-app.ts';
import { type Answer, type Client, createClient } from './client.ts';
import { createLoginBrowser, type LoginBrowser } from './login-browser.ts';

export interface OidcSite {
  app: TestApp;
  admin: Client;
  provider: LoginProvider;
  liar: LyingProvider;
  /** The ids of both at the site. */
  ids: { provider: string; liar: string };
  /** Changes settings of a provider at the site. */
  set(which: 'provider' | 'liar', changes: Partial<NewLoginProvider>): Promise<void>;
  /** Adds someone to the provider, with a verified address, and returns the `sub`. */
  addPerson(changes?: Partial<Person>): Person & { email: string };
  browser(): LoginBrowser;
  startOf(which: 'provider' | 'liar', to?: string): string;
  close(): Promise<void>;
}

let people = 0;

export async function openOidcSite(env: Record<string, string> = {}): Promise<OidcSite> {
  const app = await buildApp({ env });
  const admin = await app.as('admin');
  const provider = await startLoginProvider({ siteUrl: app.url });
  const liar = await startLyingProvider();
  const bodies = {
    provider: bodyOf({ ...provider, label: 'Club' }),
    liar: bodyOf({ ...liar, ...lyingClient, label: 'Liar' }),
  };
  const ids = {
    provider: await add(admin, bodies.provider),
    liar: await add(admin, bodies.liar),
  };
  return {
    ...{ app, admin, provider, liar, ids },
    async set(which, changes) {
      const json = { ...bodies[which], ...changes };
      // A new session, because this needs a recent check of the password.
      const confirmed = await app.as('admin');
      await mustSucceed(confirmed.call(api.changeLoginProvider, { params: { id: ids[which] }, json }));
    },
    addPerson(changes = {}) {
      people += 1;
      const sub = `person-${people}`;
      const person = {
        sub,
        name: `Person ${people}`,
        email: `${sub}@cellar.example`,
        email_verified: true,
        ...changes,
      };
      provider.people.set(person.sub, person);
      return person;
    },
    browser: () => createLoginBrowser(app.url),
    startOf: (which, to) =>
      `/api/auth/oidc/${ids[which]}/start${to === undefined ? '' : `?${new URLSearchParams({ to })}`}`,
    async close() {
      await app.close();
      await provider.close();
      await liar.close();
    },
  };
}

function bodyOf({
  issuer,
  clientId,
  clientSecret,
  label,
}: Record<'issuer' | 'clientId' | 'clientSecret' | 'label', string>) {
  return {
    issuer,
    clientId,
    clientSecret,
    label,
    allowsPrivate: true,
    mayCreate: true,
    approvesAtOnce: true,
  };
}

async function add(admin: Client, json: object): Promise<string> {
  return (await mustSucceed(admin.call(api.addLoginProvider, { json }))).body._id;
}

async function mustSucceed(asked: Promise<Answer>): Promise<Answer> {
  const answer = await asked;
  if (answer.status >= 300) throw new Error(`refused: ${JSON.stringify(answer.body)}`);
  return answer;
}

/** Exchanges the code of the page `/login/oidc#code=…`, in this browser. */
export function exchange(site: OidcSite, browser: LoginBrowser, page: URL): Promise<Answer> {
  const json = { code: new URLSearchParams(page.hash.slice(1)).get('code') };
  return site.app.visitor.call(api.exchangeLoginCode, { json, headers: { cookie: browser.cookies() } });
}

/** Logs a person in, and returns a client with the session. */
export async function logInAs(site: OidcSite, sub: string, browser = site.browser()): Promise<Client> {
  const { status, body } = await exchange(site, browser, await browser.logIn(site.startOf('provider'), sub));
  if (status !== 200) throw new Error(`login was refused: ${JSON.stringify(body)}`);
  return createClient(site.app.url, { token: body.token, id: body._id, email: body.email });
}

/** What the login page is told. */
export function problemIn(page: URL): string | null {
  return ['/login', '/account', '/login/oidc'].includes(page.pathname)
    ? page.searchParams.get('problem')
    : null;
}
