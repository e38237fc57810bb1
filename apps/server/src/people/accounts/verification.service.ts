// Verifies the email address of a new account, or a member's new address.

import type { AuditService } from '#admin/audit.service.ts';
import { isUniqueViolation, type Unflushed } from '#db/database.ts';
import type { Trx } from '#db/schema.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { Origin } from '#http/request-addresses.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { hashPassword } from '#platform/passwords.ts';
import { newToken } from '#platform/tokens.ts';
import type { LoginWays } from '../login-providers/login-providers.service.ts';
import type { User, UsersService } from '../members/users.service.ts';
import type { AccountLink } from './account-links.repository.ts';
import { type AccountLinks, recipientOf } from './account-links.service.ts';

interface Deps extends Pick<Base, 'db' | 'unflushed' | 'publicUrl' | 'limiter'> {
  users: UsersService;
  links: AccountLinks;
  mails: MailsService;
  audit: AuditService;
  loginWays: LoginWays;
}

/** Applies a verification in the transaction that uses up the link. */
type Apply = (trx: Trx, user: User, link: AccountLink) => Promise<void>;

const kinds: AccountLink['kind'][] = ['verify', 'email'];

export type VerificationService = ReturnType<typeof createVerificationService>;

export function createVerificationService(deps: Deps) {
  const { db, unflushed, users, links, mails, limiter } = deps;

  /**
   * Sends a new link; earlier ones remain valid. Without a user, does the same work for a decoy. A power failure may lose the
   * link, but the user can request another one.
   * @param passwordHash - given if the address was registered again with another password
   */
  async function send(
    user: User | undefined,
    { passwordHash, write = unflushed }: { passwordHash?: string | undefined; write?: Unflushed } = {},
  ): Promise<void> {
    const link = links.draft('verify');
    const mail = await mails.prepare({ ...recipientOf(user), kind: 'verify', url: link.url });
    await write(async (trx) => {
      if (user) await links.record(trx, link, user.id, passwordHash === undefined ? {} : { passwordHash });
      await mails.enqueue(trx, mail);
    });
    mails.deliverSoon();
  }

  return {
    send,

    /** Neither the response nor its timing reveals whether the account exists. */
    async resend(email: string, origin: Origin): Promise<void> {
      refuseTooMany(
        await limiter.count([
          { key: `resend-ip:${origin.network}`, max: 30, windowMs: hourMs },
          { key: `resend-account:${email}`, max: 5, windowMs: hourMs },
        ]),
      );
      const user = await users.findByEmail(email);
      mails.later(() => send(user?.verifiedAt ? undefined : user));
    },

    /** Idempotent during the lifetime of the link. @throws AppError link_invalid */
    async verify(token: string): Promise<void> {
      const opened = await links.open(db, token, kinds);
      const owner = await users.find(db, opened.userId);
      if (!owner) throw notFound('Account');
      const apply = opened.email
        ? await prepareAddressChange(deps, owner, opened.email)
        : await prepareVerification(deps, owner);
      await db.transaction().execute(async (trx) => {
        const link = await links.open(trx, token, kinds);
        const user = await users.find(trx, link.userId);
        if (!user) throw notFound('Account');
        if (await links.use(trx, link)) await apply(trx, user, link);
      });
      mails.deliverSoon();
    },
  };
}

/**
 * If the address was registered with several passwords, its owner may have opened the link of someone else's registration. Then
 * none of the passwords is kept, and another email lets the owner set a new one.
 */
async function prepareVerification(deps: Deps, owner: User): Promise<Apply> {
  const { users, links, mails, audit } = deps;
  const reset = (await links.isContested(owner.id)) ? await prepareReset(deps, owner) : undefined;
  return async (trx, user, link) => {
    if (user.verifiedAt) return;
    const passwordHash = reset ? reset.passwordHash : link.passwordHash;
    if (passwordHash) {
      await users.change(trx, user.id, { passwordHash });
      await deps.loginWays.forgetLinks(trx, user.id);
    }
    if (reset) {
      await links.record(trx, reset.link, user.id);
      await mails.enqueue(trx, reset.mail);
    }
    await users.markVerified(trx, user.id);
    await audit.write(trx, { action: 'email_verified', actor: user.email });
  };
}

/** Prepares an email with a reset link, and a random password that nobody knows. */
async function prepareReset({ links, mails }: Deps, user: User) {
  const link = links.draft('reset');
  const mail = await mails.prepare({ ...recipientOf(user), kind: 'reset', url: link.url });
  return { link, mail, passwordHash: await hashPassword(newToken()) };
}

/** The email about the change goes to the old address. */
async function prepareAddressChange(deps: Deps, owner: User, email: string): Promise<Apply> {
  const { publicUrl, links, mails, audit } = deps;
  const recipient = recipientOf(owner);
  const mail = await mails.prepare({
    ...recipient,
    kind: 'addressChanged',
    url: publicUrl,
    values: { email },
  });
  return async (trx, user) => {
    await changeAddress(deps, trx, user, email);
    // Reset links sent to the old address become invalid.
    await links.remove(trx, user.id, 'reset');
    await audit.write(trx, { action: 'email_verified', actor: email, detail: `before: ${user.email}` });
    await mails.enqueue(trx, mail);
  };
}

/** @throws AppError link_invalid if another account has taken the address since the link was sent */
async function changeAddress({ users }: Deps, trx: Trx, user: User, email: string): Promise<void> {
  try {
    await users.change(trx, user.id, { email });
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw new AppError('link_invalid', 'This email address is already in use.');
  }
}
