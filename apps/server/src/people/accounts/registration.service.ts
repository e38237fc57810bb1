// Registration and access requests, with or without an invitation. The response and its timing are the same whether or not the
// address already has an account.

import type { Registration, Session } from '@cellar/contract/people/accounts.ts';
import type { AuditService } from '#admin/audit.service.ts';
import type { SettingsService } from '#admin/settings.service.ts';
import { isUniqueViolation, type Unflushed } from '#db/database.ts';
import { AppError, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { AuthService } from '../auth/auth.service.ts';
import type { LoginWays } from '../login-providers/login-providers.service.ts';
import type { InvitationsService } from '../members/invitations.service.ts';
import type { NewAccount, User, UsersService } from '../members/users.service.ts';
import { type AccountLinks, recipientOf } from './account-links.service.ts';
import type { VerificationService } from './verification.service.ts';

interface Deps extends Pick<Base, 'db' | 'publicUrl' | 'limiter'> {
  settings: SettingsService;
  users: UsersService;
  auth: AuthService;
  verification: VerificationService;
  invitations: InvitationsService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
  loginWays: LoginWays;
}

const messages = {
  register: 'Registration successful! Please check your email to verify your account.',
  requestAccess:
    'Registration successful! Please check your email and verify your account. After verification, your access request will be reviewed.',
  invited:
    'Registration successful! Please check your email and verify your account. After verification, you can log in.',
  admitted: 'Registration successful! Welcome.',
};

export type RegistrationService = ReturnType<typeof createRegistrationService>;

export function createRegistrationService(deps: Deps) {
  return {
    async register(registration: Registration, origin: Origin) {
      const isInvited = await hasSharedInvitation(deps, registration);
      const user = await admit(deps, registration, origin);
      if (user) return { message: messages.admitted };
      return { message: isInvited ? messages.invited : messages.register };
    },

    async requestAccess(
      registration: Registration,
      origin: Origin,
    ): Promise<{ message: string } | (Session & { message: string })> {
      const isInvited = await hasSharedInvitation(deps, registration);
      const user = await admit(deps, registration, origin);
      if (!user) return { message: isInvited ? messages.invited : messages.requestAccess };
      return { ...(await deps.auth.startSession(deps.db, user, origin)), message: messages.admitted };
    },
  };
}

/** Returns the new account if it can log in immediately. */
async function admit(deps: Deps, registration: Registration, origin: Origin): Promise<User | undefined> {
  const { users, limiter, loginWays } = deps;
  const { invite, password, ...account } = registration;
  await loginWays.refuseLocal();
  refuseTooMany(
    await limiter.count([
      { key: `register-ip:${origin.network}`, max: 30, windowMs: hourMs },
      { key: `register-account:${account.email}`, max: 5, windowMs: hourMs },
    ]),
  );
  await refuseIfClosed(deps, account.email, invite);
  const passwordHash = await hashPassword(password);
  const known = await users.findByEmail(account.email);
  const isSamePassword = await verifyPassword(known?.passwordHash, password);
  if (known) {
    if (invite && (await redeemInvitation(deps, known, { ...account, passwordHash }, invite))) {
      return users.find(deps.db, known.id);
    }
    await informOwner(deps, known, isSamePassword ? undefined : passwordHash);
    return undefined;
  }
  try {
    return await createAccount(deps, { ...account, passwordHash }, invite);
  } catch (error) {
    // Another request registered the same address at the same moment, and sent the email.
    if (isUniqueViolation(error)) return undefined;
    throw error;
  }
}

/**
 * While registration is closed, an invitation admits only the address that it was sent to. Otherwise its holder could find out
 * which addresses have accounts. @throws AppError registration_closed
 */
async function refuseIfClosed(
  { settings, invitations }: Deps,
  email: string,
  invite: string | undefined,
): Promise<void> {
  if ((await settings.get()).registrationEnabled) return;
  const { isValid, email: boundTo } = invite ? await invitations.check(invite) : noInvitation;
  if (!isValid || (boundTo !== null && boundTo !== email)) throw registrationClosed();
}

/** Whether the registration has a valid invitation that is not bound to an address. Such an account needs no approval. */
async function hasSharedInvitation({ invitations }: Deps, { invite }: Registration): Promise<boolean> {
  const { isValid, email } = invite ? await invitations.check(invite) : noInvitation;
  return isValid && email === null;
}

async function createAccount(
  deps: Deps,
  account: Required<NewAccount>,
  invite: string | undefined,
): Promise<User | undefined> {
  const { db, settings, users, invitations, links, mails, audit } = deps;
  const { name, email, language } = account;
  const link = links.draft('verify');
  const mail = await mails.prepare({ kind: 'verify', to: email, name, language, url: link.url });
  const { registrationEnabled } = await settings.get();
  const user = await db.transaction().execute(async (trx) => {
    const invitation = invite ? await invitations.use(trx, invite, email) : undefined;
    // Another registration may have used up the invitation since it was checked.
    if (invite && !invitation && !registrationEnabled) throw registrationClosed();
    const granted = { isVerified: invitation?.isProven ?? false, isApproved: invitation !== undefined };
    const created = await users.create(trx, account, 'member', granted);
    await audit.write(trx, { action: 'registered', subject: email, detail: invitation && 'by invitation' });
    if (!granted.isVerified) {
      await links.record(trx, link, created.id);
      await mails.enqueue(trx, { ...mail, userId: created.id });
    }
    return created;
  });
  mails.deliverSoon();
  return user.verifiedAt && user.approvedAt ? user : undefined;
}

/**
 * Uses up the invitation as for an unknown address, because its remaining uses can be queried. An unverified account may be anyone's, and
 * must not keep the person out who is invited. The invitation approves it. One that was mailed to the address also proves whose it is:
 * then the account gets that person's name and password, and the answer is true.
 */
async function redeemInvitation(
  { db, users, invitations, loginWays, audit }: Deps,
  known: User,
  { name, language, passwordHash }: Required<NewAccount>,
  invite: string,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const user = await users.lock(trx, known.id);
    const invitation = await invitations.use(trx, invite, known.email);
    if (!invitation || !user || user.verifiedAt || user.suspendedAt) return false;
    await users.markApproved(trx, user.id);
    await audit.write(trx, { action: 'registered', subject: user.email, detail: 'by invitation' });
    if (!invitation.isProven) return false;
    await users.change(trx, user.id, { name, language, passwordHash });
    await users.markVerified(trx, user.id);
    await loginWays.forgetLinks(trx, user.id);
    return true;
  });
}

/** Informs the owner of a known address by email, because the response must not reveal that there is an account. */
async function informOwner(
  { db, publicUrl, verification, mails }: Deps,
  user: User,
  passwordHash: string | undefined,
): Promise<void> {
  // Waits for the disk, as creating an account does, so that both take equally long.
  const flushed: Unflushed = (work) => db.transaction().execute(work);
  if (!user.verifiedAt) return verification.send(user, { passwordHash, write: flushed });
  const url = `${publicUrl}/forgot-password`;
  await mails.enqueue(db, await mails.prepare({ ...recipientOf(user), kind: 'accountExists', url }));
  mails.deliverSoon();
}

const noInvitation = { isValid: false, email: null };

function registrationClosed(): AppError {
  return new AppError('registration_closed', 'Registration is currently closed.');
}
