// The preferences of a member.
import { z } from 'zod';
import { emailFrequency } from '../messages/rules/email-frequency.ts';
import { limits } from '../rules/limits.ts';
import { sortKey } from '../text.ts';
import { language } from './accounts.ts';

/** A number of entries: 5 to 100 in steps of 5. */
export const retention = z
  .number()
  .int()
  .min(limits.retentionMin)
  .max(limits.retentionMax)
  .multipleOf(limits.retentionStep);

export const preferences = z
  .object({
    emailNotifications: z.boolean(),
    /** How often emails about new games are sent, but not more often than the site allows. Null: as often as the site allows. */
    emailFrequency: emailFrequency.nullable(),
    /** Emails when a request that the member has voted for is answered. */
    requestMails: z.boolean(),
    /** What the bell tells the member about. */
    bellNewGames: z.boolean(),
    bellRequests: z.boolean(),
    bellDownloads: z.boolean(),
    /** Only admins are told. */
    bellApprovals: z.boolean(),
    language,
    defaultSortOrder: sortKey,
    /** The number of entries of the download history that are kept, limited by the admin's maximum. */
    downloadHistoryRetention: retention,
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

export const preferencesResponse = preferences.extend({
  maxUserRetention: retention,
  siteEmailFrequency: emailFrequency,
});
export type PreferencesResponse = z.infer<typeof preferencesResponse>;
export const preferencesBody = preferences.partial();
