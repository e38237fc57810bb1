import type { FastifyRequest } from 'fastify';
import { networkOf } from '#platform/rate-limit.ts';

/** The origin of a request, for rate limits and the list of sessions. */
export interface Origin {
  /** `networkOf` the client's address. */
  network: string;
  userAgent: string | undefined;
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { network: networkOf(ip), userAgent: headers['user-agent'] };
}
