// The unsubscribe link in every email about new games. Anyone with the link can turn these emails off and on again.

import type { SettingsService } from '#admin/settings.service.ts';
import { AppError, refuseTooMany } from '#http/errors.ts';
import type { User, UsersService } from '#people/members/users.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';

interface Deps extends Pick<Base, 'db' | 'limiter' | 'box' | 'publicUrl'> {
  users: UsersService;
  settings: SettingsService;
}

export interface UnsubscribeLinks {
  /** For the header: email programs unsubscribe by sending a POST request to it (RFC 8058). */
  oneClickUrl: string;
  /** For people: a page that asks for confirmation. */
  pageUrl: string;
}

const purpose = 'unsubscribe';
/**
 * Invalid links per hour and network. Valid links are never limited, because one email provider opens the links of many members.
 */
const maxInvalidLinks = 60;

export type UnsubscribeService = ReturnType<typeof createUnsubscribeService>;

export function createUnsubscribeService({ db, users, settings, limiter, box, publicUrl }: Deps) {
  /** A member's token never changes, permits nothing else, and becomes invalid when the account is deleted. */
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
    refuseTooMany(await limiter.count([{ key, max: maxInvalidLinks, windowMs: hourMs }]));
    throw new AppError('link_invalid', 'This link is no longer valid.');
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

    /** Idempotent. @throws AppError link_invalid, too_many_requests */
    async set(token: string, network: string, emailNotifications: boolean) {
      const user = await open(token, network);
      await users.change(db, user.id, { emailNotifications: emailNotifications ? 1 : 0 });
      return { emailNotifications };
    },
  };
}
