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
  /** While a backup holds this lease, no stored file is removed (db/held-removals.ts). */
  leaseUntil: string | null;
  doneFiles: number;
  totalFiles: number;
  doneBytes: number;
  totalBytes: number;
  /** Bytes that this backup copied because no earlier one had. */
  copiedBytes: number;
  error: string | null;
}
