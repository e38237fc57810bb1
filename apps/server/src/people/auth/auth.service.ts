// Login, sessions, and finding the member that a bearer token belongs to.

import type { LoginResponse, Session, SessionInfo } from '@cellar/contract/people/accounts.ts';
import { secondFactorRequirement } from '@cellar/contract/people/second-factor.ts';
import type { FastifyRequest } from 'fastify';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { type Stamp, unlessFull } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { Credential, Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { Base } from '#platform/base.ts';
import { dayMs, hourMs, isoAt, isRecent, minuteMs } from '#platform/clock.ts';
import { limitLifetimes } from '#platform/lifetimes.ts';
import { hashPassword, isOutdated, refuseBusy, verifyPassword } from '#platform/passwords.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import type { TicketsService } from '#transfer/downloads/tickets.service.ts';
import { type ApiTokensService, isApiToken } from '../api-tokens/api-tokens.service.ts';
import type { LoginWays } from '../login-providers/login-providers.service.ts';
import type { User, UsersService } from '../members/users.service.ts';
import type { LoginChallenges } from '../second-factor/login-challenges.service.ts';
import { isRequiredOf } from '../second-factor/second-factor.service.ts';
import type { TrustedDevices } from '../second-factor/trusted-devices.service.ts';
import {
  countAttempt,
  type NewDeviceService,
  passwordLimits,
  placeOf,
  whatIsMissing,
} from './login-watch.service.ts';
import * as repository from './sessions.repository.ts';

const sessionMs = 30 * dayMs;
/** The last use of a session is written at most this often, not on every request. */
const touchMs = 10 * minuteMs;
/** A network that a member has not logged in from for this long counts as unknown again. */
const networkMs = 90 * dayMs;
/** Sensitive requests are accepted for this long after the password or a passkey was checked. */
const confirmedMs = 10 * minuteMs;
const cachedSessions = 1000;

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'clock' | 'limiter'> {
  stamp: Stamp;
  users: UsersService;
  tickets: TicketsService;
  apiTokens: ApiTokensService;
  audit: AuditService;
  settings: SettingsService;
  newDevices: NewDeviceService;
  challenges: LoginChallenges;
  devices: TrustedDevices;
  loginWays: LoginWays;
}

/** How a session began. */
interface Begun extends Origin {
  /** When the member was last checked. Default: now. */
  confirmedAt?: string | null;
  /** The login provider that has checked the member, also instead of the second factor. */
  providerId?: string;
}

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService(deps: Deps) {
  const { db, stamp, clock, tickets, apiTokens } = deps;
  const findSession = whileUnchanged(stamp, repository.prepareFindSession(db), cachedSessions);

  /**
   * Ends all sessions of a member, and their download tickets. With `exceptToken`, the member has asked for it in that session, which is
   * kept, like the API tokens. Without it, API tokens are revoked too, because someone else may have created them.
   */
  async function endSessionsOf(trx: Trx, userId: string, exceptToken?: string): Promise<void> {
    await repository.deleteSessionsOf(trx, userId, exceptToken && hashToken(exceptToken));
    if (exceptToken === undefined) await apiTokens.revokeAll(trx, userId);
    await tickets.revokeOfEndedSessions(trx, userId);
  }

  function credentialOf(found: Parameters<UsersService['present']>[0] & SecondFactorFacts): Credential {
    const { _id, ...account } = deps.users.present(found);
    const member = { id: _id, ...account };
    return { member, isConfirmed: false, lacksSecondFactor: lacksSecondFactor(found) };
  }

  return {
    login: (credentials: Credentials, origin: Origin) => login(deps, credentials, origin),
    startSession: (db: Db, user: User, begun: Begun) => startSession(deps, db, user, begun),
    logout: ({ email }: Member, token: string) =>
      db.transaction().execute(async (trx) => {
        await repository.deleteSessionByToken(trx, hashToken(token));
        await deps.audit.write(trx, { action: 'logout', actor: email });
      }),

    /** Extends the session if it is valid. */
    async authenticate(token: string, request: FastifyRequest): Promise<Credential | 'expired'> {
      if (isApiToken(token)) {
        const found = await apiTokens.find(token, request);
        return found ? { ...credentialOf(found), scopes: found.scopes } : 'expired';
      }
      const found = await findSession(hashToken(token));
      if (!found || found.expiresAt <= isoAt(clock)) return 'expired';
      if (!isRecent(clock, found.lastUsedAt, touchMs)) await touchSession(deps, found).catch(unlessFull);
      const isConfirmed = isRecent(clock, found.confirmedAt, confirmedMs);
      const credential = credentialOf(found);
      // What else to ask for at a provider is the provider's task.
      const lacksSecondFactor = credential.lacksSecondFactor && !found.providerId;
      return { ...credential, isConfirmed, lacksSecondFactor };
    },

    /** Call this after a check of the member's password or passkey: sensitive requests are then accepted for 10 minutes. */
    confirmSession: (db: Db, token: string) => repository.confirmSession(db, hashToken(token), isoAt(clock)),

    async listSessions(userId: string, token: string | undefined): Promise<SessionInfo[]> {
      const currentHash = token === undefined ? '' : hashToken(token);
      const rows = await repository.listSessions(db, userId, isoAt(clock));
      const { places } = await deps.settings.get();
      return rows.map((row) => ({
        ...presentSession(row, currentHash),
        place: placeOf(row.network, places) ?? null,
      }));
    },

    /** Ends a session and its download tickets. @throws AppError not_found */
    async endSession(userId: string, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const tokenHash = await repository.deleteSessionOf(trx, userId, id);
        if (!tokenHash) throw notFound('Session');
        await tickets.revokeOfSession(trx, tokenHash);
      });
    },

    endSessionsOf,
    /** Ends logins that wait for the second factor, and forgets the trusted devices. */
    async forgetLoginsOf(trx: Trx, userId: string): Promise<void> {
      await deps.challenges.removeOf(trx, userId);
      await deps.devices.removeOf(trx, userId);
    },

    endOtherSessions: (userId: string, token: string | undefined) =>
      db.transaction().execute((trx) => endSessionsOf(trx, userId, token)),

    /** Call this when a member opens a mailed link from this network: failed logins from other networks no longer lock it out. */
    rememberNetwork: (db: Db, userId: string, network: string) =>
      repository.rememberNetwork(db, { userId, network, usedAt: isoAt(clock) }),

    async removeExpiredSessions(): Promise<void> {
      await repository.deleteExpiredSessions(db, isoAt(clock));
      await limitLifetimes(db, 'sessions', isoAt(clock, sessionMs));
      await deps.challenges.removeExpired();
      await deps.devices.removeExpired();
      await apiTokens.removeExpired();
      await repository.forgetNetworks(db, isoAt(clock, -networkMs));
      await deps.newDevices.forgetUnused(db);
    },
  };
}

