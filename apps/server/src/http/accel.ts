// Lets nginx send a file (X-Accel-Redirect). docs/decisions/0012-files-by-the-proxy.md says when and how.
import type { FastifyRequest } from 'fastify';

/** With these headers the server sends the file itself, because nginx would compare them with its own ETag and date. */
const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/**
 * Returns true if the request came through a proxy that TRUST_PROXY names, and this proxy announces support. Any other client
 * would receive an internal address instead of the file.
 */
export function canHandOver({ headers, ips = [] }: FastifyRequest): boolean {
  // Fastify lists more than the address of the direct peer only if it trusts this peer.
  const isThroughProxy = ips.length > 1;
  const isAnnounced = String(headers['x-sendfile-type']).toLowerCase() === 'x-accel-redirect';
  return isThroughProxy && isAnnounced && !conditions.some((name) => name in headers);
}

/** Returns the value of `X-Accel-Redirect`. Percent-encoded, because nginx decodes it. */
export function internalAddress(prefix: string, path: string): string {
  return `${prefix}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
