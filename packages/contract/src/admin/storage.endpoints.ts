import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bytes, named, pageNumber, sha256, time } from '../text.ts';

// What takes up space: the games by their size, and files that are stored more than once.

const storageGamesQuery = z.object({
  page: pageNumber,
  /** Only games that nobody has downloaded for this many days. New games count from the day they were added. */
  idleDays: z.coerce.number().int().min(0).max(36_500).default(0),
});

const page = { currentPage: z.int(), totalPages: z.int(), total: z.int() };

const storageGame = named('StorageGame', {
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
});
export type StorageGame = z.infer<typeof storageGame>;

/** Largest first. */
const storageGames = z.object({ ...page, games: z.array(storageGame), totalBytes: bytes });

const duplicatesQuery = z.object({ page: pageNumber });

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

const duplicateGroup = named('DuplicateGroup', {
  sha256,
  /** Of one file. */
  fileSize: bytes,
  count: z.int(),
  /** The size of all files but one. */
  wastedBytes: bytes,
  /** At most 20 of them. */
  files: z.array(duplicateFile),
});
export type DuplicateGroup = z.infer<typeof duplicateGroup>;

/** The groups that waste most come first. */
const duplicates = z.object({ ...page, groups: z.array(duplicateGroup), wastedBytes: bytes });

// The disk usage of the library, and the check of its files.

const amount = z.object({ files: z.int().nonnegative(), bytes });

/** `quick` checks that every file exists and has the expected size. `full` also compares its digest. */
export const checkKind = z.enum(['quick', 'full']);
export type CheckKind = z.infer<typeof checkKind>;

const checkProgress = z.object({
  kind: checkKind,
  startedAt: time,
  checkedFiles: z.int(),
  totalFiles: z.int(),
  checkedBytes: bytes,
  totalBytes: bytes,
});

const brokenFile = {
  /** The storage key. On the disk, the file is in `files/`, in a folder named after the first two characters of the key. */
  key: z.string(),
  /** The path of a file in a library folder. Null for a file in the storage. */
  path: z.string().nullable(),
  gameId: z.string(),
  title: z.string(),
  platform: z.string(),
  expectedSize: bytes,
};

const missingFile = z.object(brokenFile).meta({ id: 'MissingFile' });
export type MissingFile = z.infer<typeof missingFile>;

const damagedFile = named('DamagedFile', {
  ...brokenFile,
  foundSize: bytes,
  /** What differs from the database. `unreadable`: the file could not be read to its end. */
  reason: z.enum(['size', 'digest', 'unreadable']),
});
export type DamagedFile = z.infer<typeof damagedFile>;

/** A stored file that the database does not know. */
const orphan = named('Orphan', {
  key: z.string(),
  size: bytes,
  modified: time,
  ageSeconds: z.int().nonnegative(),
  /** Older than 24 hours. */
  isRemovable: z.boolean(),
});
export type Orphan = z.infer<typeof orphan>;

const checkResult = named('StorageCheckResult', {
  ...checkProgress.shape,
  endedAt: time,
  /** The reason why the check was aborted, or null if it was completed. */
  error: z.string().nullable(),
  /** The total numbers. Each of the lists below has at most 200 entries. */
  counts: z.object({ missing: z.int(), damaged: z.int(), orphans: z.int() }),
  missing: z.array(missingFile),
  damaged: z.array(damagedFile),
  orphans: z.array(orphan),
});
export type CheckResult = z.infer<typeof checkResult>;

const checkStatus = named('StorageCheckStatus', {
  running: checkProgress.nullable(),
  /** The last check that has ended, without the problems that have been fixed since. */
  last: checkResult.nullable(),
});
export type CheckStatus = z.infer<typeof checkStatus>;

/** How fast a place fills up, by the last 30 days. */
const pace = z.object({
  /** Below 0 if the used space shrinks. */
  bytesPerDay: z.int(),
  /** Null if the place has no limit, or does not fill up. */
  fullInDays: z.int().nonnegative().nullable(),
});

const storagePlace = named('StoragePlace', {
  /** `storage`: where the files of games are kept. `data`: the data folder. */
  place: z.enum(['storage', 'data']),
  kind: z.enum(['disk', 's3']),
  /** Whether the data folder is on the disk of the storage. */
  holdsData: z.boolean(),
  /** The used bytes of the disk, by any program. Of a bucket, the bytes of the library's files. */
  usedBytes: bytes,
  /** The free bytes beyond the reserve. Null if the place has no limit. */
  freeBytes: bytes.nullable(),
  /** One entry for each recorded day of the last 30, oldest first. */
  days: z.array(z.object({ day: z.string(), usedBytes: bytes })),
  /** Null until enough days are recorded (`limits.forecastDays`). */
  pace: pace.nullable(),
});
export type StoragePlace = z.infer<typeof storagePlace>;

const storageUsage = named('StorageUsage', {
  /** In the storage. */
  files: amount,
  /** In library folders. */
  inPlace: amount,
  temp: amount,
  /** The result of the last check. Null before the first one. */
  artwork: amount.nullable(),
  databaseBytes: bytes,
  /** The storage, and the data folder if it is on another disk. */
  places: z.array(storagePlace),
  /** Of the files in the storage, largest first. */
  platforms: z.array(amount.extend({ platform: z.string() })),
  /** The limits that this installation sets. */
  limits: z.object({
    maxChunkBytes: bytes,
    /** The most downloads that a member may keep in the download history. */
    historyEntries: z.int(),
  }),
});
export type StorageUsage = z.infer<typeof storageUsage>;

const storageReport = storageUsage.extend({ check: checkStatus });

const startCheckBody = z.object({ kind: checkKind });

const storageKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'is not a storage key');

const removeOrphansBody = z.object({
  /** The keys of orphans from the result of the last check. */
  keys: z.array(storageKey).min(1, 'is required').max(1000),
});

const removeOrphansResponse = z.object({
  message: z.string(),
  removed: z.array(z.string()),
  freedBytes: bytes,
  /** `known`: now in the database. `recent`: younger than 24 hours. `gone`: no longer stored, or not in the result of a check. */
  spared: z.array(z.object({ key: z.string(), reason: z.enum(['known', 'recent', 'gone']) })),
});
export type RemoveOrphansResponse = z.infer<typeof removeOrphansResponse>;

export const storageEndpoints = {
  getStorage: endpoint('GET', '/api/admin/storage', 'admin', {
    summary:
      'The disk usage of the library, the free space with a forecast, and the result of the last file check',
    response: storageReport,
  }),
  listStorageGames: endpoint('GET', '/api/admin/storage/games', 'admin', {
    summary: 'The games by the size of their files, with their last download',
    query: storageGamesQuery,
    response: storageGames,
  }),
  listDuplicates: endpoint('GET', '/api/admin/storage/duplicates', 'admin', {
    summary: 'Files with the same content, by their SHA-256 digest',
    query: duplicatesQuery,
    response: duplicates,
  }),
  getStorageCheck: endpoint('GET', '/api/admin/storage/check', 'admin', {
    summary: 'The progress of the running file check, and the result of the last one',
    response: checkStatus,
  }),
  startStorageCheck: endpoint('POST', '/api/admin/storage/check', 'admin', {
    summary: 'Start a background check of every file; 409 if a check is already running',
    body: startCheckBody,
    response: checkStatus,
  }),
  removeOrphans: endpoint('POST', '/api/admin/storage/orphans/remove', 'admin', {
    summary: 'Remove orphans (stored files that the database does not know) found by the last check',
    body: removeOrphansBody,
    response: removeOrphansResponse,
  }),
};
