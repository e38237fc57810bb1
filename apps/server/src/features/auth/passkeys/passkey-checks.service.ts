// Logging in with a passkey, and confirming with one that a session is used by its member.
import type { LoginResponse } from '@cellar/contract/accounts.ts';
import type { Assertion, RequestOptions } from '@cellar/contract/passkeys.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { UsersService } from '#features/users/users.service.ts';
import { refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/origin.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hourMs, minuteMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { hashToken } from '#platform/tokens.ts';
import type { AuthService } from '../auth.service.ts';
import { whatIsMissing } from '../login-conditions.ts';
import type { Challenges, ChallengeUse } from './challenges.ts';
import { findPasskey, listPasskeys, recordUse } from './passkeys.repository.ts';
import type { PasskeyCaller } from './passkeys.service.ts';
import { challengeIn, passkeyRefused, passkeySiteOf, requestOptions, verifyAssertion } from './webauthn.ts';

interface Deps {
  db: Db;
  clock: Clock;
  limiter: RateLimiter;
  audit: AuditService;
  users: UsersService;
  auth: AuthService;
  challenges: Challenges;
}

export type PasskeyChecks = ReturnType<typeof createPasskeyChecks>;

const login: ChallengeUse = { purpose: 'login', boundTo: '' };
const confirmation = (token = ''): ChallengeUse => ({ purpose: 'confirm', boundTo: hashToken(token) });

export function createPasskeyChecks(deps: Deps) {
  return {
    /** The same for everyone: the browser knows which passkeys there are. @throws AppError passkeys_impossible, too_many_requests */
    async askForLogin(siteUrl: string, { network }: Origin): Promise<RequestOptions> {
      const site = passkeySiteOf(siteUrl);
      // As high as for logins with a password, because many members may share one address. The login page asks when it is opened.
      const limit = { key: `passkey-options-ip:${network}`, max: 600, windowMs: 10 * minuteMs };
      refuseTooMany(await deps.limiter.count([limit]));
      const challenge = await deps.challenges.create(login);
      return requestOptions({ site, challenge, allowed: [], userVerification: 'required' });
    },

    /** Counts as both steps of a login. @throws AppError passkey_refused, account_suspended, too_many_requests */
    logIn: (credential: Assertion, siteUrl: string, origin: Origin) =>
      logIn(deps, { credential, siteUrl, origin }),

    /** @throws AppError passkeys_impossible, too_many_requests */
    async askForConfirmation({ member, token, siteUrl }: PasskeyCaller): Promise<RequestOptions> {
      const site = passkeySiteOf(siteUrl);
      const limit = { key: `passkey-options:${member.id}`, max: 60, windowMs: hourMs };
      refuseTooMany(await deps.limiter.count([limit]));
      const challenge = await deps.challenges.create(confirmation(token));
      const allowed = await listPasskeys(deps.db, member.id);
      return requestOptions({ site, challenge, allowed, userVerification: 'required' });
    },

    /** @throws AppError passkey_refused */
    async confirm({ member, token, siteUrl }: PasskeyCaller, credential: Assertion): Promise<void> {
      const checked = await check(deps, credential, { siteUrl, use: confirmation(token), userId: member.id });
      await deps.db.transaction().execute(async (trx) => {
        await checked.recordUse(trx);
        await deps.auth.confirmSession(trx, token ?? '');
      });
    },
  };
}

interface LoginAttempt {
  credential: Assertion;
  siteUrl: string;
  origin: Origin;
}

async function logIn(deps: Deps, { credential, siteUrl, origin }: LoginAttempt): Promise<LoginResponse> {
  const { db, limiter, audit, users, auth } = deps;
  const limit = { key: `login-ip:${origin.network}`, max: 300, windowMs: 10 * minuteMs };
  refuseTooMany(await limiter.count([limit]));
  const { passkey, recordUse } = await check(deps, credential, { siteUrl, use: login });
  return db.transaction().execute(async (trx) => {
    const user = await users.lock(trx, passkey.userId);
    if (!user) throw passkeyRefused();
    const missing = whatIsMissing(user);
    if (missing) return missing;
    await recordUse(trx);
    await audit.write(trx, { action: 'login', actor: user.email, detail: 'passkey' });
    return auth.startSession(trx, user, origin);
  });
}

interface Check {
  siteUrl: string;
  use: ChallengeUse;
  /** The member whose passkey it must be. Absent for logins. */
  userId?: string;
}

/** Returns the passkey, and a function that records its use, for the transaction of what it permits. @throws AppError passkey_refused */
async function check(deps: Deps, credential: Assertion, { siteUrl, use, userId }: Check) {
  const { db, clock, challenges } = deps;
  const site = passkeySiteOf(siteUrl);
  const challenge = challengeIn(credential);
  // Used up even if the answer is refused below.
  if (!challenge || !(await challenges.use(challenge, use))) throw passkeyRefused();
  const passkey = await findPasskey(db, credential.id);
  if (!passkey || (userId && passkey.userId !== userId)) throw passkeyRefused();
  const verified = await verifyAssertion(credential, {
    passkey,
    challenge,
    site,
    needsUserVerification: true,
  });
  return {
    passkey,
    /** @throws AppError passkey_refused if another request has used it or deleted it in the meantime */
    async recordUse(trx: Trx): Promise<void> {
      if (!(await recordUse(trx, passkey, { ...verified, lastUsedAt: isoAt(clock) }))) throw passkeyRefused();
    },
  };
}
