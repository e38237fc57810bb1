// A member's preferences.

import { type EmailFrequency, isNoMoreFrequent } from '@cellar/contract/messages/rules/email-frequency.ts';
import type { Preferences, PreferencesResponse } from '@cellar/contract/people/preferences.ts';
import type { Updateable } from 'kysely';
import type { SettingsService } from '#admin/settings.service.ts';
import type { Db } from '#db/schema.ts';
import type { Member } from '#http/access.ts';
import { AppError, notFound } from '#http/errors.ts';
import type { DownloadHistoryService } from '#transfer/download-activity/download-history.service.ts';
import type { UsersTable } from '../tables.ts';
import type { UsersService } from './users.service.ts';

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
