// Mails about new games: what an admin sets for all, what is shown before it is sent, and the switch that each mail carries.
import { z } from 'zod';
import { secret } from './accounts.ts';
import { emailFrequency } from './rules/email-frequency.ts';
import { limits } from './rules/limits.ts';
import { text, time } from './text.ts';

export const notificationSettings = z
  .object({
    emailFrequency,
    /** Plain text at the head of each mail; empty for none. */
    customMessage: text(limits.customMessageMax),
    /** Whether admins get a mail when somebody waits for approval. */
    pendingApprovalMails: z.boolean(),
  })
  .meta({ id: 'NotificationSettings' });
export type NotificationSettings = z.infer<typeof notificationSettings>;

/** A partial update. */
export const notificationSettingsBody = notificationSettings.partial();

export const notificationSettingsResponse = notificationSettings.extend({
  /** IANA name of the zone in which it is 9 AM. */
  timeZone: z.string(),
  /** Null where mails go out immediately. */
  nextDigestAt: time.nullable(),
  /** Games that the next mail will tell of. */
  waitingGames: z.number().int(),
  /** A mail server is configured. */
  isDelivering: z.boolean(),
});
export type NotificationSettingsResponse = z.infer<typeof notificationSettingsResponse>;

/** A mail about one game, or about several. */
export const notificationKind = z.enum(['single', 'batch']);
export type NotificationKind = z.infer<typeof notificationKind>;

export const notificationSample = z.object({
  kind: notificationKind,
  /** In place of the saved one. */
  customMessage: notificationSettings.shape.customMessage.optional(),
});

/** The pictures are in the text: a frame that shows it asks for nothing. */
export const notificationPreview = z.object({ subject: z.string(), html: z.string() });
export type NotificationPreview = z.infer<typeof notificationPreview>;

export const unsubscribeParams = z.object({ token: secret });

export const unsubscribeStatus = z.object({ emailNotifications: z.boolean(), siteName: z.string() });
export type UnsubscribeStatus = z.infer<typeof unsubscribeStatus>;

/** Nothing at all, and a form (RFC 8058), switch the mails off; true takes it back. */
export const unsubscribeBody = z.object({ emailNotifications: z.boolean().default(false) });
export const unsubscribeResponse = z.object({ emailNotifications: z.boolean() });
