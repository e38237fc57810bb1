// A cookie that recognizes the browser in which a login began, so that nobody can finish a login in another person's browser
// (login CSRF) or with a stolen address.
import { parseCookie, stringifySetCookie } from 'cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { hashToken, newToken } from '#platform/tokens.ts';

const maxAgeSeconds = 24 * 60 * 60;
const form = /^[\w-]{43}$/;

/** With the prefix, no other site below the same domain can set the cookie. It requires https. */
const nameFor = (isHttps: boolean) => (isHttps ? '__Host-cellar-login' : 'cellar-login');

/** Returns the hash of the browser's secret, and gives it one if it has none. Several tabs share it. */
export function markBrowser(request: FastifyRequest, reply: FastifyReply, siteUrl: string): string {
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
export function browserOf(request: FastifyRequest, siteUrl: string): string | undefined {
  const secret = secretIn(request, siteUrl.startsWith('https:'));
  return secret && hashToken(secret);
}

function secretIn({ headers }: FastifyRequest, isHttps: boolean): string | undefined {
  const value = parseCookie(headers.cookie ?? '')[nameFor(isHttps)];
  return value && form.test(value) ? value : undefined;
}
