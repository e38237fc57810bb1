// Finishes logins that wait for the second factor.

import type { Session } from '@cellar/contract/people/accounts.ts';
import type { SecondStep } from '@cellar/contract/people/second-factor.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { Trx } from '#db/schema.ts';
import { AppError } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, minuteMs } from '#platform/clock.ts';
import type { Limit } from '#platform/rate-limit.ts';
import type { AuthService } from '../auth/auth.service.ts';
import { countAttempt, secondStepKey } from '../auth/login-watch.service.ts';
import type { User, UsersService } from '../members/users.service.ts';
import { type LoginChallenge, type LoginChallenges, loginExpired } from './login-challenges.service.ts';
import { acceptStep, countCodes, findApp, useCode } from './second-factor.repository.ts';
import { readCode, refusalOf, secretPurpose } from './totp.ts';
import type { TrustedDevices } from './trusted-devices.service.ts';

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock' | 'publicUrl' | 'box' | 'limiter'> {
  audit: AuditService;
  mails: MailsService;
  users: UsersService;
  auth: AuthService;
  challenges: LoginChallenges;
  devices: TrustedDevices;
}

interface Finish {
  trustDevice: boolean;
  origin: Origin;
  /**
   * Checks the second factor, and records that it was used. Runs in the transaction that starts the session, while the user's row
   * is locked. Returns why it is refused.
   */
  verify(trx: Trx, user: User): Promise<AppError | undefined>;
}

export type FinishedLogin = Session & { deviceToken?: string };

export type SecondStepService = ReturnType<typeof createSecondStepService>;

export function createSecondStepService(deps: Deps) {
  return {
    /** @throws AppError login_expired, too_many_requests, account_suspended, code_wrong, code_used, clock_wrong, app_unreadable */
    async finishWithCode({ challenge, code, recoveryCode, trustDevice }: SecondStep, origin: Origin) {
      const login = await deps.challenges.find(challenge);
      const user = await deps.users.find(deps.db, login.userId);
      if (!user) throw loginExpired();
      const step = { login, user, countedAs: await secondStepKey(deps.db, user, origin.network) };
      const verify = code
        ? await verifyAppCode(deps, step, code)
        : await verifyRecoveryCode(deps, step, recoveryCode ?? '');
      const session = await finish(deps, login, { trustDevice, origin, verify });
      deps.mails.deliverSoon();
      return session;
    },

    /** For other methods: the login that the challenge belongs to. @throws AppError login_expired */
    find: deps.challenges.find,
    /** Starts the session. Of two concurrent calls for one challenge, only one succeeds. @throws AppError, also that of `verify` */
    finish: (login: LoginChallenge, how: Finish) => finish(deps, login, how),
  };
}

async function finish(
  deps: Deps,
  login: LoginChallenge,
  { trustDevice, origin, verify }: Finish,
): Promise<FinishedLogin> {
  const { db, audit, users, auth, challenges, devices } = deps;
  const outcome = await db.transaction().execute(async (trx) => {
    const user = await users.lock(trx, login.userId);
    if (!user) throw loginExpired();
    if (user.suspendedAt) throw new AppError('account_suspended', 'Your account is suspended.');
    const refusal = await verify(trx, user);
    if (refusal) {
      await audit.write(trx, { action: 'login_failed', subject: user.email, detail: 'at the second step' });
      return refusal;
    }
    await challenges.use(trx, login);
    await audit.write(trx, { action: 'login', actor: user.email });
    const session = await auth.startSession(trx, user, origin);
    return trustDevice ? { ...session, deviceToken: await devices.add(trx, user.id, origin) } : session;
  });
  if (outcome instanceof AppError) throw outcome;
  return outcome;
}

interface Step {
  login: LoginChallenge;
  user: User;
  /** The part of the limits' keys that names the account. */
  countedAs: string;
}

/** Counts the attempt under each limit. Only someone who knows the password can use up these limits. */
async function countStep(deps: Deps, { login, user }: Step, ofAccount: Limit[]) {
  const ofChallenge = { key: `second-step:${login.tokenHash}`, max: 10, windowMs: 10 * minuteMs };
  await countAttempt(deps, [ofChallenge, ...ofAccount], { by: user.id, email: user.email });
}

/** The secret is read before the transaction, because its key may be in a file. */
async function verifyAppCode(deps: Deps, step: Step, code: string): Promise<Finish['verify']> {
  const { db, clock, box, limiter } = deps;
  const userId = step.user.id;
  // 30 tries a day find one of the three valid codes with a chance of 1 in 11,000.
  const limits = [
    { key: `second-step-hour:${step.countedAs}`, max: 10, windowMs: hourMs },
    { key: `second-step-day:${step.countedAs}`, max: 30, windowMs: dayMs },
  ];
  await countStep(deps, step, limits);
  const app = await findApp(db, userId);
  if (!app) return async () => refusalOf('wrong');
  const secret = await box.open(app.sealedSecret, secretPurpose(userId));
  if (!secret) return async () => refusalOf('unreadable');
  const reading = readCode(secret, code, clock.now());
  // Someone who guesses a code of the next minutes must not learn that it will be valid.
  if (reading === 'clock fast') return async () => refusalOf('wrong');
  if (typeof reading === 'string') return async () => refusalOf(reading);
  return async (trx) => {
    if (!(await acceptStep(trx, app, reading.step))) return refusalOf('used');
    for (const { key } of limits) await limiter.uncount(trx, key);
    return undefined;
  };
}

async function verifyRecoveryCode(deps: Deps, step: Step, code: string): Promise<Finish['verify']> {
  const { limiter, audit, mails, publicUrl } = deps;
  const limit = { key: `recovery-code:${step.countedAs}`, max: 10, windowMs: hourMs };
  await countStep(deps, step, [limit]);
  return async (trx, user) => {
    const { id: userId, email: to, name, language } = user;
    if (!(await useCode(trx, userId, code))) return recoveryCodeWrong();
    await limiter.uncount(trx, limit.key);
    const left = String(await countCodes(trx, userId));
    const recipient = { to, userId, name, language, url: `${publicUrl}/account?tab=security` };
    const mail = await mails.prepare({ ...recipient, kind: 'recoveryCodeUsed', values: { left } }, trx);
    await audit.write(trx, { action: 'recovery_code_used', actor: user.email });
    await mails.enqueue(trx, mail);
    return undefined;
  };
}

function recoveryCodeWrong(): AppError {
  return new AppError('code_wrong', 'This recovery code is wrong, or it was used before.');
}
