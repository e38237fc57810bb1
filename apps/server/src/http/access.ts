// Who a request comes from, and whether an endpoint's `access` lets it in. Denied by default.
import type { Access } from '@cellar/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import { AppError, sessionExpired } from './errors.ts';

/** Whose session it is. */
export interface Member {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  isVerified: boolean;
  isApproved: boolean;
  isSuspended: boolean;
}

/** The account behind a bearer token, or `expired` for a token that is unknown or past its time. */
export type Authenticate = (token: string) => Promise<Member | 'expired'>;

export interface Caller {
  /** Absent for a visitor on a public endpoint, and for who comes with a download ticket alone. */
  member?: Member;
  token?: string;
}

/** @throws AppError 401 or 403 when the endpoint is not for this caller */
export async function admit(
  access: Access,
  request: FastifyRequest,
  authenticate: Authenticate,
): Promise<Caller> {
  // The ticket itself is checked by the download service: it knows what it is bound to.
  if (access === 'ticket' && hasTicket(request)) return {};
  const token = bearerToken(request);
  if (!token) {
    if (access === 'public') return {};
    throw new AppError('unauthenticated', 'Authentication required. Please log in again.');
  }
  const member = await authenticate(token);
  if (member === 'expired') {
    // A page open to everybody stays open to who forgot to log out.
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