export interface Credentials {
  email: string;
  password: string;
  deviceToken?: string | undefined;
}

async function login(
  deps: Deps,
  { email, password, deviceToken }: Credentials,
  origin: Origin,
): Promise<LoginResponse> {
  const { db, unflushed, users, audit, challenges, devices, loginWays } = deps;
  const { user, forgetAttempts } = await checkPassword(deps, email, password, origin);
  await loginWays.refuseLocal(user.id);
  if (user.suspendedAt || !user.verifiedAt || !user.approvedAt) await unflushed(forgetAttempts);
  const missing = whatIsMissing(user);
  if (missing) return missing;
  const renewed = isOutdated(user.passwordHash) ? await hashPassword(password) : undefined;
  const begun = await db.transaction().execute(async (trx) => {
    // The password may have been changed, or the account deleted, while this password was being checked.
    const found = await users.lock(trx, user.id);
    if (found?.passwordHash !== user.passwordHash) return undefined;
    await forgetAttempts(trx);
    if (renewed) await users.change(trx, user.id, { passwordHash: renewed });
    const isSecondStepDue = found.secondFactorAt && !(await devices.accept(trx, user.id, deviceToken));
    if (isSecondStepDue) return challenges.create(trx, user.id);
    await audit.write(trx, { action: 'login', actor: user.email });
    return startSession(deps, trx, user, origin);
  });
  if (begun) return begun;
  // Another login of the same member may have renewed the hash in the meantime.
  if (renewed) return login(deps, { email, password, deviceToken }, origin);
  throw invalidCredentials();
}

