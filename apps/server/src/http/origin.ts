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
