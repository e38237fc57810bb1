// Settings an admin changes while the site runs: kept in the database, read through this one typed door.
import { z } from 'zod';
import type { Db } from '#db/schema.ts';

const settingsSchema = z.object({
  siteName: z.string(),
  /** Whether strangers may register or ask for access. */
  registrationEnabled: z.boolean(),
});

export type Settings = z.infer<typeof settingsSchema>;

export type SettingsService = ReturnType<typeof createSettingsService>;

/** `defaults` hold until an admin has said otherwise. */
export function createSettingsService(db: Db, defaults: Settings) {
  return {
    async get(): Promise<Settings> {
      const rows = await db.selectFrom('settings').select(['key', 'value']).execute();
      const stored = Object.fromEntries(rows.map(({ key, value }) => [key, JSON.parse(value)]));
      return settingsSchema.parse({ ...defaults, ...stored });
    },

    /** Within the transaction of its cause. */
    async set(trx: Db, changes: Partial<Settings>): Promise<void> {
      for (const [key, value] of Object.entries(changes)) {
        const text = JSON.stringify(value);
        await trx
          .insertInto('settings')
          .values({ key, value: text })
          .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: text }))
          .execute();
      }
    },
  };
}
