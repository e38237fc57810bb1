import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bytes, done, id, named, optionalLine, pageNumber, pagePlace, time } from '../text.ts';
import { downloadedExtra, downloadedSingleFile, downloadStatus } from './downloads.endpoints.ts';

// The download history of a member, and the admin's log of all downloads with its totals.

const count = z.number().int().nonnegative();

/** The current state of the game. */
const activityGame = z.object({
  _id: z.string(),
  title: z.string(),
  boxArtUrl: z.string().nullable(),
  boxArtThumbhash: z.string().nullable(),
});

const activity = z.object({
  _id: z.string(),
  downloadId: z.string(),
  /** The title at the time when the download began. */
  gameTitle: z.string(),
  /** Its name at the time when the download began. Empty for an extra for every platform. */
  platform: z.string(),
  /** Null for a platform file. */
  extra: downloadedExtra.nullable(),
  /** Null unless one file of a set or folder was downloaded. */
  singleFile: downloadedSingleFile.nullable(),
  fileName: z.string(),
  fileSize: bytes,
  /** Bytes of the file that were sent, each counted once. */
  bytesSent: bytes,
  downloadStatus,
  /** When the download began. */
  downloadedAt: time,
  endedAt: time.nullable(),
  /** The member or an admin canceled the download. */
  isCancelled: z.boolean(),
  /** A proxy sent at least a part of the file, which `bytesSent` does not include. If completed, the server sent the rest. */
  isHandedOver: z.boolean(),
  /** Null once the game is deleted. */
  game: activityGame.nullable(),
});

const ownActivity = activity
  .extend({
    /** The platform to download the file from again: an admin may have renamed it since. */
    currentPlatform: z.string(),
  })
  .meta({ id: 'OwnActivity' });
export type OwnActivity = z.infer<typeof ownActivity>;

const paged = {
  ...pagePlace,
  total: count,
  pagination: z.object({ pages: z.number().int() }),
};

const myActivityQuery = z.object({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** Newest first. */
const myActivity = z.object({
  activities: z.array(ownActivity),
  ...paged,
  /** The number of entries that are kept: the member's preference, limited by the admin's maximum. */
  retention: z.number().int(),
});
export type MyActivity = z.infer<typeof myActivity>;

const loggedActivity = activity
  .extend({
    /** Null if the account was deleted, or if the download was logged without its member. */
    user: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'LoggedActivity' });
export type LoggedActivity = z.infer<typeof loggedActivity>;

const noFilter = z.literal('').transform(() => undefined);

/** A day in UTC, for example `2026-01-31`. */
const day = z.iso.date();

const activityFilter = z.object({
  /** Part of a member's name or address, or the member's id. */
  member: optionalLine(200).default(''),
  /** Part of a title, or a game's id. */
  game: optionalLine(200).default(''),
  status: z.union([downloadStatus, noFilter]).optional(),
  /** The time at which the downloads began: a range of days in UTC (both included) or of times. */
  from: z.union([day, time, noFilter]).optional(),
  to: z.union([day, time, noFilter]).optional(),
});
export type ActivityFilter = z.infer<typeof activityFilter>;

const allActivityQuery = activityFilter.extend({
  page: pageNumber,
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Totals of the whole log, regardless of the filter. */
const activityFigures = z.object({
  totalDownloads: count,
  uniqueUsers: count,
  uniqueGames: count,
  inProgress: count,
});
export type ActivityFigures = z.infer<typeof activityFigures>;

const allActivity = z.object({
  activities: z.array(loggedActivity),
  stats: activityFigures,
  ...paged,
});
export type AllActivity = z.infer<typeof allActivity>;

const activityStatsQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

/** Statistics of platform files. Updates, extras and single files are part of the log, but they are not downloads of a game. */
const activityStats = named('ActivityStats', {
  /** The number of downloads that a proxy sent at least in part. The bytes below do not include the proxy's part. */
  handedOver: count,
  /** One entry per day in UTC, including days without downloads. Oldest first, today last. */
  days: z.array(
    z.object({
      day,
      /** The number of downloads that began on this day. */
      downloads: count,
      completed: count,
      bytes,
    }),
  ),
  /** The ten most downloaded games of the period. */
  games: z.array(
    z.object({
      gameTitle: z.string(),
      downloads: count,
      bytes,
      game: activityGame.nullable(),
    }),
  ),
});
export type ActivityStats = z.infer<typeof activityStats>;

const runningDownload = loggedActivity
  .extend({
    lastByteAt: time.nullable(),
  })
  .meta({ id: 'RunningDownload' });
export type RunningDownload = z.infer<typeof runningDownload>;

/** Newest first, at most 500. `total` counts all running downloads. */
const runningDownloads = z.object({ downloads: z.array(runningDownload), total: count });

const activityParams = z.object({ id });

export const downloadActivityEndpoints = {
  myActivity: endpoint('GET', '/api/download-activity/my-activity', 'member', {
    summary: 'Your download history, newest first',
    query: myActivityQuery,
    response: myActivity,
  }),
  clearMyActivity: endpoint('DELETE', '/api/download-activity/my-activity/all', 'member', {
    summary: 'Clear your download history; keeps running downloads',
    response: done,
  }),
  deleteActivity: endpoint('DELETE', '/api/download-activity/activity/:id', 'member', {
    summary: 'Remove one entry from your download history',
    params: activityParams,
    response: done,
  }),
  allActivity: endpoint('GET', '/api/download-activity/all-activity', 'admin', {
    summary: 'The downloads of all members, newest first, with totals of the whole log',
    query: allActivityQuery,
    response: allActivity,
  }),
  clearAllActivity: endpoint('DELETE', '/api/download-activity/all-activity/clear', 'admin', {
    scope: 'session',
    summary: 'Clear the log of all downloads; running downloads continue, and members keep their own history',
    response: done,
  }),
  exportActivity: endpoint('GET', '/api/download-activity/all-activity/export', 'admin', {
    summary: 'The log of downloads as CSV (RFC 4180), with the same filters as the list',
    query: activityFilter,
    produces: 'text/csv',
  }),
  activityStats: endpoint('GET', '/api/download-activity/stats', 'admin', {
    summary: 'Downloads and bytes of each day, and the most downloaded games',
    query: activityStatsQuery,
    response: activityStats,
  }),
  runningDownloads: endpoint('GET', '/api/download-activity/running', 'admin', {
    summary: 'The running downloads of all members',
    response: runningDownloads,
  }),
};
