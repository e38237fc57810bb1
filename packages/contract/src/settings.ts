// The settings of the site.
import { z } from 'zod';
import { retention } from './preferences.ts';
import { line } from './text.ts';

export const adminSettings = z
  .object({
    downloadHistoryRetention: z.object({ maxUserRetention: retention }),
    /** Controls what the admin's log of downloads records from now on. Members' own histories always include all downloads. */
    usageStatistics: z.object({
      /** If off, nothing is recorded, and the two settings below have no effect. */
      enabled: z.boolean(),
      /** If off, new downloads are not recorded. */
      trackDownloads: z.boolean(),
      /** If off, new downloads are recorded without the member. */
      trackUserActivity: z.boolean(),
    }),
    systemSettings: z.object({
      siteName: line(80),
      /** Anyone can register or request access. Invitations work regardless. */
      registrationEnabled: z.boolean(),
      /** Visitors can open the pages of games. */
      publicGamePages: z.boolean(),
    }),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.infer<typeof adminSettings>;

/** Absent groups and absent fields do not change. */
export const adminSettingsBody = z.object({
  downloadHistoryRetention: adminSettings.shape.downloadHistoryRetention.partial().optional(),
  usageStatistics: adminSettings.shape.usageStatistics.partial().optional(),
  systemSettings: adminSettings.shape.systemSettings.partial().optional(),
});
