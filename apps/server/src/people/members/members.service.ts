// The admins' management of accounts: list, approve, suspend, change roles, delete. Nobody can remove the last admin.

import type { AuditAction } from '@cellar/contract/admin/audit.endpoints.ts';
import type { ListedUser, UserChange, UsersQuery } from '@cellar/contract/people/accounts.ts';
import type { AuditService } from '#admin/audit.service.ts';
import { beginMemberDeletion } from '#db/deletions.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { isoAt } from '#platform/clock.ts';
import { pageCount } from '#platform/page-count.ts';
import type { DownloadReferences } from '#transfer/downloads/download-references.service.ts';
import type { TicketsService } from '#transfer/downloads/tickets.service.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { LoginWays } from '../login-providers/login-providers.service.ts';
import * as repository from './members.repository.ts';
import type { User, UsersService } from './users.service.ts';

interface Deps extends Pick<Base, 'db' | 'clock' | 'publicUrl'> {
  downloadReferences: DownloadReferences;
  users: UsersService;
  auth: AuthService;
  tickets: TicketsService;
  mails: MailsService;
  audit: AuditService;
  loginWays: LoginWays;
}

export type MembersService = ReturnType<typeof createMembersService>;

export function createMembersService(deps: Deps) {
  const { db, users, mails } = deps;
  return {
    approve: (admin: Member, id: string) => approve(deps, admin, id),
    change: (admin: Member, id: string, changes: UserChange) => change(deps, admin, id, changes),
    /** @throws AppError not_found */
    get: (id: string) => get(deps, db, id),
    /** @throws AppError not_found */
    present: async (id: string) => present(users, await get(deps, db, id)),

    async list(query: UsersQuery) {
      const count = (state: 'pending' | 'unverified') =>
        repository.countUsers(db, { page: 1, limit: 1, search: '', state });
      const [rows, totalUsers, pending, unverified] = await Promise.all([
        repository.listUsers(db, query),
        repository.countUsers(db, query),
        count('pending'),
        // Without a mail server, nobody gets the link that verifies an address, so an admin has to.
        mails.isDelivering().then((isDelivering) => (isDelivering ? 0 : count('unverified'))),
      ]);
      return {
        users: rows.map((user) => present(users, user)),
        currentPage: query.page,
        totalPages: pageCount(totalUsers, query.limit),
        totalUsers,
        waiting: pending + unverified,
      };
    },

    /** @throws AppError not_found, own_account, last_admin */
    delete: (admin: Member, id: string) =>
      deleteAccount(deps, id, {
        check: (trx) => refuseIfOwnOrLastAdmin(trx, admin, id),
        audit: (trx, user) => writeAudit(deps, trx, { action: 'user_deleted', admin, user }),
      }),

    /** @throws AppError last_admin */
    deleteOwn: (member: Member) =>
      deleteAccount(deps, member.id, {
        check: (trx) => refuseIfLastAdmin(trx, member.id),
        audit: (trx, user) => writeAudit(deps, trx, { action: 'account_deleted', admin: member, user }),
      }),
  };
}

async function get({ users }: Deps, db: Db, id: string): Promise<User> {
  const user = await users.find(db, id);
  if (!user) throw notFound('User');
  return user;
}

/** Sends an email to the member. Approving twice is not an error. @throws AppError not_found, email_unverified */
async function approve(deps: Deps, admin: Member, id: string): Promise<ListedUser> {
  const { db, clock, publicUrl, users, mails, audit } = deps;
  const { name, email, language } = await get(deps, db, id);
  const url = `${publicUrl}/login`;
  const mail = await mails.prepare({ kind: 'approved', to: email, userId: id, name, language, url });
  const approved = await db.transaction().execute(async (trx) => {
    const user = await get(deps, trx, id);
    if (!user.verifiedAt) throw emailUnverified();
    if (!(await repository.approveUser(trx, id, isoAt(clock)))) return user;
    await audit.write(trx, { action: 'user_approved', actor: admin.email, subject: email });
    await mails.enqueue(trx, mail);
    return get(deps, trx, id);
  });
  mails.deliverSoon();
  return present(users, approved);
}

/** @throws AppError not_found, own_account, last_admin, emergency_admin, validation_failed */
async function change(deps: Deps, admin: Member, id: string, changes: UserChange): Promise<ListedUser> {
  const { db, users, loginWays } = deps;
  const { isAdmin, isContributor, isSuspended, isVerified } = changes;
  const losesAdmin = isAdmin === false || isSuspended === true;
  if (losesAdmin) await loginWays.refuseEmergencyAdmin(id);
  return db.transaction().execute(async (trx) => {
    if (losesAdmin) await refuseIfOwnOrLastAdmin(trx, admin, id);
    const user = await get(deps, trx, id);
    if (isVerified && !user.verifiedAt) {
      await users.markVerified(trx, user.id);
      await writeAudit(deps, trx, { action: 'user_verified', admin, user });
    }
    if (isAdmin !== undefined) await setAdmin(deps, trx, { admin, user, isAdmin });
    if (isContributor !== undefined) await setContributor(deps, trx, { admin, id, isContributor });
    if (isSuspended !== undefined) await setSuspended(deps, trx, { admin, user, isSuspended });
    return present(users, await get(deps, trx, id));
  });
}

