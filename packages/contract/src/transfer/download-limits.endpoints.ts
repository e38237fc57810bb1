import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { userParams } from '../people/accounts.ts';
import { bytes, named, time } from '../text.ts';
import { limitBounds, periods } from './rules/download-limits.ts';

// Limits of downloads: for all members, for single members, and for the site. What a member has used of them.

const within = ({ min, max }: { min: number; max: number }) => z.int().min(min).max(max);

const bytesPerPeriod = within(limitBounds.bytesPerPeriod);
const filesPerPeriod = within(limitBounds.filesPerPeriod);
const downloadsAtOnce = within(limitBounds.downloadsAtOnce);
const speed = within(limitBounds.speed);
const uploadSpeed = within(limitBounds.uploadSpeed);

/** Calendar periods in the time zone of the server. A week begins on Monday. */
const period = z.enum(periods);

/** Null: not limited. Speeds are bytes per second. */
export const memberLimits = named('MemberLimits', {
  period,
  bytesPerPeriod: bytesPerPeriod.nullable(),
  filesPerPeriod: filesPerPeriod.nullable(),
  downloadsAtOnce: downloadsAtOnce.nullable(),
  /** Of all downloads of the member together. */
  bytesPerSecond: speed.nullable(),
});
export type MemberLimits = z.infer<typeof memberLimits>;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'must be a time such as 18:00');

/** In the time zone of the server. `to` may be on the next day. */
const hours = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, 'must begin and end at different times');

export const siteLimits = named('SiteLimits', {
  /** Apply to every member without limits of their own, admins included. */
  members: memberLimits,
  /** The speed of all downloads together. Null `hours`: at any time. */
  site: z.object({ bytesPerSecond: speed.nullable(), hours: hours.nullable() }),
  /** The speed of all uploads together. */
  uploads: z.object({ bytesPerSecond: uploadSpeed.nullable() }),
  /** The time zone of periods and hours, an IANA name. */
  timeZone: z.string(),
});
export type SiteLimits = z.infer<typeof siteLimits>;

/** Absent groups and absent fields do not change. */
const siteLimitsBody = z.object({
  members: memberLimits.partial().optional(),
  site: siteLimits.shape.site.partial().optional(),
  uploads: siteLimits.shape.uploads.partial().optional(),
});
export type SiteLimitsChange = z.infer<typeof siteLimitsBody>;

const own = <Value extends z.ZodType>(value: Value) =>
  z.union([z.literal('default'), z.literal('unlimited'), value]);

/** The limits of one member. `default`: as for all members. */
const ownLimits = named('OwnLimits', {
  period: z.union([z.literal('default'), period]),
  bytesPerPeriod: own(bytesPerPeriod),
  filesPerPeriod: own(filesPerPeriod),
  downloadsAtOnce: own(downloadsAtOnce),
  bytesPerSecond: own(speed),
});
export type OwnLimits = z.infer<typeof ownLimits>;

/** Absent fields do not change. */
const ownLimitsBody = ownLimits.partial();
export type OwnLimitsChange = z.infer<typeof ownLimitsBody>;

/** The limits that apply to a member, and what was used of them. */
const limitsUse = named('LimitsUse', {
  limits: memberLimits,
  /** Since the period began: bytes that were sent, and files of which a byte was sent. */
  bytes: bytes,
  files: z.int().nonnegative(),
  /** What running downloads still need. It counts as used, so that they are never refused. */
  reservedBytes: bytes,
  reservedFiles: z.int().nonnegative(),
  /** When the period ends, and everything is free again. */
  freeAt: time,
});
export type LimitsUse = z.infer<typeof limitsUse>;

const userLimits = z.object({ own: ownLimits, defaults: memberLimits, use: limitsUse });
export type UserLimits = z.infer<typeof userLimits>;

/** Why a download was refused, with the codes `quota_exceeded` and `too_many_downloads`. */
export const limitRefusal = z.object({
  /** `file_too_large`: the file needs more than a whole period has. */
  reason: z.enum(['bytes', 'files', 'file_too_large', 'at_once']),
  /** Bytes, files or downloads, as in the next two. */
  limit: z.int(),
  needs: z.int(),
  left: z.int(),
  /** When the period ends. Null if waiting does not help, and for `at_once`, where nobody knows. */
  freeAt: time.nullable(),
});
export type LimitRefusal = z.infer<typeof limitRefusal>;

export const downloadLimitsEndpoints = {
  getSiteLimits: endpoint('GET', '/api/admin/download-limits', 'admin', {
    summary: 'The limits of downloads and uploads: for all members, and for the site',
    response: siteLimits,
  }),
  changeSiteLimits: endpoint('PUT', '/api/admin/download-limits', 'admin', {
    summary: 'Change some of the limits for all members and for the site',
    body: siteLimitsBody,
    response: siteLimits,
  }),
  myLimits: endpoint('GET', '/api/download-limits', 'member', {
    summary: 'The limits of your downloads, and what you have used of them',
    response: limitsUse,
  }),
  getUserLimits: endpoint('GET', '/api/users/:userId/download-limits', 'admin', {
    summary: 'The limits of a member, and what the member has used of them',
    params: userParams,
    response: userLimits,
  }),
  changeUserLimits: endpoint('PUT', '/api/users/:userId/download-limits', 'admin', {
    summary: 'Change some limits of a member',
    params: userParams,
    body: ownLimitsBody,
    response: userLimits,
  }),
  liftUserLimits: endpoint('POST', '/api/users/:userId/download-limits/lift', 'admin', {
    summary: 'Let the use of a member in the current period begin again at zero, once',
    params: userParams,
    response: userLimits,
  }),
};
