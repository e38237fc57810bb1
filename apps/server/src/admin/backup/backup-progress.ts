import { formatBytes } from '@cellar/contract/rules/sizes.ts';
import { createTerminalLine, type Output, progressBar } from '#platform/terminal-line.ts';
import type { Manifest } from './backup-documents.ts';
import { type Entry, isSmallerSize } from './entries.ts';

export interface BackupProgress {
  doneFiles: number;
  totalFiles: number;
  doneBytes: number;
  totalBytes: number;
  copiedBytes: number;
}

export interface ProgressCounter {
  /** Counts bytes of platform and cheat files while they are being copied. */
  onBytes(bytes: number): void;
  /** Counts a file that was copied or was there. */
  onFile(file: Entry & { isCopied: boolean }): void;
}

/** Counts the files of a backup or restore, and reports the progress. */
export function createProgressCounter(
  { files, pictures, bytes }: Omit<Manifest['counts'], 'games'>,
  onProgress: (progress: BackupProgress) => void,
): ProgressCounter {
  const progress: BackupProgress = {
    doneFiles: 0,
    totalFiles: files + pictures,
    doneBytes: 0,
    totalBytes: bytes,
    copiedBytes: 0,
  };
  const report = () => onProgress({ ...progress });
  return {
    onBytes(copied) {
      progress.doneBytes += copied;
      progress.copiedBytes += copied;
      report();
    },
    onFile({ kind, name, size, isCopied }) {
      // The totals include platform files, cheat files and full-size pictures.
      if (!isSmallerSize(name)) progress.doneFiles += 1;
      if (kind === 'file' && !isCopied) progress.doneBytes += size;
      if (kind === 'picture' && isCopied) progress.copiedBytes += size;
      report();
    },
  };
}

// Shows the progress of a command that copies the files of a library.

export function createProgressLine(output: Output) {
  const { show, end } = createTerminalLine(output);
  return { show: (progress: BackupProgress) => show(() => lineOf(progress)), end };
}

function lineOf({ doneFiles, totalFiles, doneBytes, totalBytes }: BackupProgress): string {
  const part = totalBytes > 0 ? Math.min(1, doneBytes / totalBytes) : 1;
  return `${progressBar(part)}, ${doneFiles} of ${totalFiles} files, ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
}
