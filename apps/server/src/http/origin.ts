import type { FastifyRequest } from 'fastify';
import { networkOf } from '#platform/rate-limit.ts';

/** Where a request comes from, for rate limits and the list of sessions. */
export interface Origin {
  /** `networkOf` the client's address. */
  network: string;
  userAgent: string | undefined;
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { network: networkOf(ip), userAgent: headers['user-agent'] };
}
