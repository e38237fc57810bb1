// Limits of attempts to log in, and their entries in the audit log.

import type { AuditService } from '#admin/audit.service.ts';
import type { Unflushed } from '#db/database.ts';
import type { Db } from '#db/schema.ts';
import { refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/origin.ts';
import { hourMs, minuteMs } from '#platform/durations.ts';
import type { Limit, RateLimiter } from '#platform/rate-limit.ts';
import { hashToken } from '#platform/tokens.ts';
import type { User } from '../members/users.service.ts';
import type { NewDeviceService } from './new-device.service.ts';
import { isKnownNetwork } from './sessions.repository.ts';

interface Deps {
  unflushed: Unflushed;
  limiter: RateLimiter;
  audit: AuditService;
}

interface Attempt {
  /** Who has made the attempt, as far as that is known: a network, or the id of an account. */
  by: string;
  /** The address of the account. */
  email?: string | undefined;
}

/**
 * Counts an attempt under each limit. Once a limit is used up, an entry in the audit log says so. There is one for each period and
 * network or account, and not one for each attempt, so that a stranger can't fill the log.
 *
 * @throws AppError too_many_requests
 */
export async function countAttempt(deps: Deps, limits: Limit[], { by, email }: Attempt): Promise<void> {
  const { unflushed, limiter, audit } = deps;
  const wait = await limiter.count(limits);
  if (wait === undefined) return;
  const windowMs = Math.max(...limits.map((limit) => limit.windowMs));
  const isRecorded = await limiter.count([{ key: `login-limited:${by}`, max: 1, windowMs }]);
  if (isRecorded === undefined) {
    const detail = 'too many attempts';
    await unflushed((trx) => audit.write(trx, { action: 'login_failed', subject: email, detail }));
  }
  refuseTooMany(wait);
}

interface PasswordLimits {
  /** A correct password ends this count. */
  own: Limit;
  /** A correct password only takes its own try back from these counts, which contain the tries of others. */
  shared: Limit[];
}

/**
 * Returns the limits of tries to guess the password of an account. A device that the member has logged in with proves by its secret that
 * it is no stranger's, so what others try, elsewhere or behind the same address, does not count for it.
 */
export async function passwordLimits(
  { db, newDevices }: { db: Db; newDevices: NewDeviceService },
  email: string,
  user: User | undefined,
  origin: Origin,
): Promise<PasswordLimits> {
  const { network } = origin;
  const account = `login:${email}:${user ? markOf(user) : ''}`;
  const ofAll = (key: string): Limit => ({ key, max: 300, windowMs: hourMs });
  const own = (key: string): Limit => ({ key, max: 10, windowMs: 15 * minuteMs });
  const device = await newDevices.findKnown(db, user?.id ?? '', origin);
  if (device) return { own: own(`${account}#${device}`), shared: [ofAll(`${account}#`)] };
  // High, because many members may share one address behind a router.
  const ofNetwork = { key: `login-ip:${network}`, max: 300, windowMs: 10 * minuteMs };
  const isKnown = await isKnownNetwork(db, user?.id ?? '', network);
  return { own: own(`${account}@${network}`), shared: [ofNetwork, ...(isKnown ? [] : [ofAll(account)])] };
}

/** A part of the password's hash for the keys of an account's limits, so that a new password starts new counts. */
const markOf = ({ passwordHash }: User): string => hashToken(passwordHash).slice(0, 8);

/**
 * Returns what tries at the second step are counted under: the account with its password, and each network that it has logged in from
 * separately. So someone who has found out the password can use up the tries of neither the member's networks nor the next password.
 */
export async function secondStepKey(db: Db, user: User, network: string): Promise<string> {
  const isKnown = await isKnownNetwork(db, user.id, network);
  return `${user.id}:${markOf(user)}${isKnown ? `@${network}` : ''}`;
}
