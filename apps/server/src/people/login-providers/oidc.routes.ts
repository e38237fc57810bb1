import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { originOf, type SiteAddress, siteUrlOf } from '#http/request-addresses.ts';
import type { Router } from '#http/route.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import type { Finished } from './finish-login.ts';
import type { LoginLinksService } from './login-links.service.ts';
import type { LoginProvidersService } from './login-providers.service.ts';
import type { LoginSettingsService } from './login-settings.service.ts';
import { type OidcService, returnPathOf } from './oidc.service.ts';

interface Deps {
  oidc: OidcService;
  loginLinks: LoginLinksService;
  loginSettings: LoginSettingsService;
  loginProviders: LoginProvidersService;
}

export function oidcRoutes(router: Router, deps: Deps, site: SiteAddress): void {
  mountLogin(router, deps, site);
  mountLinks(router, deps, site);
  mountSettings(router, deps, site);
}

function mountLogin(router: Router, { oidc }: Deps, site: SiteAddress): void {
  router.mount('startProviderLogin', async ({ params, query, request, reply }) => {
    // Otherwise a link on another site could log someone in without a click. The login page has the button.
    if (request.headers['sec-fetch-site'] === 'cross-site') return redirect(reply, loginPage(query.to));
    const siteUrl = siteUrlOf(request, site);
    const browserHash = markBrowser(request, reply, siteUrl);
    const start = { providerId: params.id, ...query, browserHash, siteUrl };
    const begun = await oidc.start(originOf(request), start);
    return redirect(reply, 'url' in begun ? begun.url : pageOf(begun));
  });

  router.mount('finishProviderLogin', async ({ request, reply }) => {
    const browserHash = browserOf(request, siteUrlOf(request, site));
    const search = /\?.*$/.exec(request.url)?.[0] ?? '';
    return redirect(reply, pageOf(await oidc.finish(search, browserHash)));
  });

  router.mount('exchangeLoginCode', async ({ body, request }) =>
    oidc.exchange(body.code, browserOf(request, siteUrlOf(request, site)), originOf(request)),
  );
}

function mountLinks(router: Router, { loginLinks }: Deps, site: SiteAddress): void {
  router.mount('listLoginLinks', async ({ member }) => loginLinks.list(member));

  router.mount('startLoginLink', async ({ member, token = '', body, request, reply }) => {
    const siteUrl = siteUrlOf(request, site);
    const browserHash = markBrowser(request, reply, siteUrl);
    return loginLinks.startLink(member, token, { ...body, browserHash, siteUrl });
  });

  router.mount('startConfirmation', async ({ member, token = '', body, request, reply }) => {
    const siteUrl = siteUrlOf(request, site);
    const browserHash = markBrowser(request, reply, siteUrl);
    return loginLinks.startConfirmation(member, token, { ...body, browserHash, siteUrl });
  });

  router.mount('deleteLoginLink', async ({ member, params }) => {
    await loginLinks.remove(member, params.id);
    return { message: 'The login is no longer linked to your account' };
  });

  router.mount('getLoginOffer', async ({ member, request }) =>
    loginLinks.offer(member, browserOf(request, siteUrlOf(request, site))),
  );

  router.mount('acceptLoginOffer', async ({ member, request }) => {
    await loginLinks.acceptOffer(member, browserOf(request, siteUrlOf(request, site)));
    return { message: 'The login is linked to your account' };
  });
}

function mountSettings(router: Router, { loginSettings, loginProviders }: Deps, site: SiteAddress): void {
  router.mount('getLoginSettings', async ({ member, request }) =>
    loginSettings.get(member, siteUrlOf(request, site)),
  );
  router.mount('addLoginProvider', async ({ member, body }) => loginProviders.add(member, body));
  router.mount('changeLoginProvider', async ({ member, params, body }) =>
    loginProviders.change(member, params.id, body),
  );

  router.mount('deleteLoginProvider', async ({ member, params }) => {
    await loginProviders.remove(member, params.id);
    return { message: 'The login provider was deleted' };
  });

  router.mount('testLoginProvider', async ({ member, body }) => loginSettings.test(member, body));

  router.mount('setLocalLogin', async ({ member, body, request }) => {
    await loginSettings.setLocal(member, body);
    return loginSettings.get(member, siteUrlOf(request, site));
  });
}

/** The answer holds a code or a cookie, so nobody may keep it. */
function redirect(reply: FastifyReply, url: string): FastifyReply {
  return reply.header('cache-control', 'no-store').redirect(url, 303);
}

/** Returns the page that continues. A code or an address is in the fragment, which browsers send to no server. */
function pageOf(finished: Finished): string {
  if (finished.kind === 'login') return `/login/oidc#code=${finished.code}`;
  const { returnTo } = finished;
  if (finished.kind !== 'failed') return withQuery(returnTo, { login: finished.kind });
  const { purpose, problem, email } = finished;
  if (purpose !== 'login') return withQuery(returnTo, { problem });
  const page = withQuery('/login', { problem, ...(returnTo && { to: returnTo }) });
  return email ? `${page}#${new URLSearchParams({ email })}` : page;
}

function loginPage(to: string | undefined): string {
  const returnTo = returnPathOf(to);
  return returnTo === undefined ? '/login' : withQuery('/login', { to: returnTo });
}

function withQuery(path: string, values: Record<string, string>): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams(values)}`;
}

// A cookie that recognizes the browser in which a login began, so that nobody can finish a login in another person's browser
// (login CSRF) or with a stolen address.

const maxAgeSeconds = 24 * 60 * 60;
const form = /^[\w-]{43}$/;

/** With the prefix, no other site below the same domain can set the cookie. It requires https. */
const nameFor = (isHttps: boolean) => (isHttps ? '__Host-cellar-login' : 'cellar-login');

/** Returns the hash of the browser's secret, and gives it one if it has none. Several tabs share it. */
function markBrowser(request: FastifyRequest, reply: FastifyReply, siteUrl: string): string {
  const isHttps = siteUrl.startsWith('https:');
  const secret = secretIn(request, isHttps) ?? newToken();
  const cookie = stringifySetCookie({
    ...{ name: nameFor(isHttps), value: secret },
    ...{ path: '/', httpOnly: true, secure: isHttps, sameSite: 'lax', maxAge: maxAgeSeconds },
  });
  reply.header('set-cookie', cookie);
  return hashToken(secret);
}

/** Returns undefined for a browser without a secret. */
function browserOf(request: FastifyRequest, siteUrl: string): string | undefined {
  const secret = secretIn(request, siteUrl.startsWith('https:'));
  return secret && hashToken(secret);
}

function secretIn({ headers }: FastifyRequest, isHttps: boolean): string | undefined {
  const value = parseCookie(headers.cookie ?? '')[nameFor(isHttps)];
  return value && form.test(value) ? value : undefined;
}
