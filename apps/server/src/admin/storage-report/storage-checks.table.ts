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
