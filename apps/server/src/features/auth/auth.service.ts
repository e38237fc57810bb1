// Logging in and out, sessions, and knowing who a bearer token belongs to.
import type { LoginResponse, Session, SessionInfo } from '@cellar/contract/accounts.ts';
import type { Stamp } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { verifyPassword } from '#platform/passwords.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import * as repository from './sessions.repository.ts';

const minute = 60_000;
const sessionMs = 30 * 24 * 60 * minute;
/** The use of a session is written at most once in this time, not on every request. */
const touchMs = 10 * minute;

/** Where a request comes from, for limits and for the list of sessions. */
export interface Origin {
  /** By `networkOf`. */
  network: string;
  userAgent: string | undefined;
}

/** Read again only when something has been written. */
const rememberedSessions = 1000;

interface Deps {
  db: Db;
  stamp: Stamp;
  clock: Clock;
  users: UsersService;
  audit: AuditService;
  limiter: RateLimiter;
}

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService({ db, stamp, clock, users, audit, limiter }: Deps) {
  const findSession = whileUnchanged(stamp, repository.prepareFindSession(db), rememberedSessions);

  async function startSession(trx: Db, user: User, { userAgent }: Partial<Origin> = {}): Promise<Session> {
    const token = newToken();
    const now = isoAt(clock);
    await repository.insertSession(trx, {
      ...{ id: newId(), tokenHash: hashToken(token), userId: user.id, createdAt: now, lastUsedAt: now },
      userAgent: userAgent?.slice(0, 300) ?? null,
      expiresAt: isoAt(clock, sessionMs),
    });
    await users.markSeen(trx, user.id);
    return { ...users.present(user), token };
  }

  async function login(email: string, password: string, origin: Origin): Promise<LoginResponse> {
    // Many members share one address behind a router; one account is guessed at from many.
    const account = `login-account:${email}`;
    refuseTooMany(
      await limiter.take([
        { key: `login-ip:${origin.network}`, max: 300, windowMs: 10 * minute },
        { key: account, max: 10, windowMs: 15 * minute },
      ]),
    );
    const user = await users.findByEmail(email);
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
      await audit.write(db, { action: 'login_failed', subject: email });
      throw invalidCredentials();
    }
    await limiter.forget(account);
    if (user.suspendedAt) throw new AppError('account_suspended', 'Your account is suspended.');
    if (!user.verifiedAt) return { needsVerification: true, message: verificationMessage };
    if (!user.approvedAt) return { pendingApproval: true, message: 'Your account is pending approval.' };
    return db.transaction().execute(async (trx) => {
      // The password may have been changed, or the account gone, while this one was checked.
      const { passwordHash } = (await users.find(trx, user.id)) ?? {};
      if (passwordHash !== user.passwordHash) throw invalidCredentials();
      await audit.write(trx, { action: 'login', actor: user.email });
      return startSession(trx, user, origin);
    });
  }

  /** Slides the session on while it is used. */
  async function authenticate(token: string): Promise<Member | 'expired'> {
    const found = await findSession(hashToken(token));
    const now = isoAt(clock);
    if (!found || found.expiresAt <= now) return 'expired';
    if (found.lastUsedAt < isoAt(clock, -touchMs)) {
      await repository.touchSession(db, found.sessionId, {
        lastUsedAt: now,
        expiresAt: isoAt(clock, sessionMs),
      });
      await users.markSeen(db, found.id);
    }
    const { _id, ...account } = users.present(found);
    return { id: _id, ...account };
  }

  return {
    login,
    authenticate,
    startSession,
    logout: (token: string) => repository.deleteSessionByToken(db, hashToken(token)),

    async listSessions(userId: string, token: string | undefined): Promise<SessionInfo[]> {
      const current = token === undefined ? '' : hashToken(token);
      const rows = await repository.listSessions(db, userId, isoAt(clock));
      return rows.map(({ id, tokenHash, userAgent, createdAt, lastUsedAt }) => ({
        ...{ _id: id, userAgent, createdAt, lastUsedAt },
        isCurrent: tokenHash === current,
      }));
    },

    /** @throws AppError not_found */
    async endSession(userId: string, id: string): Promise<void> {
      if (!(await repository.deleteSessionOf(db, userId, id))) throw notFound('Session');
    },

    /** `exceptToken`: the session that stays. */
    endSessionsOf: (trx: Db, userId: string, exceptToken?: string) =>
      repository.deleteSessionsOf(trx, userId, exceptToken && hashToken(exceptToken)),

    removeExpiredSessions: () => repository.deleteExpiredSessions(db, isoAt(clock)),
  };
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'Invalid email or password');
}

const verificationMessage =
  'Please verify your email before logging in. Check your inbox for the verification email.';
