// How often emails about new games are sent.
import { z } from 'zod';

/** Most frequent first. */
export const emailFrequencies = ['immediate', 'daily', 'weekly', 'monthly'] as const;
export const emailFrequency = z.enum(emailFrequencies);
export type EmailFrequency = z.infer<typeof emailFrequency>;

/** True if a member may choose `own` when the site's frequency is `site`. */
export function isNoMoreFrequent(own: EmailFrequency, site: EmailFrequency): boolean {
  return emailFrequencies.indexOf(own) >= emailFrequencies.indexOf(site);
}

/** Returns the member's choice, or the site's frequency if the member has not chosen or the choice is more frequent. */
export function effectiveFrequency(own: EmailFrequency | null, site: EmailFrequency): EmailFrequency {
  return own !== null && isNoMoreFrequent(own, site) ? own : site;
}
