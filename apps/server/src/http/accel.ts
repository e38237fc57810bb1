// Handing a file to nginx, which then sends it (X-Accel-Redirect). Used by the download route.
// When, and what nginx makes of it: docs/decisions/0012-files-by-the-proxy.md.
import type { FastifyRequest } from 'fastify';

/** nginx would judge these once more, by its own idea of the file. Who asks so is answered by us, bytes included. */
const conditions = ['if-match', 'if-none-match', 'if-modified-since', 'if-unmodified-since'];

/**
 * Only where the request came through a proxy that TRUST_PROXY names, and that proxy says that it can: anybody else would get
 * an internal address in place of the file.
 */
export function canHandOver({ headers, ips = [] }: FastifyRequest): boolean {
  // Fastify goes on to who stands behind the peer only where it trusts the peer.
  const isThroughProxy = ips.length > 1;
  const saysSo = String(headers['x-sendfile-type']).toLowerCase() === 'x-accel-redirect';
  return isThroughProxy && saysSo && !conditions.some((name) => name in headers);
}

/** nginx decodes it again. */
export function internalAddress(prefix: string, path: string): string {
  return `${prefix}/${path.split('/').map(encodeURIComponent).join('/')}`;
}
