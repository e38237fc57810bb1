// What a member chooses for the own account.
import { z } from 'zod';
import { language } from './accounts.ts';
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
    language,
    defaultSortOrder: sortKey,
    /** How many entries of the own download history are kept; never above the admin's maximum. */
    downloadHistoryRetention: retention,
  })
  .meta({ id: 'Preferences' });
export type Preferences = z.infer<typeof preferences>;

export const preferencesResponse = preferences.extend({ maxUserRetention: retention });
export const preferencesBody = preferences.partial();
