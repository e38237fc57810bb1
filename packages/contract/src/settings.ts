// What an admin sets for the whole site.
import { z } from 'zod';
import { retention } from './preferences.ts';
import { line } from './text.ts';

export const adminSettings = z
  .object({
    downloadHistoryRetention: z.object({ maxUserRetention: retention }),
    /** What the admin's log of downloads is told from now on; a member's own history has every download. */
    usageStatistics: z.object({
      /** Off: neither of the others holds. */
      enabled: z.boolean(),
      /** Off: nothing new is entered. */
      trackDownloads: z.boolean(),
      /** Off: entered without the member. */
      trackUserActivity: z.boolean(),
    }),
    systemSettings: z.object({
      siteName: line(80),
      /** Whether strangers may register or request access; an invitation passes in any case. */
      registrationEnabled: z.boolean(),
      /** Whether a game's page is open to visitors. */
      publicGamePages: z.boolean(),
    }),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.infer<typeof adminSettings>;

/** A partial update, on both levels. */
export const adminSettingsBody = z.object({
  downloadHistoryRetention: adminSettings.shape.downloadHistoryRetention.partial().optional(),
  usageStatistics: adminSettings.shape.usageStatistics.partial().optional(),
  systemSettings: adminSettings.shape.systemSettings.partial().optional(),
});
