/** Checks of every stored file. */
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

/** The problems a check has found. Which game a file belongs to is looked up when the report is shown. */
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

/** One row that identifies the library. The storage folder has the same id in a file. */
export interface LibraryTable {
  key: 'this';
  id: string;
}
