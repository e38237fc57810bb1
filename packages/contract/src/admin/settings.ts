// The settings of the site.
import { z } from 'zod';
import { retention } from '../people/preferences.ts';
import { secondFactorRequirement } from '../people/second-factor.ts';
import { limits } from '../rules/limits.ts';
import { line } from '../text.ts';

/** A name for a range of addresses, such as `Clubhouse` for `192.168.1.0/24`. */
export const place = z.object({
  name: line(60),
  range: z.union(
    [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
    'must be a range such as 192.168.1.0/24 or 2001:db8::/32',
  ),
});
export type Place = z.infer<typeof place>;

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
      /** Shown to members instead of the addresses of their sessions. The first range that contains an address counts. */
      places: z.array(place).max(limits.places),
    }),
    security: z.object({
      /** Who must use two-step login. */
      requireSecondFactor: secondFactorRequirement,
    }),
  })
  .meta({ id: 'AdminSettings' });
export type AdminSettings = z.infer<typeof adminSettings>;

/** Absent groups and absent fields do not change. */
export const adminSettingsBody = z.object({
  downloadHistoryRetention: adminSettings.shape.downloadHistoryRetention.partial().optional(),
  usageStatistics: adminSettings.shape.usageStatistics.partial().optional(),
  systemSettings: adminSettings.shape.systemSettings.partial().optional(),
  security: adminSettings.shape.security.partial().optional(),
});
