// What a member chooses for the own account.
import { z } from 'zod';
import { language } from './accounts.ts';
import { emailFrequency } from './rules/email-frequency.ts';
import { limits } from './rules/limits.ts';
import { sortKey } from './sort-key.ts';

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
    /** How often, never more frequent than the site's; null for as the site. Of this and the site's the rarer holds. */
    emailFrequency: emailFrequency.nullable(),
    language,
    defaultSortOrder: sortKey,
    /** How many entries of the own download history are kept; never above the admin's maximum. */
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
