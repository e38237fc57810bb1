// Emails about new games: their settings, their preview, and the link in each email that turns them off.
import { z } from 'zod';
import { secret } from '../people/accounts.ts';
import { limits } from '../rules/limits.ts';
import { text, time } from '../text.ts';
import { emailFrequency } from './rules/email-frequency.ts';

export const notificationSettings = z
  .object({
    emailFrequency,
    /** Plain text at the top of each email, or empty. */
    customMessage: text(limits.customMessageMax),
    /** Admins get an email when accounts are waiting for approval. */
    pendingApprovalMails: z.boolean(),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettings>;

export const notificationSettingsBody = notificationSettings.partial();

export const notificationSettingsResponse = notificationSettings.extend({
  /** The IANA name of the time zone of the digests, which are sent at 9 AM. */
  timeZone: z.string(),
  /** Null if emails are sent immediately. */
  nextDigestAt: time.nullable(),
  /** The number of games that the next email will include. */
  waitingGames: z.number().int(),
  /** A mail server is configured. */
  isDelivering: z.boolean(),
});
export type NotificationSettingsResponse = z.infer<typeof notificationSettingsResponse>;

/** An email about one game (`single`) or several (`batch`). */
export const notificationKind = z.enum(['single', 'batch']);
export type NotificationKind = z.infer<typeof notificationKind>;

export const notificationSample = z.object({
  kind: notificationKind,
  /** Replaces the saved message. */
  customMessage: notificationSettings.shape.customMessage.optional(),
});
export type NotificationSample = z.infer<typeof notificationSample>;

/** The HTML includes its pictures, so a frame that shows it loads nothing else. */
export const notificationPreview = z.object({ subject: z.string(), html: z.string() });
export type NotificationPreview = z.infer<typeof notificationPreview>;

export const unsubscribeParams = z.object({ token: secret });

export const unsubscribeStatus = z.object({ emailNotifications: z.boolean(), siteName: z.string() });
export type UnsubscribeStatus = z.infer<typeof unsubscribeStatus>;

/** An empty body or a form (RFC 8058) turns the emails off. */
export const unsubscribeBody = z.object({ emailNotifications: z.boolean().default(false) });
export const unsubscribeResponse = z.object({ emailNotifications: z.boolean() });
