// How often mails about new games go out, and which of two frequencies holds. Used by the settings and by the digests.
import { z } from 'zod';

/** The most frequent first. */
export const emailFrequencies = ['immediate', 'daily', 'weekly', 'monthly'] as const;
export const emailFrequency = z.enum(emailFrequencies);
export type EmailFrequency = z.infer<typeof emailFrequency>;

/** Whether a member may choose it where the site has the other. */
export function isNoMoreFrequent(own: EmailFrequency, site: EmailFrequency): boolean {
  return emailFrequencies.indexOf(own) >= emailFrequencies.indexOf(site);
}

/** What holds for a member: the rarer of the own choice, if there is one, and the site's. */
export function effectiveFrequency(own: EmailFrequency | null, site: EmailFrequency): EmailFrequency {
  return own !== null && isNoMoreFrequent(own, site) ? own : site;
}
