// Passwords: forgotten, set anew by a mailed link, changed by whose they are.

import type { Unflushed } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { AuthService } from '#features/auth/auth.service.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/origin.ts';
import { hourMs } from '#platform/durations.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import type { AccountLinks } from './account-links.service.ts';
import { addressed } from './addressed.ts';

interface Deps {
  db: Db;
  unflushed: Unflushed;
  publicUrl: string;
  users: UsersService;
  auth: AuthService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
  limiter: RateLimiter;
}

export type RecoveryService = ReturnType<typeof createRecoveryService>;

export function createRecoveryService(deps: Deps) {
  const { db, unflushed, publicUrl, users, auth, links, mails, audit, limiter } = deps;
  /** For nobody too, so that the work is the same. What a power cut takes away is asked for again. */
  async function sendReset(user: User | undefined): Promise<void> {
    const link = links.draft('reset');
    const mail = await mails.prepare({ ...addressed(user), kind: 'reset', url: link.url });
    await unflushed(async (trx) => {
      if (user) await links.record(trx, link, user.id);
      await mails.enqueue(trx, mail);
    });
    mails.deliverSoon();
  }

  const prepareChanged = (user: User) =>
    mails.prepare({ ...addressed(user), kind: 'passwordChanged', url: `${publicUrl}/login` });

  /**
   * Ends the sessions, all or all but one, with their download tickets. Voids links to reset the password that are still in the mail,
   * and an address that waits to be confirmed: an intruder who knew the old password may have asked for it.
   */
  async function setPassword(
    trx: Trx,
    user: User,
    passwordHash: string,
    exceptToken?: string,
  ): Promise<void> {
    await users.change(trx, user.id, { passwordHash });
    await auth.endSessionsOf(trx, user.id, exceptToken);
    await links.forget(trx, user.id, 'reset');
    await links.forget(trx, user.id, 'email');
  }

  /** @throws AppError wrong_password */
  async function confirm(member: Member, password: string): Promise<User> {
    const limit = { key: `password:${member.id}`, max: 20, windowMs: hourMs };
    refuseTooMany(await limiter.take([limit]));
    const user = await users.find(db, member.id);
    if (!user || !(await verifyPassword(user.passwordHash, password))) {
      throw new AppError('wrong_password', 'Current password is incorrect');
    }
    await unflushed((trx) => limiter.giveBack(trx, limit.key));
    return user;
  }

  return {
    confirm,

    /** Says nothing of whether there is such an account, neither by its answer nor by its time. */
    async forgot(email: string, origin: Origin): Promise<void> {
      refuseTooMany(
        await limiter.take([
          { key: `forgot-ip:${origin.network}`, max: 30, windowMs: hourMs },
          { key: `forgot-account:${email}`, max: 5, windowMs: hourMs },
        ]),
      );
      const user = await users.findByEmail(email);
      mails.later(() => sendReset(user?.suspendedAt ? undefined : user));
    },

    /** Ends every session; proves the address too, since the link was mailed there. @throws AppError link_invalid */
    async reset(token: string, password: string, { network }: Origin): Promise<void> {
      const { userId } = await links.open(db, token, ['reset']);
      const user = await users.find(db, userId);
      if (!user) throw notFound('Account');
      const passwordHash = await hashPassword(password);
      const mail = await prepareChanged(user);
      await db.transaction().execute(async (trx) => {
        await links.useOnce(trx, await links.open(trx, token, ['reset']));
        await setPassword(trx, user, passwordHash);
        if (!user.verifiedAt) await users.markVerified(trx, user.id);
        await auth.rememberNetwork(trx, user.id, network);
        await audit.write(trx, { action: 'password_reset', actor: user.email });
        await mails.enqueue(trx, mail);
      });
      mails.deliverSoon();
    },

    /** From the command line; ends every session, and frees an account that was locked by wrong tries. @throws AppError not_found */
    async rescue(email: string, password: string): Promise<void> {
      const user = await users.findByEmail(email);
      if (!user) throw notFound('Account');
      const passwordHash = await hashPassword(password);
      await db.transaction().execute(async (trx) => {
        await setPassword(trx, user, passwordHash);
        await audit.write(trx, { action: 'password_reset', subject: email, detail: 'by the command line' });
      });
    },

    /** Ends the other sessions. @throws AppError wrong_password */
    async change(member: Member, token: string | undefined, current: string, wanted: string): Promise<void> {
      const user = await confirm(member, current);
      const passwordHash = await hashPassword(wanted);
      const mail = await prepareChanged(user);
      await db.transaction().execute(async (trx) => {
        await setPassword(trx, user, passwordHash, token);
        await audit.write(trx, { action: 'password_changed', actor: user.email });
        await mails.enqueue(trx, mail);
      });
      mails.deliverSoon();
    },
  };
}
