// The switch that every mail about new games carries: whoever has the link turns these mails off, and on again.

import type { Db } from '#db/schema.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { User, UsersService } from '#features/users/users.service.ts';
import { AppError, refuseTooMany } from '#http/errors.ts';
import { hourMs } from '#platform/durations.ts';
import type { RateLimiter } from '#platform/rate-limit.ts';
import type { SecretBox } from '#platform/secret-box.ts';

interface Deps {
  db: Db;
  users: UsersService;
  settings: SettingsService;
  limiter: RateLimiter;
  box: SecretBox;
  publicUrl: string;
}

/** Where a mail's reader turns the mails off. */
export interface UnsubscribeLinks {
  /** For mail programs, in the header: a POST there does it (RFC 8058). */
  oneClickUrl: string;
  /** For people: a page that asks first. */
  pageUrl: string;
}

const purpose = 'unsubscribe';
/** Wrong links an hour from one network. A right one is never refused: many members' mails are read by one provider. */
const wrongLinks = 60;

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;

export function createUnsubscribeService({ db, users, settings, limiter, box, publicUrl }: Deps) {
  /** The same for a member at all times, and good for nothing else. It dies with the account. */
  async function tokenOf(userId: string): Promise<string> {
    return `${userId}.${await box.sign(userId, purpose)}`;
  }

  /** @throws AppError link_invalid, too_many_requests */
  async function open(token: string, network: string): Promise<User> {
    const [userId = '', signature = ''] = token.split('.');
    const isOurs = await box.isSigned(userId, signature, purpose);
    const user = isOurs ? await users.find(db, userId) : undefined;
    if (user) return user;
    const key = `unsubscribe-ip:${network}`;
    refuseTooMany(await limiter.take([{ key, max: wrongLinks, windowMs: hourMs }]));
    throw new AppError('link_invalid', 'This link is not valid any more.');
  }

  return {
    async linksOf(userId: string): Promise<UnsubscribeLinks> {
      const token = await tokenOf(userId);
      return {
        oneClickUrl: `${publicUrl}/api/notifications/unsubscribe/${token}`,
        pageUrl: `${publicUrl}/unsubscribe?token=${token}`,
      };
    },

    /** @throws AppError link_invalid, too_many_requests */
    async status(token: string, network: string) {
      const user = await open(token, network);
      const { siteName } = await settings.get();
      return { emailNotifications: user.emailNotifications === 1, siteName };
    },

    /** May be repeated. @throws AppError link_invalid, too_many_requests */
    async set(token: string, network: string, emailNotifications: boolean) {
      const user = await open(token, network);
      await users.change(db, user.id, { emailNotifications: emailNotifications ? 1 : 0 });
      return { emailNotifications };
    },
  };
}
