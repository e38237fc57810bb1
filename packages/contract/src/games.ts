// Games as the catalogue lists and shows them.
import { z } from 'zod';
import { limits } from './rules/limits.ts';
import { platform } from './rules/platforms.ts';
import { defaultSortKey, sortKey } from './rules/sort.ts';
import { bytes, time, title } from './text.ts';

export const gameListItem = z
  .object({
    _id: z.string(),
    title: z.string(),
    boxArtUrl: z.string().nullable(),
    platforms: z.array(z.string()),
    genres: z.array(z.string()),
    createdAt: time,
  })
  .meta({ id: 'GameListItem' });

export type GameListItem = z.infer<typeof gameListItem>;

export const gameFile = z.object({
  platform: z.string(),
  fileSize: bytes,
  fileName: z.string(),
  /** Of the whole file, lower-case hex; null until the background job has read it. */
  sha256: z.string().nullable(),
  uploadedAt: time,
});

export type GameFile = z.infer<typeof gameFile>;

export const game = z
  .object({
    _id: z.string(),
    title: z.string(),
    description: z.string(),
    boxArtUrl: z.string().nullable(),
    /** A day, `YYYY-MM-DD`. */
    releaseDate: z.string().nullable(),
    developer: z.string().nullable(),
    publisher: z.string().nullable(),
    platforms: z.array(z.string()),
    genres: z.array(z.string()),
    gameFiles: z.array(gameFile),
    downloadOptions: z.array(z.object({ platform: z.string(), fileSize: bytes })),
    gameplayImages: z.array(z.string()),
    videos: z.array(z.string()),
    totalSize: bytes,
    createdAt: time,
  })
  .meta({ id: 'Game' });

export type Game = z.infer<typeof game>;

export const gamesQuery = z.object({
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  limit: z.coerce.number().int().min(1).max(limits.gamesPerPageMax).default(limits.gamesPerPage),
  sort: sortKey.default(defaultSortKey),
});

export const gamesResponse = z.object({
  games: z.array(gameListItem),
  currentPage: z.number().int(),
  totalPages: z.number().int(),
  totalGames: z.number().int(),
});

export const gameCheckQuery = z.object({ title, platform });

export const gameCheckResponse = z.object({
  exists: z.boolean(),
  platformExists: z.boolean(),
  /** Of the game that exists. */
  gameId: z.string().nullable(),
});

export const deleted = z.object({ message: z.string() });
