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

interface LoginBrowser {
  /** Follows redirects from an address until a page of the site or a form is reached, and returns its address. */
  go(address: string): Promise<URL>;
  /** Begins at the site, chooses a person at the provider, and returns the page of the site that follows. */
  logIn(start: string, sub: string): Promise<URL>;
  /** Like `logIn`, but returns the address at which the provider sends the browser back to the site, without opening it. */
  logInUpToCallback(start: string, sub: string): Promise<string>;
  /** The value of the `Cookie` header for requests to the site. */
  cookies(): string;
  /** Keeps the cookies of an answer that another client got. */
  keep(headers: Headers): void;
}

const maxSteps = 12;

/**
 * A browser for tests of logging in through a provider: it keeps cookies, follows redirects, and stops where the page of the site
 * would continue.
 */
function createLoginBrowser(siteUrl: string): LoginBrowser {
  const jar = new Map<string, string>();
  const cookies = () => [...jar].map(([name, value]) => `${name}=${value}`).join('; ');

  const isPage = ({ origin, pathname }: URL) => origin === siteUrl && !pathname.startsWith('/api/');

  function keep(headers: Headers): void {
    for (const cookie of headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      if (at === pair.length - 1) jar.delete(pair.slice(0, at));
      else jar.set(pair.slice(0, at), pair.slice(at + 1));
    }
  }

  async function request(url: URL, init: RequestInit = {}): Promise<Response> {
    const response = await fetch(url, {
      ...init,
      redirect: 'manual',
      headers: { ...init.headers, cookie: cookies() },
    });
    keep(response.headers);
    return response;
  }

  async function follow(first: URL, init: RequestInit = {}, isEnd = isPage): Promise<URL> {
    let url = first;
    let next: RequestInit = init;
    for (let steps = 0; steps < maxSteps; steps += 1) {
      if (isEnd(url)) return url;
      const response = await request(url, next);
      const location = response.headers.get('location');
      if (location === null) return url;
      url = new URL(location, url);
      next = {};
    }
    throw new Error(`too many redirects, the last one to ${url}`);
  }

  const go = (address: string) => follow(new URL(address, siteUrl));

  async function choose(start: string, sub: string, isEnd?: (url: URL) => boolean): Promise<URL> {
    const form = await follow(new URL(start, siteUrl), {}, isEnd);
    if (!form.pathname.startsWith('/interaction/')) return form;
    return follow(form, { method: 'POST', body: new URLSearchParams({ sub }) }, isEnd);
  }

  return {
    go,
    cookies,
    keep,
    logIn: (start, sub) => choose(start, sub),
    logInUpToCallback: async (start, sub) =>
      (await choose(start, sub, ({ pathname }) => pathname === '/api/auth/oidc/callback')).href,
  };
}
