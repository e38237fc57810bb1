// The own account: name and address.

import type { Profile } from '@cellar/contract/accounts.ts';
import type { Db } from '#db/schema.ts';
import type { MailsService } from '#features/mails/mails.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import type { Member } from '#http/access.ts';
import { notFound, refuseTooMany } from '#http/errors.ts';
import { hourMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import type { AccountLinks } from './account-links.service.ts';
import type { RecoveryService } from './recovery.service.ts';

interface Deps {
  db: Db;
  publicUrl: string;
  users: UsersService;
  recovery: RecoveryService;
  links: AccountLinks;
  mails: MailsService;
  limiter: RateLimiter;
}

interface Wanted {
  name: string;
  email: string;
  currentPassword?: string | undefined;
}

export type ProfileService = ReturnType<typeof createProfileService>;

export function createProfileService({ db, publicUrl, users, recovery, links, mails, limiter }: Deps) {
  async function get(member: Member): Promise<Profile> {
    const user = await users.find(db, member.id);
    if (!user) throw notFound('Account');
    return {
      ...users.present(user),
      createdAt: user.createdAt,
      pendingEmail: await links.pendingEmail(user.id),
    };
  }

  /** The old address stays in use until the new one is confirmed from its own inbox. */
  async function askForAddress(user: User, email: string): Promise<void> {
    // Each one is a mail to whatever address a member types.
    refuseTooMany(await limiter.take([{ key: `address:${user.id}`, max: 10, windowMs: hourMs }]));
    const taken = await users.findByEmail(email);
    const { name, language } = user;
    const link = links.draft('email');
    // Of an address that is another's, its owner is told; who asked sees the same as always.
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
      await links.forget(trx, user.id, 'email');
      await links.record(trx, link, user.id, { email });
      await mails.enqueue(trx, mail);
    });
    mails.deliverSoon();
  }

  return {
    get,

    /** @throws AppError wrong_password: a session alone must not lead to another address, and by it to a new password */
    async update(member: Member, { name, email, currentPassword = '' }: Wanted): Promise<Profile> {
      const user = await users.find(db, member.id);
      if (!user) throw notFound('Account');
      if (email !== user.email) await recovery.confirm(member, currentPassword);
      if (name !== user.name) await users.change(db, user.id, { name });
      if (email !== user.email) await askForAddress({ ...user, name }, email);
      return get(member);
    },
  };
}
