// The entries behind the bell. The page calls them notifications.
import { z } from 'zod';
import { requestStates } from '../club/rules/requests.ts';
import { limits } from '../rules/limits.ts';
import { id, time } from '../text.ts';

/** `count` is at most `countedAlerts`, which stands for any higher number. */
const counted = z.object({ count: z.number().int() });

/** What each kind says, stored as JSON. */
export const alertData = {
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
};
export type AlertData = { [Kind in keyof typeof alertData]: z.infer<(typeof alertData)[Kind]> };

/** `createdAt` is the time of the last thing that the alert tells of. */
const common = { _id: z.string(), createdAt: time, readAt: time.nullable() };

export const alert = z
  .discriminatedUnion('kind', [
    z.object({ ...common, kind: z.literal('new_games'), data: alertData.new_games }),
    z.object({ ...common, kind: z.literal('request_answered'), data: alertData.request_answered }),
    z.object({ ...common, kind: z.literal('download_broke'), data: alertData.download_broke }),
    z.object({ ...common, kind: z.literal('approval_waiting'), data: alertData.approval_waiting }),
    z.object({ ...common, kind: z.literal('contribution_waiting'), data: alertData.contribution_waiting }),
    z.object({ ...common, kind: z.literal('contribution_answered'), data: alertData.contribution_answered }),
  ])
  .meta({ id: 'Alert' });
export type Alert = z.infer<typeof alert>;

export const unreadAlerts = z.object({ unread: z.number().int() });
export type UnreadAlerts = z.infer<typeof unreadAlerts>;

export const alertsQuery = z.object({
  /** The id of an alert: lists those before it. */
  before: id.optional(),
});

/** Newest first. */
export const alerts = unreadAlerts.extend({ alerts: z.array(alert), hasMore: z.boolean() });
export type Alerts = z.infer<typeof alerts>;

/** The `createdAt` of the newest alert that the member has seen. What came later stays unread. */
const through = time.transform((value) => new Date(value).toISOString());

export const readAlertsBody = z.object({
  through,
  /** Without ids: all of them. */
  ids: z.array(id).min(1).max(limits.alertsPerPage).optional(),
});

export const clearAlertsQuery = z.object({ through });
