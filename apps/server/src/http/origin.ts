import type { FastifyRequest } from 'fastify';
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
