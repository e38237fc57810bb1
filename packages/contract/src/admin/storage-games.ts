// What takes up space: the games by their size, and files that are stored more than once.
import { z } from 'zod';
import { bytes, pageNumber, sha256, time } from '../text.ts';

export const storageGamesQuery = z.object({
  page: pageNumber,
  /** Only games that nobody has downloaded for this many days. New games count from the day they were added. */
  idleDays: z.coerce.number().int().min(0).max(36_500).default(0),
});

const page = { currentPage: z.int(), totalPages: z.int(), total: z.int() };

export const storageGame = z
  .object({
    gameId: z.string(),
    title: z.string(),
    /** The number and the size of all files: platform files, extras and cheat files. */
    files: z.int(),
    bytes,
    addedAt: time,
    /** When the last download of one of the files began, or null. */
    lastDownloadAt: time.nullable(),
    /** The downloads in the download activity. */
    downloads: z.int(),
  })
  .meta({ id: 'StorageGame' });
export type StorageGame = z.infer<typeof storageGame>;

/** Largest first. */
export const storageGames = z.object({ ...page, games: z.array(storageGame), totalBytes: bytes });

export const duplicatesQuery = z.object({ page: pageNumber });

const duplicateFile = z.object({
  kind: z.enum(['file', 'extra', 'cheat']),
  gameId: z.string(),
  title: z.string(),
  /** Empty for an extra for every platform. */
  platform: z.string(),
  /** Of an extra or a cheat file. Empty for a platform file. */
  name: z.string(),
  /** Whether the file stays in a library folder. */
  isInPlace: z.boolean(),
});
export type DuplicateFile = z.infer<typeof duplicateFile>;

export const duplicateGroup = z
  .object({
    sha256,
    /** Of one file. */
    fileSize: bytes,
    count: z.int(),
    /** The size of all files but one. */
    wastedBytes: bytes,
    /** At most 20 of them. */
    files: z.array(duplicateFile),
  })
  .meta({ id: 'DuplicateGroup' });
export type DuplicateGroup = z.infer<typeof duplicateGroup>;

/** The groups that waste most come first. */
export const duplicates = z.object({ ...page, groups: z.array(duplicateGroup), wastedBytes: bytes });