/**
 * Returns the user, and a function that forgets the failed attempts. Call that function once the login succeeds.
 * @throws AppError too_many_requests, invalid_credentials
 */
async function checkPassword(deps: Deps, email: string, password: string, origin: Origin) {
  const { unflushed, users, audit, limiter } = deps;
  refuseBusy();
  const user = await users.findByEmail(email);
  const { own, shared } = await passwordLimits(deps, email, user, origin);
  await countAttempt(deps, [...shared, own], { by: origin.network, email });
  if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
    await unflushed(async (trx) => {
      // Strangers can invent addresses, so that the limits of accounts do not bound these entries.
      const unknown = { key: `login-unknown:${origin.network}`, max: 1, windowMs: hourMs };
      if (!user && !(await limiter.countOne(trx, unknown))) return;
      await audit.write(trx, { action: 'login_failed', subject: email });
    });
    throw invalidCredentials();
  }
  const forgetAttempts = async (trx: Trx) => {
    // In the order in which they are counted, to avoid deadlocks.
    for (const { key } of shared) await limiter.uncount(trx, key);
    await limiter.reset(trx, own.key);
  };
  return { user, forgetAttempts };
}

async function startSession(
  { clock, users, newDevices }: Deps,
  db: Db,
  user: User,
  begun: Begun,
): Promise<Session> {
  const { userAgent, network, confirmedAt, providerId = null } = begun;
  const token = newToken();
  const now = isoAt(clock);
  await repository.insertSession(db, {
    id: newId(),
    tokenHash: hashToken(token),
    userId: user.id,
    userAgent: userAgent?.slice(0, 300) ?? null,
    network,
    createdAt: now,
    lastUsedAt: now,
    expiresAt: isoAt(clock, sessionMs),
    confirmedAt: confirmedAt === undefined ? now : confirmedAt,
    providerId,
  });
  await repository.rememberNetwork(db, { userId: user.id, network, usedAt: now });
  await users.markSeen(db, user.id);
  await newDevices.noteLogin(db, user, begun);
  return { ...users.present(user), token };
}

async function touchSession(
  { unflushed, clock, users }: Deps,
  { sessionId, id }: { sessionId: string; id: string },
): Promise<void> {
  const times = { lastUsedAt: isoAt(clock), expiresAt: isoAt(clock, sessionMs) };
  await unflushed(async (trx) => {
    await repository.touchSession(trx, sessionId, times);
    await users.markSeen(trx, id);
  });
}

interface SecondFactorFacts {
  secondFactorAt: string | null;
  role: User['role'];
  /** JSON. Null if no admin has changed the setting. */
  requireSecondFactor: string | null;
}

function lacksSecondFactor(found: SecondFactorFacts): boolean {
  if (found.secondFactorAt || !found.requireSecondFactor) return false;
  const requirement = secondFactorRequirement.safeParse(JSON.parse(found.requireSecondFactor));
  return requirement.success && isRequiredOf(found.role === 'admin', requirement.data);
}

function presentSession(row: repository.SessionRow, currentHash: string) {
  return {
    _id: row.id,
    userAgent: row.userAgent,
    network: row.network,
    createdAt: row.createdAt,
    lastUsedAt: row.lastUsedAt,
    isCurrent: row.tokenHash === currentHash,
  };
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'Invalid email or password');
}
