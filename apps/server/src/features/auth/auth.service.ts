// Logging in and out, sessions, and knowing who a bearer token belongs to.

import type { LoginResponse, Session, SessionInfo } from '@cellar/contract/accounts.ts';
import { type Stamp, type Unflushed, unlessFull } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import { whileUnchanged } from '#db/while-unchanged.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { TicketsService } from '#features/downloads/tickets.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/origin.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { dayMs, hourMs, minuteMs } from '#platform/durations.ts';
import { refuseBusy, verifyPassword } from '#platform/passwords.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { hashToken, newId, newToken } from '#platform/tokens.ts';
import * as repository from './sessions.repository.ts';

const sessionMs = 30 * dayMs;
/** The use of a session is written at most once in this time, not on every request. */
const touchMs = 10 * minuteMs;
/** Where nobody has logged in from for so long is not known any more. */
const networkMs = 90 * dayMs;

/** Read again only when something has been written. */
const rememberedSessions = 1000;

interface Deps {
  db: Db;
  stamp: Stamp;
  unflushed: Unflushed;
  clock: Clock;
  users: UsersService;
  tickets: TicketsService;
  audit: AuditService;
  limiter: RateLimiter;
}

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService({ db, stamp, unflushed, clock, users, tickets, audit, limiter }: Deps) {
  const findSession = whileUnchanged(stamp, repository.prepareFindSession(db), rememberedSessions);

  async function startSession(trx: Db, user: User, { userAgent, network }: Origin): Promise<Session> {
    const token = newToken();
    const now = isoAt(clock);
    await repository.insertSession(trx, {
      ...{ id: newId(), tokenHash: hashToken(token), userId: user.id, createdAt: now, lastUsedAt: now },
      userAgent: userAgent?.slice(0, 300) ?? null,
      network,
      expiresAt: isoAt(clock, sessionMs),
    });
    await repository.rememberNetwork(trx, { userId: user.id, network, usedAt: now });
    await users.markSeen(trx, user.id);
    return { ...users.present(user), token };
  }

  /** Wrong tries are counted by account and network, and by account alone, but not there for networks of its own. */
  async function tryLimits(email: string, user: User | undefined, { network }: Origin) {
    // A new password begins a new count.
    const account = `login:${email}:${user ? hashToken(user.passwordHash).slice(0, 8) : ''}`;
    const isKnown = await repository.isKnownNetwork(db, user?.id ?? '', network);
    return {
      pair: { key: `${account}@${network}`, max: 10, windowMs: 15 * minuteMs },
      account: isKnown ? undefined : { key: account, max: 300, windowMs: hourMs },
    };
  }

  /** Returns also what is to be done once the password has turned out to be right. @throws AppError too_many_requests, invalid_credentials */
  async function checkPassword(email: string, password: string, origin: Origin) {
    refuseBusy();
    const user = await users.findByEmail(email);
    const { pair, account } = await tryLimits(email, user, origin);
    // Many members share one address behind a router.
    const all = { key: `login-ip:${origin.network}`, max: 300, windowMs: 10 * minuteMs };
    refuseTooMany(await limiter.take(account ? [all, pair, account] : [all, pair]));
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
      await unflushed((trx) => audit.write(trx, { action: 'login_failed', subject: email }));
      throw invalidCredentials();
    }
    const forgetTries = async (trx: Trx) => {
      // In the order in which they are counted: so that neither waits for the other.
      await limiter.forget(trx, pair.key);
      if (account) await limiter.giveBack(trx, account.key);
    };
    return { user, forgetTries };
  }

  async function login(email: string, password: string, origin: Origin): Promise<LoginResponse> {
    const { user, forgetTries } = await checkPassword(email, password, origin);
    if (user.suspendedAt || !user.verifiedAt || !user.approvedAt) await unflushed(forgetTries);
    if (user.suspendedAt) throw new AppError('account_suspended', 'Your account is suspended.');
    if (!user.verifiedAt) return { needsVerification: true, message: verificationMessage };
    if (!user.approvedAt) return { pendingApproval: true, message: 'Your account is pending approval.' };
    return db.transaction().execute(async (trx) => {
      // The password may have been changed, or the account gone, while this one was checked.
      const { passwordHash } = (await users.find(trx, user.id)) ?? {};
      if (passwordHash !== user.passwordHash) throw invalidCredentials();
      await forgetTries(trx);
      await audit.write(trx, { action: 'login', actor: user.email });
      return startSession(trx, user, origin);
    });
  }

  /** Slides the session on while it is used. */
  async function authenticate(token: string): Promise<Member | 'expired'> {
    const found = await findSession(hashToken(token));
    const now = isoAt(clock);
    if (!found || found.expiresAt <= now) return 'expired';
    if (found.lastUsedAt < isoAt(clock, -touchMs)) await touch(found).catch(unlessFull);
    const { _id, ...account } = users.present(found);
    return { id: _id, ...account };
  }

  /** With the download tickets they asked for. `exceptToken`: the session that stays. */
  async function endSessionsOf(trx: Trx, userId: string, exceptToken?: string): Promise<void> {
    await repository.deleteSessionsOf(trx, userId, exceptToken && hashToken(exceptToken));
    await tickets.endOf(trx, userId, exceptToken);
  }

  async function touch({ sessionId, id }: { sessionId: string; id: string }): Promise<void> {
    const times = { lastUsedAt: isoAt(clock), expiresAt: isoAt(clock, sessionMs) };
    await unflushed(async (trx) => {
      await repository.touchSession(trx, sessionId, times);
      await users.markSeen(trx, id);
    });
  }

  return {
    login,
    authenticate,
    startSession,
    logout: (token: string) => repository.deleteSessionByToken(db, hashToken(token)),

    async listSessions(userId: string, token: string | undefined): Promise<SessionInfo[]> {
      const current = token === undefined ? '' : hashToken(token);
      const rows = await repository.listSessions(db, userId, isoAt(clock));
      return rows.map(({ id, tokenHash, userAgent, network, createdAt, lastUsedAt }) => ({
        ...{ _id: id, userAgent, network, createdAt, lastUsedAt },
        isCurrent: tokenHash === current,
      }));
    },

    /** With the download tickets it asked for. @throws AppError not_found */
    async endSession(userId: string, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => {
        const tokenHash = await repository.deleteSessionOf(trx, userId, id);
        if (!tokenHash) throw notFound('Session');
        await tickets.endOfSession(trx, tokenHash);
      });
    },

    endSessionsOf,
    endOtherSessions: (userId: string, token: string | undefined) =>
      db.transaction().execute((trx) => endSessionsOf(trx, userId, token)),

    /** Who has proven from here to read the account's mail is not shut out by what strangers try. */
    rememberNetwork: (db: Db, userId: string, network: string) =>
      repository.rememberNetwork(db, { userId, network, usedAt: isoAt(clock) }),

    async removeExpiredSessions(): Promise<void> {
      await repository.deleteExpiredSessions(db, isoAt(clock));
      await repository.forgetNetworks(db, isoAt(clock, -networkMs));
    },
  };
}

function invalidCredentials(): AppError {
  return new AppError('invalid_credentials', 'Invalid email or password');
}

const verificationMessage =
  'Please verify your email before logging in. Check your inbox for the verification email.';
