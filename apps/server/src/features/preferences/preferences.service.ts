// A member's preferences.
import type { Preferences, PreferencesResponse } from '@cellar/contract/preferences.ts';
import { type EmailFrequency, isNoMoreFrequent } from '@cellar/contract/rules/email-frequency.ts';
import type { Updateable } from 'kysely';
import type { Db } from '#db/schema.ts';
import type { DownloadHistoryService } from '#features/downloads/download-history.service.ts';
import type { SettingsService } from '#features/settings/settings.service.ts';
import type { UsersService } from '#features/users/users.service.ts';
import type { UsersTable } from '#features/users/users.table.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';

export type PreferencesService = ReturnType<typeof createPreferencesService>;

interface Deps {
  db: Db;
  users: UsersService;
  settings: SettingsService;
  downloadHistory: DownloadHistoryService;
}

export function createPreferencesService({ db, users, settings, downloadHistory }: Deps) {
  async function get(member: Member): Promise<PreferencesResponse> {
    const user = await users.find(db, member.id);
    if (!user) throw notFound('Account');
    const { maxUserRetention, emailFrequency: siteEmailFrequency } = await settings.get();
    return {
      emailNotifications: user.emailNotifications === 1,
      emailFrequency: user.emailFrequency,
      requestMails: user.requestMails === 1,
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
      const { emailNotifications, requestMails, downloadHistoryRetention, ...rest } = wanted;
      const { maxUserRetention, emailFrequency: siteEmailFrequency } = await settings.get();
      refuseMoreFrequent(wanted.emailFrequency, siteEmailFrequency);
      const changes: Updateable<UsersTable> = { ...rest };
      if (emailNotifications !== undefined) changes.emailNotifications = emailNotifications ? 1 : 0;
      if (requestMails !== undefined) changes.requestMails = requestMails ? 1 : 0;
      if (downloadHistoryRetention !== undefined) {
        changes.downloadHistoryRetention = Math.min(downloadHistoryRetention, maxUserRetention);
      }
      if (Object.keys(changes).length > 0) await users.change(db, member.id, changes);
      if (changes.downloadHistoryRetention !== undefined) await downloadHistory.trim(member.id);
      return get(member);
    },
  };
}

/** @throws AppError validation_failed */
function refuseMoreFrequent(own: EmailFrequency | null | undefined, site: EmailFrequency): void {
  if (!own || isNoMoreFrequent(own, site)) return;
  const message = 'must not be more frequent than the emails of the site';
  throw new AppError('validation_failed', `emailFrequency: ${message}`, {
    issues: [{ path: 'emailFrequency', message }],
  });
}
