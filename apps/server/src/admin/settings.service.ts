// The settings that admins can change while the site is running, stored in the database.
import { backupFrequency } from '@cellar/contract/admin/backups.endpoints.ts';
import { type AdminSettings, place } from '@cellar/contract/admin/site.endpoints.ts';
import { type ProviderId, providerIds } from '@cellar/contract/games/metadata.ts';
import { emailFrequency } from '@cellar/contract/messages/rules/email-frequency.ts';
import { secondFactorRequirement } from '@cellar/contract/people/second-factor.ts';
import { limits } from '@cellar/contract/rules/limits.ts';
import { memberLimits, siteLimits } from '@cellar/contract/transfer/download-limits.endpoints.ts';
import { z } from 'zod';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from './audit.service.ts';

const settingsSchema = z.object({
  siteName: z.string(),
  /** Whether anyone can register or request access. */
  registrationEnabled: z.boolean(),
  /** Whether members can log in with a password. */
  localLogin: z.boolean(),
  /** The id of the only one who can while that is off. Empty if it never was. */
  emergencyAdmin: z.string(),
  /** Whether visitors can open the pages of games. */
  publicGamePages: z.boolean(),
  /** Names for ranges of addresses. */
  places: z.array(place),
  /** Also read by the query that finds a session. */
  requireSecondFactor: secondFactorRequirement,
  /** The maximum number of entries in a member's download history. */
  maxUserRetention: z.number(),
  /** Whether the admin's log of downloads is enabled. */
  usageEnabled: z.boolean(),
  /** Whether new downloads are added to the log. */
  trackDownloads: z.boolean(),
  /** Whether the log names the members. */
  trackUserActivity: z.boolean(),
  /** When the log was last cleared. It shows only later downloads. Empty if it was never cleared. */
  activityClearedAt: z.string(),
  /** The enabled metadata providers, in search order. Omits providers that only a newer version knows. */
  metadataProviders: z.array(z.string()).transform((ids) => ids.filter(isProvider)),
  /** Whether new games are searched for automatically. */
  autoMatch: z.boolean(),
  /** How often emails about new games are sent. Members can choose to get them less often. */
  emailFrequency,
  /** Plain text at the top of emails about new games, or empty. */
  customMessage: z.string(),
  /** When admins were last told of what, by event (messages/tell-admins.service.ts). */
  adminsTold: z.record(z.string(), z.string()),
  /** Whether an admin has dismissed the list of what a new library needs. */
  checklistDismissed: z.boolean(),
  backupFrequency,
  /** The hour of the day of scheduled backups. */
  backupHour: z.number(),
  /** When the schedule of backups was last changed. Empty if it never was. */
  backupScheduledAt: z.string(),
  /** Which games webhooks have been told of: up to `through`, at the end of the period `at`. Null before the first run. */
  newsTold: z.object({ frequency: emailFrequency, at: z.string(), through: z.number() }).nullable(),
  /** Files that were scanned for viruses before this time are scanned again. Empty if an admin never asked for it. */
  virusScansFrom: z.string(),
  /** The limits of downloads for members without limits of their own, each as in the contract. */
  limitPeriod: memberLimits.shape.period,
  limitBytes: memberLimits.shape.bytesPerPeriod,
  limitFiles: memberLimits.shape.filesPerPeriod,
  limitDownloads: memberLimits.shape.downloadsAtOnce,
  limitSpeed: memberLimits.shape.bytesPerSecond,
  /** The speed of all downloads together, the hours in which it holds, and the speed of all uploads together. */
  siteSpeed: siteLimits.shape.site.shape.bytesPerSecond,
  siteSpeedHours: siteLimits.shape.site.shape.hours,
  uploadSpeed: siteLimits.shape.uploads.shape.bytesPerSecond,
});

function isProvider(id: string): id is ProviderId {
  return (providerIds as readonly string[]).includes(id);
}

export type Settings = z.infer<typeof settingsSchema>;

export type SettingsService = ReturnType<typeof createSettingsService>;

interface Deps {
  db: Db;
  audit: AuditService;
  /** The values of settings that no admin has changed. */
  defaults: Settings;
}

export function createSettingsService({ db, audit, defaults }: Deps) {
  /** In a transaction, pass it as `from`: on SQLite, no other query can run before it ends. */
  async function get(from: Db = db): Promise<Settings> {
    const rows = await from.selectFrom('settings').select(['key', 'value']).execute();
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
    const settings = settingsSchema.safeParse({ ...defaults, ...stored });
    if (settings.success) return settings.data;
    // Use the defaults for values that a newer version has written and this one does not know.
    for (const { path } of settings.error.issues) delete stored[String(path[0])];
    return settingsSchema.parse({ ...defaults, ...stored });
  }

  async function set(trx: Db, changes: Partial<Settings>): Promise<void> {
    for (const [key, value] of Object.entries(changes)) {
      const text = JSON.stringify(value);
      await trx
        .insertInto('settings')
        .values({ key, value: text })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
        .execute();
    }
  }

  return {
    get,
    set,

    /**
     * Changes a setting if its value is `from`, and returns whether it did. Atomic, so that only one of several nodes succeeds.
     */
    async replace<Key extends keyof Settings>(
      trx: Trx,
      key: Key,
      { from, to }: { from: Settings[Key]; to: Settings[Key] },
    ): Promise<boolean> {
      const value = JSON.stringify(to);
      const written = await trx
        .insertInto('settings')
        .values({ key, value })
        .onConflict((conflict) =>
          conflict.column('key').doUpdateSet({ value }).where('settings.value', '=', JSON.stringify(from)),
        )
        .returning('key')
        .execute();
      return written.length > 0;
    },

    async change(admin: { email: string }, changes: Partial<Settings>): Promise<void> {
      await db.transaction().execute(async (trx) => {
        await set(trx, changes);
        const detail = JSON.stringify(changes);
        await audit.write(trx, { action: 'settings_changed', actor: admin.email, detail });
      });
    },
  };
}

export function presentSettings(settings: Settings): AdminSettings {
  const { siteName, registrationEnabled, publicGamePages, places, maxUserRetention } = settings;
  const { usageEnabled, trackDownloads, trackUserActivity, requireSecondFactor } = settings;
  return {
    downloadHistoryRetention: { maxUserRetention },
    usageStatistics: { enabled: usageEnabled, trackDownloads, trackUserActivity },
    systemSettings: { siteName, registrationEnabled, publicGamePages, places },
    security: { requireSecondFactor },
  };
}

/** The settings of a new library. */
export function defaultSettings(siteName: string): Settings {
  return {
    siteName,
    registrationEnabled: true,
    localLogin: true,
    emergencyAdmin: '',
    publicGamePages: true,
    places: [],
    requireSecondFactor: 'nobody',
    maxUserRetention: limits.retentionDefault,
    usageEnabled: true,
    trackDownloads: true,
    trackUserActivity: true,
    activityClearedAt: '',
    metadataProviders: [...providerIds],
    autoMatch: true,
    emailFrequency: 'weekly',
    customMessage: '',
    adminsTold: {},
    checklistDismissed: false,
    backupFrequency: 'off',
    backupHour: 3,
    backupScheduledAt: '',
    newsTold: null,
    virusScansFrom: '',
    limitPeriod: 'week',
    limitBytes: null,
    limitFiles: null,
    limitDownloads: null,
    limitSpeed: null,
    siteSpeed: null,
    siteSpeedHours: null,
    uploadSpeed: null,
  };
}
