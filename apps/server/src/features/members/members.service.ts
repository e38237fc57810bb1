// What admins do with accounts: list, approve, suspend, make admin, delete. The last admin can't be lost.

import type { ListedUser } from '@cellar/contract/accounts.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditAction, AuditService } from '#features/audit/audit.service.ts';
import type { AuthService } from '#features/auth/auth.service.ts';
import type { DownloadReferences } from '#features/downloads/download-references.service.ts';
import type { TicketsService } from '#features/downloads/tickets.service.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import { type Clock, isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import * as repository from './members.repository.ts';

interface Deps {
  downloadReferences: DownloadReferences;
  db: Db;
  clock: Clock;
  publicUrl: string;
  users: UsersService;
  auth: AuthService;
  tickets: TicketsService;
  mails: MailsService;
  audit: AuditService;
}

interface Change {
  isSuspended?: boolean | undefined;
  isAdmin?: boolean | undefined;
  isVerified?: true | undefined;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(deps: Deps) {
  const { db, clock, publicUrl, users, auth, tickets, mails, audit, downloadReferences } = deps;
  /** @throws AppError not_found */
  async function get(trx: Db, id: string): Promise<User> {
    const user = await users.find(trx, id);
    if (!user) throw notFound('User');
    return user;
  }

  /** Sends the mail of it. Approving twice is no error. @throws AppError not_found, email_unverified */
  async function approve(admin: Member, id: string): Promise<ListedUser> {
    const { name, email, language } = await get(db, id);
    const url = `${publicUrl}/login`;
    const mail = await mails.prepare({ kind: 'approved', to: email, userId: id, name, language, url });
    const approved = await db.transaction().execute(async (trx) => {
      const user = await get(trx, id);
      if (!user.verifiedAt) throw emailUnverified();
      if (!(await repository.approveUser(trx, id, isoAt(clock)))) return user;
      await audit.write(trx, { action: 'user_approved', actor: admin.email, subject: email });
      await mails.enqueue(trx, mail);
      return get(trx, id);
    });
    mails.deliverSoon();
    return present(approved);
  }

  /** @throws AppError not_found, own_account, last_admin */
  function change(admin: Member, id: string, changes: Change): Promise<ListedUser> {
    return db.transaction().execute(async (trx) => {
      const user = await get(trx, id);
      const losesAdmin = changes.isAdmin === false || changes.isSuspended === true;
      if (losesAdmin) await refuseLoss(trx, admin, user);
      if (changes.isVerified && !user.verifiedAt) {
        await users.markVerified(trx, user.id);
        await write(trx, 'email_verified', admin, user);
      }
      if (changes.isAdmin !== undefined) await setAdmin(trx, admin, user, changes.isAdmin);
      if (changes.isSuspended !== undefined) await setSuspended(trx, admin, user, changes.isSuspended);
      return present(await get(trx, id));
    });
  }

  async function setAdmin(trx: Trx, admin: Member, user: User, isAdmin: boolean): Promise<void> {
    if ((user.role === 'admin') === isAdmin) return;
    if (isAdmin && !(user.verifiedAt && user.approvedAt)) {
      throw new AppError('validation_failed', 'Only an approved member can be made an admin');
    }
    await users.change(trx, user.id, { role: isAdmin ? 'admin' : 'member' });
    await write(trx, isAdmin ? 'admin_made' : 'admin_removed', admin, user);
  }

  /**
   * A suspended member's sessions are refused with the reason, and end for good when the suspension is lifted. Running
   * downloads are cut off within a second.
   */
  async function setSuspended(trx: Trx, admin: Member, user: User, isSuspended: boolean): Promise<void> {
    if ((user.suspendedAt !== null) === isSuspended) return;
    await users.change(trx, user.id, { suspendedAt: isSuspended ? isoAt(clock) : null });
    if (isSuspended) await tickets.endOf(trx, user.id);
    else await auth.endSessionsOf(trx, user.id);
    await write(trx, isSuspended ? 'user_suspended' : 'user_lifted', admin, user);
  }

  async function refuseLoss(trx: Trx, admin: Member, user: User): Promise<void> {
    if (user.id === admin.id) throw new AppError('own_account', 'You can not do this to your own account');
    await refuseLastAdmin(trx, user);
  }

  async function refuseLastAdmin(trx: Trx, user: User): Promise<void> {
    const admins = await repository.lockActiveAdmins(trx);
    if (admins.length === 1 && admins[0] === user.id) {
      throw new AppError('last_admin', 'The last admin can not be removed');
    }
  }

  const write = (trx: Trx, action: AuditAction, admin: Member, user: User) =>
    audit.write(trx, { action, actor: admin.email, subject: user.email });

  function present(user: User): ListedUser {
    return { ...users.present(user), createdAt: user.createdAt, lastSeenAt: user.lastSeenAt };
  }

  return {
    approve,
    change,
    get: (id: string) => get(db, id),

    async list(query: repository.UsersPage) {
      const waitingQuery = { page: 1, limit: 1, search: '', state: 'pending' } as const;
      const [rows, totalUsers, waiting] = await Promise.all([
        repository.listUsers(db, query),
        repository.countUsers(db, query),
        repository.countUsers(db, waitingQuery),
      ]);
      const totalPages = pageCount(totalUsers, query.limit);
      return { users: rows.map(present), currentPage: query.page, totalPages, totalUsers, waiting };
    },

    /** @throws AppError not_found, own_account, last_admin */
    async delete(admin: Member, id: string): Promise<void> {
      await db.transaction().execute(async (trx) => refuseLoss(trx, admin, await get(trx, id)));
      await downloadReferences.release('userId', id);
      await db.transaction().execute(async (trx) => {
        const user = await get(trx, id);
        await refuseLoss(trx, admin, user);
        await repository.deleteUser(trx, id);
        await write(trx, 'user_deleted', admin, user);
      });
    },

    /** @throws AppError last_admin */
    async deleteOwn(member: Member): Promise<void> {
      await db.transaction().execute(async (trx) => refuseLastAdmin(trx, await get(trx, member.id)));
      await downloadReferences.release('userId', member.id);
      await db.transaction().execute(async (trx) => {
        const user = await get(trx, member.id);
        await refuseLastAdmin(trx, user);
        await repository.deleteUser(trx, user.id);
        await write(trx, 'account_deleted', member, user);
      });
    },
  };
}

function emailUnverified(): AppError {
  return new AppError(
    'email_unverified',
    'Cannot approve user: They must verify their email first. Ask them to check their inbox and click the verification link.',
    { needsEmailVerification: true },
  );
}
