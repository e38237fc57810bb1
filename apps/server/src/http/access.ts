// Authenticates the caller of a request, and checks the `access` of its endpoint. Denies by default.
import type { Access } from '@cellar/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, sessionExpired } from './errors.ts';
import { isMonitor } from './monitor-access.ts';

/** The account of a session. */
export interface Member {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  isVerified: boolean;
  isApproved: boolean;
  isSuspended: boolean;
}

/** Returns the account of a bearer token, or `expired` for unknown and expired tokens. */
export type Authenticate = (token: string) => Promise<Member | 'expired'>;

/** What `admit` checks credentials with. */
export interface Gate {
  authenticate: Authenticate;
  /** Without it, only programs on the server's own machine are monitors. */
  metricsToken?: string | undefined;
}

export interface Caller {
  /** Absent for visitors of public endpoints, and for requests with a download ticket but no session. */
  member?: Member;
  token?: string;
}

/** @throws AppError (401 or 403) if the caller may not use the endpoint */
export async function admit(
  access: Access,
  request: FastifyRequest,
  { authenticate, metricsToken }: Gate,
): Promise<Caller> {
  // The download service checks the ticket itself, since it knows what the ticket is bound to.
  if (access === 'ticket' && hasTicket(request)) return {};
  const token = bearerToken(request);
  if (access === 'monitor') {
    if (isMonitor(request, token, metricsToken)) return {};
    throw new AppError('unauthenticated', 'This address needs METRICS_TOKEN as a bearer token.');
  }
  if (!token) {
    if (access === 'public') return {};
    throw new AppError('unauthenticated', 'Authentication required. Please log in again.');
  }
  const member = await authenticate(token);
  if (member === 'expired') {
    // Public endpoints also serve callers whose session has expired.
    if (access === 'public') return {};
    throw sessionExpired();
  }
  const refusal = refusalOf(member, access);
  if (!refusal) return { member, token };
  if (access === 'public') return {};
  throw refusal;
}

function refusalOf(member: Member, access: Access): AppError | undefined {
  if (member.isSuspended) return new AppError('account_suspended', 'Your account is suspended.');
  if (!member.isVerified || !member.isApproved) {
    return new AppError('forbidden', 'Your account is pending approval.');
  }
  if (access === 'admin' && !member.isAdmin) return new AppError('forbidden', 'This is for admins only.');
  return undefined;
}

function hasTicket(request: FastifyRequest): boolean {
  return typeof request.query === 'object' && request.query !== null && 'ticket' in request.query;
}

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}
