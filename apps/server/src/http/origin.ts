// Where a request comes from. Used by the routes of logins and accounts, and by the first set-up.
import type { FastifyRequest } from 'fastify';
import { networkOf } from '#platform/rate-limit.ts';

/** Where a request comes from, for limits and for the list of sessions. */
export interface Origin {
  /** By `networkOf`. */
  network: string;
  userAgent: string | undefined;
}

export function originOf({ ip, headers }: FastifyRequest): Origin {
  return { network: networkOf(ip), userAgent: headers['user-agent'] };
}
