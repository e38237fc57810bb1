import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { platform } from '../games/rules/platforms.ts';
import { limits } from '../rules/limits.ts';
import { bytes, id, named } from '../text.ts';

/** Lists of several downloads, for download managers. */
const downloadListFormats = ['metalink', 'aria2', 'links'] as const;
export type DownloadListFormat = (typeof downloadListFormats)[number];

/** The games of a list, and which of their files it contains: of each game one platform file, and its extras. */
const listChoice = z.object({
  games: z
    .array(
      z.object({
        id,
        /** The platform of this game's file, instead of `platforms`. */
        platform: platform.optional(),
      }),
    )
    .min(1)
    .max(limits.gamesPerDownloadList),
  /** In the order of preference. `Windows` includes `Windows v1.2`, of several versions the newest. */
  platforms: z.array(platform).max(20).default([]),
  /** Leave out games without a file for one of `platforms`, instead of taking a file for another platform. */
  isOnlyThese: z.boolean().default(false),
  /** Updates and extras for the platform of the file, or for all platforms. */
  withExtras: z.boolean().default(false),
});

export type ListChoice = z.infer<typeof listChoice>;

const downloadListBody = listChoice.extend({ format: z.enum(downloadListFormats) });

/**
 * Why a game or file is not in the list.
 * - `unknown`: there is no such game.
 * - `no_file`: the game has no platform file.
 * - `other_platform`: it has none for the wanted platforms.
 * - `missing`: the file is not on the disk.
 * - `quarantined`: a virus scan has found a threat in it.
 * - `preparing`: its ZIP is not ready yet.
 * - `unreadable`: its ZIP can't be made.
 */
const leftOutReasons = [
  'unknown',
  'no_file',
  'other_platform',
  'missing',
  'quarantined',
  'preparing',
  'unreadable',
] as const;
export type LeftOutReason = (typeof leftOutReasons)[number];

const listedFile = z.object({
  gameId: z.string(),
  title: z.string(),
  /** Empty for an extra for every platform. */
  platform: z.string(),
  /** Its id, and its name and version. Null for a platform file. */
  extra: z.object({ id: z.string(), name: z.string() }).nullable(),
  /** The folder of the game and the file's name, separated by `/`. Unique within the list. */
  path: z.string(),
  fileSize: bytes,
  /** Lower-case hex. Null until the background job has computed it. */
  sha256: z.string().nullable(),
});

export type ListedFile = z.infer<typeof listedFile>;

const leftOut = z.object({
  gameId: z.string(),
  /** Null for an unknown game. */
  title: z.string().nullable(),
  /** The platform, or the name of the extra. Null for a game without any file. */
  part: z.string().nullable(),
  reason: z.enum(leftOutReasons),
});

export type LeftOut = z.infer<typeof leftOut>;

const downloadPlan = named('DownloadPlan', {
  files: z.array(listedFile),
  leftOut: z.array(leftOut),
  /** For which platforms the games have files, and how many of them; the most frequent platform first. Not limited by `platforms`. */
  platforms: z.array(z.object({ name: z.string(), games: z.number().int() })),
  /** The bytes of all files. */
  totalSize: bytes,
});

export type DownloadPlan = z.infer<typeof downloadPlan>;

/** Room for `limits.gamesPerDownloadList` ids with platforms. */
const maxBodyBytes = 128 * 1024;

export const downloadListsEndpoints = {
  planDownloadList: endpoint('POST', '/api/downloads/plan', 'member', {
    scope: 'download',
    summary: 'The files that a download list would contain, and what it would leave out and why',
    body: listChoice,
    maxBodyBytes,
    response: downloadPlan,
  }),
  createDownloadList: endpoint('POST', '/api/downloads/list', 'member', {
    scope: 'download',
    summary:
      'A list of downloads for a download manager: Metalink 4 (RFC 5854), an input file for aria2, or plain links. The links are tickets',
    body: downloadListBody,
    maxBodyBytes,
    produces: 'application/metalink4+xml',
  }),
};
