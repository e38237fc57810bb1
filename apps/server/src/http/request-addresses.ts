import type { FastifyInstance, FastifyRequest } from 'fastify';
import { networkOf } from '#platform/rate-limit.ts';

/** Where a request comes from, for rate limits, the list of sessions, and emails about new devices. */
export interface Origin {
  /** `networkOf` the client's address. */
  network: string;
  userAgent: string | undefined;
  /** A random text that the page keeps in the browser, so that a member's own browser is recognized. */
  deviceId?: string | undefined;
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  const deviceId = headers['cellar-device'];
  return {
    network: networkOf(ip),
    userAgent: headers['user-agent'],
    deviceId: typeof deviceId === 'string' && deviceId !== '' ? deviceId : undefined,
  };
}

/** Removes the ports from the addresses of X-Forwarded-For: `192.0.2.1:51234` and `[2001:db8::7]:443`. */
export function withoutPorts(forwarded: string): string {
  const plain = (address: string) =>
    /^\[([^\]]+)\](?::\d+)?$/.exec(address)?.[1] ?? address.replace(/^(\d+(?:\.\d+){3}):\d+$/, '$1');
  return forwarded
    .split(',')
    .map((address) => plain(address.trim()))
    .join(', ');
}

/** `publicUrl` is a guess unless `hasPublicUrl`. */
export interface SiteAddress {
  publicUrl: string;
  hasPublicUrl: boolean;
}

/**
 * Returns the address of this site for links in an answer, without a slash at the end: PUBLIC_URL, or else the address that the
 * request was sent to. Use it only in answers that nobody else receives, because the request's headers say what it was.
 */
export function siteUrlOf(
  { protocol, host }: Pick<FastifyRequest, 'protocol' | 'host'>,
  { publicUrl, hasPublicUrl }: SiteAddress,
): string {
  if (hasPublicUrl) return publicUrl;
  const url = `${protocol}://${host}`;
  return URL.canParse(url) && /^https?$/.test(protocol) ? new URL(url).origin : publicUrl;
}

// Tells the operator of a proxy that TRUST_PROXY does not name.

/**
 * Warns once. Behind such a proxy, all clients have the proxy's address and share its limits, so strangers could keep members from logging
 * in. Clients can send the header themselves, so it proves nothing, and the warning is not repeated.
 */
export function warnOfUnknownProxy(app: FastifyInstance): void {
  let isWarned = false;
  app.addHook('onRequest', (request, _reply, done) => {
    if (!isWarned && 'x-forwarded-for' in request.headers) {
      isWarned = true;
      request.log.warn(
        'a request has the header X-Forwarded-For, but TRUST_PROXY is off. If Cellar is behind a proxy, set TRUST_PROXY: ' +
          'until then, all clients count as one address, and the limits of one apply to all',
      );
    }
    done();
  });
}
