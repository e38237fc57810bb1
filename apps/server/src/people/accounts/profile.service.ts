// The caller's own account: name and email address.

import type { Profile, ProfileChange } from '@cellar/contract/people/accounts.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import { hourMs } from '#platform/durations.ts';
import { noPassword } from '#platform/passwords.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import type { User, UsersService } from '../members/users.service.ts';
import type { AccountLinks } from './account-links.service.ts';
import type { RecoveryService, SessionCaller } from './recovery.service.ts';

interface Deps {
  db: Db;
  publicUrl: string;
  users: UsersService;
  recovery: RecoveryService;
  links: AccountLinks;
  mails: MailsService;
  limiter: RateLimiter;
}

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService({ db, publicUrl, users, recovery, links, mails, limiter }: Deps) {
  async function get(member: Member): Promise<Profile> {
    const user = await users.find(db, member.id);
    if (!user) throw notFound('Account');
    return {
      ...users.present(user),
      createdAt: user.createdAt,
      hasPassword: user.passwordHash !== noPassword,
      pendingEmail: await links.pendingEmail(user.id),
    };
  }

  /** Sends a confirmation link to the new address. The old one stays in use until the link is opened. */
  async function requestAddressChange(user: User, email: string): Promise<void> {
    // Limited, because a member can make us send an email to any address.
    refuseTooMany(await limiter.count([{ key: `address:${user.id}`, max: 10, windowMs: hourMs }]));
    const taken = await users.findByEmail(email);
    const { name, language } = user;
    const link = links.draft('email');
    // If the address belongs to another account, its owner is informed, and the caller sees no difference.
    const mail = taken
      ? await mails.prepare({
          kind: 'accountExists',
          to: email,
          language: taken.language,
          url: `${publicUrl}/forgot-password`,
        })
      : await mails.prepare({
          kind: 'confirmAddress',
          to: email,
          userId: user.id,
          name,
          language,
          url: link.url,
        });
    await db.transaction().execute(async (trx) => {
      await links.remove(trx, user.id, 'email');
      await links.record(trx, link, user.id, { email });
      await mails.enqueue(trx, mail);
    });
    mails.deliverSoon();
  }

  return {
    get,

    /** @throws AppError wrong_password or confirmation_required for a new address, with which the account can be taken over */
    async update(caller: SessionCaller, { name, email, currentPassword }: ProfileChange): Promise<Profile> {
      const { member } = caller;
      const user = await users.find(db, member.id);
      if (!user) throw notFound('Account');
      if (email !== user.email) await recovery.requireConfirmation(caller, currentPassword);
      if (name !== user.name) await users.change(db, user.id, { name });
      if (email !== user.email) await requestAddressChange({ ...user, name }, email);
      return get(member);
    },
  };
}
