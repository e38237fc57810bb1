// A browser for tests of logging in through a provider: it keeps cookies, follows redirects, and stops where the page of the site
// would continue.
export interface LoginBrowser {
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

export function createLoginBrowser(siteUrl: string): LoginBrowser {
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
