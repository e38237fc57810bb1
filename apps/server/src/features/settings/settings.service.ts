// Settings an admin changes while the site runs: kept in the database, read through this one typed door.
import { type ProviderId, providerIds } from '@cellar/contract/metadata.ts';
import { emailFrequency } from '@cellar/contract/rules/email-frequency.ts';
import type { AdminSettings } from '@cellar/contract/settings.ts';
import { z } from 'zod';
import type { Db, Trx } from '#db/schema.ts';
import type { AuditService } from '#features/audit/audit.service.ts';

const settingsSchema = z.object({
  siteName: z.string(),
  /** Whether strangers may register or ask for access. */
  registrationEnabled: z.boolean(),
  /** Whether a game's page is open to visitors. */
  publicGamePages: z.boolean(),
  /** How many entries of their download history members may keep at most. */
  maxUserRetention: z.number(),
  /** Whether the admin's log of downloads is kept at all. */
  usageEnabled: z.boolean(),
  /** Whether new downloads are entered in it. */
  trackDownloads: z.boolean(),
  /** Whether they are entered with their member. */
  trackUserActivity: z.boolean(),
  /** The log of downloads goes back to this moment; empty for all of it. Clearing it sets this. */
  activityClearedAt: z.string(),
  /** Which metadata providers are asked, in order. A newer version may know more of them. */
  metadataProviders: z.array(z.string()).transform((ids) => ids.filter(isProvider)),
  /** Whether games that are added are searched for by themselves. */
  autoMatch: z.boolean(),
  /** How often members are told of new games; they may choose to hear of them less often. */
  emailFrequency,
  /** At the head of the mails about new games; empty for none. */
  customMessage: z.string(),
  /** Whether admins get a mail when somebody waits for approval. */
  pendingApprovalMails: z.boolean(),
  /** Admins were told of everybody who waited for approval at this moment; empty before the first time. */
  pendingApprovalTold: z.string(),
});

function isProvider(id: string): id is ProviderId {
  return (providerIds as readonly string[]).includes(id);
}

export type Settings = z.infer<typeof settingsSchema>;

export type SettingsService = ReturnType<typeof createSettingsService>;

interface Deps {
  db: Db;
  audit: AuditService;
  /** Hold until an admin has said otherwise. */
  defaults: Settings;
}

export function createSettingsService({ db, audit, defaults }: Deps) {
  async function get(): Promise<Settings> {
    const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
    const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
    const settings = settingsSchema.safeParse({ ...defaults, ...stored });
    if (settings.success) return settings.data;
    // A newer version wrote what this one does not know: the site runs on with the default.
    for (const { path } of settings.error.issues) delete stored[String(path[0])];
    return settingsSchema.parse({ ...defaults, ...stored });
  }

  /** Within the transaction of its cause. */
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

    /** False when it is not `from` any more. The condition and the write are one statement, so that of two nodes one wins. */
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

/** As the admin's page has them. */
export function presentSettings(settings: Settings): AdminSettings {
  const { siteName, registrationEnabled, publicGamePages, maxUserRetention } = settings;
  const { usageEnabled, trackDownloads, trackUserActivity } = settings;
  return {
    downloadHistoryRetention: { maxUserRetention },
    usageStatistics: { enabled: usageEnabled, trackDownloads, trackUserActivity },
    systemSettings: { siteName, registrationEnabled, publicGamePages },
  };
}
