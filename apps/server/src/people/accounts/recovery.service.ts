// Passwords: forgotten, reset with a mailed link, or changed by the member.

import type { AuditService } from '#admin/audit.service.ts';
import type { FeedsService } from '#club/feeds/feeds.service.ts';
import type { Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, confirmationRequired, notFound, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { LoginWays } from '../login-providers/login-providers.service.ts';
import type { User, UsersService } from '../members/users.service.ts';
import type { PasskeysService } from '../passkeys/passkeys.service.ts';
import type { SecondFactorService } from '../second-factor/second-factor.service.ts';
import { type AccountLinks, recipientOf } from './account-links.service.ts';

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'publicUrl' | 'limiter'> {
  users: UsersService;
  auth: AuthService;
  secondFactor: SecondFactorService;
  passkeys: PasskeysService;
  feeds: FeedsService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
  loginWays: LoginWays;
}

/** A member and the session of the request. */
export interface SessionCaller {
  member: Member;
  token: string | undefined;
  isConfirmed: boolean;
}

export type RecoveryService = ReturnType<typeof createRecoveryService>;

export function createRecoveryService(deps: Deps) {
  const { db, users, mails, audit, limiter } = deps;
  return {
    confirm: (caller: SessionCaller, password: string) => confirm(deps, caller, password),

    /**
     * For sensitive requests that may bring the password along. A stolen session must not be enough for them.
     *
     * @throws AppError wrong_password; confirmation_required without a password, if the last check is too old
     */
    async requireConfirmation(caller: SessionCaller, password?: string): Promise<void> {
      if (password !== undefined) await confirm(deps, caller, password);
      else if (!caller.isConfirmed) throw confirmationRequired();
    },

    /** Neither the response nor its timing reveals whether there is an account. */
    async forgot(email: string, origin: Origin): Promise<void> {
      refuseTooMany(
        await limiter.count([
          { key: `forgot-ip:${origin.network}`, max: 30, windowMs: hourMs },
          { key: `forgot-account:${email}`, max: 5, windowMs: hourMs },
        ]),
      );
      const user = await users.findByEmail(email);
      mails.later(() => sendReset(deps, user?.suspendedAt ? undefined : user));
    },

    reset: (token: string, password: string, origin: Origin) => reset(deps, token, password, origin),

    /**
     * Used by the command line. Ends every session, removes passkeys, API tokens, linked logins and the feed, turns two-step login off, and
     * unlocks an account that failed logins have locked.
     *
     * @throws AppError not_found
     */
    async rescue(email: string, password: string): Promise<void> {
      const user = await users.findByEmail(email);
      if (!user) throw notFound('Account');
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        await setPassword(deps, trx, user, { passwordHash });
        await deps.secondFactor.clear(trx, user.id);
        await deps.feeds.remove(trx, user.id);
        await deps.loginWays.forgetLinks(trx, user.id);
        await audit.write(trx, { action: 'password_reset', subject: email, detail: 'by the command line' });
      });
    },

    /** Ends the member's other sessions. @throws AppError wrong_password */
    async change(member: Member, token: string | undefined, current: string, wanted: string): Promise<void> {
      const user = await confirmPassword(deps, member, current);
      const passwordHash = await hashPassword(wanted);
      const mail = await prepareMail(deps, user, 'passwordChanged');
      await db.transaction().execute(async (trx) => {
        await setPassword(deps, trx, user, { passwordHash, exceptToken: token });
        await audit.write(trx, { action: 'password_changed', actor: user.email });
        await mails.enqueue(trx, mail);
      });
      mails.deliverSoon();
    },
  };
}

/** @throws AppError wrong_password */
async function confirm(deps: Deps, { member, token }: SessionCaller, password: string): Promise<void> {
  await confirmPassword(deps, member, password);
  if (token) await deps.auth.confirmSession(deps.db, token);
}

/** Returns the member's account. @throws AppError wrong_password */
async function confirmPassword(
  { db, unflushed, users, limiter }: Deps,
  member: Member,
  password: string,
): Promise<User> {
  const limit = { key: `password:${member.id}`, max: 20, windowMs: hourMs };
  refuseTooMany(await limiter.count([limit]));
  const user = await users.find(db, member.id);
  if (!user || !(await verifyPassword(user.passwordHash, password))) {
    throw new AppError('wrong_password', 'Current password is incorrect');
  }
  await unflushed((trx) => limiter.uncount(trx, limit.key));
  return user;
}

/** Without a user, does the same work for a decoy. A power failure may lose the link, but the user can request another one. */
async function sendReset({ unflushed, links, mails }: Deps, user: User | undefined): Promise<void> {
  const link = links.draft('reset');
  const mail = await mails.prepare({ ...recipientOf(user), kind: 'reset', url: link.url });
  await unflushed(async (trx) => {
    if (user) await links.record(trx, link, user.id);
    await mails.enqueue(trx, mail);
  });
  mails.deliverSoon();
}

/**
 * Ends every session, and removes what else could give access without the new password. Also verifies the address, because the link was
 * sent there.
 *
 * @throws AppError link_invalid
 */
async function reset(deps: Deps, token: string, password: string, { network }: Origin): Promise<void> {
  const { db, users, auth, passkeys, feeds, links, mails, audit, loginWays } = deps;
  const { userId } = await links.open(db, token, ['reset']);
  const user = await users.find(db, userId);
  if (!user) throw notFound('Account');
  const passwordHash = await hashPassword(password);
  const mail = await prepareMail(deps, user, 'passwordReset');
  // Where passwords are off, linked logins are the only way in.
  const canUsePassword = (await loginWays.isLocalOn()) || (await loginWays.isEmergencyAdmin(userId));
  await db.transaction().execute(async (trx) => {
    await links.useOnce(trx, await links.open(trx, token, ['reset']));
    await setPassword(deps, trx, user, { passwordHash });
    if (!user.verifiedAt) await users.markVerified(trx, user.id);
    // Someone else who knew the password may have added passkeys, read the feed's link or linked a login.
    await passkeys.removeAll(trx, user.id);
    await feeds.remove(trx, user.id);
    if (!user.verifiedAt || canUsePassword) await loginWays.forgetLinks(trx, user.id);
    await auth.rememberNetwork(trx, user.id, network);
    await audit.write(trx, { action: 'password_reset', actor: user.email });
    await mails.enqueue(trx, mail);
  });
  mails.deliverSoon();
}

function prepareMail({ mails, publicUrl }: Deps, user: User, kind: 'passwordChanged' | 'passwordReset') {
  return mails.prepare({ ...recipientOf(user), kind, url: `${publicUrl}/login` });
}

/**
 * Ends all sessions, except that of `exceptToken`, and their download tickets. Trusted devices are forgotten. Also invalidates mailed reset links and an
 * unconfirmed new address, because an intruder who knew the old password may have requested them.
 */
async function setPassword(
  { users, auth, links }: Deps,
  trx: Trx,
  user: User,
  { passwordHash, exceptToken }: { passwordHash: string; exceptToken?: string | undefined },
): Promise<void> {
  await users.change(trx, user.id, { passwordHash });
  await auth.endSessionsOf(trx, user.id, exceptToken);
  await auth.forgetLoginsOf(trx, user.id);
  await links.remove(trx, user.id, 'reset');
  await links.remove(trx, user.id, 'email');
}
