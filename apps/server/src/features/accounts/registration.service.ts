// Asking in: register, request access, verify the address. Answers and their time are the same for a known address.

import type { Language, Session } from '@cellar/contract/accounts.ts';
import { isUniqueViolation, type Unflushed } from '#db/database.ts';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';
import type { AuthService } from '#features/auth/auth.service.ts';
import type { InvitationsService } from '#features/invitations/invitations.service.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/origin.ts';
import { hourMs } from '#platform/durations.ts';
import { hashPassword, verifyPassword } from '#platform/passwords.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import { newToken } from '#platform/tokens.ts';
import type { AccountLink } from './account-links.repository.ts';
import type { AccountLinks } from './account-links.service.ts';
import { addressed } from './addressed.ts';

export interface Registration {
  name: string;
  email: string;
  password: string;
  invite?: string | undefined;
  language: Language;
}

export interface RegistrationDeps {
  db: Db;
  unflushed: Unflushed;
  publicUrl: string;
  settings: SettingsService;
  users: UsersService;
  auth: AuthService;
  invitations: InvitationsService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
  limiter: RateLimiter;
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

export function createRegistrationService(deps: RegistrationDeps) {
  const { db, unflushed, publicUrl, settings, users, auth, invitations, links, mails, audit, limiter } = deps;

  /** Gives the account when it may log in at once. */
  async function admit(wanted: Registration, origin: Origin): Promise<User | undefined> {
    const { invite, password, ...account } = wanted;
    refuseTooMany(
      await limiter.take([
        { key: `register-ip:${origin.network}`, max: 30, windowMs: hourMs },
        { key: `register-account:${account.email}`, max: 5, windowMs: hourMs },
      ]),
    );
    await refuseClosed(account.email, invite);
    const passwordHash = await hashPassword(password);
    const known = await users.findByEmail(account.email);
    const isRepeated = await verifyPassword(known?.passwordHash, password);
    if (known) {
      await tellOwner(known, { invite, passwordHash: isRepeated ? undefined : passwordHash });
      return undefined;
    }
    try {
      return await create({ ...account, passwordHash }, invite);
    } catch (error) {
      // The same address registered twice at this moment; the first one has its mail.
      if (isUniqueViolation(error)) return undefined;
      throw error;
    }
  }

  /** An invitation passes only for whom it is: else its holder could tell known addresses. @throws AppError registration_closed */
  async function refuseClosed(email: string, invite: string | undefined): Promise<void> {
    if ((await settings.get()).registrationEnabled) return;
    const { isValid, email: boundTo } = invite ? await invitations.check(invite) : noInvitation;
    if (!isValid || (boundTo !== null && boundTo !== email)) throw registrationClosed();
  }

  /** A link for anybody: who comes with it waits for no approval. The answer is the same for a known address. */
  async function holdsSharedLink({ invite }: Registration): Promise<boolean> {
    const { isValid, email } = invite ? await invitations.check(invite) : noInvitation;
    return isValid && email === null;
  }

  async function create(
    account: { name: string; email: string; passwordHash: string; language: Language },
    invite: string | undefined,
  ): Promise<User | undefined> {
    const { name, email, language } = account;
    const link = links.draft('verify');
    const mail = await mails.prepare({ kind: 'verify', to: email, name, language, url: link.url });
    const { registrationEnabled } = await settings.get();
    const user = await db.transaction().execute(async (trx) => {
      const invited = invite ? await invitations.use(trx, invite, email) : undefined;
      // Others have used the link up meanwhile.
      if (invite && !invited && !registrationEnabled) throw registrationClosed();
      const granted = { isVerified: invited?.isProven ?? false, isApproved: invited !== undefined };
      const made = await users.create(trx, account, 'member', granted);
      await audit.write(trx, { action: 'registered', subject: email, detail: invited && 'by invitation' });
      if (!granted.isVerified) {
        await links.record(trx, link, made.id);
        await mails.enqueue(trx, { ...mail, userId: made.id });
      }
      return made;
    });
    mails.deliverSoon();
    return user.verifiedAt && user.approvedAt ? user : undefined;
  }

  const flushed: Unflushed = (work) => db.transaction().execute(work);

  /** Who registers a known address learns nothing; who reads its mail does. */
  async function tellOwner(
    user: User,
    { invite, passwordHash }: { invite: string | undefined; passwordHash: string | undefined },
  ): Promise<void> {
    // As for an unknown address: how often a link was used can be asked.
    if (invite) await db.transaction().execute((trx) => invitations.use(trx, invite, user.email));
    // Flushed like the new account of an unknown address: the time must not tell them apart.
    if (!user.verifiedAt) return sendVerification(user, { passwordHash, write: flushed });
    const url = `${publicUrl}/forgot-password`;
    const mail = await mails.prepare({ ...addressed(user), kind: 'accountExists', url });
    await mails.enqueue(db, mail);
    mails.deliverSoon();
  }

  /**
   * A new link; the earlier ones hold for the rest of their life. `passwordHash`: of another password than the account's. For nobody too, so that
   * the work is the same. What a power cut takes away is asked for again.
   */
  async function sendVerification(
    user: User | undefined,
    { passwordHash, write = unflushed }: { passwordHash?: string | undefined; write?: Unflushed } = {},
  ): Promise<void> {
    const link = links.draft('verify');
    const mail = await mails.prepare({ ...addressed(user), kind: 'verify', url: link.url });
    await write(async (trx) => {
      if (user) await links.record(trx, link, user.id, passwordHash === undefined ? {} : { passwordHash });
      await mails.enqueue(trx, mail);
    });
    mails.deliverSoon();
  }

  /** May be repeated within the link's life. @throws AppError link_invalid */
  async function verify(token: string): Promise<void> {
    const kinds: AccountLink['kind'][] = ['verify', 'email'];
    const opened = await links.open(db, token, kinds);
    const owner = await users.find(db, opened.userId);
    if (!owner) throw notFound('Account');
    const mail = opened.email && (await prepareAddressChanged(owner, opened.email));
    const rescue = (await links.isContested(owner.id)) ? await prepareRescue(owner) : undefined;
    await db.transaction().execute(async (trx) => {
      const link = await links.open(trx, token, kinds);
      const user = await users.find(trx, link.userId);
      if (!user) throw notFound('Account');
      const isFirst = await links.use(trx, link);
      if (!isFirst) return;
      if (link.email && mail) {
        await changeAddress(trx, user, link.email);
        await mails.enqueue(trx, mail);
      } else if (!user.verifiedAt) {
        const passwordHash = rescue ? rescue.passwordHash : link.passwordHash;
        if (passwordHash) await users.change(trx, user.id, { passwordHash });
        if (rescue) {
          await links.record(trx, rescue.link, user.id);
          await mails.enqueue(trx, rescue.mail);
        }
        await users.markVerified(trx, user.id);
        await audit.write(trx, { action: 'email_verified', actor: user.email });
      }
    });
    mails.deliverSoon();
  }

  /**
   * The address was registered with several passwords, and its owner may have opened the link of a stranger's registration. None of
   * the passwords is kept then, and a mail leads to a new one.
   */
  async function prepareRescue(user: User) {
    const link = links.draft('reset');
    const mail = await mails.prepare({ ...addressed(user), kind: 'reset', url: link.url });
    return { link, mail, passwordHash: await hashPassword(newToken()) };
  }

  /** Goes to the address that the account leaves. */
  function prepareAddressChanged(user: User, email: string) {
    return mails.prepare({ ...addressed(user), kind: 'addressChanged', url: publicUrl, values: { email } });
  }

  async function changeAddress(trx: Trx, user: User, email: string): Promise<void> {
    try {
      await users.change(trx, user.id, { email });
    } catch (error) {
      // Somebody else has taken the address meanwhile.
      if (isUniqueViolation(error))
        throw new AppError('link_invalid', 'This e-mail address is already in use.');
      throw error;
    }
    // What was mailed to the old address opens nothing any more.
    await links.forget(trx, user.id, 'reset');
    await audit.write(trx, { action: 'email_verified', actor: email, detail: `before: ${user.email}` });
  }

  return {
    async register(wanted: Registration, origin: Origin) {
      const isInvited = await holdsSharedLink(wanted);
      const user = await admit(wanted, origin);
      if (user) return { message: messages.admitted };
      return { message: isInvited ? messages.invited : messages.register };
    },

    async requestAccess(
      wanted: Registration,
      origin: Origin,
    ): Promise<{ message: string } | (Session & { message: string })> {
      const isInvited = await holdsSharedLink(wanted);
      const user = await admit(wanted, origin);
      if (!user) return { message: isInvited ? messages.invited : messages.requestAccess };
      return { ...(await auth.startSession(db, user, origin)), message: messages.admitted };
    },

    verify,
    sendVerification,

    /** Says nothing of the account, neither by its answer nor by its time. */
    async resend(email: string, origin: Origin): Promise<void> {
      refuseTooMany(
        await limiter.take([
          { key: `resend-ip:${origin.network}`, max: 30, windowMs: hourMs },
          { key: `resend-account:${email}`, max: 5, windowMs: hourMs },
        ]),
      );
      const user = await users.findByEmail(email);
      mails.later(() => sendVerification(user?.verifiedAt ? undefined : user));
    },
  };
}

const noInvitation = { isValid: false, email: null };

function registrationClosed(): AppError {
  return new AppError('registration_closed', 'Registration is currently closed.');
}
