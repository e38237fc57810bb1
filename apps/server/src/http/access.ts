// Authenticates the caller of a request, and checks whether it may use the endpoint. Denies by default.

import { createHash, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { type AnyEndpoint, type Scope, scopeOf } from '@cellar/contract/endpoint.ts';
import type { FastifyRequest } from 'fastify';
import ipaddr from 'ipaddr.js';
import { AppError, confirmationRequired, sessionExpired } from './errors.ts';

/** The account of a session or API token. */
export interface Member {
  id: string;
  name: string;
  email: string;
  isAdmin: boolean;
  isContributor: boolean;
  isVerified: boolean;
  isApproved: boolean;
  isSuspended: boolean;
}

/** What is known about a valid bearer token. */
export interface Credential {
  member: Member;
  /** A session whose password or passkey was checked within the last 10 minutes. */
  isConfirmed: boolean;
  /** The site requires a second factor, and the member has yet to set one up. */
  lacksSecondFactor: boolean;
  /** Only for API tokens. */
  scopes?: readonly Scope[];
}

/** Returns the credential of a bearer token, or `expired` for unknown and expired tokens. */
export type Authenticate = (token: string, request: FastifyRequest) => Promise<Credential | 'expired'>;

/** What `admit` checks credentials with. */
export interface Gate {
  authenticate: Authenticate;
  /** Without it, only programs on the server's own machine are monitors. */
  metricsToken?: string | undefined;
  /** How much of the disk space is left that is reserved for the database when the disk is full, from 0 to 1. */
  reserveLeft(): number;
}

/** `member` and `token` are absent for visitors of public endpoints, and for requests with a download ticket but no session. */
export interface Caller extends Partial<Credential> {
  token?: string;
}

/** @throws AppError (401 or 403) if the caller may not use the endpoint */
export async function admit(
  endpoint: AnyEndpoint,
  request: FastifyRequest,
  { authenticate, metricsToken }: Gate,
): Promise<Caller> {
  const { access } = endpoint;
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
  const credential = await authenticate(token, request);
  if (credential === 'expired') {
    // Public endpoints also serve callers whose session has expired.
    if (access === 'public') return {};
    throw sessionExpired();
  }
  const refusal = refusalOf(credential, endpoint);
  if (!refusal) return { ...credential, token };
  if (access === 'public') return {};
  throw refusal;
}

/** Rights that end must end what uses them within 15 seconds. */
const readmitMs = 10_000;

/** Calls `readmit` from time to time, and `refuse` once the caller has lost the right. Returns a function that ends this. */
export function whileAdmitted(readmit: () => Promise<void>, refuse: (error: AppError) => void): () => void {
  const timer = setInterval(() => {
    readmit().catch((error) => {
      // While the database does not answer, nothing is known.
      if (error instanceof AppError && error.status < 500) refuse(error);
    });
  }, readmitMs);
  timer.unref();
  return () => clearInterval(timer);
}

function refusalOf(credential: Credential, endpoint: AnyEndpoint): AppError | undefined {
  const { member, scopes, lacksSecondFactor, isConfirmed } = credential;
  if (member.isSuspended) return new AppError('account_suspended', 'Your account is suspended.');
  if (!member.isVerified || !member.isApproved) {
    return new AppError('forbidden', 'Your account is pending approval.');
  }
  const scope = scopeOf(endpoint);
  if (scopes && scope === 'session') {
    return new AppError('scope_missing', 'API tokens cannot be used for this.');
  }
  if (scopes && !scopes.some((one) => one === scope)) {
    return new AppError('scope_missing', `This API token does not have the scope "${scope}".`);
  }
  if (lacksSecondFactor && !endpoint.isBeforeSecondFactor) {
    return new AppError(
      'second_factor_required',
      'This site requires two-step login. Please set it up first.',
    );
  }
  if (endpoint.access === 'admin' && !member.isAdmin) {
    return new AppError('forbidden', 'This is for admins only.');
  }
  if (endpoint.access === 'contributor' && !member.isContributor && !member.isAdmin) {
    return new AppError('forbidden', 'This is for contributors and admins only.');
  }
  if (endpoint.isSensitive && !isConfirmed) return confirmationRequired();
  return undefined;
}

function hasTicket(request: FastifyRequest): boolean {
  return typeof request.query === 'object' && request.query !== null && 'ticket' in request.query;
}

/** RFC 6750 section 2.1; the scheme is case-insensitive (RFC 9110 section 11.1). */
function bearerToken(request: FastifyRequest): string | undefined {
  return /^bearer +([A-Za-z0-9._~+/-]+=*)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Recognizes the programs that may read the metrics: those on the server's own machine, and those with METRICS_TOKEN. */
function isMonitor(
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
