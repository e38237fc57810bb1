// The caller's own account: name and email address.

import { type EmailFrequency, isNoMoreFrequent } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Preferences, PreferencesResponse } from '@cellar/contract/people/accounts.endpoints.ts';
import type { Profile, ProfileChange } from '@cellar/contract/people/accounts.ts';
import type { Updateable } from 'kysely';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound, refuseTooMany } from '#http/errors.ts';
import type { MailsService } from '#messages/emails/mails.service.ts';
import type { Base } from '#platform/base.ts';
import { hourMs } from '#platform/clock.ts';
import { noPassword } from '#platform/passwords.ts';
import type { DownloadHistoryService } from '#transfer/download-activity/download-history.service.ts';
import type { User, UsersService } from '../members/users.service.ts';
import type { UsersTable } from '../tables.ts';
import type { AccountLinks } from './account-links.service.ts';
import type { RecoveryService, SessionCaller } from './recovery.service.ts';

interface Deps extends Pick<Base, 'db' | 'publicUrl' | 'limiter'> {
  users: UsersService;
  recovery: RecoveryService;
  links: AccountLinks;
  mails: MailsService;
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

// A member's preferences.

export type PreferencesService = ReturnType<typeof createPreferencesService>;

interface PreferencesDeps {
  db: Db;
  users: UsersService;
  settings: SettingsService;
  downloadHistory: DownloadHistoryService;
}

export function createPreferencesService({ db, users, settings, downloadHistory }: PreferencesDeps) {
  async function get(member: Member): Promise<PreferencesResponse> {
    const user = await users.find(db, member.id);
    if (!user) throw notFound('Account');
    const { maxUserRetention, emailFrequency: siteEmailFrequency } = await settings.get();
    return {
      emailNotifications: user.emailNotifications === 1,
      emailFrequency: user.emailFrequency,
      requestMails: user.requestMails === 1,
      bellNewGames: user.bellNewGames === 1,
      bellRequests: user.bellRequests === 1,
      bellDownloads: user.bellDownloads === 1,
      bellApprovals: user.bellApprovals === 1,
      language: user.language,
      defaultSortOrder: user.defaultSortOrder,
      // An admin may have lowered the maximum since then.
      downloadHistoryRetention: Math.min(user.downloadHistoryRetention, maxUserRetention),
      maxUserRetention,
      siteEmailFrequency,
    };
  }

  return {
    get,

    async update(member: Member, wanted: Partial<Preferences>) {
      const { downloadHistoryRetention } = wanted;
      const { maxUserRetention, emailFrequency: siteEmailFrequency } = await settings.get();
      refuseMoreFrequent(wanted.emailFrequency, siteEmailFrequency);
      const changes = toColumns(wanted);
      if (downloadHistoryRetention !== undefined) {
        changes.downloadHistoryRetention = Math.min(downloadHistoryRetention, maxUserRetention);
      }
      if (Object.keys(changes).length > 0) await users.change(db, member.id, changes);
      if (changes.downloadHistoryRetention !== undefined) await downloadHistory.trim(member.id);
      return get(member);
    },
  };
}

/** Switches are 0 or 1 in the database. */
function toColumns(wanted: Partial<Preferences>): Updateable<UsersTable> {
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => [name, typeof value === 'boolean' ? Number(value) : value]),
  );
}

/** @throws AppError validation_failed */
function refuseMoreFrequent(own: EmailFrequency | null | undefined, site: EmailFrequency): void {
  if (!own || isNoMoreFrequent(own, site)) return;
  const message = 'must not be more frequent than the emails of the site';
  throw new AppError('validation_failed', `emailFrequency: ${message}`, {
    issues: [{ path: 'emailFrequency', message }],
  });
}
