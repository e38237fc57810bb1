import type { AuditAction } from '@cellar/contract/admin/audit.endpoints.ts';

export interface SettingsTable {
  key: string;
  /** JSON. */
  value: string;
}

export interface AuditEntriesTable {
  id: string;
  at: string;
  actor: string | null;
  action: AuditAction;
  subject: string | null;
  detail: string | null;
}

/** Backups and verifications of backups, started by an admin, the schedule or the command line. */
export interface BackupsTable {
  id: string;
  kind: 'backup' | 'verification';
  /** The absolute path or the S3 address. */
  place: string;
  startedAt: string;
  endedAt: string | null;
  /** 1 until it has ended, then null. Unique. */
  running: number | null;
  holder: string | null;
  /** While a backup holds this lease, no stored file is removed (db/deletions.ts). */
  leaseUntil: string | null;
  doneFiles: number;
  totalFiles: number;
  doneBytes: number;
  totalBytes: number;
  /** Bytes that this backup copied because no earlier one had. */
  copiedBytes: number;
  error: string | null;
}

/** Checks of all stored files. */
export interface StorageChecksTable {
  id: string;
  kind: 'quick' | 'full';
  startedAt: string;
  endedAt: string | null;
  /** 1 until the check has ended, then null. Unique. */
  running: number | null;
  holder: string | null;
  leaseUntil: string | null;
  /** The storage key up to which the library's files have been checked. */
  cursor: string | null;
  checkedFiles: number;
  totalFiles: number;
  checkedBytes: number;
  totalBytes: number;
  artworkFiles: number | null;
  artworkBytes: number | null;
  error: string | null;
}

/** The problems that a check found. The game of a file is looked up when the report is shown. */
export interface StorageProblemsTable {
  checkId: string;
  storageKey: string;
  kind: 'missing' | 'damaged' | 'orphan';
  /** For damaged files. */
  reason: 'size' | 'digest' | 'unreadable' | null;
  /** For damaged files and orphans. */
  foundSize: number | null;
  /** For orphans. */
  modifiedAt: string | null;
}

/** A single row that identifies the library. A file in the storage folder contains the same id. */
export interface LibraryTable {
  key: 'this';
  id: string;
}

/** The space that each game uses, and when it was last used. Triggers keep it (migration 0039). */
export interface GameUsageTable {
  gameId: string;
  /** Platform files, extras and cheat files. */
  files: number;
  bytes: number;
  /** When the newest download began. */
  lastDownloadAt: string | null;
  /** `lastDownloadAt`, or when the game was added. */
  idleSince: string;
}

/** The used space of a place, measured on this day (UTC, `YYYY-MM-DD`). */
export interface StorageSamplesTable {
  place: 'storage' | 'data';
  day: string;
  usedBytes: number;
}
