// The disk usage of the library, and the check of its files.
import { z } from 'zod';
import { bytes, time } from '../text.ts';

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

export const missingFile = z.object(brokenFile).meta({ id: 'MissingFile' });
export type MissingFile = z.infer<typeof missingFile>;

export const damagedFile = z
  .object({
    ...brokenFile,
    foundSize: bytes,
    /** What differs from the database. `unreadable`: the file could not be read to its end. */
    reason: z.enum(['size', 'digest', 'unreadable']),
  })
  .meta({ id: 'DamagedFile' });
export type DamagedFile = z.infer<typeof damagedFile>;

/** A stored file that the database does not know. */
export const orphan = z
  .object({
    key: z.string(),
    size: bytes,
    modified: time,
    ageSeconds: z.int().nonnegative(),
    /** Older than 24 hours. */
    isRemovable: z.boolean(),
  })
  .meta({ id: 'Orphan' });
export type Orphan = z.infer<typeof orphan>;

export const checkResult = z
  .object({
    ...checkProgress.shape,
    endedAt: time,
    /** The reason why the check was aborted, or null if it was completed. */
    error: z.string().nullable(),
    /** The total numbers. Each of the lists below has at most 200 entries. */
    counts: z.object({ missing: z.int(), damaged: z.int(), orphans: z.int() }),
    missing: z.array(missingFile),
    damaged: z.array(damagedFile),
    orphans: z.array(orphan),
  })
  .meta({ id: 'StorageCheckResult' });
export type CheckResult = z.infer<typeof checkResult>;

export const checkStatus = z
  .object({
    running: checkProgress.nullable(),
    /** The last check that has ended, without the problems that have been fixed since. */
    last: checkResult.nullable(),
  })
  .meta({ id: 'StorageCheckStatus' });
export type CheckStatus = z.infer<typeof checkStatus>;

/** How fast a place fills up, by the last 30 days. */
const pace = z.object({
  /** Below 0 if the used space shrinks. */
  bytesPerDay: z.int(),
  /** Null if the place has no limit, or does not fill up. */
  fullInDays: z.int().nonnegative().nullable(),
});

export const storagePlace = z
  .object({
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
  })
  .meta({ id: 'StoragePlace' });
export type StoragePlace = z.infer<typeof storagePlace>;

export const storageUsage = z
  .object({
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
  })
  .meta({ id: 'StorageUsage' });
export type StorageUsage = z.infer<typeof storageUsage>;

export const storageReport = storageUsage.extend({ check: checkStatus });

export const startCheckBody = z.object({ kind: checkKind });

const storageKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'is not a storage key');

export const removeOrphansBody = z.object({
  /** The keys of orphans from the result of the last check. */
  keys: z.array(storageKey).min(1, 'is required').max(1000),
});

export const removeOrphansResponse = z.object({
  message: z.string(),
  removed: z.array(z.string()),
  freedBytes: bytes,
  /** `known`: now in the database. `recent`: younger than 24 hours. `gone`: no longer stored, or not in the result of a check. */
  spared: z.array(z.object({ key: z.string(), reason: z.enum(['known', 'recent', 'gone']) })),
});
export type RemoveOrphansResponse = z.infer<typeof removeOrphansResponse>;
