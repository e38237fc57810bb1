import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { secret } from '../people/accounts.ts';
import { limits } from '../rules/limits.ts';
import { done, idParams, line, named, optionalLine, pageNumber, pagePlace, text, time } from '../text.ts';
import { emailFrequency } from './rules/email-frequency.ts';

// The mail server that sends the emails of the site, and what is wrong with it when it does not.

/** An address, or a name with an address in angle brackets. */
export const senderForm = /^([^<>\r\n]*<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/;

/** `starttls`: the connection must be encrypted by STARTTLS. `tls`: it is encrypted from the first byte. */
const mailSecurity = z.enum(['starttls', 'tls', 'none']);
export type MailSecurity = z.infer<typeof mailSecurity>;

const notPort = 'must be 1 to 65,535';

const facts = {
  host: line(253).regex(/^[^\s/@?#\\<>"']+$/, 'must be the name or address of a server'),
  port: z.number('must be a number').int(notPort).min(1, notPort).max(65_535, notPort),
  /** Empty if the server needs no login. */
  user: optionalLine(254),
  /** The sender of all emails. */
  from: line(320).regex(senderForm, 'must be an address, or a name with <an address>'),
};

const mailServer = named('MailServer', {
  /** `environment`: SMTP_URL decides, and nothing can be changed here. */
  source: z.enum(['none', 'settings', 'environment']),
  /** Null if emails wait in the outbox. With `auto`, which only SMTP_URL can choose, STARTTLS is used if it is offered. */
  server: z.object({ ...facts, security: z.enum([...mailSecurity.options, 'auto']) }).nullable(),
  hasPassword: z.boolean(),
  /** False if the password was encrypted with a different secret key and must be entered again. */
  isPasswordReadable: z.boolean(),
});
export type MailServerSettings = z.infer<typeof mailServer>;

export const mailServerBody = z.object({
  ...facts,
  security: mailSecurity,
  /** Absent: the stored password, which is used only for the server and the user that it was entered for. */
  password: z
    .string()
    .min(1)
    .max(1000)
    // biome-ignore lint/suspicious/noControlCharactersInRegex: PostgreSQL and SMTP refuse them
    .regex(/^[^\u0000-\u001f\u007f]*$/, 'must not contain control characters')
    .optional(),
});
export type MailServerChange = z.infer<typeof mailServerBody>;

/** What went wrong, in the order of a delivery. */
const mailProblem = z.enum([
  'host_unknown',
  'refused',
  'unreachable',
  'timeout',
  'no_greeting',
  'certificate',
  'encryption',
  'login_required',
  'login',
  'sender',
  'recipient',
  'message',
  'other',
]);
export type MailProblem = z.infer<typeof mailProblem>;

/** Without `server`, the mail server of the environment is tested. */
const mailTestBody = z.object({ server: mailServerBody.optional() });

const mailTestResponse = z.object({
  /** The address that the test email was sent to. */
  to: z.string(),
  /** Null if the server has accepted the email. */
  problem: mailProblem.nullable(),
  /** What the server, or the failed connection, said. English, or whatever the server speaks. */
  answer: z.string().nullable(),
});
export type MailTest = z.infer<typeof mailTestResponse>;

export const mailServerEndpoints = {
  getMailServer: endpoint('GET', '/api/admin/mail-server', 'admin', {
    scope: 'session',
    summary: 'The mail server, without its password',
    response: mailServer,
  }),
  putMailServer: endpoint('PUT', '/api/admin/mail-server', 'admin', {
    isSensitive: true,
    summary: 'Use this mail server from now on, on all nodes; 409 if the environment sets it',
    body: mailServerBody,
    response: mailServer,
  }),
  deleteMailServer: endpoint('DELETE', '/api/admin/mail-server', 'admin', {
    isSensitive: true,
    summary: 'Use no mail server: emails wait in the outbox; 409 if the environment sets one',
    response: mailServer,
  }),
  testMailServer: endpoint('POST', '/api/admin/mail-server/test', 'admin', {
    isSensitive: true,
    summary: 'Send an email to yourself through these settings, which need not be saved, or through SMTP_URL',
    body: mailTestBody,
    response: mailTestResponse,
  }),
};

/** The outbox of emails, for admins. */
const mailStatus = z.enum(['waiting', 'sent', 'failed']);

const outboxQuery = z.object({
  page: pageNumber,
  status: mailStatus.optional(),
});

const mail = named('Mail', {
  _id: z.string(),
  to: z.string(),
  subject: z.string(),
  kind: z.string(),
  status: mailStatus,
  attempts: z.number().int(),
  lastError: z.string().nullable(),
  createdAt: time,
  sentAt: time.nullable(),
  nextAttemptAt: time.nullable(),
  /** The text is still readable, because the email has not been sent or there is no mail server. */
  isReadable: z.boolean(),
});
export type Mail = z.infer<typeof mail>;

const outbox = z.object({
  mails: z.array(mail),
  ...pagePlace,
  /** A mail server is configured. */
  isDelivering: z.boolean(),
});

const mailContent = mail.extend({ text: z.string(), html: z.string() });

export const outboxEndpoints = {
  listOutbox: endpoint('GET', '/api/admin/outbox', 'admin', {
    summary: 'Outgoing mails, newest first',
    query: outboxQuery,
    response: outbox,
  }),
  readMail: endpoint('GET', '/api/admin/outbox/:id', 'admin', {
    isSensitive: true,
    summary: 'One mail with its text, as long as the text is readable',
    params: idParams,
    response: mailContent,
  }),
  retryMail: endpoint('POST', '/api/admin/outbox/:id/retry', 'admin', {
    summary: 'Try to deliver a mail now',
    params: idParams,
    response: done,
  }),
};

// Emails about new games: their settings, their preview, and the link in each email that turns them off.

const notificationSettings = named('NotificationSettings', {
  emailFrequency,
  /** Plain text at the top of each email, or empty. */
  customMessage: text(limits.customMessageMax),
});
export type NotificationSettings = z.infer<typeof notificationSettings>;

const notificationSettingsBody = notificationSettings.partial();

const notificationSettingsResponse = notificationSettings.extend({
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
const notificationKind = z.enum(['single', 'batch']);
export type NotificationKind = z.infer<typeof notificationKind>;

const notificationSample = z.object({
  kind: notificationKind,
  /** Replaces the saved message. */
  customMessage: notificationSettings.shape.customMessage.optional(),
});
export type NotificationSample = z.infer<typeof notificationSample>;

/** The HTML includes its pictures, so a frame that shows it loads nothing else. */
const notificationPreview = z.object({ subject: z.string(), html: z.string() });
export type NotificationPreview = z.infer<typeof notificationPreview>;

const unsubscribeParams = z.object({ token: secret });

const unsubscribeStatus = z.object({ emailNotifications: z.boolean(), siteName: z.string() });
export type UnsubscribeStatus = z.infer<typeof unsubscribeStatus>;

/** An empty body or a form (RFC 8058) turns the emails off. */
const unsubscribeBody = z.object({ emailNotifications: z.boolean().default(false) });
const unsubscribeResponse = z.object({ emailNotifications: z.boolean() });

export const notificationsEndpoints = {
  getNotificationSettings: endpoint('GET', '/api/admin/notification-settings', 'admin', {
    summary: 'The settings of the mails about new games, and how many games are waiting to be announced',
    response: notificationSettingsResponse,
  }),
  putNotificationSettings: endpoint('PUT', '/api/admin/notification-settings', 'admin', {
    summary: 'Change some notification settings',
    body: notificationSettingsBody,
    response: notificationSettingsResponse,
  }),
  previewNotification: endpoint('POST', '/api/admin/notification-settings/preview', 'admin', {
    summary: 'The mail that members would get about the newest game or the three newest games; sends nothing',
    body: notificationSample,
    response: notificationPreview,
  }),
  testNotification: endpoint('POST', '/api/admin/notification-settings/test', 'admin', {
    summary: 'Send that mail to your own address',
    body: notificationSample,
    response: done,
    status: 202,
  }),
  getUnsubscribe: endpoint('GET', '/api/notifications/unsubscribe/:token', 'public', {
    summary: 'Whether the member of this link gets mails about new games; changes nothing',
    params: unsubscribeParams,
    response: unsubscribeStatus,
  }),
  postUnsubscribe: endpoint('POST', '/api/notifications/unsubscribe/:token', 'public', {
    summary: 'Turn the mails about new games off (one click, RFC 8058) or on again',
    params: unsubscribeParams,
    body: unsubscribeBody,
    takesForm: true,
    response: unsubscribeResponse,
  }),
};
