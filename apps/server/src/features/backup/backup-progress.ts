import { type Entry, isSmallerSize } from './entries.ts';
import type { Manifest } from './manifest.ts';

export interface BackupProgress {
  doneFiles: number;
  totalFiles: number;
  doneBytes: number;
  totalBytes: number;
  copiedBytes: number;
}

/** Returns a function that counts each file of a backup or restore, and reports the progress. */
export function createProgressCounter(
  { files, pictures, bytes }: Manifest['counts'],
  onProgress: (progress: BackupProgress) => void,
) {
  const progress: BackupProgress = {
    doneFiles: 0,
    totalFiles: files + pictures,
    doneBytes: 0,
    totalBytes: bytes,
    copiedBytes: 0,
  };
  return ({ kind, name, size }: Entry, isCopied: boolean): void => {
    // The totals include platform files, cheat files and full-size pictures.
    if (!isSmallerSize(name)) progress.doneFiles += 1;
    if (kind === 'file') progress.doneBytes += size;
    if (isCopied) progress.copiedBytes += size;
    onProgress({ ...progress });
  };
}
