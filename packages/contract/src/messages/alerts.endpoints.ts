import { z } from 'zod';
import { requestStates } from '../club/rules/requests.ts';
import { endpoint } from '../endpoint.ts';
import { limits } from '../rules/limits.ts';
import { id, time } from '../text.ts';

// The entries behind the bell. The page calls them notifications.

/** `count` is at most `countedAlerts`, which stands for any higher number. */
const counted = z.object({ count: z.number().int() });

/** What each kind says, stored as JSON. */
const alertData = {
  new_games: counted,
  request_answered: z.object({
    requestId: z.string(),
    title: z.string(),
    state: z.enum(requestStates),
    /** The game that fulfils the request. */
    gameId: z.string().nullable(),
  }),
  download_broke: z.object({
    gameId: z.string(),
    title: z.string(),
    platform: z.string(),
    /** The name of the extra. Null for a platform file. */
    extraName: z.string().nullable(),
  }),
  approval_waiting: counted,
  contribution_waiting: counted,
  contribution_answered: z.object({
    contributionId: z.string(),
    title: z.string(),
    state: z.enum(['accepted', 'declined']),
    /** The game that now has the files. Null if the contribution was declined. */
    gameId: z.string().nullable(),
  }),
  upload_failed: z.object({ count: z.number().int() }),
  /** `reason` is English. */
  backup_failed: z.object({ reason: z.string() }),
  /** Whose disk is nearly full. */
  storage_low: z.object({ part: z.enum(['storage', 'database']) }),
  threat_found: z.object({ count: z.number().int() }),
};
export type AlertData = { [Kind in keyof typeof alertData]: z.infer<(typeof alertData)[Kind]> };

/** `createdAt` is the time of the last thing that the alert tells of. */
const common = { _id: z.string(), createdAt: time, readAt: time.nullable() };

const alert = z
  .discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('new_games'), data: alertData.new_games }),
    z.object({ ...common, kind: z.literal('request_answered'), data: alertData.request_answered }),
    z.object({ ...common, kind: z.literal('download_broke'), data: alertData.download_broke }),
    z.object({ ...common, kind: z.literal('approval_waiting'), data: alertData.approval_waiting }),
    z.object({ ...common, kind: z.literal('contribution_waiting'), data: alertData.contribution_waiting }),
    z.object({ ...common, kind: z.literal('contribution_answered'), data: alertData.contribution_answered }),
    z.object({ ...common, kind: z.literal('upload_failed'), data: alertData.upload_failed }),
    z.object({ ...common, kind: z.literal('backup_failed'), data: alertData.backup_failed }),
    z.object({ ...common, kind: z.literal('storage_low'), data: alertData.storage_low }),
    z.object({ ...common, kind: z.literal('threat_found'), data: alertData.threat_found }),
  ])
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alert>;

const unreadAlerts = z.object({ unread: z.number().int() });
export type UnreadAlerts = z.infer<typeof unreadAlerts>;

const alertsQuery = z.object({
  /** The id of an alert: lists those before it. */
  before: id.optional(),
});

/** Newest first. */
const alerts = unreadAlerts.extend({ alerts: z.array(alert), hasMore: z.boolean() });
export type Alerts = z.infer<typeof alerts>;

/** The `createdAt` of the newest alert that the member has seen. What came later stays unread. */
const through = time.transform((value) => new Date(value).toISOString());

const readAlertsBody = z.object({
  through,
  /** Without ids: all of them. */
  ids: z.array(id).min(1).max(limits.alertsPerPage).optional(),
});

const clearAlertsQuery = z.object({ through });

export const alertsEndpoints = {
  listAlerts: endpoint('GET', '/api/alerts', 'member', {
    summary: 'What the bell tells you, newest first',
    query: alertsQuery,
    response: alerts,
  }),
  countAlerts: endpoint('GET', '/api/alerts/unread', 'member', {
    summary: 'How many alerts you have not read',
    response: unreadAlerts,
  }),
  followAlerts: endpoint('GET', '/api/alerts/stream', 'member', {
    scope: 'session',
    summary:
      'Server-sent events: `unread` with the number of unread alerts, at first and after each change. It ends with the session',
    produces: 'text/event-stream',
  }),
  readAlerts: endpoint('PUT', '/api/alerts/read', 'member', {
    summary: 'Mark alerts as read: some, or all up to a time',
    body: readAlertsBody,
    response: unreadAlerts,
  }),
  clearAlerts: endpoint('DELETE', '/api/alerts', 'member', {
    summary: 'Delete your alerts up to a time',
    query: clearAlertsQuery,
    response: unreadAlerts,
  }),
};

// Push messages to a browser: what the bell tells, even while the site is closed.

/** Bytes in base64url without padding (RFC 8291 section 3). */
const base64url = (length: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${length}}$`), `must be ${length} characters of base64url`);

/** What a browser's PushSubscription says (W3C Push API): where to send messages, and how to encrypt them. */
const pushSubscription = z.object({
  endpoint: z
    .url({ protocol: /^https?$/, error: 'must be an address' })
    .max(1000, 'must not be longer than 1000 characters'),
  keys: z.object({ p256dh: base64url(87), auth: base64url(22) }),
});
export type PushSubscription = z.infer<typeof pushSubscription>;

const pushState = z.object({
  /** The key with which a browser subscribes (RFC 8292), in base64url. Null if the site sends no push messages. */
  publicKey: z.string().nullable(),
  /** Whether the browser of this session gets push messages. */
  isOn: z.boolean(),
});
export type PushState = z.infer<typeof pushState>;

export const pushEndpoints = {
  getPush: endpoint('GET', '/api/push', 'member', {
    scope: 'session',
    summary: 'Whether the browser of this session gets push messages, and the key to subscribe with',
    response: pushState,
  }),
  turnPushOn: endpoint('PUT', '/api/push', 'member', {
    summary: 'Send push messages to the browser of this session, until the session ends',
    body: pushSubscription,
    response: pushState,
  }),
  turnPushOff: endpoint('DELETE', '/api/push', 'member', {
    summary: 'Send no more push messages to the browser of this session',
    response: pushState,
  }),
};
