// What the library's files take up, and whether every one of them is there and whole.
import { z } from 'zod';
import { bytes, time } from './text.ts';

const amount = z.object({ files: z.int().nonnegative(), bytes });

/** `quick`: every file is there and has its size. `full`: its content too, by its digest. */
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

/** A file of the library that is not as it should be. */
const brokenFile = {
  /** In storage: on a disk it lies in `files/`, in the folder of its first two characters. */
  key: z.string(),
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
    /** Which of the two differs from what was recorded; `unreadable`: it could not be read to its end. */
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
    /** Why it ended before its end; null when it came through. */
    error: z.string().nullable(),
    /** How many there are; the lists beside name at most 200 each. */
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
    /** Of the last check that has ended; what was put right since is not in it any more. */
    last: checkResult.nullable(),
  })
  .meta({ id: 'StorageCheckStatus' });
export type CheckStatus = z.infer<typeof checkStatus>;

export const storageUsage = z
  .object({
    files: amount,
    temp: amount,
    /** As the last check found it; null before the first. */
    artwork: amount.nullable(),
    databaseBytes: bytes,
    /** That can still be written; null where that has no meaning. */
    freeBytes: bytes.nullable(),
    /** Largest first. */
    platforms: z.array(amount.extend({ platform: z.string() })),
    /** The ten largest, largest first. */
    largestGames: z.array(amount.extend({ gameId: z.string(), title: z.string() })),
  })
  .meta({ id: 'StorageUsage' });
export type StorageUsage = z.infer<typeof storageUsage>;

export const storageReport = storageUsage.extend({ check: checkStatus });

export const startCheckBody = z.object({ kind: checkKind });

const storageKey = z.string().regex(/^[A-Za-z0-9_-]{8,64}$/, 'is not a storage key');

export const removeOrphansBody = z.object({
  /** Out of the last check's result. */
  keys: z.array(storageKey).min(1, 'is required').max(1000),
});

export const removeOrphansResponse = z.object({
  message: z.string(),
  removed: z.array(z.string()),
  freedBytes: bytes,
  /** `known`: the database knows it by now. `recent`: younger than 24 hours. `gone`: not there, or in no check's result. */
  spared: z.array(z.object({ key: z.string(), reason: z.enum(['known', 'recent', 'gone']) })),
});
export type RemoveOrphansResponse = z.infer<typeof removeOrphansResponse>;
