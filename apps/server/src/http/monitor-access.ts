// Recognizes the programs that may read the metrics: those on the server's own machine, and those with METRICS_TOKEN.
import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';

export function isMonitor(
  { raw }: FastifyRequest,
  token: string | undefined,
  metricsToken: string | undefined,
): boolean {
  if (token && metricsToken && isEqual(token, metricsToken)) return true;
  return isLoopback(raw.socket.remoteAddress) && !isForwarded(raw.headers);
}

/** Takes equally long wherever the two differ. Their digests are compared, because `timingSafeEqual` needs equal lengths. */
function isEqual(given: string, expected: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}

/** `ipaddr.process` also recognizes IPv4 addresses in IPv6 notation. */
function isLoopback(address: string | undefined): boolean {
  return address !== undefined && ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}

/** Anyone may be behind a proxy on the same machine, whose connections come from loopback too. */
function isForwarded(headers: IncomingHttpHeaders): boolean {
  return Object.keys(headers).some(
    (name) => ['forwarded', 'via', 'x-real-ip'].includes(name) || name.startsWith('x-forwarded-'),
  );
}
