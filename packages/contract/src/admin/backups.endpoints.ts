import { z } from 'zod';
import { endpoint } from '../endpoint.ts';
import { bytes, named, time } from '../text.ts';

// Backups of the library: the schedule, the run in progress and the last ones.

/** `weekly` is every Sunday. */
export const backupFrequency = z.enum(['off', 'daily', 'weekly']);
export type BackupFrequency = z.infer<typeof backupFrequency>;

const backupSchedule = named('BackupSchedule', {
  frequency: backupFrequency,
  /** The hour of the day in the server's time zone. */
  hour: z.int().min(0).max(23),
});
export type BackupSchedule = z.infer<typeof backupSchedule>;

/** A verification reads every file of the newest backup again. */
const backupKind = z.enum(['backup', 'verification']);
export type BackupKind = z.infer<typeof backupKind>;

const startBackupBody = z.object({ kind: backupKind });

const backupProgress = z.object({
  kind: backupKind,
  startedAt: time,
  doneFiles: z.int(),
  totalFiles: z.int(),
  doneBytes: bytes,
  totalBytes: bytes,
});

const backupRun = named('BackupRun', {
  ...backupProgress.shape,
  endedAt: time,
  /** The bytes that this backup copied because no earlier one had. */
  copiedBytes: bytes,
  /** Plain English. Null if it succeeded. */
  error: z.string().nullable(),
});
export type BackupRun = z.infer<typeof backupRun>;

const backupStatus = named('BackupStatus', {
  /** The folder or bucket of BACKUP_URL. Null if it is not set. */
  place: z.string().nullable(),
  schedule: backupSchedule,
  /** An IANA name. */
  timeZone: z.string(),
  /** Null without a schedule or a place. */
  nextAt: time.nullable(),
  /** No backup has succeeded since one was due, and none is running. */
  isLate: z.boolean(),
  running: backupProgress.nullable(),
  /** The last backup that succeeded. */
  lastGood: backupRun.nullable(),
  /** The last backup and the last verification that have ended, whatever the result. */
  last: z.object({ backup: backupRun.nullable(), verification: backupRun.nullable() }),
});
export type BackupStatus = z.infer<typeof backupStatus>;

export const backupsEndpoints = {
  getBackups: endpoint('GET', '/api/admin/backups', 'admin', {
    summary: 'The schedule of backups, the one in progress and the last ones',
    response: backupStatus,
  }),
  startBackup: endpoint('POST', '/api/admin/backups', 'admin', {
    summary: 'Start a backup, or the verification of the newest one; 409 while another is running',
    body: startBackupBody,
    response: backupStatus,
    status: 202,
  }),
  putBackupSchedule: endpoint('PUT', '/api/admin/backups/schedule', 'admin', {
    summary: 'Change when backups are made',
    body: backupSchedule,
    response: backupStatus,
  }),
};
