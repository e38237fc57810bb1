// What is remembered of downloads: a member's own history, and the admin's log with its figures.
import { z } from 'zod';
import { downloadStatus } from './downloads.ts';
import { bytes, id, optionalLine, time } from './text.ts';

const page = z.coerce.number().int().min(1).max(1_000_000).default(1);
const count = z.number().int().nonnegative();

/** The game as it is now. */
const activityGame = z.object({
  _id: z.string(),
  title: z.string(),
  boxArtUrl: z.string().nullable(),
  boxArtThumbhash: z.string().nullable(),
});

export const ownActivity = z
  .object({
    _id: z.string(),
    downloadId: z.string(),
    /** As it was when the download began; a deleted game keeps it. */
    gameTitle: z.string(),
    platform: z.string(),
    fileName: z.string(),
    fileSize: bytes,
    /** Different bytes of the file that have gone out. */
    bytesSent: bytes,
    downloadStatus,
    /** When it began. */
    downloadedAt: time,
    endedAt: time.nullable(),
    /** It was stopped, by its member or by an admin. */
    isCancelled: z.boolean(),
    /** Bytes of it were handed to a proxy to send; they are not in `bytesSent`. Completed: all others were sent. */
    isHandedOver: z.boolean(),
    /** Null once it is deleted. */
    game: activityGame.nullable(),
  })
  .meta({ id: 'OwnActivity' });
export type OwnActivity = z.infer<typeof ownActivity>;

const paged = {
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  total: count,
  pagination: z.object({ pages: z.number().int() }),
};

export const myActivityQuery = z.object({
  page,
  limit: z.coerce.number().int().min(1).max(100).default(10),
});

/** Newest first; never more than the member keeps. */
export const myActivity = z.object({
  activities: z.array(ownActivity),
  ...paged,
  /** How many entries are kept: the member's choice, up to the admin's maximum. */
  retention: z.number().int(),
});
export type MyActivity = z.infer<typeof myActivity>;

export const loggedActivity = ownActivity
  .extend({
    /** Null: Unknown. The account is deleted, or members were not to be tracked. */
    user: z.object({ _id: z.string(), name: z.string(), email: z.string() }).nullable(),
  })
  .meta({ id: 'LoggedActivity' });
export type LoggedActivity = z.infer<typeof loggedActivity>;

const noFilter = z.literal('').transform(() => undefined);

/** A day in UTC, `2026-01-31`. */
const day = z.iso.date();

export const activityFilter = z.object({
  /** Part of a name or an address, or a member's id. */
  member: optionalLine(200).default(''),
  /** Part of a title, or a game's id. */
  game: optionalLine(200).default(''),
  status: z.union([downloadStatus, noFilter]).optional(),
  /** The first and the last day on which a download began, in UTC, or moments. */
  from: z.union([day, time, noFilter]).optional(),
  to: z.union([day, time, noFilter]).optional(),
});
export type ActivityFilter = z.infer<typeof activityFilter>;

export const allActivityQuery = activityFilter.extend({
  page,
  limit: z.coerce.number().int().min(1).max(100).default(20),
});

/** Of the whole log, whatever the filter. */
export const activityFigures = z.object({
  totalDownloads: count,
  uniqueUsers: count,
  uniqueGames: count,
  inProgress: count,
});
export type ActivityFigures = z.infer<typeof activityFigures>;

export const allActivity = z.object({
  activities: z.array(loggedActivity),
  stats: activityFigures,
  ...paged,
});
export type AllActivity = z.infer<typeof allActivity>;

export const activityStatsQuery = z.object({ days: z.coerce.number().int().min(1).max(366).default(30) });

export const activityStats = z
  .object({
    /** How many in these days a proxy has sent, whole or in part: their bytes are not counted. */
    handedOver: count,
    /** One for each day in UTC, oldest first, today last; also days without a download. */
    days: z.array(
      z.object({
        day,
        /** That began on this day. */
        downloads: count,
        completed: count,
        bytes,
      }),
    ),
    /** The ten that were downloaded most in these days. */
    games: z.array(
      z.object({
        gameTitle: z.string(),
        downloads: count,
        bytes,
        game: activityGame.nullable(),
      }),
    ),
  })
  .meta({ id: 'ActivityStats' });
export type ActivityStats = z.infer<typeof activityStats>;

export const runningDownload = loggedActivity
  .extend({
    lastByteAt: time.nullable(),
  })
  .meta({ id: 'RunningDownload' });
export type RunningDownload = z.infer<typeof runningDownload>;

/** At most 500, newest first. */
export const runningDownloads = z.object({ downloads: z.array(runningDownload), total: count });

export const activityParams = z.object({ id });
