// Logging in through a provider, seen from the page: begin, come back, exchange the code for a session, and log out there too.

import type { Language } from '@cellar/contract/people/accounts.ts';
import type { loginThroughProvider } from '@cellar/contract/people/login-providers.ts';
import type { LoginProblem } from '@cellar/contract/people/rules/login-providers.ts';
import type { z } from 'zod';
import { AppError, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import { isoAt, minuteMs } from '#platform/clock.ts';
import { hashToken } from '#platform/tokens.ts';
import { type Finished, finishLogin, type LoginResult, stateOf } from './finish-login.ts';
import * as repository from './oidc.repository.ts';
import { beginLogin, logoutPurpose, type OidcDeps, resultPurpose } from './oidc.ts';
import { loginProblemOf } from './provider-client.ts';

interface Start {
  providerId: string;
  to?: string | undefined;
  language: Language;
  browserHash: string;
  siteUrl: string;
}

type Failure = Extract<Finished, { kind: 'failed' }>;

export type OidcService = ReturnType<typeof createOidcService>;

export function createOidcService(deps: OidcDeps) {
  return {
    start: (origin: Origin, start: Start) => startLogin(deps, origin, start),
    finish: (search: string, browserHash: string | undefined): Promise<Finished> =>
      finishLogin(deps, search, browserHash),
    exchange: (code: string, browserHash: string | undefined, origin: Origin) =>
      exchange(deps, code, browserHash, origin),
    logoutUrl: (token: string) => logoutUrl(deps, token),
    removeExpired: () => repository.deleteExpired(deps.db, isoAt(deps.clock)),
  };
}

/** Returns the address of the provider, or why the browser can't be sent there. */
async function startLogin(
  deps: OidcDeps,
  { network }: Origin,
  { providerId, to, ...start }: Start,
): Promise<{ url: string } | Failure> {
  const { limiter, providers, log } = deps;
  // High, because many members may share one address behind a router.
  const limit = { key: `oidc-start:${network}`, max: 300, windowMs: 10 * minuteMs };
  const returnTo = returnPathOf(to) ?? '';
  const failed = (problem: LoginProblem): Failure => ({
    kind: 'failed',
    purpose: 'login',
    problem,
    returnTo,
  });
  if ((await limiter.count([limit])) !== undefined) return failed('limited');
  const provider = await providers.findEnabled(providerId);
  if (!provider) return failed('unknown_provider');
  try {
    return { url: await beginLogin(deps, provider, { ...start, purpose: 'login', returnTo }) };
  } catch (error) {
    const problem = loginProblemOf(error);
    log.warn({ err: error, provider: provider.label, problem }, 'a login provider does not work');
    return failed(problem);
  }
}

/** @throws AppError login_expired; account_suspended or forbidden if the account's state has changed in the last minute */
async function exchange(
  deps: OidcDeps,
  code: string,
  browserHash: string | undefined,
  origin: Origin,
): Promise<z.infer<typeof loginThroughProvider>> {
  const { db, clock, box, limiter, providers } = deps;
  const limit = { key: `oidc-code:${origin.network}`, max: 300, windowMs: 10 * minuteMs };
  refuseTooMany(await limiter.count([limit]));
  if (!browserHash) throw loginExpired();
  const found = { codeHash: hashToken(code), browserHash, kind: 'login' as const };
  const row = await repository.takeResult(db, found, clock);
  const opened = row && (await box.open(row.sealed, resultPurpose));
  if (!row || opened === undefined) throw loginExpired();
  const result = JSON.parse(opened) as LoginResult;
  const provider = await providers.findEnabled(row.providerId);
  if (!provider) throw loginExpired();
  const sealedLogout = result.logoutUrl && (await box.seal(result.logoutUrl, logoutPurpose));
  return db.transaction().execute(async (trx) => {
    const user = await deps.users.find(trx, row.userId);
    if (!user) throw loginExpired();
    refuseState(stateOf(user));
    await deps.audit.write(trx, { action: 'login', actor: user.email, detail: `through ${provider.label}` });
    // A provider's clock may be ahead.
    const now = isoAt(clock);
    const at = result.authenticatedAt ?? null;
    const confirmedAt = at !== null && at > now ? now : at;
    const begun = { ...origin, confirmedAt, providerId: provider.id };
    const session = await deps.auth.startSession(trx, user, begun);
    if (sealedLogout) await repository.insertLogout(trx, hashToken(session.token), sealedLogout);
    return { ...session, returnTo: result.returnTo ?? '' };
  });
}

function refuseState(state: ReturnType<typeof stateOf>): void {
  if (state === 'suspended') throw new AppError('account_suspended', 'Your account is suspended.');
  if (state) throw new AppError('forbidden', 'Your account is pending approval.');
}

/** Returns the address that ends the provider's session. Undefined for sessions that did not begin there. */
async function logoutUrl({ db, box }: OidcDeps, token: string): Promise<string | undefined> {
  const sealed = await repository.findSealedLogout(db, hashToken(token));
  return sealed && box.open(sealed, logoutPurpose);
}

function loginExpired(): AppError {
  return new AppError('login_expired', 'This login has expired. Please log in again.');
}

/** Returns a path of this site, or undefined: `//host`, `/\host` and whole addresses lead to other sites. */
export function returnPathOf(value: string | undefined): string | undefined {
  // The host can't be guessed by a path that tries to name it again.
  const origin = 'http://site.invalid';
  if (!value?.startsWith('/') || !URL.canParse(value, origin)) return undefined;
  const url = new URL(value, origin);
  // `/a/..//host` has the right origin, but its resolved path `//host` leads to another site.
  if (url.origin !== origin || url.pathname.startsWith('//')) return undefined;
  return `${url.pathname}${url.search}${url.hash}`;
}