async function setAdmin(
  deps: Deps,
  trx: Trx,
  { admin, user, isAdmin }: { admin: Member; user: User; isAdmin: boolean },
): Promise<void> {
  if ((user.role === 'admin') === isAdmin) return;
  if (isAdmin && !(user.verifiedAt && user.approvedAt)) {
    throw new AppError('validation_failed', 'Only an approved member can be made an admin');
  }
  // From now on the role is not a provider's, which could take it back.
  await deps.users.change(trx, user.id, { role: isAdmin ? 'admin' : 'member', adminIssuer: null });
  await writeAudit(deps, trx, { action: isAdmin ? 'admin_made' : 'admin_removed', admin, user });
}

/** What a former contributor has contributed still waits. @throws AppError validation_failed */
async function setContributor(
  deps: Deps,
  trx: Trx,
  { admin, id, isContributor }: { admin: Member; id: string; isContributor: boolean },
): Promise<void> {
  // Read again, because the same change may have taken the role of an admin away.
  const user = await get(deps, trx, id);
  if ((user.role === 'contributor') === isContributor) return;
  if (user.role === 'admin') {
    throw new AppError('validation_failed', 'Admins can do everything that contributors can');
  }
  if (isContributor && !(user.verifiedAt && user.approvedAt)) {
    throw new AppError('validation_failed', 'Only an approved member can be made a contributor');
  }
  await deps.users.change(trx, user.id, { role: isContributor ? 'contributor' : 'member' });
  const action = isContributor ? 'contributor_made' : 'contributor_removed';
  await writeAudit(deps, trx, { action, admin, user });
}

/**
 * Keeps the sessions of a suspended member, so that their requests are refused with the reason, and ends them when the suspension
 * is lifted. The progress recorder aborts running downloads within a second.
 */
async function setSuspended(
  deps: Deps,
  trx: Trx,
  { admin, user, isSuspended }: { admin: Member; user: User; isSuspended: boolean },
): Promise<void> {
  if ((user.suspendedAt !== null) === isSuspended) return;
  await deps.users.change(trx, user.id, { suspendedAt: isSuspended ? isoAt(deps.clock) : null });
  if (isSuspended) {
    await deps.tickets.revokeOfMember(trx, user.id);
    await deps.auth.forgetLoginsOf(trx, user.id);
  } else await deps.auth.endSessionsOf(trx, user.id);
  await writeAudit(deps, trx, { action: isSuspended ? 'user_suspended' : 'user_lifted', admin, user });
}

/** Checks twice, because releasing an account's downloads takes time and happens outside the transaction. */
async function deleteAccount(
  deps: Deps,
  id: string,
  { check, audit }: { check(trx: Trx): Promise<void>; audit(trx: Trx, user: User): Promise<void> },
): Promise<void> {
  const { db, downloadReferences, loginWays } = deps;
  await db.transaction().execute(check);
  await loginWays.refuseEmergencyAdmin(id);
  await downloadReferences.release('userId', id);
  await db.transaction().execute(async (trx) => {
    await beginMemberDeletion(trx);
    await check(trx);
    const user = await get(deps, trx, id);
    await repository.deleteUser(trx, id);
    await audit(trx, user);
  });
}

async function refuseIfOwnOrLastAdmin(trx: Trx, admin: Member, id: string): Promise<void> {
  if (id === admin.id) throw new AppError('own_account', 'You cannot do this to your own account');
  await refuseIfLastAdmin(trx, id);
}

/** Must come before the account is read: another admin may be changing it at this moment. */
async function refuseIfLastAdmin(trx: Trx, id: string): Promise<void> {
  const admins = await repository.lockActiveAdmins(trx, id);
  if (admins.length === 1 && admins[0] === id) {
    throw new AppError('last_admin', 'The last admin cannot be removed');
  }
}

function writeAudit(
  { audit }: Deps,
  trx: Trx,
  { action, admin, user }: { action: AuditAction; admin: Member; user: User },
): Promise<void> {
  return audit.write(trx, { action, actor: admin.email, subject: user.email });
}

function present(users: UsersService, user: User): ListedUser {
  const { createdAt, lastSeenAt, secondFactorAt } = user;
  return { ...users.present(user), createdAt, lastSeenAt, hasSecondFactor: secondFactorAt !== null };
}

function emailUnverified(): AppError {
  return new AppError(
    'email_unverified',
    'Cannot approve user: They must verify their email first. Ask them to check their inbox and click the verification link.',
    { needsEmailVerification: true },
  );
}
