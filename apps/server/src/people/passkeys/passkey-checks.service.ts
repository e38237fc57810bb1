// Logging in with a passkey, alone or after the password, and confirming with one that a session is used by its member.

import type { LoginResponse } from '@cellar/contract/people/accounts.ts';
import type {
  Assertion,
  RequestOptions,
  SecondStepByPasskey,
} from '@cellar/contract/people/passkeys.endpoints.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import { refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { Base } from '#platform/base.ts';
import { hourMs, isoAt, minuteMs } from '#platform/clock.ts';
import { hashToken } from '#platform/tokens.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { countAttempt, secondStepKey, whatIsMissing } from '../auth/login-watch.service.ts';
import type { LoginWays } from '../login-providers/login-providers.service.ts';
import type { UsersService } from '../members/users.service.ts';
import { type LoginChallenge, loginExpired } from '../second-factor/login-challenges.service.ts';
import type { FinishedLogin, SecondStepService } from '../second-factor/second-step.service.ts';
import { findPasskey, listPasskeys, recordUse } from './passkeys.repository.ts';
import type { PasskeyCaller } from './passkeys.service.ts';
import {
  type Challenges,
  type ChallengeUse,
  challengeIn,
  passkeyRefused,
  passkeySiteOf,
  requestOptions,
  verifyAssertion,
} from './webauthn.ts';

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock' | 'limiter'> {
  audit: AuditService;
  users: UsersService;
  auth: AuthService;
  secondStep: SecondStepService;
  challenges: Challenges;
  loginWays: LoginWays;
}

export type PasskeyChecks = ReturnType<typeof createPasskeyChecks>;

const login: ChallengeUse = { purpose: 'login', boundTo: '' };
const secondStep = ({ tokenHash }: LoginChallenge): ChallengeUse => ({
  purpose: 'second step',
  boundTo: tokenHash,
});
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

    /** Counts as both steps of a login. @throws AppError passkey_refused, account_suspended, local_login_off, too_many_requests */
    logIn: (credential: Assertion, siteUrl: string, origin: Origin) =>
      logIn(deps, { credential, siteUrl, origin }),

    /** `challenge` is that of the login. @throws AppError login_expired, passkeys_impossible, too_many_requests */
    async askForSecondStep(challenge: string, siteUrl: string, { network }: Origin): Promise<RequestOptions> {
      const login = await deps.secondStep.find(challenge);
      const user = await deps.users.find(deps.db, login.userId);
      if (!user) throw loginExpired();
      const countedAs = await secondStepKey(deps.db, user, network);
      return askMember(deps, { siteUrl, userId: user.id, use: secondStep(login), countedAs });
    },

    finishLogin: (step: SecondStepByPasskey, siteUrl: string, origin: Origin) =>
      finishLogin(deps, step, siteUrl, origin),

    /** @throws AppError passkeys_impossible, too_many_requests */
    askForConfirmation: ({ member, token, siteUrl }: PasskeyCaller): Promise<RequestOptions> =>
      askMember(deps, { siteUrl, userId: member.id, use: confirmation(token), countedAs: member.id }),

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

/** What a member is asked for. */
interface MemberUse {
  siteUrl: string;
  userId: string;
  use: ChallengeUse;
  /** The part of the limit's key that names the member. */
  countedAs: string;
}

async function askMember(
  deps: Deps,
  { siteUrl, userId, use, countedAs }: MemberUse,
): Promise<RequestOptions> {
  const site = passkeySiteOf(siteUrl);
  const limit = { key: `passkey-options:${countedAs}`, max: 60, windowMs: hourMs };
  refuseTooMany(await deps.limiter.count([limit]));
  const challenge = await deps.challenges.create(use);
  const allowed = await listPasskeys(deps.db, userId);
  return requestOptions({ site, challenge, allowed, userVerification: verificationFor(use) });
}

/** After a password, having the authenticator is enough. */
const verificationFor = ({ purpose }: ChallengeUse) => (purpose === 'second step' ? 'preferred' : 'required');

interface LoginAttempt {
  credential: Assertion;
  siteUrl: string;
  origin: Origin;
}

async function logIn(deps: Deps, { credential, siteUrl, origin }: LoginAttempt): Promise<LoginResponse> {
  const { db, limiter, audit, users, auth, loginWays } = deps;
  // Apart from passwords, which someone behind the same address may be guessing.
  const limit = { key: `passkey-login-ip:${origin.network}`, max: 300, windowMs: 10 * minuteMs };
  await countAttempt(deps, [limit], { by: origin.network });
  const { passkey, recordUse } = await check(deps, credential, { siteUrl, use: login });
  await loginWays.refuseLocal(passkey.userId);
  return db.transaction().execute(async (trx) => {
    const user = await users.lock(trx, passkey.userId);
    if (!user) throw passkeyRefused();
    const missing = whatIsMissing(user);
    if (missing) return missing;
    await recordUse(trx);
    await limiter.uncount(trx, limit.key);
    await audit.write(trx, { action: 'login', actor: user.email, detail: 'passkey' });
    return auth.startSession(trx, user, origin);
  });
}

/** @throws AppError login_expired, passkey_refused, account_suspended */
async function finishLogin(
  deps: Deps,
  { challenge, credential, trustDevice }: SecondStepByPasskey,
  siteUrl: string,
  origin: Origin,
): Promise<FinishedLogin> {
  const login = await deps.secondStep.find(challenge);
  const checked = await check(deps, credential, { siteUrl, use: secondStep(login), userId: login.userId });
  const verify = async (trx: Trx) => {
    await checked.recordUse(trx);
    return undefined;
  };
  return deps.secondStep.finish(login, { trustDevice, origin, verify });
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
  const needsUserVerification = verificationFor(use) === 'required';
  const isPossible = passkey && (!userId || passkey.userId === userId);
  const verified =
    isPossible && (await verifyAssertion(credential, { passkey, challenge, site, needsUserVerification }));
  if (!verified) {
    await recordRefusal(deps, use, userId ?? passkey?.userId);
    throw passkeyRefused();
  }
  return {
    passkey,
    /** @throws AppError passkey_refused if another request has used it or deleted it in the meantime */
    async recordUse(trx: Trx): Promise<void> {
      if (!(await recordUse(trx, passkey, { ...verified, lastUsedAt: isoAt(clock) }))) throw passkeyRefused();
    },
  };
}

/**
 * Writes an entry of the audit log for a refused login. Answers without one of our challenges leave none. Such challenges are limited, so
 * a stranger can't fill the log.
 */
async function recordRefusal({ db, unflushed, audit, users }: Deps, use: ChallengeUse, userId = '') {
  if (use.purpose === 'confirm') return;
  const user = await users.find(db, userId);
  const detail = use.purpose === 'login' ? 'passkey' : 'at the second step';
  await unflushed((trx) => audit.write(trx, { action: 'login_failed', subject: user?.email, detail }));
}
