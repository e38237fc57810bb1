// How often mails about new games are sent.
import { z } from 'zod';

/** Most frequent first. */
export const emailFrequencies = ['immediate', 'daily', 'weekly', 'monthly'] as const;
export const emailFrequency = z.enum(emailFrequencies);
export type EmailFrequency = z.infer<typeof emailFrequency>;

/** Whether a member may choose `own` if the site's frequency is `site`. */
export function isNoMoreFrequent(own: EmailFrequency, site: EmailFrequency): boolean {
  return emailFrequencies.indexOf(own) >= emailFrequencies.indexOf(site);
}

/** The less frequent one of the member's choice, if any, and the site's frequency. */
export function effectiveFrequency(own: EmailFrequency | null, site: EmailFrequency): EmailFrequency {
  return own !== null && isNoMoreFrequent(own, site) ? own : site;
}
