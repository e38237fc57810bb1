// Logging in and out, and knowing who a bearer token belongs to.
import type { LoginResponse, Session } from '@cellar/contract/accounts.ts';
import type { Db } from '#db/schema.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import { hashToken, newToken } from '#platform/tokens.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  deleteSessionsOf,
  extendSession,
  findSession,
  insertSession,
} from './sessions.repository.ts';

const sessionMs = 30 * 24 * 3600 * 1000;
/** A sliding session is written at most once in this time, not on every request. */
const slideMs = 3600 * 1000;

export type AuthService = ReturnType<typeof createAuthService>;

export function createAuthService({ db, clock, users }: { db: Db; clock: Clock; users: UsersService }) {
  async function startSession(trx: Db, user: User): Promise<Session> {
    const token = newToken();
    await insertSession(trx, {
      tokenHash: hashToken(token),
      userId: user.id,
      createdAt: isoAt(clock),
      expiresAt: isoAt(clock, sessionMs),
    });
    return { ...users.present(user), token };
  }

  async function login(email: string, password: string): Promise<LoginResponse> {
    const user = await users.findByEmail(email);
    if (!(await verifyPassword(user?.passwordHash, password)) || !user) {
      throw new AppError('invalid_credentials', 'Invalid email or password');
    }
    if (user.suspendedAt) throw new AppError('account_suspended', 'Your account is suspended.');
    if (!user.verifiedAt) return { needsVerification: true, message: verificationMessage };
    if (!user.approvedAt) return { pendingApproval: true, message: 'Your account is pending approval.' };
    return startSession(db, user);
  }

  /** Slides the session on while it is used. */
  async function authenticate(token: string): Promise<Member | 'expired'> {
    const tokenHash = hashToken(token);
    const found = await findSession(db, tokenHash);
    if (!found || found.expiresAt <= isoAt(clock)) return 'expired';
    if (found.expiresAt < isoAt(clock, sessionMs - slideMs)) {
      await extendSession(db, tokenHash, isoAt(clock, sessionMs));
    }
    const { _id, ...account } = users.present(found);
    return { id: _id, ...account };
  }

  /** From the command line; ends every session of the account. @throws AppError not_found */
  async function resetPassword(email: string, password: string): Promise<void> {
    const user = await users.findByEmail(email);
    if (!user) throw notFound('Account');
    const passwordHash = await hashPassword(password);
    await db.transaction().execute(async (trx) => {
      await users.setPassword(trx, user.id, passwordHash);
      await deleteSessionsOf(trx, user.id);
    });
  }

  return {
    login,
    resetPassword,
    authenticate,
    startSession,
    logout: (token: string) => deleteSession(db, hashToken(token)),
    removeExpiredSessions: () => deleteExpiredSessions(db, isoAt(clock)),
  };
}

const verificationMessage =
  'Please verify your email before logging in. Check your inbox for the verification email.';
